// Calls whose module is not what `init` has downloaded: all commands refuse them until it runs again. And
// those whose folder comes from variables and locals, which only OpenTofu takes, and is not there.
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/path.h"
#include "engine/bind/resolution.h"
#include "engine/language/call_folder.h"
#include "engine/terraform/opentofu.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/unit_evaluation.h"

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

// The folder that is missing; empty where it is there, or another module is meant.
std::string missing_folder(const RuleInput& input, const Value& source) {
    if (!source.is_known_string() || !is_relative_path(source.as_string())) return {};
    std::string folder(source.as_string());
    const bool is_missing =
        input.context.bare(folder, input.module.language().id) == check::BareFolder::Missing;
    return is_missing ? folder : std::string();
}

void check_computed_source(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t index) {
    const Span place = slot.unit->attributes[index].expr.span().shifted(slot.base);
    const Value& source = slot.state->values[index].unmarked();
    if (source.is_known()) {
        if (const std::string folder = missing_folder(input, source); !folder.empty())
            input.report(DiagCode::NoSuchModule, place, {folder});
        return;
    }
    for (const UsualInstance& usual : usual_instances(input)) {
        const bind::UnitSlot there = usual.module->slot_of({slot.label, slot.file, 0});
        if (!there.state) continue;
        const std::string folder = missing_folder(input, there.state->values[index].unmarked());
        if (folder.empty()) continue;
        Diagnostic* d =
            usual.report(input, variable_behind(*slot.unit, index), place,
                         "The folder \"" + folder + "\" does not exist, or holds no files of this language.");
        if (d) d->title = "Module not found";
    }
}

// OpenTofu evaluates sources before a plan.
void check_computed_sources(const RuleInput& input) {
    if (!input.context.bare) return;
    std::optional<Program> program;
    for (const bind::UnitSlot& slot : shape_of(input.module).units(Trait::OfModule)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            const bind::BoundAttribute* source =
                block.type == "module" ? attribute_of(*slot.unit, block.body, "source") : nullptr;
            if (!source || !source->expr) continue;
            const std::uint32_t index = index_of(*slot.unit, *source);
            if (bind::references_of(*slot.unit, index).empty()) continue;
            if (!program) program = program_of(input.module, input.file);
            if (program == Program::OpenTofu) check_computed_source(input, slot, index);
        }
    }
}

}  // namespace

void check_downloads(const RuleInput& input) {
    check_computed_sources(input);
    if (!input.context.download) return;
    for (const Call& call : shape_of(input.module).calls)
        if (call.slot.file == input.file.input.id && call.folder.starts_with(language::kDownloaded))
            check_download(input, call);
}

}  // namespace hcl::terraform
