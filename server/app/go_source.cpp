#include "server/app/go_source.h"

#include <algorithm>

#include "engine/base/path.h"

namespace hcl::server {

namespace {

constexpr std::uint64_t kMostFileBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;  // of all packages
constexpr std::string_view kSpace = " \t\r";

std::string_view trimmed(std::string_view text) {
    const std::size_t start = text.find_first_not_of(kSpace);
    if (start == std::string_view::npos) return {};
    return text.substr(start, text.find_last_not_of(kSpace) - start + 1);
}

// `import "path"`, or a line of `import ( ... )`: [name] "path".
void add_import(GoFile& file, std::string_view line) {
    const auto path = text_between(line, "\"", "\"");
    if (!path) return;
    const std::string_view alias = trimmed(line.substr(0, line.find('"')));
    file.imports.emplace(alias.empty() ? file_name_of(*path) : alias, *path);
}

GoFile parsed(std::string text) {
    GoFile file;
    file.text = std::move(text);
    bool is_inside = false;
    each_line(file.text, [&](std::string_view line) {
        if (is_inside && line.starts_with(')')) is_inside = false;
        if (is_inside) add_import(file, line);
        if (!line.starts_with("import")) return;
        line.remove_prefix(6);
        if (trimmed(line) == "(")
            is_inside = true;
        else if (!line.empty() && kSpace.find(line[0]) != std::string_view::npos)
            add_import(file, line);
    });
    return file;
}

}  // namespace

bool is_word_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::optional<std::string_view> text_between(std::string_view text, std::string_view before,
                                             std::string_view after) {
    std::size_t start = text.find(before);
    if (start == std::string_view::npos) return std::nullopt;
    start += before.size();
    const std::size_t end = text.find(after, start);
    if (end == std::string_view::npos) return std::nullopt;
    return text.substr(start, end - start);
}

void each_line(std::string_view text, const std::function<void(std::string_view)>& visit) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.starts_with("//")) visit(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool each_line_of(std::string_view text, std::string_view head,
                  const std::function<void(std::string_view)>& visit) {
    std::size_t start = text.find(head);
    while (start != std::string_view::npos && start > 0 && text[start - 1] != '\n')
        start = text.find(head, start + 1);
    if (start == std::string_view::npos) return false;
    text = text.substr(start);
    const std::size_t end = std::min(text.find("\n}"), text.size());
    const std::size_t first = std::min(text.find('\n'), end);
    each_line(text.substr(first, end - first), visit);
    return true;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> out;
    while (!(line = trimmed(line)).empty()) {
        const std::size_t end = std::min(line.find_first_of(kSpace), line.size());
        out.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return out;
}

std::optional<std::string> GoModule::folder_of(std::string_view import) const {
    for (const std::string_view part : {"/../", "/./", "//"})
        if (import.find(part) != std::string_view::npos || import.ends_with("/..")) return std::nullopt;
    if (import == path_) return "";
    if (import.starts_with(path_ + "/")) return std::string(import.substr(path_.size() + 1));
    return "vendor/" + std::string(import);
}

const GoPackage& GoModule::package(const std::string& path) {
    const auto [known, is_new] = packages_.try_emplace(path);
    GoPackage& out = known->second;
    if (!is_new) return out;
    out.path = path;
    const std::string folder = path.empty() ? folder_ : folder_ + "/" + path;
    const auto entries = files_.list(folder);
    if (!entries) return out;
    for (const FolderEntry& entry : *entries) {
        if (entry.is_folder || !entry.name.ends_with(".go") || entry.name.ends_with("_test.go")) continue;
        if (read_ > kMostBytes) break;
        auto text = files_.read(folder + "/" + entry.name, kMostFileBytes);
        if (!text) continue;
        read_ += text->size();
        out.files.push_back(parsed(std::move(*text)));
    }
    return out;
}

std::optional<GoName> GoModule::resolve(const GoPackage& package, const GoFile& file, std::string_view name) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return GoName{&package, std::string(name)};
    const std::string_view alias = name.substr(0, dot);
    auto import = file.imports.find(alias);
    // The name of a package can differ from that of its folder.
    if (import == file.imports.end())
        import = std::ranges::find_if(file.imports, [&](const auto& one) {
            const auto folder = folder_of(one.second);
            if (!folder) return false;
            return std::ranges::any_of(this->package(*folder).files, [&](const GoFile& there) {
                return there.text.find("\npackage " + std::string(alias) + "\n") != std::string::npos;
            });
        });
    if (import == file.imports.end()) return std::nullopt;
    const auto folder = folder_of(import->second);
    if (!folder) return std::nullopt;
    const GoPackage& found = this->package(*folder);
    if (found.files.empty()) return std::nullopt;
    return GoName{&found, std::string(name.substr(dot + 1))};
}

}  // namespace hcl::server
