#include "server/host/walk.h"

#include <algorithm>
#include <array>
#include <climits>
#include <utility>
#include <vector>

#include "engine/base/path.h"
#include "server/host/ignore.h"

namespace hcl::server {

namespace {

constexpr std::array kToolFolders = {
    std::string_view(".git"),         std::string_view(".hg"),          std::string_view(".svn"),
    std::string_view(".jj"),          std::string_view(".terraform"),   std::string_view(".terragrunt-cache"),
    std::string_view(".tofu"),        std::string_view("node_modules"), std::string_view(".packer.d"),
    std::string_view(".terraform.d"),
};

// The rules of one file, with the length of its folder's path, to make paths relative.
struct Level {
    std::size_t prefix = 0;
    IgnoreRules rules;
    std::string file{};
    bool is_reported = false;
};

class Walk {
  public:
    Walk(const FileSystem& files, const WalkOptions& options, WalkVisitor visitor)
        : files_(files), options_(options), visitor_(std::move(visitor)) {}

    // True when the target of a link may be read.
    bool is_inside(const std::string& root, const std::string& path) {
        if (roots_.empty()) {
            // The path of a dangling link cannot be resolved, so the roots are listed in both forms.
            roots_ = {root, files_.resolve(root)};
            for (const std::string& other : options_.roots) roots_.push_back(files_.resolve(other));
        }
        std::string target = files_.resolve(path);
        return std::ranges::any_of(roots_, [&](const std::string& r) { return is_below(target, r); });
    }

    bool run(const std::string& root) {
        root_ = root;
        if (options_.use_ignore_files) load_parents(root);
        return folder(root, 0);
    }

    // Whether a walk would reach `path`, which is below `root`.
    bool reaches(const std::string& root, std::string_view path) {
        load_parents(root);
        std::string at = root;
        while (at.size() + 1 < path.size()) {
            load_folder(at);
            std::size_t slash = path.find('/', at.size() + 1);
            bool is_folder = slash != std::string_view::npos;
            std::string_view name = path.substr(at.size() + 1, is_folder ? slash - at.size() - 1 : slash);
            if (is_folder && is_tool_folder(name)) return false;
            at = path.substr(0, slash);
            if (is_folder && is_copy_for_go(name, at)) return false;
            if (is_ignored(at, is_folder)) return false;
        }
        return true;
    }

  private:
    // Rules of parent folders apply up to the root of the repository.
    void load_parents(const std::string& root) {
        std::vector<std::string> above;
        std::string at = root;
        bool in_repository = files_.stat(at + "/.git").has_value();
        while (!in_repository) {
            std::size_t slash = at.rfind('/');
            if (slash == std::string::npos || slash == 0) return;
            at.resize(slash);
            above.push_back(at);
            in_repository = files_.stat(at + "/.git").has_value();
        }
        load(at, "/.git/info/exclude");
        for (auto it = above.rbegin(); it != above.rend(); ++it) load_folder(*it);
    }

    // Links are not followed, as in Git.
    void load(const std::string& folder, const std::string& name) {
        if (!files_.stat(folder + name)) return;
        const std::string in_folder = folder == "/" ? name : files_.resolve(folder) + name;
        if (files_.resolve(folder + name) != in_folder) return;
        auto text = files_.read(folder + name, limits::ignore_file);
        if (!text) {
            auto stat = visitor_.problem ? files_.stat(folder + name) : std::nullopt;
            if (stat && stat->size > limits::ignore_file)
                visitor_.problem(text.error().message + ", its rules are ignored");
            return;
        }
        IgnoreRules rules = IgnoreRules::parse(*text);
        if (!rules.is_empty()) levels_.push_back({folder.size() + 1, std::move(rules), folder + name});
    }
    void load_folder(const std::string& folder) {
        for (const std::string_view name : kIgnoreFiles) load(folder, "/" + std::string(name));
    }

    // Copies of the packages of a program in Go, with their tests.
    bool is_copy_for_go(std::string_view name, const std::string& path) const {
        return name == "vendor" && files_.stat(path + "/modules.txt").has_value();
    }

    void leave_out(const std::string& path, bool is_folder) const {
        if (visitor_.unseen) visitor_.unseen(path, is_folder);
    }

    void complain(Level& level) const {
        if (!std::exchange(level.is_reported, true) && visitor_.problem)
            visitor_.problem(level.file + ": has too many long patterns, some are ignored");
    }

