#include "engine/ide/diagnostics.h"

#include "engine/check/check.h"
#include "engine/world/bound.h"

namespace hcl::ide {

namespace {

// What is wrong with a pack as a pack; it depends on the file alone.
struct PackFindings {
    Diagnostics list;
};

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
    return check::check_file(*module, file, std::move(all), world::rules_for(snapshot, *state), cancel);
}

}  // namespace hcl::ide
