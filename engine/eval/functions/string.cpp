// Strings: case, length and substrings by grapheme cluster, splitting and joining, trimming, replacing.
#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <optional>

#include "engine/eval/functions/support.h"
#include "engine/value/ops.h"
#include "engine/value/text.h"

namespace hcl::eval::functions {
namespace {

// Maps each code point separately: no special casing, no locale.
template <typename Mapping>
std::string map_characters(std::string_view text, Mapping mapping) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) append_utf8(result, mapping(decode_utf8(text, i)));
    return result;
}

// Word separators of title().
bool separates_words(char32_t c) {
    if (c < 0x80)
        return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_');
    return !is_letter(c) && !is_digit(c) && is_space(c);
}

std::string title_case(std::string_view text) {
    char32_t previous = ' ';
    return map_characters(text, [&previous](char32_t c) {
        const bool first = separates_words(previous);
        previous = c;
        return first ? static_cast<char32_t>(u_totitle(static_cast<UChar32>(c))) : c;
    });
}

// The code point that ends at `end`, and its start.
char32_t character_before(std::string_view text, std::size_t end, std::size_t& begin) {
    begin = end - 1;
    while (begin > 0 && end - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
    std::size_t position = begin;
    const char32_t c = decode_utf8(text, position);
    if (position != end) begin = end - 1;  // malformed: take one byte
    return position == end ? c : U'\uFFFD';
}

// Trims characters that satisfy `unwanted` from both ends.
template <typename Unwanted>
std::string_view trim_characters(std::string_view text, Unwanted unwanted) {
    while (!text.empty()) {
        std::size_t after = 0;
        if (!unwanted(decode_utf8(text, after))) break;
        text.remove_prefix(after);
    }
    while (!text.empty()) {
        std::size_t begin = 0;
        if (!unwanted(character_before(text, text.size(), begin))) break;
        text = text.substr(0, begin);
    }
    return text;
}

std::string_view trim_cutset(std::string_view text, std::string_view cutset) {
    std::u32string members;
    for (std::size_t i = 0; i < cutset.size();) members += decode_utf8(cutset, i);
    std::ranges::sort(members);
    return trim_characters(text, [&members](char32_t c) { return std::ranges::binary_search(members, c); });
}

std::string_view trim_newlines(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

FunctionResult<Value> strlen_value(Arguments arguments, const Type&, CallContext&) {
    const Value& text = arguments[0];
    if (text.is_unknown()) {
        Refinements bounds = Refinements::present();
        const Refinements& known = text.refinements();
        const std::uint64_t least = std::max<std::uint64_t>(grapheme_count(known.prefix), known.min_length);
        bounds.min = NumberBound{Number::unsigned_integer(least), true};
        if (known.max_length != Refinements::kNoMaxLength)
            bounds.max = NumberBound{Number::unsigned_integer(known.max_length), true};
        return Value::unknown(Type::number()).refined(bounds);
    }
    return Value::integer(static_cast<std::int64_t>(grapheme_count(text.as_string())));
}

FunctionResult<Value> substr(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view text = arguments[0].as_string();
    auto offset = whole_number(arguments[1]);
    if (!offset) return std::unexpected(std::move(offset.error()));
    auto length = whole_number(arguments[2]);
    if (!length) return std::unexpected(std::move(length.error()));

    std::int64_t begin = *offset;
    // A negative length means up to the end: the reference does
    // this, and configurations rely on it.
    bool to_the_end = *length < 0;
    if (begin < 0) {
        begin = std::max<std::int64_t>(begin + static_cast<std::int64_t>(grapheme_count(text)), 0);
        to_the_end = to_the_end || *length == 0;
    }
    std::optional<std::size_t> count;
    if (!to_the_end) count = static_cast<std::size_t>(*length);
    return text_result(grapheme_substring(text, static_cast<std::size_t>(begin), count), call);
}

FunctionResult<Value> join(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view separator = arguments[0].as_string();
    const Arguments lists = arguments.subspan(1);
    if (lists.empty()) return function_error("at least one list is required");
    for (const Value& list : lists)
        if (!list.is_wholly_known()) return Value::unknown(Type::string());

    std::size_t bytes = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        for (std::size_t k = 0; k < lists[i].size(); ++k, ++count) {
            const Value& element = lists[i].value_at(k);
            if (element.is_null())
                return argument_error(i + 1, fmt::format("element {} of the list is null", k));
            bytes += element.as_string().size();
        }
    }
    if (count > 1) bytes += (count - 1) * separator.size();
    if (!call.budget.spend(count, 0) || !pay_text(bytes, call)) return out_of_budget();

    std::string result;
    result.reserve(bytes);
    bool first = true;
    for (const Value& list : lists) {
        for (const Value& element : list.elements()) {
            if (!first) result += separator;
            first = false;
            result += element.as_string();
        }
    }
    return Value::string(result);
}

FunctionResult<Value> sort(Arguments arguments, const Type& type, CallContext& call) {
    const Value& list = arguments[0];
    if (!list.is_wholly_known()) {
        // The order is unknown, but the length is not.
        const Refinements range = ops::range_of(list);
        Refinements length = Refinements::present();
        length.min_length = range.min_length;
        length.max_length = range.max_length;
        return Value::unknown(type).refined(length);
    }
    if (!pay_elements(list.size(), call)) return out_of_budget();
    std::vector<Value> elements(list.elements().begin(), list.elements().end());
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (elements[i].is_null()) return function_error(fmt::format("element {} of the list is null", i));
    std::ranges::sort(elements, [](const Value& a, const Value& b) { return a.as_string() < b.as_string(); });
    return Value::list(Type::string(), std::move(elements));
}

FunctionResult<Value> split(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view separator = arguments[0].as_string();
    const std::string_view text = arguments[1].as_string();
    if (!pay_text(text.size(), call)) return out_of_budget();
    std::vector<Value> parts;
    std::size_t begin = 0;
    while (separator.empty() ? begin < text.size() : true) {
        std::size_t end = begin;
        if (separator.empty())
            decode_utf8(text, end);
        else
            end = std::min(find_text(text, separator, begin), text.size());
        if (!pay_elements(1, call)) return out_of_budget();
        parts.push_back(Value::string(text.substr(begin, end - begin)));
        if (!separator.empty() && end == text.size()) break;
        begin = end + separator.size();
        // A separator at the very end is followed by an empty part.
        if (!separator.empty() && begin == text.size()) {
            parts.push_back(Value::string(""));
            break;
        }
    }
    return Value::list(Type::string(), std::move(parts));
}

// `wanted` is not empty.
std::size_t count_of(std::string_view text, std::string_view wanted) {
    std::size_t count = 0;
    for (std::size_t at = find_text(text, wanted); at != std::string_view::npos;
         at = find_text(text, wanted, at + wanted.size()))
        ++count;
    return count;
}

FunctionResult<Value> replace_all(std::string_view text, std::string_view wanted,
                                  std::string_view replacement, CallContext& call) {
    std::string result;
    // Charges both searches and output: short replacements are the slow ones.
    if (wanted.empty()) {
        // Before every character and at the end.
        std::size_t characters = 0;
        for (std::size_t i = 0; i < text.size(); ++characters) decode_utf8(text, i);
        // Neither factor exceeds the memory, but the product may.
        if (!replacement.empty() && characters + 1 > call.budget.limits().bytes / replacement.size())
            return out_of_budget();
        const std::size_t size = text.size() + (characters + 1) * replacement.size();
        if (!call.budget.spend(characters) || !pay_text(size, call)) return out_of_budget();
        result.reserve(size);
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t begin = i;
            decode_utf8(text, i);
            result += replacement;
            result += text.substr(begin, i - begin);
        }
        result += replacement;
        return Value::string(result);
    }
    const std::size_t count = count_of(text, wanted);
    if (!replacement.empty() && count > call.budget.limits().bytes / replacement.size())
        return out_of_budget();
    const std::size_t size = text.size() - count * wanted.size() + count * replacement.size();
    if (!call.budget.spend(count) || !pay_text(size, call)) return out_of_budget();
    result.reserve(size);
    std::size_t begin = 0;
    for (std::size_t at = find_text(text, wanted); at != std::string_view::npos;
         at = find_text(text, wanted, begin)) {
        result += text.substr(begin, at - begin);
        result += replacement;
        begin = at + wanted.size();
    }
    result += text.substr(begin);
    return Value::string(result);
}

