// Changes that a language's own formatter makes beyond white space. They change tokens, but not the meaning.
#pragma once

#include <string>
#include <vector>

#include "engine/format/format.h"

namespace hcl::format {

struct Extras {
    // An argument of top-level blocks whose value is a type: `list` -> list(any), "string" -> string.
    struct TypeArgument {
        std::string block;
        std::string name;
    };

    bool quote_labels = false;           // resource a b {} -> resource "a" "b" {}
    bool unwrap_interpolations = false;  // x = "${y}" -> x = y
    std::vector<TypeArgument> types{};
    bool any() const { return quote_labels || unwrap_interpolations || !types.empty(); }
};

// Like format(), applied to the text after these changes.
std::vector<Edit> format_with_extras(const syntax::File& file, FormatOptions options, const Extras& extras,
                                     const ParallelFor& run = {});

}  // namespace hcl::format