    bool is_ignored(const std::string& path, bool is_folder) {
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
            auto verdict = level->rules.match(std::string_view(path).substr(level->prefix), is_folder);
            if (verdict == IgnoreRules::Verdict::TooLong)
                complain(*level);
            else if (verdict != IgnoreRules::Verdict::None)
                return verdict == IgnoreRules::Verdict::Ignore;
        }
        return false;
    }

    bool folder(const std::string& path, std::uint32_t depth) {
        if (depth > options_.max_depth) {
            leave_out(path, true);
            if (options_.max_depth == limits::folder_depth && visitor_.problem)
                visitor_.problem(path + ": lies too deep in folders, it is left out");
            return true;
        }
        if (visitor_.folder && !visitor_.folder(path)) return true;
        auto entries = files_.list(path);
        if (!entries) {
            const bool is_gone = path.size() < PATH_MAX && !files_.stat(path);
            if (is_gone) return true;
            leave_out(path, true);
            if (visitor_.problem) visitor_.problem(entries.error().message);
            return true;
        }
        std::size_t levels = levels_.size();
        if (options_.use_ignore_files) load_folder(path);
        bool goes_on = true;
        for (const FolderEntry& entry : *entries) {
            std::string full = path.ends_with('/') ? path + entry.name : path + "/" + entry.name;
            if (entry.is_folder && is_tool_folder(entry.name)) continue;
            const bool is_copy =
                entry.is_folder && options_.use_ignore_files && is_copy_for_go(entry.name, full);
            const bool is_excluded =
                is_copy || (options_.use_ignore_files && is_ignored(full, entry.is_folder));
            if ((entry.is_folder && (entry.is_link || is_excluded)) || (is_excluded && !visitor_.ignored)) {
                leave_out(full, entry.is_folder);
                continue;
            }
            if (entry.is_link && !is_inside(root_, full)) {
                if (visitor_.outside) visitor_.outside(full);
                continue;
            }
            if (entry.is_link && visitor_.link) visitor_.link(full);
            if (is_excluded)
                visitor_.ignored(full);
            else
                goes_on = entry.is_folder ? folder(full, depth + 1) : visitor_.file(full);
            if (!goes_on) break;
        }
        levels_.resize(levels);
        return goes_on;
    }

    const FileSystem& files_;
    WalkOptions options_;
    WalkVisitor visitor_;
    std::vector<Level> levels_;
    std::string root_;
    std::vector<std::string> roots_;  // with links resolved
};

}  // namespace

bool is_ignore_file(std::string_view path) {
    return std::ranges::find(kIgnoreFiles, file_name_of(path)) != kIgnoreFiles.end();
}

bool is_left_out(const FileSystem& files, const std::string& root, const std::string& path,
                 const std::vector<std::string>& roots) {
    return reach_of(files, root, path, roots) != Reach::Found;
}

Reach reach_of(const FileSystem& files, const std::string& root, const std::string& path,
               const std::vector<std::string>& roots) {
    if (!path.starts_with(root + "/")) return Reach::LeftOut;
    WalkOptions options;
    options.roots = roots;
    Walk walk(files, options, {});
    if (!walk.is_inside(root, path)) return Reach::LeftOut;
    if (walk.reaches(root, path)) return Reach::Found;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    const bool is_in_folder =
        folder.size() <= root.size() + 1 || Walk(files, options, {}).reaches(root, folder);
    return !path.ends_with('/') && is_in_folder ? Reach::Ignored : Reach::LeftOut;
}

bool is_below(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) &&
           (folder.ends_with('/') || path[folder.size()] == '/');
}

bool is_hidden(const FileSystem& files, const std::vector<std::string>& roots, const std::string& folder) {
    const std::string* root = nullptr;
    for (const std::string& one : roots) {
        if (one == folder) return false;
        if (is_below(folder, one) && (!root || one.size() > root->size())) root = &one;
    }
    return root && (is_left_out(files, *root, folder + "/", roots) ||
                    files.resolve(folder) != files.resolve(*root) + folder.substr(root->size()));
}

bool is_tool_folder(std::string_view name) {
    return std::ranges::find(kToolFolders, name) != kToolFolders.end();
}

bool walk(const FileSystem& files, const std::string& root, const WalkOptions& options,
          const WalkVisitor& visitor) {
    return Walk(files, options, visitor).run(root);
}

}  // namespace hcl::server
