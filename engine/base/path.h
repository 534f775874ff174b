// Paths as strings with forward slashes; no file system access.
#pragma once

#include <string>
#include <string_view>

namespace hcl {

// The folder of a path, with a trailing slash: "a/b.hcl" gives "a/", "b.hcl" gives "".
inline std::string_view folder_of(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

// The last part of a path.
inline std::string_view file_name_of(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

// `./a` and `../a`: where other strings may be names, these are paths.
inline bool is_relative_path(std::string_view text) {
    return text.starts_with("./") || text.starts_with("../");
}

// Resolves a path relative to a folder (with trailing slash): "a/b/" and "../c.hcl" give "a/c.hcl".
std::string path_from(std::string folder, std::string_view relative);

// The way from a folder to a path: "../b/c", "c" for what is in the folder, "." for the folder itself.
std::string relative_path(std::string_view folder, std::string_view path);

// Removes empty parts, `.`, and resolves `..`; `.` when nothing
// is left. `..` at the root is ignored.
std::string clean_path(std::string_view path);

}  // namespace hcl
