// format and formatlist: write values into text with verbs, like printf.
#include <fmt/format.h>

#include <algorithm>

#include "engine/base/json_string.h"
#include "engine/eval/functions/format_verb.h"
#include "engine/eval/functions/json_values.h"
#include "engine/eval/functions/support.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/text.h"
#include "engine/value/value_json.h"

namespace hcl::eval::functions {
namespace {

std::string pad_text(const FormatVerb& verb, std::string text) {
    if (verb.width < 0) return text;
    const std::size_t length = grapheme_count(text);
    const auto width = static_cast<std::size_t>(verb.width);
    if (length >= width) return text;
    const std::string padding(width - length, verb.zero ? '0' : ' ');
    return verb.minus ? text + padding : padding + text;
}

// Applies a parsed format string to one row of arguments.
class Formatter {
  public:
    Formatter(const ParsedFormat& format, CallContext& call) : format_(format), call_(call) {}

    // The argument index of an error is that of the function: the format string is argument 0. Nothing is
    // written for unknown arguments, of which only the types are checked.
    FunctionResult<std::string> run(Arguments arguments) {
        std::string result;
        std::size_t highest = 0;
        for (const FormatPart& part : format_.parts) {
            const std::size_t before = result.size();
            if (part.verb.argument == 0) {
                result += part.literal;
            } else {
                highest = std::max(highest, part.verb.argument);
                auto text = apply(part.verb, arguments);
                if (!text) return text;
                result += *text;
            }
            if (!pay_text(result.size() - before, call_)) return out_of_budget();
        }
        if (!format_.error.empty()) return function_error(format_.error);
        if (highest < arguments.size()) {
            if (highest == 0)
                return argument_error(1, "there are arguments, but no verbs in the format string");
            return argument_error(highest + 1, fmt::format("the format string uses {} of {} arguments",
                                                           highest, arguments.size()));
        }
        return result;
    }

  private:
    std::unexpected<FunctionError> fail(const FormatVerb& verb, std::string_view why) const {
        return function_error(
            fmt::format("\"{}\" at offset {} of the format string: {}", verb.text, verb.offset, why));
    }

    FunctionResult<Value> converted(const FormatVerb& verb, const Value& value, const Type& type) const {
        auto result = convert_value(value, type, call_.rules);
        if (!result) return fail(verb, result.error().message());
        return std::move(*result);
    }

    FunctionResult<std::string> apply(const FormatVerb& verb, Arguments arguments) const {
        if (verb.argument > arguments.size())
            return fail(verb,
                        fmt::format("there is no argument {}, only {}", verb.argument, arguments.size()));
        const Value& value = arguments[verb.argument - 1];
        if (verb.letter != 'v' && value.is_null()) return fail(verb, "null cannot be formatted");
        if (verb.width > kMaxFormatWidth || verb.precision > kMaxFormatWidth)
            return fail(verb,
                        fmt::format("width and precision must not be greater than {}", kMaxFormatWidth));
        if (!value.is_wholly_known()) return unknown(verb, value.type());
        switch (verb.letter) {
            case 'v':
                return any(verb, value);
            case 't':
                return boolean(verb, value);
            case 'b':
            case 'd':
            case 'o':
            case 'x':
            case 'X':
                return integer(verb, value);
            case 'e':
            case 'E':
            case 'f':
            case 'g':
            case 'G':
                return real(verb, value);
            case 's':
            case 'q':
                return text(verb, value);
            default:
                return fail(verb, fmt::format("there is no verb \"{}\"", verb.letter));
        }
    }

    FunctionResult<std::string> unknown(const FormatVerb& verb, const Type& type) const {
        const Type needed = needed_type(verb.letter);
        if (type.is_dynamic() || needed.is_dynamic()) return std::string();
        const auto result = converted(verb, Value::unknown(type), needed);
        if (!result) return std::unexpected(result.error());
        return std::string();
    }

    // The type that a verb converts its value to; dynamic: the verb takes any type.
    static Type needed_type(char letter) {
        switch (letter) {
            case 't':
                return Type::boolean();
            case 's':
            case 'q':
                return Type::string();
            case 'b':
            case 'd':
            case 'o':
            case 'x':
            case 'X':
            case 'e':
            case 'E':
            case 'f':
            case 'g':
            case 'G':
                return Type::number();
            default:
                return Type::dynamic();
        }
    }

