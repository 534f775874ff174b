#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "engine/eval/functions/calendar.h"
#include "engine/eval/functions/support.h"
#include "engine/eval/functions/yaml_text.h"
#include "engine/value/convert.h"

namespace hcl::eval::functions {
namespace {

constexpr unsigned kMostDepth = 200;
constexpr std::string_view kTags = "tag:yaml.org,2002:";

std::string_view view(const yaml_char_t* text, std::size_t size) {
    return {reinterpret_cast<const char*>(text), size};
}
std::string_view view(const yaml_char_t* text) {
    return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

bool is_digit_of(char c, unsigned base) {
    if (base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return true;
    return c >= '0' && c < static_cast<char>('0' + std::min(base, 10U));
}

// [-+]? with digits, point and exponent as in a decimal number.
std::optional<Value> decimal(std::string_view text, const Rules& rules) {
    std::size_t i = 0;
    auto digits = [&] {
        const std::size_t begin = i;
        while (i < text.size() && is_digit_of(text[i], 10)) ++i;
        return i - begin;
    };
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    std::size_t count = digits();
    if (i < text.size() && text[i] == '.') {
        ++i;
        count += digits();
    }
    if (count == 0) return std::nullopt;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
        if (digits() == 0) return std::nullopt;
    }
    if (i != text.size()) return std::nullopt;
    if (text.starts_with('+')) text.remove_prefix(1);
    auto number = number_from_text(text, rules);
    if (!number) return std::nullopt;
    return Value::number(std::move(*number));
}

// A whole number in the base; `is_one` tells that the digits are valid, even if they exceed 64 bits.
std::optional<Value> whole(std::string_view digits, unsigned base, bool is_negative, bool& is_one) {
    is_one = !digits.empty() && std::ranges::all_of(digits, [&](char c) { return is_digit_of(c, base); });
    if (!is_one) return std::nullopt;
    std::uint64_t number = 0;
    const auto read =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, static_cast<int>(base));
    if (read.ec != std::errc()) return std::nullopt;
    if (!is_negative) return Value::number(Number::unsigned_integer(number));
    if (number > std::uint64_t{1} << 63) return std::nullopt;
    return Value::integer(static_cast<std::int64_t>(~number + 1));
}

// Whole numbers in program notation, for scalars with a number tag.
std::optional<Value> tagged_number(std::string_view given, const Rules& rules) {
    std::string text;
    for (const char c : given)
        if (c != '_') text += c;
    if (auto number = decimal(text, rules)) return number;
    std::string_view digits = text;
    const bool is_negative = digits.starts_with('-');
    if (is_negative || digits.starts_with('+')) digits.remove_prefix(1);
    if (digits.size() < 3 || digits[0] != '0') return std::nullopt;
    const char kind = static_cast<char>(digits[1] | 0x20);
    const unsigned base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
    bool is_one = false;
    return base == 0 ? std::nullopt : whole(digits.substr(2), base, is_negative, is_one);
}

// A date, or a date and a time of day, as RFC 3339.
std::optional<std::string> time_text(std::string_view text) {
    auto number = [&](std::size_t least, std::size_t most) -> std::optional<std::string> {
        std::size_t count = 0;
        while (count < text.size() && count < most && is_digit_of(text[count], 10)) ++count;
        if (count < least) return std::nullopt;
        std::string out(2 > count && most == 2 ? "0" : "");
        out += text.substr(0, count);
        text.remove_prefix(count);
        return out;
    };
    auto skip = [&](char c) {
        if (!text.starts_with(c)) return false;
        text.remove_prefix(1);
        return true;
    };
    const auto year = number(4, 4);
    if (!year || !skip('-')) return std::nullopt;
    const auto month = number(1, 2);
    if (!month || !skip('-')) return std::nullopt;
    const auto day = number(1, 2);
    if (!day) return std::nullopt;
    std::string out = *year + "-" + *month + "-" + *day + "T";
    if (text.empty()) {
        out += "00:00:00Z";
    } else {
        const bool has_zone = text.starts_with('T') || text.starts_with('t');
        if (!has_zone && !text.starts_with(' ')) return std::nullopt;
        text.remove_prefix(1);
        const auto hour = number(1, 2);
        if (!hour || !skip(':')) return std::nullopt;
        const auto minute = number(1, 2);
        if (!minute || !skip(':')) return std::nullopt;
        const auto second = number(1, 2);
        if (!second) return std::nullopt;
        if (skip('.')) {
            // Fractions are dropped.
            if (!number(1, 1)) return std::nullopt;
            while (!text.empty() && is_digit_of(text.front(), 10)) text.remove_prefix(1);
        }
        out += *hour + ":" + *minute + ":" + *second;
        if (!has_zone && !text.empty()) return std::nullopt;
        if (has_zone && text.empty()) return std::nullopt;
        out += has_zone ? std::string(text) : "Z";
    }
    const auto time = parse_rfc3339(out);
    if (!time) return std::nullopt;
    return format_rfc3339(*time);
}

// Words with a special meaning.
std::optional<Value> word_value(std::string_view text) {
    static constexpr std::array<std::string_view, 11> kTrue{"y",    "Y",    "yes", "Yes", "YES", "true",
                                                            "True", "TRUE", "on",  "On",  "ON"};
    static constexpr std::array<std::string_view, 11> kFalse{"n",     "N",     "no",  "No",  "NO", "false",
                                                             "False", "FALSE", "off", "Off", "OFF"};
    static constexpr std::array<std::string_view, 5> kNull{"", "~", "null", "Null", "NULL"};
    static constexpr std::array<std::string_view, 3> kInfinite{".inf", ".Inf", ".INF"};
    auto is_in = [&](const auto& words, std::string_view word) {
        return std::ranges::find(words, word) != words.end();
    };
    if (is_in(kTrue, text)) return Value::boolean(true);
    if (is_in(kFalse, text)) return Value::boolean(false);
    if (is_in(kNull, text)) return Value::null();
    const bool has_sign = text.starts_with('-') || text.starts_with('+');
    if (is_in(kInfinite, has_sign ? text.substr(1) : text))
        return Value::number(Number::infinity(text.starts_with('-')));
    return std::nullopt;
}

class Reader {
  public:
    Reader(std::string_view text, CallContext& call) : call_(call) {
        is_ready_ = yaml_parser_initialize(&parser_) != 0;
        if (is_ready_)
            yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                         text.size());
    }
    ~Reader() {
        if (is_ready_) yaml_parser_delete(&parser_);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    FunctionResult<Value> run() {
        if (!is_ready_) return out_of_budget();
        Event event;
        if (auto problem = next(event)) return std::unexpected(std::move(*problem));  // start of the stream
        if (auto problem = next(event)) return std::unexpected(std::move(*problem));
        if (event.type() != YAML_DOCUMENT_START_EVENT) return function_error("there is no document");
        if (const auto* version = event->data.document_start.version_directive;
            version && (version->major != 1 || version->minor != 1))
            return function_error("only documents of YAML 1.1 are read");
        if (auto problem = next(event)) return std::unexpected(std::move(*problem));
        auto value = node(event, 0);
        if (!value) return std::unexpected(std::move(value.error()));
        if (auto problem = next(event)) return std::unexpected(std::move(*problem));  // end of the document
        if (auto problem = next(event)) return std::unexpected(std::move(*problem));
        if (event.type() != YAML_STREAM_END_EVENT) return function_error("there is more than one document");
        if (value->is_merge_key) return Value::string("<<");
        return std::move(value->value);
    }

  private:
    struct Event {
        Event() = default;
        ~Event() { clear(); }
        Event(const Event&) = delete;
        Event& operator=(const Event&) = delete;
        void clear() {
            if (is_there) yaml_event_delete(&event);
            is_there = false;
        }
        yaml_event_type_t type() const { return event.type; }
        const yaml_event_t* operator->() const { return &event; }
        yaml_event_t event{};
        bool is_there = false;
    };
    struct Read {
        Value value;
        bool is_merge_key = false;
    };

    [[nodiscard]] std::optional<FunctionError> next(Event& event) {
        event.clear();
        if (!call_.budget.spend(1)) return out_of_budget().error();
        if (yaml_parser_parse(&parser_, &event.event) == 0)
            return FunctionError{fmt::format("line {}: {}", parser_.problem_mark.line + 1,
                                             parser_.problem ? parser_.problem : "this is not YAML"),
                                 {}};
        event.is_there = true;
        return std::nullopt;
    }

    FunctionResult<Read> node(const Event& event, unsigned depth) {
        if (depth > kMostDepth)
            return function_error(fmt::format("it nests deeper than {} levels", kMostDepth));
        switch (event.type()) {
            case YAML_ALIAS_EVENT:
                return alias(view(event->data.alias.anchor));
            case YAML_SCALAR_EVENT: {
                auto value = scalar(event);
                if (value) define(view(event->data.scalar.anchor), value->value);
                return value;
            }
            case YAML_SEQUENCE_START_EVENT:
                return sequence(view(event->data.sequence_start.anchor), view(event->data.sequence_start.tag),
                                depth);
            case YAML_MAPPING_START_EVENT:
                return mapping(view(event->data.mapping_start.anchor), view(event->data.mapping_start.tag),
                               depth);
            default:
                return function_error("a value is missing");
        }
    }

    void define(std::string_view anchor, const Value& value) {
        if (!anchor.empty()) anchors_.insert_or_assign(std::string(anchor), value);
    }
    // An anchor is undefined until its node is complete.
    void begin(std::string_view anchor) {
        if (!anchor.empty()) anchors_.insert_or_assign(std::string(anchor), std::nullopt);
    }

    FunctionResult<Read> alias(std::string_view anchor) {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end()) return function_error(fmt::format("there is no anchor \"{}\"", anchor));
        if (!found->second)
            return function_error(
                fmt::format("the anchor \"{}\" is used inside of what it stands for", anchor));
        if (!pay_walk(*found->second, call_)) return out_of_budget();
        return Read{*found->second};
    }

