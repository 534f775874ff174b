#include "engine/ide/diagnostics.h"

namespace hcl::ide {

Diagnostics diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state || !snapshot.settings().wants_diagnostics(state->info().path)) return {};
    cancel.poll();
    Diagnostics all = state->tree()->diagnostics();
    for (Diagnostic& diagnostic : all)
        if (!diagnostic.file.is_valid()) diagnostic.file = file;
    sort_diagnostics(all);
    return all;
}

}  // namespace hcl::ide
