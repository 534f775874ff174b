// Language-specific formatting that changes tokens, but not the meaning.
#pragma once

#include <vector>

#include "engine/format/format.h"

namespace hcl::format {

struct Extras {
    bool quote_labels = false;           // resource a b {} -> resource "a" "b" {}
    bool unwrap_interpolations = false;  // "${x}" -> x
    bool any() const { return quote_labels || unwrap_interpolations; }
};

// Like format(), applied to the text after these changes.
std::vector<Edit> format_with_extras(const syntax::File& file, FormatOptions options, Extras extras);

}  // namespace hcl::format
