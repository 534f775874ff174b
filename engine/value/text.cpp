// The only file that uses ICU: normalisation, grapheme clusters, case.
#include "engine/value/text.h"

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/base/ascii.h"
#include "engine/base/check.h"
#include "engine/base/utf8.h"

namespace hcl {

namespace {

const icu::Normalizer2& nfc() {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* instance = icu::Normalizer2::getNFCInstance(status);
    HCL_CHECK(U_SUCCESS(status) && instance);
    return *instance;
}

icu::StringPiece piece(std::string_view text) {
    return icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size()));
}

// ICU uses 32-bit lengths; the evaluator's limits permit no string of that length.
bool fits_icu(std::string_view text) {
    return text.size() < 0x4000'0000;
}

// Cluster boundaries of a string that is not all ASCII. Iterators are costly: each thread keeps one.
icu::BreakIterator& grapheme_breaks(std::string_view text, UText& storage) {
    static thread_local std::unique_ptr<icu::BreakIterator> iterator;
    UErrorCode status = U_ZERO_ERROR;
    if (!iterator)
        iterator.reset(icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
    HCL_CHECK(U_SUCCESS(status) && iterator);
    utext_openUTF8(&storage, text.data(), static_cast<std::int64_t>(text.size()), &status);
    iterator->setText(&storage, status);
    HCL_CHECK(U_SUCCESS(status));
    return *iterator;
}

// Calls `f(start, end)` for each cluster until it returns false.
template <typename F>
void for_each_grapheme(std::string_view text, const F& f) {
    UText storage = UTEXT_INITIALIZER;
    icu::BreakIterator& breaks = grapheme_breaks(text, storage);
    std::int32_t start = breaks.first();
    for (std::int32_t end = breaks.next(); end != icu::BreakIterator::DONE; start = end, end = breaks.next())
        if (!f(static_cast<std::size_t>(start), static_cast<std::size_t>(end))) break;
    utext_close(&storage);
}

// In ASCII the only cluster of more than one character is "\r\n".
bool one_byte_clusters(std::string_view text) {
    return is_ascii(text) && text.find('\r') == std::string_view::npos;
}

}  // namespace

bool is_ascii(std::string_view text) {
    const char* p = text.data();
    std::size_t n = text.size();
    auto word_at = [](const char* at) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        return word;
    };
    std::uint64_t bits = 0;
    if (n >= 8) {
        // The last word overlaps the previous one.
        bits = word_at(p + n - 8);
        for (; n > 8; p += 8, n -= 8) bits |= word_at(p);
    } else {
        for (; n > 0; ++p, --n) bits |= static_cast<unsigned char>(*p);
    }
    return (bits & 0x8080'8080'8080'8080u) == 0;
}

char32_t decode_utf8(std::string_view text, std::size_t& pos) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    // The macros use 32-bit positions; a window of four bytes is enough.
    std::int32_t i = 0;
    auto length = static_cast<std::int32_t>(std::min<std::size_t>(4, text.size() - pos));
    UChar32 c;
    // NOLINTNEXTLINE(bugprone-inc-dec-in-conditions): a macro of ICU
    U8_NEXT(bytes + pos, i, length, c);
    if (c < 0) {
        ++pos;
        return 0xFFFD;
    }
    pos += static_cast<std::size_t>(i);
    return static_cast<char32_t>(c);
}

void append_utf8(std::string& out, char32_t c) {
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
    append_code_point(out, c);
}

std::string replace_invalid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::size_t pos = 0; pos < text.size();) {
        std::int32_t i = 0;
        auto length = static_cast<std::int32_t>(std::min<std::size_t>(4, text.size() - pos));
        UChar32 c;
        // NOLINTNEXTLINE(bugprone-inc-dec-in-conditions): a macro of ICU
        U8_NEXT(bytes + pos, i, length, c);
        if (c < 0)
            out += "\xEF\xBF\xBD";
        else
            out.append(text, pos, static_cast<std::size_t>(i));
        pos += static_cast<std::size_t>(i);
    }
    return out;
}

namespace {

struct Mark {
    char32_t character;
    std::uint8_t order;  // its combining class; 0: a character that is no mark
};

Mark mark_at(std::string_view text, std::size_t& at) {
    const char32_t character = decode_utf8(text, at);
    return {character, u_getCombiningClass(static_cast<UChar32>(character))};
}

// ICU inserts each mark among those before it, also to find out whether a text is normalised: thousands of
// them behind one character take quadratic time.
constexpr std::size_t kLongRun = 256;

// Whether so many marks follow each other, and not in the order of normal forms.
bool has_long_disorder(std::string_view text) {
    if (text.size() <= kLongRun) return false;
    std::size_t marks = 0;
    std::uint8_t last = 0;
    bool is_ordered = true;
    for (std::size_t at = 0; at < text.size();) {
        const Mark mark = mark_at(text, at);
        if (mark.order == 0) {
            marks = 0;
            is_ordered = true;
        } else {
            ++marks;
            is_ordered = is_ordered && last <= mark.order;
        }
        last = mark.order;
        if (!is_ordered && marks > kLongRun) return true;
    }
    return false;
}

// An equivalent text in which marks that follow each other are in the order of normal forms.
std::string with_ordered_marks(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::vector<Mark> run;
    auto flush = [&] {
        std::ranges::stable_sort(run, {}, &Mark::order);
        for (const Mark& mark : run) append_utf8(out, mark.character);
        run.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const Mark mark = mark_at(text, at);
        if (mark.order == 0) {
            flush();
            append_utf8(out, mark.character);
        } else {
            run.push_back(mark);
        }
    }
    flush();
    return out;
}

}  // namespace

