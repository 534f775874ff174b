// A replacement of one range of the source.
#pragma once

#include <string>

#include "engine/source/span.h"

namespace hcl {

struct Edit {
    Span range;  // in the text before the edit
    std::string replacement;
    bool operator==(const Edit&) const = default;
};

}  // namespace hcl
