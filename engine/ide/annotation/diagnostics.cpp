#include "engine/ide/annotation/diagnostics.h"

#include <algorithm>

#include "engine/check/check.h"
#include "engine/world/bound.h"
#include "engine/world/elsewhere.h"

namespace hcl::ide {

namespace {

// Findings of a pack checked as a pack; they depend on the file alone.
struct PackFindings {
    Diagnostics list;
};

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

}  // namespace

Diagnostics diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state || !snapshot.settings().wants_diagnostics(state->info().path)) return {};
    cancel.poll();
    Diagnostics all = state->tree()->diagnostics();
    for (Diagnostic& diagnostic : all)
        if (!diagnostic.file.is_valid()) diagnostic.file = file;
    bind::ModulePtr module = world::module_of(snapshot, file, cancel);
    if (!module) {
        sort_diagnostics(all);
        return all;
    }
    if (module->language().is_fallback && looks_like_hcl1(all) &&
        state->info().options.syntax == syntax::Syntax::Native && is_right_in_hcl1(*state))
        all.clear();
    if (module->language().describes_packs) {
        const Diagnostics& found =
            state->memo()
                .get<PackFindings>([&] {
                    auto pack = language::Language::load(state->tree(), file, state->info().path);
                    return PackFindings{pack->all_findings()};
                })
                .list;
        all.insert(all.end(), found.begin(), found.end());
    }
    for (const world::WorkspaceConfig& config : world::workspace_languages(snapshot).configs)
        if (config.file == file) all.insert(all.end(), config.findings.begin(), config.findings.end());
    return check::check_file(*module, file, std::move(all), world::rules_for(snapshot, *state), cancel,
                             nullptr, world::foreign_places(snapshot, *module, cancel));
}

}  // namespace hcl::ide
