#include "engine/base/path.h"

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

}  // namespace hcl
