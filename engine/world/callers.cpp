#include "engine/world/callers.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/ascii.h"
#include "engine/base/path.h"
#include "engine/bind/written_path.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"
#include "engine/syntax/file/file.h"
#include "engine/world/caches.h"
#include "engine/world/language_lookup.h"
#include "engine/world/path_order.h"

namespace hcl::world {

namespace {

// The folders that a file may call, as written.
struct CalledByFile {
    std::vector<std::string> list;
};

// The path that an expression tells, up to the end of its line: `("./a")`, `"./${"a"}"`, and with functions
// `"${dirname(find("root.hcl"))}/a"`.
std::string path_in_line(std::string_view line, const language::PathFunctions& functions) {
    constexpr std::size_t kLongest = 200;
    line = line.substr(0, line.find('\n'));
    if (line.size() > kLongest) return {};
    // Behind it a block on one line may end.
    for (const bool is_whole : {true, false}) {
        const syntax::FilePtr tree =
            syntax::parse_expression(is_whole ? line : line.substr(0, line.rfind('}')));
        if (tree->root() && !has_errors(tree->diagnostics()))
            return bind::written_path(tree->root(), functions);
    }
    return {};
}

// `name = "text"`, and in JSON `"name": "text"`.
void add_texts(std::string_view text, std::string_view name, const language::PathFunctions& functions,
               std::vector<std::string>& out) {
    const bool has_functions = functions != language::PathFunctions();
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        std::string_view rest = text.substr(at + name.size());
        if ((at > 0 && ascii::is_name_part(text[at - 1])) || rest.empty() ||
            ascii::is_name_part(rest.front()))
            continue;
        rest.remove_prefix(std::min(rest.find_first_not_of("\" \t\r\n"), rest.size()));
        if (rest.empty() || (rest.front() != '=' && rest.front() != ':')) continue;
        rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (line.empty()) continue;
        const bool is_computed = line.front() == '(' || line.front() == '[' ||
                                 line.find('?') != std::string_view::npos ||
                                 line.find("${\"") != std::string_view::npos ||
                                 (has_functions && (line.front() != '"' || line.starts_with("\"${")));
        if (std::string path = is_computed ? path_in_line(line, functions) : std::string(); !path.empty())
            out.push_back(std::move(path));
        else if (line.front() == '"')
            out.emplace_back(line.substr(1, line.find('"', 1) - 1));
    }
}

// The labels at one index of all blocks of a type: `type label "label"`, and in JSON
// `"type": {"label": {"label": ...}}`, where each object can be an element of a list.
class LabelReader {
  public:
    LabelReader(std::string_view text, std::string_view type, std::size_t index,
                std::vector<std::string>& out)
        : text_(text), type_(type), index_(index), out_(out) {}

    void run() {
        while (next_type()) {
            skip_blanks();
            if (at_ < text_.size() && text_[at_] == ':')
                read_members();
            else
                read_labels();
        }
    }

  private:
    // Goes behind the next occurrence of the type, with or without quotes.
    bool next_type() {
        while (at_ < text_.size()) {
            at_ = text_.find(type_, at_);
            if (at_ == std::string_view::npos) return false;
            const bool is_whole =
                (at_ == 0 || !ascii::is_name_part(text_[at_ - 1])) &&
                (at_ + type_.size() >= text_.size() || !ascii::is_name_part(text_[at_ + type_.size()]));
            const bool is_quoted = at_ > 0 && text_[at_ - 1] == '"';
            at_ += type_.size();
            if (!is_whole) continue;
            if (is_quoted && at_ < text_.size() && text_[at_] == '"') ++at_;
            return true;
        }
        return false;
    }
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    std::string_view quoted() {
        const std::size_t end = std::min(text_.find_first_of("\"\n", at_ + 1), text_.size());
        const std::string_view found = text_.substr(at_ + 1, end - at_ - 1);
        at_ = std::min(end + 1, text_.size());
        return found;
    }

    void read_labels() {
        for (std::size_t label = 0; at_ < text_.size(); ++label) {
            const std::size_t start = at_;
            if (text_[at_] == '"') {
                const std::string_view found = quoted();
                if (label == index_) out_.emplace_back(found);
            } else {
                while (at_ < text_.size() && ascii::is_name_part(text_[at_])) ++at_;
                if (at_ == start) return;
                if (label == index_) out_.emplace_back(text_.substr(start, at_ - start));
            }
            if (label == index_) return;
            at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size());
        }
    }

    // The names of members at the depth of the label, until the value of the type ends.
    void read_members() {
        ++at_;
        std::size_t depth = 0;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '"') {
                const std::string_view found = quoted();
                skip_blanks();
                if (depth == index_ + 1 && at_ < text_.size() && text_[at_] == ':') out_.emplace_back(found);
            } else {
                depth += c == '{';
                if (c == '}' && depth > 0) --depth;
                ++at_;
            }
            if (depth == 0 && (c == '}' || c == ',')) return;
        }
    }

    std::string_view text_;
    std::string_view type_;
    std::size_t index_;
    std::vector<std::string>& out_;
    std::size_t at_ = 0;
};