bool is_nfc(std::string_view text) {
    if (is_ascii(text)) return true;
    if (!fits_icu(text) || !is_valid_utf8(text) || has_long_disorder(text)) return false;
    UErrorCode status = U_ZERO_ERROR;
    return nfc().isNormalizedUTF8(piece(text), status) && U_SUCCESS(status);
}

std::string to_nfc(std::string_view text) {
    if (is_nfc(text)) return std::string(text);
    HCL_CHECK(fits_icu(text));
    std::string valid = replace_invalid_utf8(text);
    if (has_long_disorder(valid)) valid = with_ordered_marks(valid);
    std::string out;
    icu::StringByteSink<std::string> sink(&out);
    UErrorCode status = U_ZERO_ERROR;
    nfc().normalizeUTF8(0, piece(valid), sink, nullptr, status);
    HCL_CHECK(U_SUCCESS(status));
    return out;
}

std::size_t grapheme_count(std::string_view text) {
    if (one_byte_clusters(text)) return text.size();
    std::size_t count = 0;
    for_each_grapheme(text, [&](std::size_t, std::size_t) {
        ++count;
        return true;
    });
    return count;
}

std::size_t next_grapheme(std::string_view text, std::size_t start) {
    HCL_DCHECK(start < text.size());
    std::string_view rest = text.substr(start);
    auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != '\r'; };
    if (plain(rest[0]) && (rest.size() == 1 || static_cast<unsigned char>(rest[1]) < 0x80)) return start + 1;
    std::size_t end = rest.size();
    for_each_grapheme(rest, [&](std::size_t, std::size_t e) {
        end = e;
        return false;
    });
    return start + end;
}

std::string_view grapheme_substring(std::string_view text, std::size_t offset,
                                    std::optional<std::size_t> count) {
    if (one_byte_clusters(text)) {
        if (offset >= text.size()) return {};
        return text.substr(offset, count.value_or(std::string_view::npos));
    }
    std::size_t index = 0;
    std::size_t from = text.size();
    std::size_t to = text.size();
    if (count && *count == 0) return {};
    for_each_grapheme(text, [&](std::size_t start, std::size_t end) {
        if (index == offset) from = start;
        ++index;
        if (count && index > offset && index - offset >= *count) {
            to = end;
            return false;
        }
        return true;
    });
    return text.substr(from, to - from);
}

std::string reverse_graphemes(std::string_view text) {
    if (one_byte_clusters(text)) return std::string(text.rbegin(), text.rend());
    std::vector<std::size_t> ends;
    for_each_grapheme(text, [&](std::size_t, std::size_t end) {
        ends.push_back(end);
        return true;
    });
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = ends.size(); i-- > 0;) {
        std::size_t start = i == 0 ? 0 : ends[i - 1];
        out.append(text, start, ends[i] - start);
    }
    return to_nfc(out);
}

char32_t simple_upper(char32_t c) {
    return static_cast<char32_t>(u_toupper(static_cast<UChar32>(c)));
}
char32_t simple_lower(char32_t c) {
    return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}
static char32_t simple_title(char32_t c) {
    return static_cast<char32_t>(u_totitle(static_cast<UChar32>(c)));
}
bool is_letter(char32_t c) {
    return u_isalpha(static_cast<UChar32>(c));
}
bool is_digit(char32_t c) {
    return u_isdigit(static_cast<UChar32>(c));
}
bool is_space(char32_t c) {
    return u_isUWhiteSpace(static_cast<UChar32>(c));
}

std::string to_upper(std::string_view text) {
    std::string out(text);
    if (is_ascii(text)) {
        for (char& c : out)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        return out;
    }
    out.clear();
    for (std::size_t pos = 0; pos < text.size();) append_utf8(out, simple_upper(decode_utf8(text, pos)));
    return to_nfc(out);
}

std::string to_lower(std::string_view text) {
    if (is_ascii(text)) return ascii::lowered(text);
    std::string out;
    for (std::size_t pos = 0; pos < text.size();) append_utf8(out, simple_lower(decode_utf8(text, pos)));
    return to_nfc(out);
}

std::string to_title(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool in_word = false;
    for (std::size_t pos = 0; pos < text.size();) {
        char32_t c = decode_utf8(text, pos);
        append_utf8(out, in_word ? c : simple_title(c));
        if (c < 0x80)
            in_word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        else
            in_word = is_letter(c) || is_digit(c) || !is_space(c);
    }
    return to_nfc(out);
}

std::string_view safe_prefix(std::string_view prefix) {
    if (prefix.empty()) return prefix;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(prefix.data());
    auto last = static_cast<std::int32_t>(prefix.size());
    U8_BACK_1(bytes, 0, last);
    std::size_t pos = static_cast<std::size_t>(last);
    char32_t c = decode_utf8(prefix, pos);
    if (!nfc().isInert(static_cast<UChar32>(c))) {
        // The next character may combine with the last starter and everything after it.
        while (last > 0 && !nfc().hasBoundaryBefore(static_cast<UChar32>(c))) {
            U8_BACK_1(bytes, 0, last);
            pos = static_cast<std::size_t>(last);
            c = decode_utf8(prefix, pos);
        }
        return prefix.substr(0, static_cast<std::size_t>(last));
    }
    // The reference stops at the first line end.
    if (std::size_t line_end = prefix.find_first_of("\r\n"); line_end != std::string_view::npos)
        return prefix.substr(0, line_end);
    // The last cluster may grow, unless it is one of the delimiters that never combine.
    static constexpr std::string_view kClosed = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";
    std::size_t start = 0;
    for_each_grapheme(prefix, [&](std::size_t s, std::size_t) {
        start = s;
        return true;
    });
    bool closed = start + 1 == prefix.size() && kClosed.find(prefix.back()) != std::string_view::npos;
    return closed ? prefix : prefix.substr(0, start);
}

}  // namespace hcl
