#include "tests/unit/architecture/sources.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "tests/harness/paths.h"

namespace hcl::test {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTop[] = {"engine", "protocol", "server", "tests", "editors", "docs", ".ci"};

// Build output and caches of tools are not sources.
bool is_foreign(const fs::path& folder) {
    constexpr std::string_view kForeign[] = {"node_modules", "__pycache__", ".venv", "out", "build"};
    return std::ranges::find(kForeign, folder.filename().string()) != std::end(kForeign);
}

template <typename Visit>
void visit_files(Visit visit) {
    for (std::string_view top : kTop) {
        fs::path folder = source_root() / top;
        if (!fs::is_directory(folder)) continue;
        for (auto it = fs::recursive_directory_iterator(folder); it != fs::recursive_directory_iterator();
             ++it) {
            if (it->is_directory() && is_foreign(it->path())) {
                it.disable_recursion_pending();
                continue;
            }
            if (it->is_regular_file())
                visit(it->path().lexically_relative(source_root()).generic_string(), it->path());
        }
    }
    for (const auto& entry : fs::directory_iterator(source_root()))
        // In a linked work tree .git is a file that names another folder.
        if (entry.is_regular_file() && entry.path().filename() != ".git")
            visit(entry.path().filename().generic_string(), entry.path());
}

SourceFile read_source(std::string path, const std::string& text) {
    SourceFile file;
    file.path = std::move(path);
    file.is_generated = file.path.find("/generated/") != std::string::npos;
    std::string_view rest = text;
    while (!rest.empty()) {
        ++file.line_count;
        std::size_t end = rest.find('\n');
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
        if (!line.starts_with("#include ")) continue;
        std::size_t open = line.find_first_of("\"<");
        std::size_t close = line.find_first_of("\">", open + 1);
        if (open == line.npos || close == line.npos) continue;
        file.includes.push_back({file.line_count, std::string(line.substr(open + 1, close - open - 1))});
    }
    return file;
}

}  // namespace

const std::vector<SourceFile>& source_files() {
    static const std::vector<SourceFile> files = [] {
        std::vector<SourceFile> out;
        visit_files([&](const std::string& path, const fs::path& full) {
            if (path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".def"))
                out.push_back(read_source(path, read_whole_file(full)));
        });
        std::ranges::sort(out, {}, &SourceFile::path);
        return out;
    }();
    return files;
}

std::vector<std::pair<std::string, std::string>> text_files() {
    std::vector<std::pair<std::string, std::string>> out;
    visit_files([&](const std::string& path, const fs::path& full) {
        std::string text = read_whole_file(full);
        if (text.find('\0') == text.npos) out.emplace_back(path, std::move(text));
    });
    std::ranges::sort(out);
    return out;
}

}  // namespace hcl::test
