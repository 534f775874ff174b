#include "server/app/wanted_files.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/language/language.h"
#include "engine/world/config_file.h"
#include "engine/world/file_syntax.h"

namespace hcl::server {

// Adds the patterns of the folder's configuration to those of its parents.
WantedFiles::Claims WantedFiles::read(const std::string& folder, const Claims& around) const {
    auto text = files_.read(folder + "/" + std::string(world::kConfigName), limits::config_file);
    if (!text) return around;
    std::vector<Claim> all = *around;
    for (const auto& language : world::read_config(*syntax::File::parse(*text)).languages)
        for (const std::string& pattern : language.all_files()) all.push_back({folder + "/", pattern});
    return std::make_shared<const std::vector<Claim>>(std::move(all));
}

// The patterns that apply in a folder (without a slash): its own, and those of its parents.
const WantedFiles::Claims& WantedFiles::claims_in(const std::string& folder) {
    if (auto known = claims_.find(folder); known != claims_.end()) return known->second;
    const bool is_first = claims_.empty();
    Claims claims = std::make_shared<const std::vector<Claim>>();
    if (is_first) {
        std::vector<std::string> around{folder};
        while (around.back() != top_ && around.back().find('/') != std::string::npos)
            around.push_back(around.back().substr(0, around.back().rfind('/')));
        for (auto it = around.rbegin(); it != around.rend(); ++it) claims_[*it] = claims = read(*it, claims);
        return claims_[folder];
    }
    if (folder.find('/') != std::string::npos) claims = claims_in(folder.substr(0, folder.rfind('/')));
    return claims_.emplace(folder, std::move(claims)).first->second;
}

bool WantedFiles::operator()(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos && file_name_of(path) == world::kConfigName) {
        const std::string folder = path.substr(0, slash);
        const Claims around = claims_in(folder);
        const bool is_read =
            std::ranges::any_of(*around, [&](const Claim& claim) { return claim.folder == folder + "/"; });
        if (!is_read) claims_[folder] = read(folder, around);
    }
    if (world::is_hcl_path(path)) return true;
    if (slash == std::string::npos) return false;
    return std::ranges::any_of(*claims_in(path.substr(0, slash)), [&](const Claim& claim) {
        return language::glob_matches(claim.pattern, std::string_view(path).substr(claim.folder.size()));
    });
}

}  // namespace hcl::server
