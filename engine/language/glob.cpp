// Patterns of file names.
#include "engine/base/glob.h"

#include <string>

#include "engine/language/language.h"

namespace hcl::language {

bool glob_matches(std::string_view pattern, std::string_view path) {
    if (pattern.find('/') == std::string_view::npos)
        return match_glob(pattern, path.substr(path.rfind('/') + 1));
    // A pattern with folders may match anywhere below the root.
    if (!pattern.starts_with('/') && !pattern.starts_with("**/"))
        return match_glob("**/" + std::string(pattern), path);
    return match_glob(pattern, path);
}

}  // namespace hcl::language
