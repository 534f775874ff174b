// How Files come to be: by parsing a text, or from another File and an edit.
#pragma once

#include <span>
#include <string_view>

#include "engine/syntax/file.h"

namespace hcl::syntax {

struct FileBuilder {
    static FilePtr parse(std::string_view text, const ParseOptions& options);
    static FilePtr parse_expression(std::string_view text);
    static FilePtr edited(const File& old, std::span<const Edit> edits);
};

}  // namespace hcl::syntax