    FunctionResult<std::string> any(const FormatVerb& verb, const Value& value) const {
        if (!verb.sharp && !value.is_null()) {
            if (value.kind() == TypeKind::String) return pad_text(verb, std::string(value.as_string()));
            if (value.kind() == TypeKind::Number) {
                auto digits = value.as_number().format('g', std::nullopt);
                if (!digits) return out_of_budget();
                return pad_text(verb, std::move(*digits));
            }
        }
        std::string json;
        if (auto result = append_json(json, value, call_); !result) {
            if (result.error().out_of_budget) return out_of_budget();
            return fail(verb, result.error().message);
        }
        return pad_text(verb, std::move(json));
    }

    FunctionResult<std::string> boolean(const FormatVerb& verb, const Value& value) const {
        const auto result = converted(verb, value, Type::boolean());
        if (!result) return std::unexpected(result.error());
        return result->as_bool() ? "true" : "false";
    }

    FunctionResult<std::string> integer(const FormatVerb& verb, const Value& value) const {
        const auto result = converted(verb, value, Type::number());
        if (!result) return std::unexpected(result.error());
        const Number number = result->as_number();
        if (!number.is_integer() || number.is_infinite()) return fail(verb, "a whole number is required");
        const int base = verb.letter == 'b' ? 2 : verb.letter == 'o' ? 8 : verb.letter == 'd' ? 10 : 16;
        auto digits = number.to_base(base);
        if (!digits) return out_of_budget();
        return pad_integer(verb, std::move(*digits));
    }

    FunctionResult<std::string> real(const FormatVerb& verb, const Value& value) const {
        const auto result = converted(verb, value, Type::number());
        if (!result) return std::unexpected(result.error());
        std::optional<int> digits;
        if (verb.precision >= 0)
            digits = verb.precision;
        else if (verb.letter != 'g' && verb.letter != 'G')
            digits = 6;
        auto text = result->as_number().format(verb.letter, digits);
        if (!text) return out_of_budget();
        return pad_float(verb, std::move(*text));
    }

    FunctionResult<std::string> text(const FormatVerb& verb, const Value& value) const {
        const auto result = converted(verb, value, Type::string());
        if (!result) return std::unexpected(result.error());
        std::string_view string = result->as_string();
        if (verb.precision > 0)
            string = grapheme_substring(string, 0, static_cast<std::size_t>(verb.precision));
        if (verb.letter == 's') return pad_text(verb, std::string(string));
        std::string quoted;
        append_json_string(quoted, string, JsonEscapes::HtmlSafe);
        return pad_text(verb, std::move(quoted));
    }

