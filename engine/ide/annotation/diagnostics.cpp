#include "engine/ide/annotation/diagnostics.h"

#include <algorithm>

#include "engine/check/check.h"
#include "engine/world/callers.h"
#include "engine/world/cross_module.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

namespace {

// A file that HCL 2 cannot parse may be valid HCL 1, and without a pack nothing tells which dialect applies.
struct ReadAsHcl1 {
    bool is_right = false;
};

// Signs of HCL 1: quoted keys and object items without an equals sign.
bool looks_like_hcl1(const Diagnostics& findings) {
    return std::ranges::any_of(findings, [](const Diagnostic& d) {
        return d.code == DiagCode::InvalidArgumentName || d.code == DiagCode::MissingKeyValueSeparator;
    });
}

bool is_right_in_hcl1(const world::FileState& state) {
    return state.memo()
        .get<ReadAsHcl1>([&] {
            syntax::ParseOptions options = state.tree()->options();
            options.hcl1 = true;
            return ReadAsHcl1{!has_errors(syntax::File::parse(state.tree()->text(), options)->diagnostics())};
        })
        .is_right;
}

Span place_in_first_line(const world::FileState& state, std::string_view word) {
    std::string line = state.tree()->text({0, std::min<std::uint32_t>(state.size(), 4096)});
    line.resize(std::min(line.find('\n'), line.size()));
    std::size_t at = line.find(word);
    if (at == std::string::npos) return {};
    auto start = static_cast<std::uint32_t>(at);
    return {start, start + static_cast<std::uint32_t>(word.size())};
}

// A pack with errors omits invalid parts, so its files must not appear to be fully checked.
std::optional<Diagnostic> broken_pack(const world::Snapshot& snapshot, const language::Language& language,
                                      const world::FileState& state) {
    const world::FileState* pack = language.pack_id.is_valid() ? snapshot.file(language.pack_id) : nullptr;
    if (!pack || pack == &state) return std::nullopt;
    Diagnostics wrong = pack->tree()->diagnostics();
    const Diagnostics& found = world::pack_findings(*pack);
    wrong.insert(wrong.end(), found.begin(), found.end());
    auto first = std::ranges::find(wrong, Severity::Error, &Diagnostic::severity);
    if (first == wrong.end()) return std::nullopt;
    Diagnostic d =
        make_diagnostic(DiagCode::BrokenPack, {}, {language.id, first->title + ". " + first->message});
    d.file = state.id();
    d.related.push_back({{language.pack_id, first->span}, "the pack is wrong here"});
    return d;
}

}  // namespace

Diagnostics diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state || !snapshot.settings().wants_diagnostics(state->info().path)) return {};
    cancel.poll();
    bind::ModulePtr module = world::module_of(snapshot, file, cancel);
    Diagnostics all = state->tree()->diagnostics();
    for (Diagnostic& diagnostic : all)
        if (!diagnostic.file.is_valid()) diagnostic.file = file;
    if (std::string unknown = world::unknown_language_of(snapshot, *state); !unknown.empty()) {
        all.push_back(
            make_diagnostic(DiagCode::UnknownLanguage, place_in_first_line(*state, unknown), {unknown}));
        all.back().file = file;
    }
    if (!module) {
        sort_diagnostics(all);
        return all;
    }
    if (module->language().recognition.is_fallback && looks_like_hcl1(all) &&
        state->info().options.syntax == syntax::Syntax::Native && is_right_in_hcl1(*state))
        all.clear();
    if (module->language().describes_packs) {
        const Diagnostics& found = world::pack_findings(*state);
        all.insert(all.end(), found.begin(), found.end());
    }
    if (auto broken = broken_pack(snapshot, module->language(), *state)) all.push_back(std::move(*broken));
    const Diagnostics configured = world::config_findings(snapshot, *state);
    all.insert(all.end(), configured.begin(), configured.end());
    const check::RuleSettings settings = world::rules_for(snapshot, *state);
    if (world::ExtensionOf native = world::extension_of(snapshot, module, cancel); native.extension) {
        native.context.wants = [&](std::string_view rule, bool is_on) {
            return check::is_wanted(settings, module->language(), DiagCode::CheckFailed, rule, is_on);
        };
        Diagnostics found = native.extension->findings(native.context, file);
        all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    }
    Diagnostics house = check::house_findings(
        *module, file, world::house_rules_for(snapshot, *state, module->language().id), cancel);
    all.insert(all.end(), std::make_move_iterator(house.begin()), std::make_move_iterator(house.end()));
    return check::check_file(*module, file, std::move(all), settings, cancel, nullptr,
                             world::foreign_places(snapshot, *module, cancel),
                             [&] { return world::is_called(snapshot, *module); });
}

}  // namespace hcl::ide
