#include "engine/eval/functions/regex_pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>

#include <algorithm>

#include "engine/base/ascii.h"
#include "engine/base/check.h"
#include "engine/base/name_index.h"

namespace hcl::eval::functions {
namespace {

// Patterns are written by people; longer ones result from computations by mistake.
constexpr std::size_t kMaxPattern = 1 << 16;
constexpr std::size_t kMaxTranslated = 1 << 21;

bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string loose(std::string_view name) {
    std::string result;
    for (const char c : name)
        if (c != '_' && c != '-' && c != ' ') result += ascii::lower(c);
    return result;
}

struct SetCloser {
    void operator()(USet* set) const { uset_close(set); }
};
using SetPtr = std::unique_ptr<USet, SetCloser>;

// The code points of a class such as "Lu", "Letter", "Greek", "Any"; null when there is no such class.
SetPtr class_members(std::string_view name) {
    const std::string key = loose(name);
    if (key.empty() || std::ranges::any_of(key, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        return nullptr;
    SetPtr set(uset_openEmpty());
    UErrorCode status = U_ZERO_ERROR;
    if (key == "any") {
        uset_addRange(set.get(), 0, UCHAR_MAX_VALUE);
        return set;
    }
    if (key == "ascii") {
        uset_addRange(set.get(), 0, 0x7F);
        return set;
    }
    if (key == "assigned") {
        uset_applyIntPropertyValue(set.get(), UCHAR_GENERAL_CATEGORY_MASK, U_GC_CN_MASK, &status);
        uset_complement(set.get());
        return U_SUCCESS(status) ? std::move(set) : nullptr;
    }
    if (const int mask = u_getPropertyValueEnum(UCHAR_GENERAL_CATEGORY_MASK, key.c_str());
        mask != UCHAR_INVALID_CODE) {
        uset_applyIntPropertyValue(set.get(), UCHAR_GENERAL_CATEGORY_MASK, mask, &status);
        return U_SUCCESS(status) ? std::move(set) : nullptr;
    }
    const int script = u_getPropertyValueEnum(UCHAR_SCRIPT, key.c_str());
    if (script == UCHAR_INVALID_CODE) return nullptr;
    // The library also knows four-letter abbreviations, which are not class names here.
    const char* long_name = u_getPropertyValueName(UCHAR_SCRIPT, script, U_LONG_PROPERTY_NAME);
    if (!long_name || loose(long_name) != key) return nullptr;
    uset_applyIntPropertyValue(set.get(), UCHAR_SCRIPT, script, &status);
    return U_SUCCESS(status) && !uset_isEmpty(set.get()) ? std::move(set) : nullptr;
}

// Copies a pattern in one pass, rewriting the few constructs with another syntax in RE2.
class Translator {
  public:
    explicit Translator(std::string_view pattern) : pattern_(pattern) {}

    std::expected<std::string, std::string> run() {
        while (position_ < pattern_.size() && error_.empty()) {
            if (output_.size() > kMaxTranslated) return std::unexpected("the pattern is too large");
            const char c = pattern_[position_];
            if (c == '\\')
                escape();
            else if (c == '[')
                bracket_class();
            else if (c == '(' && rest().starts_with("(?"))
                group();
            else
                copy(1);
        }
        if (!error_.empty()) return std::unexpected(std::move(error_));
        return std::move(output_);
    }

  private:
    std::string_view rest() const { return pattern_.substr(position_); }
    void copy(std::size_t count) {
        output_ += pattern_.substr(position_, count);
        position_ = std::min(position_ + count, pattern_.size());
    }

    void escape() {
        if (rest().starts_with("\\Q")) {
            const std::size_t end = pattern_.find("\\E", position_ + 2);
            copy(end == std::string_view::npos ? pattern_.size() : end + 2 - position_);
        } else if (rest().starts_with("\\C")) {
            error_ = "the escape \\C is not supported";
        } else if (is_unicode_class()) {
            unicode_class(InClass::No);
        } else {
            copy(2);
        }
    }

    enum class InClass { No, Yes };

    void unicode_class(InClass in_class) {
        bool negated = pattern_[position_ + 1] == 'P';
        const std::string_view after = pattern_.substr(position_ + 2);
        std::string_view name;
        std::size_t length = 2;
        if (after.starts_with('{')) {
            const std::size_t end = after.find('}');
            if (end == std::string_view::npos) {
                error_ = fmt::format("the class \"{}\" has no closing brace", rest().substr(0, 40));
                return;
            }
            name = after.substr(1, end - 1);
            length += end + 1;
        } else {
            name = after.substr(0, 1);
            length += name.size();
        }
        if (name.starts_with('^')) {
            negated = !negated;
            name.remove_prefix(1);
        }
        SetPtr set = class_members(name);
        if (!set) {
            error_ = fmt::format("there is no class of characters \"{}\"", rest().substr(0, length));
            return;
        }
        position_ += length;
        if (in_class == InClass::No)
            output_ += negated ? "[^" : "[";
        else if (negated)
            uset_complement(set.get());
        const int ranges = uset_getItemCount(set.get());
        for (int i = 0; i < ranges; ++i) {
            UChar32 first = 0;
            UChar32 last = 0;
            UErrorCode status = U_ZERO_ERROR;
            if (uset_getItem(set.get(), i, &first, &last, nullptr, 0, &status) != 0 || U_FAILURE(status))
                continue;
            output_ += fmt::format("\\x{{{:x}}}-\\x{{{:x}}}", static_cast<unsigned>(first),
                                   static_cast<unsigned>(last));
        }
        if (in_class == InClass::No) output_ += ']';
    }

    // The length of the character at the position as written: "a", "\\]", "\\x41", "\\x{e9}", "\\101".
    std::size_t written_length() const {
        const std::string_view text = rest();
        if (!text.starts_with('\\') || text.size() < 2) return 1;
        if (text.starts_with("\\x{")) return std::min(text.find('}'), text.size() - 1) + 1;
        if (text[1] == 'x') return std::min<std::size_t>(4, text.size());
        std::size_t length = 2;
        const auto is_octal = [&](std::size_t at) {
            return at < text.size() && text[at] >= '0' && text[at] <= '7';
        };
        while (is_octal(1) && length < 4 && is_octal(length)) ++length;
        return length;
    }

    void bracket_class() {
        copy(1);
        if (rest().starts_with('^')) copy(1);
        bool first = true;  // a "]" in the first position is literal
        while (position_ < pattern_.size() && error_.empty()) {
            if (rest().starts_with(']') && !first) {
                copy(1);
                return;
            }
            first = false;
            if (rest().starts_with("[:")) {
                const std::size_t end = pattern_.find(":]", position_ + 2);
                copy(end == std::string_view::npos ? 1 : end + 2 - position_);
                continue;
            }
            if (is_unicode_class()) {
                unicode_class(InClass::Yes);
                continue;
            }
            copy(written_length());
            if (!rest().starts_with('-') || rest().starts_with("-]")) continue;
            copy(1);
            if (is_unicode_class()) error_ = "a range cannot end with a class of characters";
            copy(written_length());
        }
    }

    bool is_unicode_class() const { return rest().starts_with("\\p") || rest().starts_with("\\P"); }

    void group() {
        std::size_t start = 0;
        if (rest().starts_with("(?P<"))
            start = 4;
        else if (rest().starts_with("(?<"))
            start = 3;
        if (start == 0) {
            copy(2);
            return;
        }
        const std::size_t end = rest().find('>');
        const std::string_view name = end == std::string_view::npos ? "" : rest().substr(start, end - start);
        if (name.empty() || !std::ranges::all_of(name, is_word)) {
            error_ =
                fmt::format("the name of the group \"{}\" is not valid; use letters, digits and underscores",
                            rest().substr(0, std::min<std::size_t>(end, 40)));
            return;
        }
        output_ += "(?P<";
        output_ += name;
        output_ += '>';
        position_ += end + 1;
    }

    std::string_view pattern_;
    std::size_t position_ = 0;
    std::string output_;
    std::string error_;
};

std::string explain(const re2::RE2& compiled) {
    const std::string& part = compiled.error_arg();
    // An expanded class would fill the message with ranges.
    const std::string where = part.empty() || part.size() > 60 ? "" : fmt::format(": \"{}\"", part);
    switch (compiled.error_code()) {
        case re2::RE2::ErrorBadEscape:
            return "it has an escape that does not exist" + where;
        case re2::RE2::ErrorBadCharClass:
            return "it has a class of characters that is not valid" + where;
        case re2::RE2::ErrorBadCharRange:
            return "it has a range of characters that is not valid" + where;
        case re2::RE2::ErrorMissingBracket:
            return "a closing bracket is missing" + where;
        case re2::RE2::ErrorMissingParen:
            return "a closing parenthesis is missing" + where;
        case re2::RE2::ErrorUnexpectedParen:
            return "it has a closing parenthesis too many" + where;
        case re2::RE2::ErrorTrailingBackslash:
            return "it ends with a backslash";
        case re2::RE2::ErrorRepeatArgument:
            return "there is nothing to repeat before" + where;
        case re2::RE2::ErrorRepeatSize:
            return "a repetition must be at most 1000 times" + where;
        case re2::RE2::ErrorRepeatOp:
            return "a repetition is itself repeated" + where;
        case re2::RE2::ErrorBadPerlOp:
            return "it has a group whose kind does not exist here" + where;
        case re2::RE2::ErrorBadUTF8:
            return "it is not valid UTF-8";
        case re2::RE2::ErrorBadNamedCapture:
            return "the name of a group is not valid or used twice" + where;
        default:
            return std::string(kPatternTooLarge);
    }
}

}  // namespace

struct Pattern::Compiled {
    Compiled(const std::string& pattern, const re2::RE2::Options& options) : regexp(pattern, options) {}
    re2::RE2 regexp;
};

Pattern::Pattern(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

std::expected<std::string, std::string> translate_pattern(std::string_view pattern) {
    if (pattern.size() > kMaxPattern)
        return std::unexpected(fmt::format("the pattern has more than {} bytes", kMaxPattern));
    return Translator(pattern).run();
}

std::expected<Pattern, std::string> Pattern::compile(std::string_view pattern, std::int64_t most_bytes) {
    auto translated = translate_pattern(pattern);
    if (!translated) return std::unexpected("invalid regular expression: " + translated.error());
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(most_bytes);
    Pattern result(std::make_unique<Compiled>(*translated, options));
    const re2::RE2& regexp = result.compiled_->regexp;
    if (!regexp.ok()) return std::unexpected("invalid regular expression: " + explain(regexp));
    // A class or a repetition can stand for very many instructions.
    constexpr std::uint64_t kOrdinary = 400;
    constexpr std::uint64_t kStepsOfInstruction = 8;
    const auto instructions = static_cast<std::uint64_t>(std::max(0, regexp.ProgramSize()));
    if (instructions > kOrdinary) result.cost_ = (instructions - kOrdinary) * kStepsOfInstruction;
    result.names_.resize(static_cast<std::size_t>(regexp.NumberOfCapturingGroups()));
    for (const auto& [index, name] : regexp.CapturingGroupNames())
        result.names_[static_cast<std::size_t>(index - 1)] = name;
    return result;
}

bool Pattern::search(std::string_view text, std::size_t from, std::vector<MatchSpan>& spans) const {
    const std::size_t count = names_.size() + 1;
    std::vector<re2::StringPiece> groups(count);
    const re2::StringPiece subject(text.data(), text.size());
    const auto is_inside_character = [&](std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    while (true) {
        if (from > text.size() || !compiled_->regexp.Match(subject, from, text.size(), re2::RE2::UNANCHORED,
                                                           groups.data(), static_cast<int>(count)))
            return false;
        // RE2 also finds "\B" between the bytes of one character.
        const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
        if (!is_inside_character(begin)) break;
        from = begin + 1;
        while (is_inside_character(from)) ++from;
    }
    spans.assign(count, {});
    for (std::size_t i = 0; i < count; ++i) {
        if (!groups[i].data()) continue;
        spans[i].begin = static_cast<std::size_t>(groups[i].data() - text.data());
        spans[i].end = spans[i].begin + groups[i].size();
        spans[i].matched = true;
    }
    return true;
}

bool Pattern::has_match(std::string_view text) const {
    return compiled_->regexp.Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED, nullptr,
                                   0);
}

PatternCache::Result PatternCache::get(std::string_view pattern) {
    const std::uint32_t hash = hash_name(pattern.substr(0, kLongest));
    {
        std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < hashes_.size(); ++i)
            if (hashes_[i] == hash && entries_[i].text == pattern) return entries_[i].result;
    }
    Result result;
    if (auto compiled = Pattern::compile(pattern, most_bytes_))
        result = std::make_shared<const Pattern>(std::move(*compiled));
    else
        result = std::unexpected(std::move(compiled).error());
    if (pattern.size() > kLongest) return result;
    Entry entry{std::string(pattern), result};
    std::lock_guard lock(mutex_);
    if (entries_.size() < kMost) {
        hashes_.push_back(hash);
        entries_.push_back(std::move(entry));
    } else {
        hashes_[next_] = hash;
        entries_[next_] = std::move(entry);
        next_ = (next_ + 1) % kMost;
    }
    return result;
}

}  // namespace hcl::eval::functions
