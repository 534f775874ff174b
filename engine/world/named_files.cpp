#include "engine/world/named_files.h"

#include <algorithm>

#include "engine/base/ascii.h"
#include "engine/base/path.h"
#include "engine/eval/function.h"
#include "engine/language/path_functions.h"

namespace hcl::world {

namespace {

// A quoted file name, and what stands before it on its line.
struct Written {
    std::string before;
    std::string name;
    bool operator==(const Written&) const = default;
};

constexpr std::size_t kMostNames = 100;

std::string_view without_steps(std::string_view path) {
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view step : {"../", "./", "/"})
            if (path.starts_with(step)) {
                path.remove_prefix(step.size());
                found = true;
            }
    }
    return path;
}

// The names at the beginning of the file: `"../common.hcl"`, `"${...}/common.hcl"`.
const std::vector<Written>& written_in(const FileState& state) {
    struct InFile {
        std::vector<Written> list;
    };
    return state.beginning()
        ->get<InFile>([&] {
            InFile found;
            const std::string text =
                state.raw_text() ? state.raw_text()->substr(0, language::kLanguageHints)
                                 : state.tree()->text({0, std::min(state.size(), language::kLanguageHints)});
            constexpr std::string_view kEnd = ".hcl\"";
            for (std::size_t at = text.find(kEnd); at != std::string::npos && found.list.size() < kMostNames;
                 at = text.find(kEnd, at + 1)) {
                const std::size_t start = text.find_last_of("\"}\n", at);
                if (start == std::string::npos || text[start] == '\n') continue;
                const std::size_t line = text.rfind('\n', at) + 1;
                const std::string_view name =
                    without_steps(std::string_view(text).substr(start + 1, at + 4 - start - 1));
                if (name.size() > 4)
                    found.list.push_back({text.substr(line, start - line), std::string(name)});
            }
            return found;
        })
        .list;
}

bool starts_with_word(std::string_view line, std::string_view word) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.starts_with('=');
}

// Whether the place behind the text is inside a call of a function that reads any file: `file(`, but not one
// that reads files of the language.
bool is_read_as_text(std::string_view before, const language::Language& language,
                     const std::vector<std::string>& functions) {
    std::vector<std::string_view> open;
    for (std::size_t at = 0; at < before.size(); ++at) {
        if (before[at] == ')' && !open.empty()) open.pop_back();
        if (before[at] != '(') continue;
        std::size_t start = at;
        while (start > 0 && ascii::is_name_part(before[start - 1])) --start;
        open.push_back(before.substr(start, at - start));
    }
    return std::ranges::any_of(open, [&](std::string_view name) {
        const eval::Function* function = language.evaluation.functions->find(name);
        return function && function->reads_files && std::ranges::find(functions, name) == functions.end();
    });
}

// Whether the name is an argument of a function that names files, or the path of a call.
bool names_a_file(const Written& written, const language::Language& language,
                  const std::vector<std::string>& functions) {
    if (is_read_as_text(written.before, language, functions)) return false;
    for (const std::string& function : functions)
        if (written.before.find(function + '(') != std::string::npos) return true;
    return std::ranges::any_of(language.root().blocks, [&](const language::BlockDef& block) {
        return block.call && block.call->language.empty() && !block.call->folder.empty() &&
               starts_with_word(written.before, block.call->folder);
    });
}

std::vector<std::string> names_in(const FileState& state, const language::Language& language,
                                  const std::vector<std::string>& functions) {
    std::vector<std::string> out;
    if (functions.empty()) return out;
    for (const Written& written : written_in(state))
        if (names_a_file(written, language, functions)) out.push_back(written.name);
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

}  // namespace

bool names_same_files(const FileState& a, const FileState& b, const language::Language& language) {
    const std::vector<std::string> functions = language::functions_naming_files(language);
    return names_in(a, language, functions) == names_in(b, language, functions);
}

bool gives_values_to(const language::Language& from, std::string_view language) {
    if (from.modules.sets.language == language) return true;
    return from.modules.may_call &&
           std::ranges::any_of(from.root().blocks, [&](const language::BlockDef& block) {
               return block.call && block.call->folder.empty() && block.call->language == language;
           });
}

const std::vector<std::string>& NamedFiles::functions_of(const language::Language& language) {
    auto [found, is_new] = functions_.try_emplace(&language);
    if (is_new) found->second = language::functions_naming_files(language);
    return found->second;
}

void NamedFiles::add(const FileState& state, const language::LanguagePtr& language) {
    for (std::string& name : names_in(state, *language, functions_of(*language))) {
        std::vector<Name>& list = by_name_[std::string(file_name_of(name))];
        list.push_back({std::move(name), std::string(folder_of(state.info().path)), language});
    }
}

language::LanguagePtr NamedFiles::language_of(std::string_view path) const {
    const auto found = by_name_.find(std::string(file_name_of(path)));
    if (found == by_name_.end()) return nullptr;
    for (const Name& name : found->second) {
        if (!path.ends_with(name.end)) continue;
        const std::string_view start = path.substr(0, path.size() - name.end.size());
        if (!start.ends_with('/')) continue;
        if (name.folder.starts_with(start) || start.starts_with(name.folder)) return name.language;
    }
    return nullptr;
}

}  // namespace hcl::world