// The folders that blocks of this type may call.
void add_folders(std::string_view text, const language::BlockDef& block,
                 const language::PathFunctions& functions, std::vector<std::string>& out) {
    if (!block.call) return;
    if (block.call->folder.empty() && !block.call->language.empty() &&
        text.find(block.type) != std::string_view::npos)
        out.push_back(language::kOtherLanguage + block.call->language + language::kOtherLanguage);
    // Other blocks that call modules of another language cannot call this one.
    if (block.call->folder.empty() || !block.call->language.empty()) return;
    constexpr std::string_view kLabel = "label.";
    const std::string& from = block.call->folder;
    if (!from.starts_with(kLabel)) return add_texts(text, from, functions, out);
    const auto label = std::ranges::find(block.labels, std::string_view(from).substr(kLabel.size()),
                                         &language::LabelDef::name);
    if (label == block.labels.end()) return;
    LabelReader(text, block.type, static_cast<std::size_t>(label - block.labels.begin()), out).run();
}

// The literal first arguments of functions that name files.
void add_arguments(std::string_view text, const language::Language& language, std::vector<std::string>& out) {
    const std::string above = language::path_functions(language).above;
    for (const std::string& name : language::functions_naming_files(language)) {
        const bool is_above = name == above;
        for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
            std::string_view rest = text.substr(at + name.size());
            if (!rest.starts_with('(')) continue;
            rest.remove_prefix(1);
            rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
            if (!rest.starts_with('"')) continue;
            const std::string_view path = rest.substr(1, rest.find_first_of("\"\n", 1) - 1);
            if (path.empty() || path.find("${") != std::string_view::npos) continue;
            out.push_back((is_above ? std::string(language::kInParents) : std::string()) + std::string(path));
        }
    }
}

// Files by the name of the module that they may call or set.
struct FilesByModule {
    std::unordered_map<std::string, std::vector<FileId>> calling;
    std::unordered_map<std::string, std::vector<FileId>> setting;
    // Those that look for it above them, or compute its path.
    std::unordered_map<std::string, std::vector<FileId>> finding;
};

const FilesByModule& files_by_module(const Snapshot& snapshot) {
    return snapshot.memo().get<FilesByModule>([&] {
        FilesByModule all;
        for (const FileState* state : snapshot.files()) {
            // Other strings are probably names in a registry.
            for (const std::string& folder : called_folders(snapshot, *state)) {
                const bool is_found = folder.starts_with(language::kInParents) ||
                                      folder.starts_with(language::kInRepository) ||
                                      language::continues_elsewhere(folder);
                if (!is_found && !folder.starts_with('.') && !folder.starts_with(language::kOtherLanguage))
                    continue;
                auto& table = is_found ? all.finding : all.calling;
                std::string called =
                    name_of_foreign(snapshot, *language_of(snapshot, *state), state->info().path, folder, "");
                // A path that is still typed may lead to the file itself.
                if (called != module_name(snapshot, *state)) table[std::move(called)].push_back(state->id());
            }
            const language::LanguagePtr language = language_of(snapshot, *state);
            if (language && !language->modules.sets.language.empty())
                all.setting[name_of_foreign(snapshot, *language, state->info().path, "",
                                            language->modules.sets.language)]
                    .push_back(state->id());
        }
        return all;
    });
}

// The last parts of the paths in a file, sorted.
struct EndsOfPaths {
    std::vector<std::string> names;
};

// A part with a slash before it and the end of the string, or a query, behind it.
EndsOfPaths ends_of_paths(std::string_view text) {
    EndsOfPaths out;
    for (std::size_t at = text.find('/'); at != std::string_view::npos; at = text.find('/', at + 1)) {
        std::size_t end = at + 1;
        while (end < text.size() && (ascii::is_name_part(text[end]) || text[end] == '.')) ++end;
        const std::string_view name = text.substr(at + 1, end - at - 1);
        if (end < text.size() && text[end] == '/') ++end;
        if (!name.empty() && end < text.size() && (text[end] == '"' || text[end] == '?'))
            out.names.emplace_back(name);
    }
    std::ranges::sort(out.names);
    out.names.erase(std::unique(out.names.begin(), out.names.end()), out.names.end());
    return out;
}

// Tells apart which files call a module; 0: none does.
std::uint64_t digest_of_callers(const FilesByModule& all, const std::string& name) {
    const auto calling = all.calling.find(name);
    if (calling == all.calling.end()) return 0;
    std::uint64_t digest = 1;
    for (const FileId id : calling->second) digest = digest * 1'000'003 + id.value + 1;
    return digest == 0 ? 1 : digest;
}

