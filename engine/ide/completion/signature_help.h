// Signature of the function call around the cursor.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/eval/function.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct SignatureParameter {
    Span label;  // bytes of the signature's label
    std::string documentation;
};

struct Signature {
    std::string label;          // `name(text: string, parts: any...): string`
    std::string documentation;  // Markdown
    std::vector<SignatureParameter> parameters;
    std::optional<std::size_t> active;  // the parameter at the cursor; none after the last one
};

// Works in unfinished calls. Empty outside of calls and for unknown functions.
std::optional<Signature> signature_help(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                        const Cancel& cancel);

// Shared with hover and completion.
Signature signature_of(std::string_view name, const eval::Function& function);

}  // namespace hcl::ide
