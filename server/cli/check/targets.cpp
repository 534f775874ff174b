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
                                 const TargetOptions& options, bool& failed) {
    std::vector<Target> targets;
    std::vector<std::string> outside;
    WalkOptions walk_options;
    for (const std::string& named : paths) walk_options.roots.push_back(console.absolute(named));
    for (const std::string& named : paths) {
        std::string path = console.absolute(named);
        auto stat = console.files->stat(path);
        if (!stat) {
            console.complain(named + ": no such file or folder");
            failed = true;
            continue;
        }
        if (!stat->is_folder) {
            if (options.will_write) console.files->remove_leftovers(path.substr(0, path.rfind('/') + 1));
            targets.push_back({named, path});
            continue;
        }
        WalkVisitor visitor;
        std::string last_link;
        visitor.link = [&](const std::string& file) { last_link = file; };
        visitor.file = [&](const std::string& file) {
            if (!options.is_wanted(file)) return true;
            Target target{shown_below(named, path, file), file, false, file == last_link};
            // Not named by the user: a dangling link, or a file that was just deleted.
            if (console.files->stat(file))
                targets.push_back(std::move(target));
            else
                console.complain(target.shown + ": dangling link, skipped");
            return true;
        };
        visitor.folder = [&](const std::string& folder) {
            if (options.will_write) console.files->remove_leftovers(folder);
            return true;
        };
        visitor.outside = [&](const std::string& file) {
            if (options.is_wanted(file)) outside.push_back(shown_below(named, path, file));
        };
        visitor.problem = [&](const std::string& message) {
            console.complain(message);
            failed = true;
        };
        const std::size_t before = targets.size();
        const std::size_t before_outside = outside.size();
        walk(*console.files, path, walk_options, visitor);
        if (targets.size() == before && outside.size() == before_outside)
            console.complain(named + ": no files of a known language");
    }
    if (!outside.empty())
        console.complain(outside.front() +
                         (outside.size() == 1
                              ? " is a link"
                              : " and " + std::to_string(outside.size() - 1) + " more are links") +
                         " to files outside of the folders, skipped; name such a link to include it");
    return targets;
}

std::vector<std::string> folders_of(const Console& console, std::span<const std::string> paths) {
    std::vector<std::string> folders;
    for (const std::string& named : paths) {
        const std::string path = console.absolute(named);
        const auto stat = console.files->stat(path);
        folders.push_back(stat && stat->is_folder ? path : path.substr(0, path.rfind('/')));
    }
    return folders;
}

}  // namespace hcl::server
