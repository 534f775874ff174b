// Path patterns: the single matcher for packs, settings and ignore files.
#pragma once

#include <string_view>

namespace hcl {

struct GlobSyntax {
    bool braces = true;  // {a,b}: alternatives; not in ignore files
};

// True when the pattern matches the whole path. `*`, `?` and `[a-z]` (negated: `[!a]`) do not match a slash,
// `**` does, and `**/` also matches nothing. A backslash escapes the next character. Braces can be nested.
// Takes time proportional to pattern length times path length.
bool match_glob(std::string_view pattern, std::string_view path, GlobSyntax syntax = {});

// Describes a probable mistake in the pattern: `has a "[" without "]"`. Empty when there is none.
std::string_view fault_of_glob(std::string_view pattern);

}  // namespace hcl
