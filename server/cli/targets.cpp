#include "server/cli/targets.h"

#include "server/host/walk.h"

namespace hcl::server {

namespace {

// A file below a folder, named the way the folder was.
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
            if (wanted(file)) targets.push_back({shown_below(named, path, file), file});
            return true;
        };
        walk(*console.files, path, {}, visitor);
    }
    return targets;
}

}  // namespace hcl::server
