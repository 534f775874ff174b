// Detects the language of a file from its name, the language ID that an editor sends, and its content.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/language/builtin_languages.h"
#include "engine/language/foreign.h"
#include "engine/language/language.h"
#include "engine/language/value_format.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::language {

LanguageSet LanguageSet::with(std::vector<LanguagePtr> more) const {
    LanguageSet set;
    set.languages_ = std::move(more);
    for (const LanguagePtr& language : languages_) {
        bool is_replaced =
            std::ranges::any_of(set.languages_, [&](const LanguagePtr& l) { return l->id == language->id; });
        if (!is_replaced) set.languages_.push_back(language);
    }
    return set;
}

LanguagePtr LanguageSet::find(std::string_view id) const {
    for (const LanguagePtr& language : languages_)
        if (language->id == id) return whole_language(language);
    return nullptr;
}

namespace {

// With the text of the file, only languages that know some of its items go by its name.
LanguagePtr language_by_name(const std::vector<LanguagePtr>& languages, std::string_view path,
                             std::string_view editor_id, const std::string_view* text) {
    auto goes_by = [&](const Language& language) {
        return !editor_id.empty() &&
               (language.id == editor_id || std::ranges::count(language.recognition.ids, editor_id) > 0);
    };
    LanguagePtr named;
    for (const LanguagePtr& language : languages)
        if (!named && !language->recognition.is_fallback && goes_by(*language)) named = language;
    LanguagePtr best;
    LanguagePtr fallback;
    std::size_t longest = 0;
    std::size_t longest_of_named = 0;
    for (const LanguagePtr& language : languages) {
        if (language->recognition.is_fallback && goes_by(*language)) fallback = language;
        for (const std::string& pattern : language->recognition.files) {
            const bool is_of_named = language == named && pattern.size() > longest_of_named;
            const bool is_passed =
                language->recognition.is_fallback ? fallback != nullptr : pattern.size() <= longest;
            if ((is_passed && !is_of_named) || !glob_matches(pattern, path)) continue;
            if (is_of_named) longest_of_named = pattern.size();
            if (is_passed) continue;
            if (language->recognition.is_fallback) {
                fallback = language;
            } else if (!text || has_own_items(*whole_language(language), path, *text)) {
                best = language;
                longest = pattern.size();
            }
        }
    }
    // Editors know a language and not its kin: "terraform" may be the word for files of "terraform-test", and
    // that of all "*.tfvars" for some with a longer ending.
    const bool is_kin = named && best &&
                        (best->id.starts_with(named->id + '-') ||
                         (longest_of_named > 0 && longest_of_named < longest && best != named));
    return whole_language(named && !is_kin ? named : best ? best : fallback);
}

}  // namespace

LanguagePtr LanguageSet::of_file(std::string_view path, std::string_view editor_id) const {
    return language_by_name(languages_, path, editor_id, nullptr);
}

LanguagePtr builtin_language_of(std::string_view path, std::string_view editor_id, std::string_view text) {
    text = text.substr(0, kLanguageHints);
    return language_by_name(LanguageSet::builtin().all(), path, editor_id, &text);
}

namespace {

constexpr std::size_t kBeginning = 4096;  // behind the comments at the start, which can be long

std::string_view beginning_of(std::string_view text) {
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
        const std::string_view line = syntax::trim_space(text.substr(start, end - start));
        if (!line.empty() && !line.starts_with('#') && !line.starts_with("//")) break;
        start = end;
    }
    return text.substr(0, start + kBeginning);
}

std::string_view first_line_of(std::string_view text) {
    return text.substr(0, text.find_first_of("\r\n"));
}

// The tag after "<<" or "<<-" at the end of a line; empty when no heredoc starts there.
std::string_view heredoc_tag(std::string_view line) {
    const std::size_t start = line.rfind("<<");
    if (start == std::string_view::npos) return {};
    std::string_view tag = line.substr(start + 2);
    if (tag.starts_with('-')) tag.remove_prefix(1);
    return syntax::is_valid_identifier(tag) ? tag : std::string_view();
}

// The text of heredocs can be in another language.
std::vector<std::string_view> lines_outside_heredocs(std::string_view text) {
    std::vector<std::string_view> lines;
    std::string_view tag;
    while (!text.empty()) {
        const std::string_view line = first_line_of(text);
        const std::size_t next = text.find('\n');
        text = next == std::string_view::npos ? std::string_view() : text.substr(next + 1);
        if (tag.empty()) {
            lines.push_back(line);
            tag = heredoc_tag(line);
        } else if (syntax::trim_space(line) == tag) {
            tag = {};
        }
    }
    return lines;
}

bool is_some_line(const std::vector<std::shared_ptr<const Pattern>>& patterns,
                  const std::vector<std::string_view>& lines) {
    return std::ranges::any_of(patterns, [&](const auto& pattern) {
        return std::ranges::any_of(lines, [&](std::string_view line) { return pattern->matches(line); });
    });
}

}  // namespace

std::string_view language_mark(std::string_view text) {
    constexpr std::string_view kMark = "hcl-ls:language";
    std::string_view line = first_line_of(text);
    std::size_t at = line.find(kMark);
    if (at == std::string_view::npos) return {};
    line.remove_prefix(at + kMark.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t=:"), line.size()));
    return line.substr(0, line.find_first_of(" \t*"));
}

LanguagePtr LanguageSet::of_content(std::string_view text) const {
    const std::vector<std::string_view> lines = lines_outside_heredocs(beginning_of(text));
    for (const LanguagePtr& language : languages_) {
        if (!language->recognition.content || is_some_line(language->recognition.unlike, lines)) continue;
        for (std::string_view line : lines)
            if (language->recognition.content->matches(line)) return whole_language(language);
        // A pattern can also be about two lines: the header of a block and its first argument.
        for (std::size_t i = 1; i < lines.size(); ++i) {
            const char* begin = lines[i - 1].data();
            const std::string_view two(begin,
                                       static_cast<std::size_t>(lines[i].data() - begin) + lines[i].size());
            if (language->recognition.content->matches(two)) return whole_language(language);
        }
    }
    return nullptr;
}

bool is_foreign(const Language& language, std::string_view text) {
    const auto& patterns = language.recognition.foreign;
    return !patterns.empty() && is_some_line(patterns, lines_outside_heredocs(beginning_of(text)));
}

const LanguageSet& LanguageSet::builtin() {
    static const LanguageSet set = [] {
        std::vector<LanguagePtr> all;
        for (const LanguagePtr& language : builtin_headers())
            if (language) all.push_back(language);
        return LanguageSet().with(std::move(all));
    }();
    return set;
}

}  // namespace hcl::language
