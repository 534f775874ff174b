// What is known but not written: values of references, names of parameters, types.
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
    std::string whole;       // Markdown of what the label had to leave out; empty when it says all
    bool is_before = false;  // belongs to what follows the place, not to what ends there
};

// By place. What the settings do not want is left out, and what is sensitive.
std::vector<InlayHint> inlay_hints(const world::Snapshot& snapshot, FileId file, Span span,
                                   const Cancel& cancel);

}  // namespace hcl::ide
