// Patterns of paths, the one matcher for packs, settings and ignore files.
#pragma once

#include <string_view>

namespace hcl {

struct GlobSyntax {
    bool braces = true;  // {a,b}: either; ignore files have no such thing
};

// True when the pattern matches all of the path. `*`, `?` and `[a-z]` (`[!a]` for others) stay within one
// part of the path, `**` crosses parts, and `**/` is also nothing at all. A backslash takes the character
// behind it as it is. Braces may nest. Takes time proportional to the pattern's length times the path's.
bool match_glob(std::string_view pattern, std::string_view path, GlobSyntax syntax = {});

}  // namespace hcl
