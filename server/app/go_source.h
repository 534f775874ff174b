// Packages of a Go module as texts, for plugin_source.h: enough of the language to follow names in generated
// code and in declarations that all plugins write alike.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/host/file_system.h"

namespace hcl::server {

struct GoFile {
    std::string text;
    std::map<std::string, std::string, std::less<>> imports;  // path by name
};
struct GoPackage {
    std::string path;  // from the folder of the module, without a slash at the end; empty: that folder
    std::vector<GoFile> files;
};

// A declared name, as one file refers to it.
struct GoName {
    const GoPackage* package = nullptr;
    std::string name;
};

class GoModule {
  public:
    // `folder` has a file `go.mod`.
    GoModule(const FileSystem& files, std::string folder, std::string path)
        : files_(files), folder_(std::move(folder)), path_(std::move(path)) {}

    const std::string& path() const { return path_; }
    // The package in a folder of the module; one without files when there is none.
    const GoPackage& package(const std::string& path);
    // What "name" or "alias.name" refers to in a file of the package. Nothing outside of the module, except
    // below `vendor`.
    std::optional<GoName> resolve(const GoPackage& package, const GoFile& file, std::string_view name);

  private:
    std::optional<std::string> folder_of(std::string_view import) const;

    const FileSystem& files_;
    std::string folder_;
    std::string path_;
    std::map<std::string, GoPackage> packages_;
    std::uint64_t read_ = 0;  // bytes
};

// The text between two others; nothing when one of them is missing.
std::optional<std::string_view> text_between(std::string_view text, std::string_view before,
                                             std::string_view after);
// The lines of a declaration that begins with `head`, up to the one with "}" at its start. `visit` has the
// lines without indentation; comments are left out.
bool each_line_of(std::string_view text, std::string_view head,
                  const std::function<void(std::string_view line)>& visit);
void each_line(std::string_view text, const std::function<void(std::string_view line)>& visit);
std::vector<std::string_view> words_of(std::string_view line);
bool is_word_letter(char c);

}  // namespace hcl::server