FunctionResult<Value> indent(Arguments arguments, const Type&, CallContext& call) {
    auto spaces = whole_number(arguments[0]);
    if (!spaces) return std::unexpected(std::move(spaces.error()));
    if (*spaces < 0) return function_error("the number of spaces must not be negative");
    const std::string_view text = arguments[1].as_string();
    if (!text.contains('\n')) return arguments[1];
    const auto width = static_cast<std::uint64_t>(*spaces);
    if (!call.budget.affords_bytes(width)) return out_of_budget();
    return replace_all(text, "\n", "\n" + std::string(width, ' '), call);
}

// A function of one string, whose result is a string too.
Function on_text(std::string description, std::string doc, unsigned accept,
                 std::string (*operation)(std::string_view)) {
    return define(std::move(description), Type::string(),
                  {parameter("str", Type::string(), accept, std::move(doc))},
                  [operation](Arguments arguments, const Type&, CallContext& call) {
                      return text_result(operation(arguments[0].as_string()), call);
                  });
}

std::string upper_case(std::string_view text) {
    return map_characters(text, simple_upper);
}
std::string lower_case(std::string_view text) {
    return map_characters(text, simple_lower);
}
std::string chomp(std::string_view text) {
    return std::string(trim_newlines(text));
}
std::string trim_space(std::string_view text) {
    return std::string(trim_characters(text, is_space));
}

