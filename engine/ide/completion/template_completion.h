// Completion in templates, and of the names that a call gives to one. Private to completion.
#pragma once

#include "engine/ide/completion/draft.h"

namespace hcl::ide {

// In a file that is a template.
Completions complete_template(const world::Snapshot& snapshot, const world::FileState& state,
                              std::uint32_t offset, const CompletionOptions& options, const Cancel& cancel);

// Keys of the object that a call passes to a template: the names that the template has. False: it is no such
// object.
bool add_template_keys(Draft& draft, Node call, Node object);

}  // namespace hcl::ide
