// Inlay hints: values of references, parameter names, types.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

enum class HintKind : std::uint8_t { Value, Parameter, Type };

struct InlayHint {
    std::uint32_t offset = 0;
    HintKind kind = HintKind::Value;
    std::string label;       // shortened
    std::string whole;       // the full text as Markdown; empty when the label is not shortened
    bool is_before = false;  // attaches to the text after the position
};

// Sorted by position. Omits hints that the settings disable, and sensitive values.
std::vector<InlayHint> inlay_hints(const world::Snapshot& snapshot, FileId file, Span span,
                                   const Cancel& cancel);

}  // namespace hcl::ide
