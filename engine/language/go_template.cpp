#include "engine/language/go_template.h"

#include <algorithm>
#include <array>

namespace hcl::language {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

struct Reader {
    std::string_view text;
    std::size_t at = 0;
    int open_blocks = 0;

    bool is_done() const { return at >= text.size(); }
    bool sees(std::string_view what) const { return text.substr(at).starts_with(what); }
    void skip_blanks() {
        while (!is_done() && is_blank(text[at])) ++at;
    }

    // Parses a literal up to its quote, which is the current character.
    std::string quoted() {
        const char quote = text[at];
        for (++at; !is_done(); ++at) {
            if (text[at] == '\n' && quote != '`') break;
            if (text[at] == '\\' && quote != '`') {
                ++at;
            } else if (text[at] == quote) {
                ++at;
                return {};
            }
        }
        return "a quoted string in an action is not closed";
    }

    std::string comment() {
        const std::size_t end = text.find("*/", at);
        if (end == std::string_view::npos) return "a comment is not closed";
        at = end + 2;
        skip_blanks();
        if (sees("-}}")) ++at;
        if (!sees("}}")) return "a comment ends before its action does";
        at += 2;
        return {};
    }

    // Parses an action, including the closing braces.
    std::string action() {
        // A trim marker is followed by a blank.
        if (sees("-") && at + 1 < text.size() && is_blank(text[at + 1])) ++at;
        skip_blanks();
        if (sees("/*")) return comment();
        const std::size_t start = at;
        std::string first;
        int parens = 0;
        bool is_empty = true;
        for (;;) {
            skip_blanks();
            if (is_done()) return "an action is not closed: \"}}\" is missing";
            const bool is_end = sees("}}") || (sees("-}}") && at > start && is_blank(text[at - 1]));
            if (is_end) break;
            is_empty = false;
            const char c = text[at];
            if (c == '"' || c == '`' || c == '\'') {
                if (std::string problem = quoted(); !problem.empty()) return problem;
                continue;
            }
            if (is_word(c)) {
                const std::size_t from = at;
                while (!is_done() && is_word(text[at])) ++at;
                if (from == start) first = std::string(text.substr(from, at - from));
                continue;
            }
            if (c == '(') ++parens;
            if (c == ')' && --parens < 0) return "\")\" in an action closes nothing";
            constexpr std::string_view kAllowed = "().|,=:$+-";
            if (kAllowed.find(c) == std::string_view::npos)
                return std::string("an action cannot hold \"") + c + "\"";
            ++at;
        }
        if (parens > 0) return "\"(\" in an action is not closed";
        at += sees("-}}") ? 3 : 2;
        if (is_empty) return "an action is empty";
        return keyword(first);
    }

    std::string keyword(std::string_view word) {
        constexpr std::array<std::string_view, 5> kOpening = {"if", "range", "with", "define", "block"};
        if (std::ranges::find(kOpening, word) != kOpening.end()) ++open_blocks;
        if (word == "else" && open_blocks == 0) return "\"else\" stands in no block";
        if (word == "end" && --open_blocks < 0) return "\"end\" closes nothing";
        return {};
    }

    std::string run() {
        for (;;) {
            at = text.find("{{", at);
            if (at == std::string_view::npos) break;
            at += 2;
            if (std::string problem = action(); !problem.empty()) return problem;
        }
        return open_blocks > 0 ? "\"{{ end }}\" is missing" : "";
    }
};

}  // namespace

std::string go_template_problem(std::string_view text) {
    return Reader{text}.run();
}

}  // namespace hcl::language
