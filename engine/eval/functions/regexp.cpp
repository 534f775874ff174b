// regex, regexall and regexreplace.
#include <fmt/format.h>

#include <algorithm>

#include "engine/eval/functions/regex_pattern.h"
#include "engine/eval/functions/support.h"
#include "engine/value/text.h"

namespace hcl::eval::functions {
namespace {

// A string without capture groups, a tuple for unnamed ones, an object for named ones.
FunctionResult<Type> match_type(const Pattern& pattern) {
    const auto& names = pattern.group_names();
    const auto named = static_cast<std::size_t>(
        std::ranges::count_if(names, [](const auto& name) { return !name.empty(); }));
    if (names.empty()) return Type::string();
    if (named == 0) return Type::tuple(std::vector<Type>(names.size(), Type::string()));
    if (named < names.size())
        return argument_error(0,
                              "a regular expression cannot have groups with names and groups without; write "
                              "\"(?:\" for a group that only groups");
    std::vector<ObjectAttribute> attributes;
    attributes.reserve(names.size());
    for (const std::string& name : names) attributes.push_back({name, Type::string()});
    return Type::object(std::move(attributes));
}

FunctionResult<std::shared_ptr<const Pattern>> compile(PatternCache& cache, const Value& pattern,
                                                       CallContext& call) {
    const std::string_view text = pattern.as_string();
    if (!call.budget.spend(1 + text.size())) return out_of_budget();
    auto compiled = cache.get(text);
    if (!compiled) {
        // Most of the work of compiling it was done.
        constexpr std::uint64_t kStepsOfTooLarge = 500'000;
        const bool is_too_large = compiled.error().ends_with(kPatternTooLarge);
        if (is_too_large && !call.budget.spend(kStepsOfTooLarge)) return out_of_budget();
        return function_error(std::move(compiled).error());
    }
    if (!call.budget.spend((*compiled)->cost())) return out_of_budget();
    return std::move(*compiled);
}

FunctionResult<Type> compiled_type(PatternCache& cache, const Value& pattern, CallContext& call) {
    const auto compiled = compile(cache, pattern, call);
    if (!compiled) return argument_error(0, compiled.error().message);
    return match_type(**compiled);
}

Value match_value(const Pattern& pattern, std::string_view text, const std::vector<MatchSpan>& spans,
                  const Type& type) {
    const auto part = [&](const MatchSpan& span) {
        return span.matched ? Value::string(text.substr(span.begin, span.end - span.begin))
                            : Value::null(Type::string());
    };
    if (type.is_string()) return part(spans[0]);
    if (type.is_tuple()) {
        std::vector<Value> groups;
        for (std::size_t i = 1; i < spans.size(); ++i) groups.push_back(part(spans[i]));
        return Value::tuple(std::move(groups));
    }
    std::vector<std::pair<std::string, Value>> groups;
    for (std::size_t i = 1; i < spans.size(); ++i)
        groups.emplace_back(pattern.group_names()[i - 1], part(spans[i]));
    return Value::object(std::move(groups));
}

std::size_t after_character(std::string_view text, std::size_t position) {
    if (position >= text.size()) return text.size() + 1;
    decode_utf8(text, position);
    return position;
}

// A search may scan to the end of the text even when the match is short: many searches in a long text add
// up.
bool pay_search(std::string_view text, std::size_t position, CallContext& call) {
    return call.budget.spend((text.size() - position) / 512);
}

FunctionResult<Value> regex(PatternCache& cache, Arguments arguments, const Type& type, CallContext& call) {
    const auto compiled = compile(cache, arguments[0], call);
    if (!compiled) return std::unexpected(compiled.error());
    const Pattern& pattern = **compiled;
    const std::string_view text = arguments[1].as_string();
    if (!pay_text(text.size(), call)) return out_of_budget();
    std::vector<MatchSpan> spans;
    if (!pattern.search(text, 0, spans))
        return function_error("the pattern does not match any part of the string");
    return match_value(pattern, text, spans, type);
}

FunctionResult<Value> regexall(PatternCache& cache, Arguments arguments, const Type& type,
                               CallContext& call) {
    const auto compiled = compile(cache, arguments[0], call);
    if (!compiled) return std::unexpected(compiled.error());
    const Pattern& pattern = **compiled;
    const std::string_view text = arguments[1].as_string();
    std::vector<Value> matches;
    std::vector<MatchSpan> spans;
    std::optional<std::size_t> previous_end;
    for (std::size_t position = 0; position <= text.size();) {
        if (!pay_search(text, position, call) || !pay_elements(1 + pattern.group_names().size(), call))
            return out_of_budget();
        if (!pattern.search(text, position, spans)) break;
        const MatchSpan& whole = spans[0];
        // An empty match directly after the previous one does not count.
        const bool counts = whole.end != position || whole.begin != previous_end;
        position = whole.end == position ? after_character(text, position) : whole.end;
        previous_end = whole.end;
        if (!pay_text(whole.end - whole.begin, call)) return out_of_budget();
        if (counts) matches.push_back(match_value(pattern, text, spans, type.element()));
    }
    return Value::list(type.element(), std::move(matches));
}

// The parsed replacement: literal text and references to groups.
struct ReplacementPart {
    std::string_view literal;
    std::optional<std::size_t> group;  // beyond the last group: empty
};

class ReplacementReader {
  public:
    ReplacementReader(std::string_view text, const Pattern& pattern) : text_(text), pattern_(pattern) {}

