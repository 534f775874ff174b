// Paths as names with forward slashes; nothing here asks a file system.
#pragma once

#include <string>
#include <string_view>

namespace hcl {

// The folder of a path, with its slash: "a/b.hcl" gives "a/", "b.hcl" gives "".
inline std::string_view folder_of(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

// The last part of a path.
inline std::string_view file_name_of(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

// A path as a file in a folder (with its slash) writes it: "a/b/" and "../c.hcl" give "a/c.hcl".
std::string path_from(std::string folder, std::string_view relative);

// Without empty parts, `.`, and parts that `..` takes back; `.` when nothing is left. The root has nothing
// above it.
std::string clean_path(std::string_view path);

}  // namespace hcl
