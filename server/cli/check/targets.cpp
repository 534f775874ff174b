#include "server/cli/check/targets.h"

#include "server/host/walk.h"

namespace hcl::server {

namespace {

// A file below a folder, named relative to the folder as given.
std::string shown_below(const std::string& named, const std::string& folder, const std::string& file) {
    std::string rest = file.substr(folder.ends_with('/') ? folder.size() : folder.size() + 1);
    if (named == ".") return rest;
    return named.ends_with('/') ? named + rest : named + "/" + rest;
}

}  // namespace

std::vector<Target> find_targets(Console& console, std::span<const std::string> paths,
                                 const std::function<bool(const std::string& path)>& wanted, bool& failed) {
    std::vector<Target> targets;
    for (const std::string& named : paths) {
        std::string path = console.absolute(named);
        auto stat = console.files->stat(path);
        if (!stat) {
            console.err("hcl-ls: " + named + ": no such file or folder\n");
            failed = true;
            continue;
        }
        if (!stat->is_folder) {
            targets.push_back({named, path});
            continue;
        }
        WalkVisitor visitor;
        visitor.file = [&](const std::string& file) {
            if (!wanted(file)) return true;
            Target target{shown_below(named, path, file), file};
            // Not named by the user: a dangling link, or a file that was just deleted.
            if (console.files->stat(file))
                targets.push_back(std::move(target));
            else
                console.err("hcl-ls: " + target.shown + ": leads to no file, skipped\n");
            return true;
        };
        walk(*console.files, path, {}, visitor);
    }
    return targets;
}

}  // namespace hcl::server
