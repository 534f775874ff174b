#include "engine/base/path.h"

#include <algorithm>
#include <vector>

namespace hcl {

std::string path_from(std::string folder, std::string_view relative) {
    if (relative.starts_with('/')) return std::string(relative);
    while (!relative.empty()) {
        std::size_t slash = relative.find('/');
        std::string_view part = relative.substr(0, slash);
        relative = slash == std::string_view::npos ? "" : relative.substr(slash + 1);
        if (part == ".." && folder.size() > 1) {
            folder.pop_back();
            folder.resize(folder_of(folder).size());
        } else if (part != "." && part != ".." && !part.empty()) {
            folder += part;
            if (slash != std::string_view::npos) folder += '/';
        }
    }
    return folder;
}

std::string clean_path(std::string_view path) {
    const bool is_rooted = path.starts_with('/');
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, slash);
        path.remove_prefix(std::min(slash + 1, path.size()));
        if (part.empty() || part == ".") continue;
        if (part == ".." && !parts.empty() && parts.back() != "..")
            parts.pop_back();
        else if (part != ".." || !is_rooted)
            parts.push_back(part);
    }
    std::string out = is_rooted ? "/" : "";
    for (std::size_t i = 0; i < parts.size(); ++i) (out += i == 0 ? "" : "/") += parts[i];
    return out.empty() ? "." : out;
}

}  // namespace hcl
