// Patterns of file names.
#include "engine/language/language.h"

namespace hcl::language {

namespace {

// Recursion happens at stars and braces only; a budget bounds what hostile patterns can cost.
struct Matcher {
    int budget = 10'000;

    static bool in_class(std::string_view set, char c) {
        bool negated = set.starts_with('!') || set.starts_with('^');
        if (negated) set.remove_prefix(1);
        bool found = false;
        for (std::size_t i = 0; i < set.size(); ++i) {
            if (i + 2 < set.size() && set[i + 1] == '-') {
                found |= set[i] <= c && c <= set[i + 2];
                i += 2;
            } else {
                found |= set[i] == c;
            }
        }
        return found != negated;
    }

    bool match(std::string_view pattern, std::string_view text) {
        while (!pattern.empty()) {
            if (--budget < 0) return false;
            char p = pattern.front();
            if (p == '*') {
                bool crosses = pattern.starts_with("**");
                pattern.remove_prefix(crosses ? 2 : 1);
                if (crosses && pattern.starts_with('/') && match(pattern.substr(1), text)) return true;
                for (std::size_t i = 0;; ++i) {
                    if (match(pattern, text.substr(i))) return true;
                    if (i >= text.size() || (!crosses && text[i] == '/')) return false;
                }
            }
            if (p == '{') {
                std::size_t close = pattern.find('}');
                if (close != std::string_view::npos) {
                    std::string_view choices = pattern.substr(1, close - 1);
                    std::string_view rest = pattern.substr(close + 1);
                    for (;;) {
                        std::size_t comma = choices.find(',');
                        std::string one = std::string(choices.substr(0, comma)) + std::string(rest);
                        if (match(one, text)) return true;
                        if (comma == std::string_view::npos) return false;
                        choices.remove_prefix(comma + 1);
                    }
                }
            }
            if (text.empty()) return false;
            std::size_t close = p == '[' ? pattern.find(']', 1) : std::string_view::npos;
            if (close != std::string_view::npos) {
                if (!in_class(pattern.substr(1, close - 1), text.front())) return false;
                pattern.remove_prefix(close + 1);
            } else {
                if (p == '?' ? text.front() == '/' : p != text.front()) return false;
                pattern.remove_prefix(1);
            }
            text.remove_prefix(1);
        }
        return text.empty();
    }
};

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view path) {
    if (pattern.find('/') == std::string_view::npos) {
        std::size_t slash = path.rfind('/');
        if (slash != std::string_view::npos) path = path.substr(slash + 1);
        return Matcher().match(pattern, path);
    }
    // A pattern with folders may match anywhere below the root.
    if (!pattern.starts_with('/') && !pattern.starts_with("**/"))
        return Matcher().match("**/" + std::string(pattern), path);
    return Matcher().match(pattern, path);
}

}  // namespace hcl::language
