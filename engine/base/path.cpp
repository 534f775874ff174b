#include "engine/base/path.h"

#include <algorithm>
#include <vector>

namespace hcl {

namespace {

std::vector<std::string_view> parts_of(std::string_view path) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        if (end > at) parts.push_back(path.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

}  // namespace

std::string relative_path(std::string_view folder, std::string_view path) {
    const std::vector<std::string_view> from = parts_of(folder);
    const std::vector<std::string_view> to = parts_of(path);
    std::size_t same = 0;
    while (same < from.size() && same < to.size() && from[same] == to[same]) ++same;
    std::string out;
    for (std::size_t i = same; i < from.size(); ++i) out += "../";
    for (std::size_t i = same; i < to.size(); ++i) {
        out += to[i];
        if (i + 1 < to.size()) out += '/';
    }
    return out.empty() ? "." : out;
}

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
    for (std::string_view part : parts_of(path)) {
        if (part == ".") continue;
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
