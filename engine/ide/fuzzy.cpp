#include "engine/ide/fuzzy.h"

#include <algorithm>

namespace hcl::ide {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool is_word_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80);
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view pattern, std::string_view text) {
    if (pattern.size() > text.size()) return std::nullopt;
    auto same = [](char a, char b) { return lower(a) == lower(b); };
    // As one piece, best at the start of a word.
    int whole = 0;
    if (!pattern.empty()) {
        auto found = std::ranges::search(text, pattern, same);
        if (!found.empty()) {
            auto at = static_cast<std::size_t>(found.begin() - text.begin());
            whole = 100;
            if (at == 0 || !is_word_part(text[at - 1])) whole += 100;
            if (at == 0) whole += 100;
            if (pattern.size() == text.size()) whole += 100;
        }
    }
    int score = 0;
    std::size_t p = 0;
    bool was_hit = false;
    for (std::size_t t = 0; t < text.size() && p < pattern.size(); ++t) {
        // Blanks in the pattern only part it.
        while (p < pattern.size() && pattern[p] == ' ') ++p;
        if (p == pattern.size()) break;
        bool is_hit = same(pattern[p], text[t]);
        if (is_hit) {
            ++p;
            bool is_start = t == 0 || !is_word_part(text[t - 1]);
            score += 1 + (is_start ? 8 : 0) + (was_hit ? 4 : 0);
        }
        was_hit = is_hit;
    }
    while (p < pattern.size() && pattern[p] == ' ') ++p;
    if (p < pattern.size()) return std::nullopt;
    // Of equals the shorter.
    return (whole + score) * 64 - static_cast<int>(std::min<std::size_t>(text.size(), 63));
}

}  // namespace hcl::ide
