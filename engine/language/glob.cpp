// Patterns for file names and for names.
#include "engine/base/glob.h"

#include <algorithm>
#include <string>

#include "engine/language/language.h"

namespace hcl::language {

bool glob_matches(std::string_view pattern, std::string_view path) {
    if (pattern.find('/') == std::string_view::npos)
        return match_glob(pattern, path.substr(path.rfind('/') + 1));
    // A pattern with folders can match anywhere below the root.
    if (!pattern.starts_with('/') && !pattern.starts_with("**/"))
        return match_glob("**/" + std::string(pattern), path);
    return match_glob(pattern, path);
}

bool name_matches(std::string_view pattern, std::string_view name) {
    std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == name;
    if (!name.starts_with(pattern.substr(0, star))) return false;
    name.remove_prefix(star);
    pattern.remove_prefix(star + 1);
    for (;;) {
        star = pattern.find('*');
        if (star == std::string_view::npos) return name.ends_with(pattern);
        std::size_t at = name.find(pattern.substr(0, star));
        if (at == std::string_view::npos) return false;
        name.remove_prefix(at + star);
        pattern.remove_prefix(star + 1);
    }
}

namespace {

bool any_matches(const std::vector<std::string>& patterns, std::string_view name) {
    return std::ranges::any_of(patterns,
                               [&](const std::string& pattern) { return name_matches(pattern, name); });
}

}  // namespace

bool Language::must_be_declared(std::string_view root) const {
    if (names.unknown != UnknownNames::Error) return any_matches(names.strict, root);
    // A name counts more than a pattern.
    return std::ranges::find(names.strict, root) != names.strict.end() || !any_matches(names.free, root);
}

bool Language::may_be_function(std::string_view name) const {
    const bool is_lenient =
        names.unknown == UnknownNames::Ignore && std::ranges::find(names.strict, "*()") == names.strict.end();
    return is_lenient || any_matches(names.functions, name);
}

}  // namespace hcl::language
