#include "engine/world/callers.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/world/language_lookup.h"

namespace hcl::world {

namespace {

// The folders that a file may call, as written.
struct CalledByFile {
    std::vector<std::string> list;
};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// `name = "text"`, and in JSON `"name": "text"`.
void add_texts(std::string_view text, std::string_view name, std::vector<std::string>& out) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        std::string_view rest = text.substr(at + name.size());
        if ((at > 0 && is_word(text[at - 1])) || rest.empty() || is_word(rest.front())) continue;
        rest.remove_prefix(std::min(rest.find_first_not_of("\" \t\r\n"), rest.size()));
        if (rest.empty() || (rest.front() != '=' && rest.front() != ':')) continue;
        rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
        if (!rest.starts_with('"')) continue;
        rest.remove_prefix(1);
        out.emplace_back(rest.substr(0, rest.find_first_of("\"\n")));
    }
}

// The attributes that name the folders of called modules.
std::vector<std::string> folder_attributes(const language::Language& language) {
    std::vector<std::string> names;
    for (const language::BlockDef& block : language.root().blocks)
        if (block.call && !block.call->folder.empty()) names.push_back(block.call->folder);
    return names;
}

struct CalledModules {
    std::unordered_set<std::string> names;
};

}  // namespace

const std::vector<std::string>& called_folders(const Snapshot& snapshot, const FileState& file) {
    static const std::vector<std::string> kNone;
    language::LanguagePtr language = language_of(snapshot, file);
    if (!language || !language->modules.may_call) return kNone;
    return file.memo()
        .get<CalledByFile>([&] {
            CalledByFile found;
            std::string whole;
            if (!file.raw_text()) whole = file.tree()->text();
            for (const std::string& name : folder_attributes(*language))
                add_texts(file.raw_text() ? *file.raw_text() : whole, name, found.list);
            std::ranges::sort(found.list);
            found.list.erase(std::unique(found.list.begin(), found.list.end()), found.list.end());
            return found;
        })
        .list;
}

bool is_called(const Snapshot& snapshot, const bind::Module& module) {
    if (module.files().empty() || !module.language().modules.may_call) return false;
    const CalledModules& called = snapshot.memo().get<CalledModules>([&] {
        CalledModules all;
        for (const FileState* state : snapshot.files()) {
            // Other strings are probably names in a registry.
            for (const std::string& folder : called_folders(snapshot, *state))
                if (folder.starts_with('.'))
                    all.names.insert(
                        name_of_foreign(*language_of(snapshot, *state), state->info().path, folder, ""));
        }
        return all;
    });
    return called.names.contains(
        name_of_foreign(module.language(), module.files().front().input.path, "", ""));
}

}  // namespace hcl::world