    std::vector<ReplacementPart> run() {
        while (!text_.empty()) {
            const std::size_t dollar = text_.find('$');
            if (dollar != 0) {
                literal(std::min(dollar, text_.size()));
                continue;
            }
            if (text_.starts_with("$$")) {
                text_.remove_prefix(1);
                literal(1);
            } else if (!reference()) {
                literal(1);
            }
        }
        return std::move(parts_);
    }

  private:
    void literal(std::size_t length) {
        parts_.push_back({text_.substr(0, length), {}});
        text_.remove_prefix(length);
    }

    // "$1", "${1}", "$name" (as long as possible), "${name}".
    bool reference() {
        std::string_view rest = text_.substr(1);
        const bool braces = rest.starts_with('{');
        if (braces) rest.remove_prefix(1);
        std::size_t length = 0;
        while (length < rest.size()) {
            std::size_t after = length;
            const char32_t c = decode_utf8(rest, after);
            if (!is_letter(c) && !is_digit(c) && c != '_') break;
            length = after;
        }
        const std::string_view name = rest.substr(0, length);
        rest.remove_prefix(length);
        if (name.empty() || (braces && !rest.starts_with('}'))) return false;
        if (braces) rest.remove_prefix(1);
        text_ = rest;
        parts_.push_back({{}, group(name)});
        return true;
    }

    std::size_t group(std::string_view name) const {
        const auto& names = pattern_.group_names();
        const std::size_t none = names.size() + 1;
        const bool number = std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; }) &&
                            (name.size() == 1 || name.front() != '0');
        if (!number) {
            const auto found = std::ranges::find(names, name);
            return found == names.end() ? none : static_cast<std::size_t>(found - names.begin()) + 1;
        }
        std::size_t value = 0;
        for (const char c : name) value = std::min(value * 10 + static_cast<std::size_t>(c - '0'), none);
        return value;
    }

    std::string_view text_;
    const Pattern& pattern_;
    std::vector<ReplacementPart> parts_;
};

FunctionResult<Value> regexreplace(PatternCache& cache, Arguments arguments, const Type&, CallContext& call) {
    const auto compiled = compile(cache, arguments[1], call);
    if (!compiled) return std::unexpected(compiled.error());
    const Pattern& pattern = **compiled;
    const std::string_view text = arguments[0].as_string();
    const auto parts = ReplacementReader(arguments[2].as_string(), pattern).run();

    std::string result;
    std::vector<MatchSpan> spans;
    std::size_t copied = 0;  // end of the previous match
    for (std::size_t position = 0; position <= text.size();) {
        if (!pay_search(text, position, call) || !call.budget.spend(1 + parts.size())) return out_of_budget();
        if (!pattern.search(text, position, spans)) break;
        const MatchSpan whole = spans[0];
        const std::size_t before = result.size();
        result += text.substr(copied, whole.begin - copied);
        // Except for an empty match directly after the previous one.
        if (whole.end > copied || whole.begin == 0) {
            for (const ReplacementPart& part : parts) {
                if (!part.group)
                    result += part.literal;
                else if (*part.group < spans.size() && spans[*part.group].matched)
                    result += text.substr(spans[*part.group].begin,
                                          spans[*part.group].end - spans[*part.group].begin);
            }
        }
        if (!pay_text(result.size() - before, call)) return out_of_budget();
        copied = whole.end;
        const std::size_t next = after_character(text, position);
        position = next > whole.end ? next : whole.end;
    }
    if (!pay_text(text.size() - copied, call)) return out_of_budget();
    result += text.substr(copied);
    return Value::string(result);
}

}  // namespace

void add_regexp_functions(FunctionTable& table) {
    const Type string = Type::string();
    const auto cache = std::make_shared<PatternCache>();
    const auto with_cache = [&cache](auto* implementation) -> Implementation {
        return [cache, implementation](Arguments arguments, const Type& type, CallContext& call) {
            return implementation(*cache, arguments, type, call);
        };
    };
    const auto regex_type = [cache](Arguments arguments, CallContext& call) -> FunctionResult<Type> {
        if (arguments[0].is_unknown()) return Type::dynamic();
        return compiled_type(*cache, arguments[0], call);
    };
    const auto regexall_type = [cache](Arguments arguments, CallContext& call) -> FunctionResult<Type> {
        if (arguments[0].is_unknown()) return Type::list(Type::dynamic());
        auto type = compiled_type(*cache, arguments[0], call);
        if (!type) return type;
        return Type::list(*type);
    };
    const Parameter pattern = parameter("pattern", string, kPlain, "The regular expression, in RE2 syntax.");
    const Parameter text = parameter("string", string, kPlain, "The string to search.");
    table.add(
        "regex",
        define("Returns the first match of a regular expression, and fails when there is none. Without "
               "capture groups the result is the matched string; with groups it is a tuple of what they "
               "matched, with named groups an object.",
               regex_type, {pattern, text}, with_cache(regex)));
    table.add(
        "regexall",
        define("Returns a list of all matches of a regular expression, each as `regex` would return it.",
               regexall_type, {pattern, text}, with_cache(regexall)));
    table.add(
        "regexreplace",
        define("Replaces every match of a regular expression.", string,
               {parameter("str", string, kPlain, "The string to search."), pattern,
                parameter(
                    "replace", string, kPlain,
                    "What to put in place of a match. `$1`, `${name}` stand for what a group matched, `$$` "
                    "for a dollar sign.")},
               with_cache(regexreplace)));
}

}  // namespace hcl::eval::functions