bool mentions(const FileState& state, const std::string& name) {
    const EndsOfPaths& ends = state.memo().get<EndsOfPaths>(
        [&] { return ends_of_paths(state.raw_text() ? *state.raw_text() : state.tree()->text()); });
    return std::ranges::binary_search(ends.names, name);
}

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
            const language::PathFunctions functions = language::path_functions(*language);
            for (const language::BlockDef& block : language->root().blocks)
                add_folders(file.raw_text() ? *file.raw_text() : whole, block, functions, found.list);
            add_arguments(file.raw_text() ? *file.raw_text() : whole, *language, found.list);
            std::ranges::sort(found.list);
            found.list.erase(std::unique(found.list.begin(), found.list.end()), found.list.end());
            return found;
        })
        .list;
}

bool is_called(const Snapshot& snapshot, const bind::Module& module) {
    if (module.files().empty() || !module.language().modules.may_call) return false;
    const std::string name =
        name_of_foreign(snapshot, module.language(), module.files().front().input.path, "", "");
    const std::uint64_t callers = digest_of_callers(files_by_module(snapshot), name);
    snapshot.caches()->called.note(name, callers);
    return callers != 0;
}

bind::WorkingFolders working_folders(const Snapshot& snapshot, const std::string& name) {
    constexpr std::size_t kMostCallers = 40;
    bind::WorkingFolders out;
    const std::span<const FileId> own = files_of_module(snapshot, name);
    const language::LanguagePtr language =
        own.empty() ? nullptr : language_of(snapshot, *snapshot.file(own.front()));
    if (!language || !language->modules.run_in_caller) return out;
    const FilesByModule& all = files_by_module(snapshot);
    out.is_called = all.calling.contains(name);
    snapshot.caches()->called.note(name, digest_of_callers(all, name));
    if (!out.is_called) return out;
    std::set<std::string> roots;
    std::set<std::string> callers;
    std::set<std::string> seen{name};
    std::vector<std::string> open{name};
    while (!open.empty()) {
        const std::string one = std::move(open.back());
        open.pop_back();
        const std::string folder = one.substr(one.find('\n') + 1);
        const auto calling = all.calling.find(one);
        if (all.finding.contains(one)) return {.is_called = true};
        if (calling == all.calling.end()) {
            roots.insert(folder);
            continue;
        }
        for (const FileId id : calling->second) {
            const FileState& state = *snapshot.file(id);
            std::string caller = module_name(snapshot, state);
            const std::string from(folder_of(state.info().path));
            // An example or a test of the module, which is used elsewhere, too.
            if (from.starts_with(folder)) return {.is_called = true};
            callers.insert(from);
            if (seen.insert(caller).second) open.push_back(std::move(caller));
        }
        if (seen.size() > kMostCallers) return {.is_called = true};
    }
    out.roots.assign(roots.begin(), roots.end());
    out.callers.assign(callers.begin(), callers.end());
    return out;
}

std::vector<FileId> called_otherwise(const Snapshot& snapshot) {
    const std::vector<std::string> changed = snapshot.caches()->called.take_changed(
        [&](const std::string& name) { return !files_of_module(snapshot, name).empty(); },
        [&](const std::string& name) { return digest_of_callers(files_by_module(snapshot), name); });
    std::vector<FileId> out;
    for (const std::string& name : changed) {
        const std::span<const FileId> files = files_of_module(snapshot, name);
        out.insert(out.end(), files.begin(), files.end());
    }
    return out;
}

namespace {

using TableOfFiles = std::unordered_map<std::string, std::vector<FileId>>;

std::vector<FileId> files_in(const Snapshot& snapshot, const bind::Module& module,
                             std::initializer_list<const TableOfFiles*> tables) {
    if (module.files().empty()) return {};
    const std::string name =
        name_of_foreign(snapshot, module.language(), module.files().front().input.path, "", "");
    std::vector<FileId> out;
    for (const TableOfFiles* table : tables)
        if (auto it = table->find(name); it != table->end())
            out.insert(out.end(), it->second.begin(), it->second.end());
    std::ranges::sort(out, PathOrder(snapshot));
    return out;
}

}  // namespace

std::vector<FileId> files_giving_values(const Snapshot& snapshot, const bind::Module& module) {
    const FilesByModule& all = files_by_module(snapshot);
    return files_in(snapshot, module, {&all.calling, &all.setting});
}

std::vector<FileId> files_calling(const Snapshot& snapshot, const bind::Module& module) {
    const FilesByModule& all = files_by_module(snapshot);
    return files_in(snapshot, module, {&all.calling, &all.finding});
}

std::vector<FileId> files_mentioning(const Snapshot& snapshot, const bind::Module& module,
                                     std::string_view language) {
    if (module.files().empty()) return {};
    const std::string_view folder = folder_of(module.files().front().input.path);
    const std::string name(file_name_of(folder.substr(0, folder.find_last_not_of('/') + 1)));
    std::vector<FileId> out;
    if (name.empty()) return out;
    for (const FileId id : files_of_language(snapshot, std::string(language)))
        if (mentions(*snapshot.file(id), name)) out.push_back(id);
    std::ranges::sort(out, PathOrder(snapshot));
    return out;
}

}  // namespace hcl::world
