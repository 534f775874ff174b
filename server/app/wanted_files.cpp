#include "server/app/wanted_files.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/language/language.h"
#include "engine/language/pack_source.h"
#include "engine/world/config_file.h"
#include "engine/world/file_syntax.h"
#include "server/app/configurations.h"

namespace hcl::server {

namespace {

// The file patterns of the packs that one configuration names.
class PackPatterns {
  public:
    PackPatterns(const FileSystem& files, const std::string& folder)
        : files_(files), folder_(folder + "/"), readable_(files, {folder}) {}

    // The patterns of a pack, and of those that it extends.
    void add(const std::string& pack, std::vector<std::string>& out) {
        std::string path = path_from(folder_, pack);
        for (std::size_t more = language::kMostExtended; more > 0 && !path.empty(); --more) {
            const Pack& one = read(path);
            if (one.patterns.size() > patterns_left_) return;
            patterns_left_ -= one.patterns.size();
            out.insert(out.end(), one.patterns.begin(), one.patterns.end());
            path = one.extends;
        }
    }

  private:
    struct Pack {
        std::vector<std::string> patterns{};
        std::string extends{};  // a path; empty: none
    };

    const Pack& read(const std::string& path) {
        auto [known, is_new] = packs_.try_emplace(path);
        if (!is_new || !readable_.contains(path)) return known->second;
        const auto text = files_.read(path, bytes_left_);
        if (!text) return known->second;
        bytes_left_ -= std::min<std::uint64_t>(bytes_left_, text->size());
        const syntax::FilePtr tree = syntax::File::parse(*text);
        known->second.patterns = language::file_patterns_in(*tree);
        if (const language::ExtendedName next = language::extended_by(*tree); next.is_path())
            known->second.extends = path_from(std::string(folder_of(path)), next.name);
        return known->second;
    }

    const FileSystem& files_;
    std::string folder_;
    ReadableFolders readable_;
    std::uint64_t bytes_left_ = limits::config_file;
    std::uint64_t patterns_left_ = limits::config_names;
    std::map<std::string, Pack> packs_;
};

}  // namespace

// Adds the patterns of the folder's configuration to those of its parents.
WantedFiles::Claims WantedFiles::read(const std::string& folder, const Claims& around) const {
    const std::string path = folder + "/" + std::string(world::kConfigName);
    if (!files_.stat(path) || !ReadableFolders(files_, roots_).may_configure(path)) return around;
    auto text = files_.read(path, limits::config_file);
    if (!text) return around;
    std::vector<Claim> all = *around;
    std::optional<PackPatterns> packs;  // most configurations need none
    for (const auto& language : world::read_settings(*syntax::File::parse(*text)).languages) {
        std::vector<std::string> patterns = language.all_files();
        // Patterns of a configuration replace those of the pack.
        if (language.files.empty())
            for (const std::string& pack : language.specs) {
                if (!packs) packs.emplace(files_, folder);
                packs->add(pack, patterns);
            }
        for (std::string& pattern : patterns) all.push_back({folder + "/", std::move(pattern)});
    }
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
