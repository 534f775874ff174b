// The notation of the folders that bind::called_folder() gives for modules that are not simply in a folder.
#pragma once

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
// Before a path that starts at the file that includes this one, if there is one.
inline constexpr char kFromUser = '@';
// `:LANGUAGE:` comes before the folder of a module of another language.
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
// The folder as the user writes it.
inline std::string as_written(std::string_view folder) {
    return std::string(folder.starts_with(kDownloaded) ? downloaded_call(folder).source : folder);
}

}  // namespace hcl::language
