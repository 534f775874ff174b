#include "server/app/wanted_files.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

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
    using Opened = std::function<syntax::FilePtr(const std::string& path)>;
    PackPatterns(const FileSystem& files, const std::string& folder, Opened opened)
        : files_(files), folder_(folder + "/"), readable_(files, {folder}), opened_(std::move(opened)) {}

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
        syntax::FilePtr tree = opened_(path);
        if (!tree) {
            const auto text = files_.read(path, bytes_left_);
            if (!text) return known->second;
            tree = syntax::File::parse(*text);
        } else if (tree->size() > bytes_left_) {
            return known->second;
        }
        bytes_left_ -= std::min<std::uint64_t>(bytes_left_, tree->size());
        known->second.patterns = language::file_patterns_in(*tree);
        if (const language::ExtendedName next = language::extended_by(*tree); next.is_path())
            known->second.extends = path_from(std::string(folder_of(path)), next.name);
        return known->second;
    }

    const FileSystem& files_;
    std::string folder_;
    ReadableFolders readable_;
    Opened opened_;
    std::uint64_t bytes_left_ = limits::config_file;
    std::uint64_t patterns_left_ = limits::config_names;
    std::map<std::string, Pack> packs_;
};

}  // namespace

syntax::FilePtr WantedFiles::opened(const std::string& path) const {
    const world::FileStatePtr state = open_ ? open_->find(path) : nullptr;
    return state ? state->tree() : nullptr;
}

// Adds the patterns of the folder's configuration to those of its parents.
WantedFiles::Claims WantedFiles::read(const std::string& folder, const Claims& around) const {
    const std::string path = folder + "/" + std::string(world::kConfigName);
    syntax::FilePtr tree = opened(path);
    if (tree && tree->size() > limits::config_file) return around;
    if (!tree) {
        if (!files_.stat(path) || !ReadableFolders(files_, roots_).may_configure(path)) return around;
        auto text = files_.read(path, limits::config_file);
        if (!text) return around;
        tree = syntax::File::parse(*text);
    }
    std::vector<Claim> all = *around;
    std::optional<PackPatterns> packs;  // most configurations need none
    for (const auto& language : world::read_settings(*tree).languages) {
        std::vector<std::string> patterns = language.all_files();
        // Patterns of a configuration replace those of the pack.
        if (language.files.empty())
            for (const std::string& pack : language.specs) {
                if (!packs)
                    packs.emplace(files_, folder, [this](const std::string& at) { return opened(at); });
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
    // One that is not stored yet.
    if (opened(folder + "/" + std::string(world::kConfigName))) claims = read(folder, claims);
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