void add_case_functions(FunctionTable& table) {
    table.add("upper", on_text("Returns the string with every letter in upper case.", "The string to change.",
                               kDynamic, upper_case));
    table.add("lower", on_text("Returns the string with every letter in lower case.", "The string to change.",
                               kDynamic, lower_case));
    table.add("title", on_text("Returns the string with the first letter of every word in upper case.",
                               "The string to change.", kPlain, title_case));
    table.add("reverse",
              on_text("Returns the string with its characters in reverse order. Characters that are made of "
                      "several code points stay whole.",
                      "The string to reverse.", kDynamic, reverse_graphemes));
}

void add_trim_functions(FunctionTable& table) {
    const Type string = Type::string();
    table.add("chomp", on_text("Removes all newlines from the end of the string.", "The string to cut.",
                               kPlain, chomp));
    table.add("trimspace",
              on_text("Removes spaces, tabs, newlines and other white space from both ends of the string.",
                      "The string to trim.", kPlain, trim_space));
    table.add("trim", define("Removes the given characters from both ends of the string.", string,
                             {parameter("str", string, kPlain, "The string to trim."),
                              parameter("cutset", string, kPlain, "The characters to remove, in any order.")},
                             [](Arguments arguments, const Type&, CallContext& call) {
                                 return text_result(
                                     trim_cutset(arguments[0].as_string(), arguments[1].as_string()), call);
                             }));
    table.add("trimprefix", define("Removes a prefix from the string, if it begins with it.", string,
                                   {parameter("str", string, kPlain, "The string to cut."),
                                    parameter("prefix", string, kPlain, "The beginning to remove.")},
                                   [](Arguments arguments, const Type&, CallContext& call) {
                                       std::string_view text = arguments[0].as_string();
                                       const std::string_view prefix = arguments[1].as_string();
                                       if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
                                       return text_result(text, call);
                                   }));
    table.add("trimsuffix", define("Removes a suffix from the string, if it ends with it.", string,
                                   {parameter("str", string, kPlain, "The string to cut."),
                                    parameter("suffix", string, kPlain, "The end to remove.")},
                                   [](Arguments arguments, const Type&, CallContext& call) {
                                       std::string_view text = arguments[0].as_string();
                                       const std::string_view suffix = arguments[1].as_string();
                                       if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
                                       return text_result(text, call);
                                   }));
}

}  // namespace

void add_string_functions(FunctionTable& table) {
    const Type string = Type::string();
    const Type number = Type::number();
    const Type strings = Type::list(string);

    add_case_functions(table);
    add_trim_functions(table);
    table.add("strlen",
              define("Returns how many characters the string has. What people see as one character counts as "
                     "one.",
                     number, {parameter("str", string, kUnknown | kDynamic, "The string to measure.")},
                     strlen_value));
    table.add(
        "substr",
        define(
            "Returns a part of the string, counted in characters.", string,
            {parameter("str", string, kDynamic, "The string to take from."),
             parameter(
                 "offset", number, kDynamic,
                 "Where the part begins: 0 is the first character, a negative number counts from the end."),
             parameter("length", number, kDynamic,
                       "How many characters at most; a negative number means all that follow.")},
            substr));
    table.add(
        "join",
        variadic(define("Returns one string made of all the elements of the lists, with a separator "
                        "between them.",
                        string, {parameter("separator", string, kPlain, "What to put between two elements.")},
                        join),
                 parameter("lists", strings, kPlain, "One or more lists of strings.")));
    table.add("sort", define("Returns the strings of a list in the order of their code points.", strings,
                             {parameter("list", strings, kUnknown, "The strings to sort.")}, sort));
    table.add("split",
              define("Cuts a string wherever a separator occurs, and returns the parts as a list.", strings,
                     {parameter("separator", string, kPlain,
                                "What separates the parts; the empty string cuts between all characters."),
                      parameter("str", string, kPlain, "The string to cut.")},
                     split));
    table.add("indent",
              define("Adds spaces after every newline: all lines but the first move to the right.", string,
                     {parameter("spaces", number, kPlain, "How many spaces."),
                      parameter("str", string, kPlain, "The string to indent.")},
                     indent));
    table.add(
        "replace",
        define("Replaces every occurrence of one string in another. For patterns see `regexreplace`.", string,
               {parameter("str", string, kPlain, "The string to search."),
                parameter("substr", string, kPlain, "What to replace."),
                parameter("replace", string, kPlain, "What to put in its place.")},
               [](Arguments arguments, const Type&, CallContext& call) {
                   return replace_all(arguments[0].as_string(), arguments[1].as_string(),
                                      arguments[2].as_string(), call);
               }));
}

}  // namespace hcl::eval::functions
