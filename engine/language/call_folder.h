// The notation of the folders that bind::called_folder() gives for modules that are not simply in a folder.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace hcl::language {

// Before the name of a file that is looked for in the folders above.
inline constexpr std::string_view kInParents = "^/";
// Behind that name, before a path that starts at the file: `^/root.hcl//../common`.
inline constexpr std::string_view kFromThere = "//";
// Before a path that starts at the folder of the repository: the nearest folder around the file in which the
// path leads somewhere.
inline constexpr std::string_view kInRepository = "~/";
// Around a name of the file that stands for the beginning of a path: a value, `$local.base$/app`, or the
// folder of the file that a block names, `$include$` or `$include.root$`.
inline constexpr char kNamed = '$';
// Before a path that starts at the file that includes this one, if there is one.
inline constexpr char kFromUser = '@';
// `:LANGUAGE:` comes before the folder of a module of another language; without a folder, it is that of the
// file.
inline constexpr char kOtherLanguage = ':';
// Before a module that a package manager downloads, with the name of the call and the versions that it
// admits, one below the other: `=vpc\n~> 5.0\nterraform-aws-modules/vpc/aws`.
inline constexpr char kDownloaded = '=';

struct DownloadedCall {
    std::string_view name;
    std::string_view versions;  // a constraint; empty: any
    std::string_view source;
};
inline DownloadedCall downloaded_call(std::string_view folder) {
    const std::size_t name = folder.find('\n');
    const std::size_t versions = folder.find('\n', name + 1);
    return {folder.substr(1, name - 1), folder.substr(name + 1, versions - name - 1),
            folder.substr(versions + 1)};
}
struct NamedPath {
    std::string_view name;
    std::string_view rest;
};
inline NamedPath named_path(std::string_view path) {
    const std::size_t end = path.find(kNamed, 1);
    return {path.substr(1, end - 1), path.substr(std::min(end, path.size() - 1) + 1)};
}
// A path with what follows it: behind a file that is looked for, the rest starts there.
inline std::string continued_path(const std::string& path, std::string_view rest) {
    const bool is_found = path.starts_with(kInParents) && path.find(kFromThere) == std::string::npos;
    while (rest.starts_with('/')) rest.remove_prefix(1);
    return path + std::string(is_found ? kFromThere : "/") + std::string(rest);
}
// Whether the path starts at something that is looked for or declared elsewhere, and goes on from there.
inline bool continues_elsewhere(std::string_view path) {
    return path.starts_with(kNamed) ||
           (path.starts_with(kInParents) && path.find(kFromThere) != std::string_view::npos);
}
// The folder as the user writes it.
inline std::string as_written(std::string_view folder) {
    if (folder.starts_with(kInParents)) {
        constexpr std::string_view kUp = "../";
        const std::string_view path = folder.substr(kInParents.size());
        const std::size_t end = path.find(kFromThere);
        if (end == std::string_view::npos) return std::string(path);
        const std::string_view rest = path.substr(end + kFromThere.size());
        if (rest.starts_with(kUp) && path.substr(0, end).find('/') == std::string_view::npos)
            return std::string(rest.substr(kUp.size()));
        return std::string(path.substr(0, end)) + '/' + std::string(rest);
    }
    if (folder.starts_with(kOtherLanguage)) {
        const std::string_view path = folder.substr(folder.find(kOtherLanguage, 1) + 1);
        return path.empty() ? "." : as_written(path);
    }
    if (folder.starts_with(kNamed)) {
        const NamedPath named = named_path(folder);
        return std::string(named.name) + std::string(named.rest);
    }
    // Behind what stands for the file's own folder, as a path from there.
    if (folder.starts_with("./../")) return std::string(folder.substr(2));
    return std::string(folder.starts_with(kDownloaded) ? downloaded_call(folder).source : folder);
}

}  // namespace hcl::language
