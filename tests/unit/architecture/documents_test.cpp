// The files that documents name exist.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/harness/paths.h"
#include "tests/unit/architecture/sources.h"

namespace hcl::test {

namespace {

namespace fs = std::filesystem;

struct Document {
    std::string path;
    std::string text;
};

// READMEs, and the documents at the top and in docs/.
std::vector<Document> documents() {
    std::vector<Document> found;
    for (auto& [path, text] : text_files()) {
        const bool is_readme = path == "README.md" || path.ends_with("/README.md");
        const bool is_at_top = path.ends_with(".md") && path.find('/') == std::string::npos;
        if (is_readme || is_at_top || (path.starts_with("docs/") && path.ends_with(".md")))
            found.push_back({std::move(path), std::move(text)});
    }
    return found;
}

// The texts between backquotes, and the targets of links.
std::vector<std::string> references(const std::string& text) {
    std::vector<std::string> found;
    auto add_between = [&](std::string_view open, std::string_view close) {
        for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1)) {
            const std::size_t start = at + open.size();
            const std::size_t end = text.find(close, start);
            if (end == std::string::npos) return;
            found.push_back(text.substr(start, end - start));
            at = end;
        }
    };
    add_between("](", ")");
    std::string prose;
    bool in_block = false;
    std::size_t line_start = 0;
    while (line_start < text.size()) {
        const std::size_t line_end = std::min(text.find('\n', line_start), text.size());
        const std::string line = text.substr(line_start, line_end - line_start);
        if (line.find("```") != std::string::npos)
            in_block = !in_block;
        else if (!in_block)
            prose += line + "\n";
        line_start = line_end + 1;
    }
    std::size_t open = prose.find('`');
    while (open != std::string::npos) {
        const std::size_t close = prose.find('`', open + 1);
        if (close == std::string::npos) break;
        found.push_back(prose.substr(open + 1, close - open - 1));
        open = prose.find('`', close + 1);
    }
    return found;
}

// Instructions use these names for files that a reader creates.
bool is_placeholder(std::string_view reference) {
    const std::string_view name = reference.substr(reference.rfind('/') + 1);
    return name.starts_with("NAME.") || name.starts_with("name.") || name.starts_with("thing.");
}

// True for references to files of the project: a path from the root.
bool is_project_path(std::string_view reference) {
    constexpr std::string_view kFolders[] = {"engine/", "protocol/", "server/",
                                             "tests/",  "docs/",     "editors/"};
    return std::ranges::any_of(kFolders, [&](std::string_view f) { return reference.starts_with(f); }) &&
           std::ranges::all_of(reference, [](unsigned char c) {
               return std::isalnum(c) || c == '/' || c == '.' || c == '_' || c == '-';
           });
}

// True for the name of a source file, such as `places.h`.
bool is_source_name(std::string_view reference) {
    constexpr std::string_view kEndings[] = {".h", ".cpp", ".def", ".cmake"};
    return reference.find('/') == std::string_view::npos &&
           std::ranges::any_of(kEndings, [&](std::string_view e) { return reference.ends_with(e); }) &&
           std::ranges::all_of(reference,
                               [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_'; });
}

// A relative path in a room's README, or a link.
bool is_link(std::string_view reference) {
    return reference.ends_with(".md") && reference.find("://") == std::string_view::npos &&
           reference.find_first_of(" *{#") == std::string_view::npos;
}

}  // namespace

TEST_CASE("documents name files that exist") {
    const fs::path& root = source_root();
    std::set<std::string> names;
    for (const auto& [path, text] : text_files()) names.insert(path.substr(path.rfind('/') + 1));
    std::size_t checked = 0;
    for (const Document& document : documents())
        for (const std::string& reference : references(document.text)) {
            if (is_placeholder(reference)) continue;
            if (is_project_path(reference)) {
                ++checked;
                // A link counts from the document's folder, and a path in code from the root.
                const bool exists = fs::exists(root / reference) ||
                                    fs::exists((root / document.path).parent_path() / reference);
                CHECK_MESSAGE(exists, document.path, " names ", reference);
            } else if (is_source_name(reference)) {
                ++checked;
                CHECK_MESSAGE(names.contains(reference), document.path, " names ", reference);
            } else if (is_link(reference)) {
                ++checked;
                const fs::path folder = (root / document.path).parent_path();
                CHECK_MESSAGE((fs::exists(folder / reference) || fs::exists(root / reference)), document.path,
                              " links to ", reference);
            }
        }
    CHECK(checked > 100);
}

}  // namespace hcl::test