    FunctionResult<Read> sequence(std::string_view anchor_text, std::string_view tag, unsigned depth) {
        const std::string anchor(anchor_text);
        if (!tag.empty() && tag != std::string(kTags) + "seq")
            return function_error(fmt::format("a sequence cannot be read as {}", tag));
        begin(anchor);
        std::vector<Value> elements;
        for (Event event;;) {
            if (auto problem = next(event)) return std::unexpected(std::move(*problem));
            if (event.type() == YAML_SEQUENCE_END_EVENT) break;
            if (!pay_elements(1, call_)) return out_of_budget();
            auto element = node(event, depth + 1);
            if (!element) return element;
            elements.push_back(element->is_merge_key ? Value::string("<<") : std::move(element->value));
        }
        Value value = Value::tuple(std::move(elements));
        if (value.is_dynamic_unknown()) return out_of_budget();
        define(anchor, value);
        return Read{std::move(value)};
    }

    FunctionResult<Read> mapping(std::string_view anchor_text, std::string_view tag, unsigned depth) {
        const std::string anchor(anchor_text);
        if (!tag.empty() && tag != std::string(kTags) + "map")
            return function_error(fmt::format("a mapping cannot be read as {}", tag));
        begin(anchor);
        std::vector<std::pair<std::string, Value>> entries;  // the last of several equal keys wins
        for (Event event;;) {
            if (auto problem = next(event)) return std::unexpected(std::move(*problem));
            if (event.type() == YAML_MAPPING_END_EVENT) break;
            if (!pay_elements(1, call_)) return out_of_budget();
            auto key = node(event, depth + 1);
            if (!key) return key;
            if (auto problem = next(event)) return std::unexpected(std::move(*problem));
            auto element = node(event, depth + 1);
            if (!element) return element;
            if (key->is_merge_key) {
                if (auto problem = merge(entries, element->value))
                    return std::unexpected(std::move(*problem));
                continue;
            }
            if (key->value.is_null()) return function_error("the key of a mapping must not be null");
            auto name = convert_value(key->value, Type::string(), call_.rules);
            if (!name) return function_error("the keys of a mapping must be strings");
            entries.emplace_back(std::string(name->as_string()),
                                 element->is_merge_key ? Value::string("<<") : std::move(element->value));
        }
        Value value = Value::object(std::move(entries));
        if (value.is_dynamic_unknown()) return out_of_budget();
        define(anchor, value);
        return Read{std::move(value)};
    }

