// Calls whose module is not what `init` has downloaded: all commands refuse them until it runs again.
#include <string>

#include "engine/language/call_folder.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

void check_download(const RuleInput& input, const Call& call) {
    using State = check::Download::State;
    const language::DownloadedCall wanted = language::downloaded_call(call.folder);
    // Other strings are no addresses.
    if (wanted.source.find('/') == std::string_view::npos) return;
    const check::Download found = input.context.download(call.folder);
    const bind::BoundUnit& unit = *call.slot.unit;
    Span place = bind::place_of_called_folder(unit, call.bound());
    OwnRule rule = "module-missing";
    std::string reason;
    if (found.state == State::Missing) {
        reason = "This module is not downloaded yet.";
    } else if (found.state == State::OtherSource) {
        rule = "module-other-source";
        reason = "Another module was downloaded for this call: \"" + found.source + "\".";
    } else if (found.state == State::OtherVersion) {
        rule = "module-other-version";
        reason = "Version " + found.version + " was downloaded, and \"" + std::string(wanted.versions) +
                 "\" is required.";
        if (const auto* version = attribute_of(unit, call.bound().body, "version"))
            place = version->expr.span();
    } else {
        return;
    }
    Diagnostic& d = input.report(rule, place.shifted(call.slot.base),
                                 reason + " Nothing is known of it until `terraform init` is run.");
    d.severity = Severity::Warning;
}

}  // namespace

void check_downloads(const RuleInput& input) {
    if (!input.context.download) return;
    for (const Call& call : shape_of(input.module).calls)
        if (call.slot.file == input.file.input.id && call.folder.starts_with(language::kDownloaded))
            check_download(input, call);
}

}  // namespace hcl::terraform