    const ParsedFormat& format_;
    CallContext& call_;
};

std::optional<FunctionError> check_format(Arguments arguments, CallContext& call) {
    // The result for an untyped null may be another in languages that have functions of their own.
    const auto is_untyped_null = [](const Value& value) {
        return value.is_null() && value.type().is_dynamic();
    };
    if (!arguments[0].is_known_string() || std::ranges::any_of(arguments, is_untyped_null))
        return std::nullopt;
    auto text = Formatter(parse_format(arguments[0].as_string()), call).run(arguments.subspan(1));
    if (text) return std::nullopt;
    return std::move(text.error());
}

FunctionResult<Value> format(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view text = arguments[0].as_string();
    const Arguments values = arguments.subspan(1);
    for (const Value& value : values) {
        if (value.is_wholly_known()) continue;
        // The text before the first verb is a known prefix.
        Refinements known = Refinements::present();
        const std::size_t percent = text.find('%');
        if (percent != std::string_view::npos) known.prefix = safe_prefix(text.substr(0, percent));
        return Value::unknown(Type::string()).refined(known);
    }
    auto result = Formatter(parse_format(text), call).run(values);
    if (!result) return std::unexpected(std::move(result.error()));
    return Value::string(*result);
}

// An argument of formatlist(): its elements in turn, or the same value for every row.
bool is_iterated(const Value& value) {
    const TypeKind kind = value.kind();
    return (kind == TypeKind::List || kind == TypeKind::Set || kind == TypeKind::Tuple) && !value.is_null();
}

// Without lists there is one row; with them there may be none.
std::optional<FunctionError> check_formatlist(Arguments arguments, CallContext& call) {
    const bool has_list = std::ranges::any_of(arguments.subspan(1), [](const Value& value) {
        return is_sequence(value.type()) || value.type().is_dynamic();
    });
    return has_list ? std::nullopt : check_format(arguments, call);
}

FunctionResult<Value> formatlist(Arguments arguments, const Type& type, CallContext& call) {
    const Arguments values = arguments.subspan(1);
    std::optional<std::size_t> rows;
    std::size_t rows_from = 0;
    bool unknown = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!is_iterated(values[i])) {
            unknown = unknown || values[i].is_dynamic_unknown();
            continue;
        }
        const bool may_be_null = values[i].is_unknown() && !ops::definitely_not_null(values[i]);
        // A null is no list: every row takes it as it is.
        if (!has_known_length(values[i]) || may_be_null) {
            unknown = true;
            continue;
        }
        // The length of a tuple is known even if its elements are not.
        const std::size_t length =
            values[i].kind() == TypeKind::Tuple ? values[i].type().elements().size() : values[i].size();
        if (!rows) {
            rows = length;
            rows_from = i;
        } else if (*rows != length) {
            return argument_error(
                i + 1, fmt::format("it has {} elements, but argument {} has {}; lists must have the "
                                   "same length",
                                   length, rows_from + 1, *rows));
        }
        unknown = unknown || values[i].is_unknown();
    }
    if (unknown) return Value::unknown(type);

    const std::size_t count = rows.value_or(1);
    if (!pay_elements(count, call)) return out_of_budget();
    const ParsedFormat parsed = parse_format(arguments[0].as_string());
    Formatter formatter(parsed, call);
    std::vector<Value> results;
    results.reserve(count);
    std::vector<Value> row(values.size());
    for (std::size_t n = 0; n < count; ++n) {
        for (std::size_t i = 0; i < values.size(); ++i)
            row[i] = is_iterated(values[i]) ? values[i].value_at(n) : values[i];
        if (!call.budget.spend(1 + row.size())) return out_of_budget();
        if (!std::ranges::all_of(row, [](const Value& value) { return value.is_wholly_known(); })) {
            results.push_back(Value::unknown(Type::string()).refined_not_null());
            continue;
        }
        auto text = formatter.run(row);
        if (!text) {
            if (text.error().out_of_budget) return out_of_budget();
            // Without lists it is equivalent to format(), with the same errors.
            if (values.empty()) return std::unexpected(std::move(text.error()));
            return function_error(fmt::format("element {}: {}", n, text.error().message));
        }
        results.push_back(Value::string(*text));
    }
    return Value::list(Type::string(), std::move(results));
}

}  // namespace

void add_format_functions(FunctionTable& table) {
    constexpr unsigned kAccept = kNull | kUnknown | kDynamic;
    const Type any = Type::dynamic();
    const std::string verbs =
        "`%s` string, `%d` whole number, `%f` `%e` `%g` number, `%t` true or false, `%q` quoted string, `%b` "
        "`%o` `%x` "
        "other bases, `%v` any value, `%#v` as JSON, `%%` a percent sign; `%8.2f` gives width and precision, "
        "`%-8s` "
        "aligns to the left, `%[2]s` takes the second argument.";
    table.add("format", variadic(checked(define("Writes values into a string.\n\n" + verbs, Type::string(),
                                                {parameter("format", Type::string(), kPlain,
                                                           "The format string, with a verb for each value.")},
                                                format),
                                         check_format),
                                 parameter("args", any, kAccept, "The values, in the order of the verbs.")));
    table.add(
        "formatlist",
        variadic(
            checked(define("Formats values, once for every element of the lists given, and returns the list "
                           "of strings.\n\n" +
                               verbs,
                           Type::list(Type::string()),
                           {parameter("format", Type::string(), kPlain,
                                      "The format string, with a verb for each value.")},
                           formatlist),
                    check_formatlist),
            parameter("args", any, kAccept,
                      "Lists, sets or tuples of the same length, whose elements are taken one by one, and "
                      "other values, which are the same every time.")));
}

}  // namespace hcl::eval::functions
