#include "server/host/ignore.h"

#include <cstdint>

namespace hcl::server {

namespace {

// [abc], [a-z], [!x]. Gives the length of the class in the pattern, or 0 when it is not closed.
std::size_t match_class(std::string_view pattern, char c, bool& matched) {
    std::size_t i = 1;
    bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
    if (negated) ++i;
    bool found = false;
    for (bool first = true; i < pattern.size(); first = false) {
        if (pattern[i] == ']' && !first) {
            matched = found != negated && c != '/';
            return i + 1;
        }
        if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
        char low = pattern[i++];
        char high = low;
        if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
            high = pattern[i + 1];
            i += 2;
        }
        if (static_cast<unsigned char>(low) <= static_cast<unsigned char>(c) &&
            static_cast<unsigned char>(c) <= static_cast<unsigned char>(high))
            found = true;
    }
    return 0;
}

// Backtracks over stars; `budget` bounds the work of hostile patterns.
bool match_here(std::string_view pattern, std::string_view path, std::uint32_t& budget) {
    while (!pattern.empty()) {
        if (budget == 0) return false;
        --budget;
        if (pattern.starts_with("**")) {
            std::string_view rest = pattern.substr(2);
            // "**/" also matches no folder at all.
            if (rest.starts_with("/") && match_here(rest.substr(1), path, budget)) return true;
            if (rest.empty()) return true;
            for (std::size_t i = 0; i <= path.size(); ++i)
                if ((i == 0 || path[i - 1] == '/' || !rest.starts_with("/")) &&
                    match_here(rest.starts_with("/") ? rest.substr(1) : rest, path.substr(i), budget))
                    return true;
            return false;
        }
        if (pattern[0] == '*') {
            std::string_view rest = pattern.substr(1);
            for (std::size_t i = 0;; ++i) {
                if (match_here(rest, path.substr(i), budget)) return true;
                if (i == path.size() || path[i] == '/') return false;
            }
        }
        if (path.empty()) return false;
        std::size_t used = 1;
        bool matched = false;
        if (pattern[0] == '?') {
            matched = path[0] != '/';
        } else if (pattern[0] == '[' && (used = match_class(pattern, path[0], matched)) != 0) {
        } else if (pattern[0] == '\\' && pattern.size() > 1) {
            matched = pattern[1] == path[0];
            used = 2;
        } else {
            matched = pattern[0] == path[0];
            used = 1;
        }
        if (!matched) return false;
        pattern.remove_prefix(used);
        path.remove_prefix(1);
    }
    return path.empty();
}

}  // namespace

bool match_glob(std::string_view pattern, std::string_view path) {
    std::uint32_t budget = 10'000;
    return match_here(pattern, path, budget);
}

IgnoreRules IgnoreRules::parse(std::string_view text) {
    IgnoreRules result;
    while (!text.empty()) {
        std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
        if (line.empty() || line[0] == '#') continue;
        Rule rule;
        if (line[0] == '!') {
            rule.keep = true;
            line.remove_prefix(1);
        }
        if (line.ends_with('/')) {
            rule.folders_only = true;
            line.remove_suffix(1);
        }
        rule.anchored = line.find('/') != std::string_view::npos;
        if (line.starts_with('/')) line.remove_prefix(1);
        if (line.empty()) continue;
        rule.pattern = line;
        result.rules_.push_back(std::move(rule));
    }
    return result;
}

IgnoreRules::Verdict IgnoreRules::match(std::string_view path, bool is_folder) const {
    std::string_view name = path.substr(path.rfind('/') + 1);
    for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
        if (rule->folders_only && !is_folder) continue;
        if (match_glob(rule->pattern, rule->anchored ? path : name))
            return rule->keep ? Verdict::Keep : Verdict::Ignore;
    }
    return Verdict::None;
}

}  // namespace hcl::server