    std::optional<FunctionError> merge(std::vector<std::pair<std::string, Value>>& entries,
                                       const Value& from) {
        if (!from.has_content() || !from.type().is_object())
            return FunctionError{fmt::format("{} cannot be merged into a mapping",
                                             from.is_null() ? "null" : from.type().friendly_name()),
                                 {}};
        if (!pay_elements(from.size(), call_)) return out_of_budget().error();
        for (std::size_t i = 0; i < from.size(); ++i)
            entries.emplace_back(std::string(from.key_at(i).as_string()), from.value_at(i));
        return std::nullopt;
    }

    FunctionResult<Read> scalar(const Event& event) {
        const auto& data = event->data.scalar;
        const std::string_view text = view(data.value, data.length);
        const std::string_view tag = view(data.tag);
        if (!pay_text(text.size(), call_)) return out_of_budget();
        // A quoted scalar is a string, regardless of its tag.
        if (data.style != YAML_PLAIN_SCALAR_STYLE) return Read{Value::string(text)};
        if (tag.empty()) return plain(text);
        if (!tag.starts_with(kTags)) return function_error(fmt::format("there is no tag \"{}\"", tag));
        const std::string_view kind = tag.substr(kTags.size());
        if (kind == "str" || kind == "binary") return Read{Value::string(text)};
        if (kind == "null") return Read{Value::null()};
        if (auto word = word_value(text)) return Read{std::move(*word)};
        if (kind == "int" || kind == "float") {
            if (auto number = tagged_number(text, call_.rules)) return Read{std::move(*number)};
        } else if (kind == "timestamp") {
            if (auto time = time_text(text)) return Read{Value::string(*time)};
        } else if (kind != "bool") {
            return function_error(fmt::format("there is no tag \"{}\"", tag));
        }
        return function_error(fmt::format("\"{}\" cannot be read as {}", text, kind));
    }

    FunctionResult<Read> plain(std::string_view text) {
        if (auto word = word_value(text)) return Read{std::move(*word)};
        if (text == "<<") return Read{Value::string(text), true};
        if (text == ".nan" || text == ".NaN" || text == ".NAN")
            return function_error("there is no value for .nan");
        if (text.starts_with("0x") || text.starts_with("0o")) {
            bool is_one = false;
            auto number = whole(text.substr(2), text[1] == 'x' ? 16 : 8, false, is_one);
            if (number) return Read{std::move(*number)};
            if (is_one) return function_error(fmt::format("64 bits cannot hold {}", text));
        }
        if (auto number = decimal(text, call_.rules)) return Read{std::move(*number)};
        if (auto time = time_text(text)) return Read{Value::string(*time)};
        return Read{Value::string(text)};
    }

    CallContext& call_;
    yaml_parser_t parser_{};
    bool is_ready_ = false;
    std::map<std::string, std::optional<Value>, std::less<>> anchors_;
};

}  // namespace

FunctionResult<Value> parse_yaml(std::string_view text, CallContext& call) {
    if (!pay_text(text.size(), call)) return out_of_budget();
    return Reader(text, call).run();
}

}  // namespace hcl::eval::functions
