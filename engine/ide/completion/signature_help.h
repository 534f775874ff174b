// What the function call around the cursor takes.
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
    std::optional<std::size_t> active;  // the parameter of the argument at hand; none when there are too many
};

// Works in unfinished calls; nothing outside of calls, and for functions that nobody knows.
std::optional<Signature> signature_help(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                        const Cancel& cancel);

// Also for hover and completion.
Signature signature_of(std::string_view name, const eval::Function& function);

}  // namespace hcl::ide
