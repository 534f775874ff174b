// Dates: formatdate and timeadd on RFC 3339 timestamps.
#include <fmt/format.h>

#include <array>

#include "engine/eval/functions/calendar.h"
#include "engine/eval/functions/support.h"

namespace hcl::eval::functions {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                "Thursday", "Friday", "Saturday"};

bool is_verb(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// One or two digits; empty for other counts.
std::string one_or_two(std::size_t count, int value) {
    if (count == 1) return fmt::format("{}", value);
    return count == 2 ? fmt::format("{:02}", value) : std::string();
}

std::string name_or_abbreviation(std::size_t count, std::string_view name) {
    if (count == 3) return std::string(name.substr(0, 3));
    return count == 4 ? std::string(name) : std::string();
}

// Formats the verb of `count` repeated letters; empty when there is no such verb.
std::string expand_verb(char letter, std::size_t count, const Timestamp& time) {
    switch (letter) {
        case 'Y':
            if (count == 2) return fmt::format("{:02}", time.year % 100);
            return count == 4 ? fmt::format("{:04}", time.year) : std::string();
        case 'M':
            if (count <= 2) return one_or_two(count, time.month);
            return name_or_abbreviation(count, kMonths[static_cast<std::size_t>(time.month - 1)]);
        case 'D':
            return one_or_two(count, time.day);
        case 'E':
            return name_or_abbreviation(count, kDays[static_cast<std::size_t>(weekday(time))]);
        case 'h':
            return one_or_two(count, time.hour);
        case 'H':
            return one_or_two(count, time.hour % 12 == 0 ? 12 : time.hour % 12);
        case 'A':
            if (count == 2) return time.hour < 12 ? "AM" : "PM";
            return {};
        case 'a':
            if (count == 2) return time.hour < 12 ? "am" : "pm";
            return {};
        case 'm':
            return one_or_two(count, time.minute);
        case 's':
            return one_or_two(count, time.second);
        case 'Z':
            if (count == 1) return time.offset_minutes == 0 ? "Z" : format_offset(time, ":");
            if (count == 3) return time.offset_minutes == 0 ? "UTC" : format_offset(time, "");
            if (count == 4) return format_offset(time, "");
            return count == 5 ? format_offset(time, ":") : std::string();
        default:
            return {};
    }
}

std::string_view verb_help(char letter) {
    switch (letter) {
        case 'Y':
            return "a year is \"YY\" or \"YYYY\"";
        case 'M':
            return "a month is \"M\", \"MM\", \"MMM\" or \"MMMM\"";
        case 'D':
            return "a day of the month is \"D\" or \"DD\"";
        case 'E':
            return "a day of the week is \"EEE\" or \"EEEE\"";
        case 'h':
            return "an hour of 24 is \"h\" or \"hh\"";
        case 'H':
            return "an hour of 12 is \"H\" or \"HH\"";
        case 'A':
        case 'a':
            return "before or after noon is \"AA\" or \"aa\"";
        case 'm':
            return "a minute is \"m\" or \"mm\"";
        case 's':
            return "a second is \"s\" or \"ss\"";
        case 'Z':
            return "a UTC offset is \"Z\", \"ZZZ\", \"ZZZZ\" or \"ZZZZZ\"";
        default:
            return "put single quotes around text that is meant literally";
    }
}

// The text of a quoted literal that starts at `position`, which is moved past it;
// empty when it is not closed.
std::optional<std::string> quoted_literal(std::string_view format, std::size_t& position) {
    constexpr char kQuote = '\'';
    const std::string_view rest = format.substr(position);
    if (rest.starts_with("''")) {
        position += 2;
        return "'";
    }
    std::string text;
    std::size_t i = 1;
    for (; i < rest.size(); ++i) {
        if (rest[i] != kQuote) {
            text += rest[i];
        } else if (i + 1 < rest.size() && rest[i + 1] == kQuote) {
            // A doubled quote is a literal quote. At the very end, the second one still closes the literal.
            text += kQuote;
            if (++i + 1 == rest.size()) break;
        } else {
            break;
        }
    }
    if (i >= rest.size()) return std::nullopt;
    position += i + 1;
    return text;
}

FunctionResult<Value> formatdate(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view format = arguments[0].as_string();
    const auto time = parse_rfc3339(arguments[1].as_string());
    if (!time) return argument_error(1, time.error());
    if (!call.budget.spend(1 + format.size() / 16, format.size())) return out_of_budget();

    std::string result;
    std::size_t position = 0;
    while (position < format.size()) {
        const char c = format[position];
        if (c == '\'') {
            auto text = quoted_literal(format, position);
            if (!text) return argument_error(0, "a literal in single quotes has no closing quote");
            result += *text;
        } else if (is_verb(c)) {
            const std::size_t end = std::min(format.find_first_not_of(c, position), format.size());
            const std::string expanded = expand_verb(c, end - position, *time);
            if (expanded.empty())
                return argument_error(
                    0, fmt::format("\"{}\" is not a part of a date: {}",
                                   format.substr(position, std::min<std::size_t>(end - position, 40)),
                                   verb_help(c)));
            result += expanded;
            position = end;
        } else {
            result += c;
            ++position;
        }
    }
    return text_result(result, call);
}

FunctionResult<Value> timeadd(Arguments arguments, const Type&, CallContext& call) {
    const auto time = parse_rfc3339(arguments[0].as_string());
    if (!time) return function_error(time.error());
    const auto duration = parse_duration(arguments[1].as_string());
    if (!duration) return function_error(duration.error());
    return text_result(format_rfc3339(add_duration(*time, *duration)), call);
}

}  // namespace

void add_datetime_functions(FunctionTable& table) {
    const Type string = Type::string();
    table.add(
        "formatdate",
        define(
            "Writes a timestamp in another form.\n\nThe parts of a date: `YY YYYY` year, `M MM MMM MMMM` "
            "month, "
            "`D DD` day, `EEE EEEE` day of the week, `h hh` hour of 24, `H HH` hour of 12 with `AA` or `aa`, "
            "`m mm` minute, `s ss` second, `Z ZZZ ZZZZ ZZZZZ` UTC offset. Letters meant literally stand in "
            "single quotes.",
            string,
            {parameter("format", string, kPlain, "The form, such as `DD MMM YYYY hh:mm ZZZ`."),
             parameter("time", string, kPlain,
                       "A timestamp in RFC 3339 form, such as `2006-01-02T15:04:05Z`.")},
            formatdate));
    table.add("timeadd",
              nullable(define(
                  "Adds a duration to a timestamp and returns the new timestamp.", string,
                  {parameter("timestamp", string, kPlain,
                             "A timestamp in RFC 3339 form, such as `2006-01-02T15:04:05Z`."),
                   parameter("duration", string, kPlain,
                             "A duration such as `1h30m` or `-10s`; the units are h, m, s, ms, us and ns.")},
                  timeadd)));
}

}  // namespace hcl::eval::functions
