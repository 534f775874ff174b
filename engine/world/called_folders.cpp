#include "engine/world/called_folders.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/base/ascii.h"
#include "engine/bind/written_path.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"
#include "engine/syntax/file/file.h"
#include "engine/world/language_lookup.h"

namespace hcl::world {

namespace {

constexpr std::string_view kLabel = "label.";

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

    // True when labels are members, behind other lines.
    bool run() {
        bool has_members = false;
        while (next_type()) {
            skip_blanks();
            if (at_ < text_.size() && text_[at_] == ':') {
                has_members = true;
                read_members();
            } else {
                read_labels();
            }
        }
        return has_members;
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

// The folders that blocks of this type may call. True when some are behind other lines than their block's.
bool add_folders(std::string_view text, const language::BlockDef& block,
                 const language::PathFunctions& functions, std::vector<std::string>& out) {
    if (!block.call) return false;
    if (block.call->folder.empty() && !block.call->language.empty() &&
        text.find(block.type) != std::string_view::npos)
        out.push_back(language::kOtherLanguage + block.call->language + language::kOtherLanguage);
    // Other blocks that call modules of another language cannot call this one.
    if (block.call->folder.empty() || !block.call->language.empty()) return false;
    const std::string& from = block.call->folder;
    if (!from.starts_with(kLabel)) {
        add_texts(text, from, functions, out);
        return false;
    }
    const auto label = std::ranges::find(block.labels, std::string_view(from).substr(kLabel.size()),
                                         &language::LabelDef::name);
    if (label == block.labels.end()) return false;
    return LabelReader(text, block.type, static_cast<std::size_t>(label - block.labels.begin()), out).run();
}

// The literal first arguments of functions that name files.
void add_arguments(std::string_view text, const language::Language& language,
                   const std::vector<std::string>& functions, std::vector<std::string>& out) {
    const std::string above = language::path_functions(language).above;
    for (const std::string& name : functions) {
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

// The words behind which a file of the language can name folders.
std::vector<std::string_view> words_of(const language::Language& language,
                                       const std::vector<std::string>& functions) {
    std::vector<std::string_view> out(functions.begin(), functions.end());
    for (const language::BlockDef& block : language.root().blocks) {
        if (!block.call) continue;
        const std::string& from = block.call->folder;
        out.push_back(from.empty() || from.starts_with(kLabel) ? block.type : from);
    }
    return out;
}

struct CalledByFile {
    language::LanguagePtr language;  // in which the list was read
    FoldersPtr list;
    bool spans_lines = false;  // what is on a line can depend on any line before it
};

// The list of the state before an edit, and the lines around the edit before and after it.
struct CalledBefore {
    CalledByFile known;
    std::string lines;
};

constexpr std::uint32_t kLongestLines = 4096;

// The lines of a place, from the last one before them on whose end a list can go on; empty when they are
// long.
std::string lines_around(const syntax::File& tree, Span place) {
    const std::uint32_t from = place.start > kLongestLines ? place.start - kLongestLines : 0;
    const std::uint32_t to = std::min(tree.size(), place.end + kLongestLines);
    const std::string text = tree.text({from, to});
    const std::size_t end = text.find('\n', place.end - from);
    if (end == std::string::npos && to < tree.size()) return {};
    // A value can be behind a line break, and behind blank lines and lone signs.
    std::size_t start = place.start - from;
    for (bool is_own = true; start > 0; is_own = false) {
        const std::size_t line_end = start;
        const std::size_t before = text.rfind('\n', start - 1);
        start = before == std::string::npos ? 0 : before;
        const std::string_view line = std::string_view(text).substr(start, line_end - start);
        if (!is_own && line.find_first_not_of("\" \t\r\n=:") != std::string_view::npos) break;
    }
    if (start == 0 && from > 0) return {};
    return text.substr(start, end - start);
}

// Null when the list must be read again.
const CalledByFile* unchanged(const FileState& file, const language::LanguagePtr& language,
                              const std::vector<std::string>& functions) {
    const CalledBefore* before = file.memo().peek<CalledBefore>();
    if (!before || before->known.language != language || before->known.spans_lines) return nullptr;
    const bool is_touched = std::ranges::any_of(words_of(*language, functions), [&](std::string_view word) {
        return before->lines.find(word) != std::string::npos;
    });
    return is_touched ? nullptr : &before->known;
}

}  // namespace

const FoldersPtr& called_folders(const Snapshot& snapshot, const FileState& file) {
    static const FoldersPtr kNone = std::make_shared<const std::vector<std::string>>();
    language::LanguagePtr language = language_of(snapshot, file);
    if (!language || !language->modules.may_call) return kNone;
    return file.memo()
        .get<CalledByFile>([&] {
            const std::vector<std::string> naming = language::functions_naming_files(*language);
            if (const CalledByFile* known = unchanged(file, language, naming)) return *known;
            const std::string whole = file.raw_text() ? std::string() : file.tree()->text();
            const std::string_view text = file.raw_text() ? std::string_view(*file.raw_text()) : whole;
            std::vector<std::string> found;
            CalledByFile out{language, nullptr, false};
            const language::PathFunctions functions = language::path_functions(*language);
            for (const language::BlockDef& block : language->root().blocks)
                out.spans_lines = add_folders(text, block, functions, found) || out.spans_lines;
            add_arguments(text, *language, naming, found);
            std::ranges::sort(found);
            found.erase(std::unique(found.begin(), found.end()), found.end());
            out.list = std::make_shared<const std::vector<std::string>>(std::move(found));
            return out;
        })
        .list;
}

void note_edit(const FileState& before, const Edit& edit, const FileState& after) {
    const CalledByFile* known = before.memo().peek<CalledByFile>();
    if (!known || after.info().options.syntax != syntax::Syntax::Native) return;
    const auto length = static_cast<std::uint32_t>(edit.replacement.size());
    if (length > kLongestLines || edit.range.end - edit.range.start > kLongestLines) return;
    std::string old_lines = lines_around(*before.tree(), edit.range);
    const std::string lines = lines_around(*after.tree(), {edit.range.start, edit.range.start + length});
    if (old_lines.empty() || lines.empty()) return;
    after.memo().get<CalledBefore>([&] { return CalledBefore{*known, std::move(old_lines) + '\n' + lines}; });
}

}  // namespace hcl::world
