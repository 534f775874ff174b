// Stand-alone references, as in plans, state and command lines:
// `name.attr["key"][0]`, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/source/span.h"

namespace hcl::syntax {

struct PathStep {
    enum class Kind : std::uint8_t { Root, Attr, Number, String, Splat };
    Kind kind = Kind::Root;
    Span span;         // including its dot or brackets
    std::string text;  // the name, the number as written, or the decoded key
};

struct PathParse {
    std::vector<PathStep> steps;  // up to the first error
    Diagnostics diagnostics;
};

enum class PathSplats : std::uint8_t { Refuse, Accept };  // [*]

PathParse parse_path(std::string_view text, PathSplats splats = PathSplats::Refuse);

}  // namespace hcl::syntax
