#include "engine/eval/functions/json_values.h"

#include <fmt/format.h>

#include <map>

#include "engine/base/ascii.h"
#include "engine/base/base64.h"
#include "engine/base/json_string.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"
#include "engine/value/text.h"
#include "engine/value/value_json.h"

namespace hcl::eval::functions {
namespace {

// Types are limited to kMaxTypeDepth; deeper nesting is an error here.
constexpr unsigned kMaxDepth = 500;

class JsonReader {
  public:
    JsonReader(std::string_view text, CallContext& call) : text_(text), call_(call) {}

    FunctionResult<Value> document() {
        skip_space();
        auto result = value(0);
        if (!result) return result;
        skip_space();
        // The reference's reader ends the document at a closing bracket, whatever follows.
        if (!done() && peek() != ']' && peek() != '}') return fail("there is text after the JSON document");
        return result;
    }

  private:
    bool done() const { return position_ >= text_.size(); }
    char peek() const { return done() ? '\0' : text_[position_]; }
    void skip_space() {
        while (!done() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position_;
    }

    std::unexpected<FunctionError> fail(std::string_view what) const {
        if (done()) return function_error(fmt::format("invalid JSON: {} at the end of the text", what));
        return function_error(fmt::format("invalid JSON: {} at offset {}", what, position_));
    }

    FunctionResult<Value> value(unsigned depth) {
        if (depth > kMaxDepth) return fail(fmt::format("values are nested more than {} deep", kMaxDepth));
        if (!pay_elements(1, call_)) return out_of_budget();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"': {
                auto text = string();
                if (!text) return std::unexpected(std::move(text.error()));
                return Value::string(*text);
            }
            case 't':
                return keyword("true", Value::boolean(true));
            case 'f':
                return keyword("false", Value::boolean(false));
            case 'n':
                return keyword("null", Value::null());
            default:
                return number();
        }
    }

    FunctionResult<Value> keyword(std::string_view word, Value result) {
        if (!text_.substr(position_).starts_with(word)) return fail(fmt::format("\"{}\" is expected", word));
        position_ += word.size();
        return result;
    }

    FunctionResult<Value> array(unsigned depth) {
        ++position_;
        std::vector<Value> elements;
        skip_space();
        if (peek() == ']' && !done()) {
            ++position_;
            return Value::tuple({});
        }
        while (true) {
            skip_space();
            auto element = value(depth + 1);
            if (!element) return element;
            elements.push_back(std::move(*element));
            skip_space();
            if (peek() == ',') {
                ++position_;
                continue;
            }
            if (peek() != ']') return fail("a comma or closing bracket is expected");
            ++position_;
            return Value::tuple(std::move(elements));
        }
    }

    FunctionResult<Value> object(unsigned depth) {
        ++position_;
        std::map<std::string, Value, std::less<>> members;
        skip_space();
        if (peek() == '}') {
            ++position_;
            return Value::object(std::vector<std::pair<std::string, Value>>{});
        }
        while (true) {
            skip_space();
            if (peek() != '"') return fail("a property name in double quotes is expected");
            auto name = string();
            if (!name) return std::unexpected(std::move(name.error()));
            // The attribute would have another name than the property: the reference rejects it.
            if (!is_nfc(*name))
                return fail(fmt::format("the property \"{}\" is not in Unicode normal form C", *name));
            skip_space();
            if (peek() != ':') return fail("a colon is expected");
            ++position_;
            skip_space();
            auto member = value(depth + 1);
            if (!member) return member;
            auto [place, added] = members.try_emplace(*name, *member);
            if (!added) {
                if (place->second.type() != member->type())
                    return fail(fmt::format("the property \"{}\" occurs twice with values of different types",
                                            *name));
                place->second = std::move(*member);
            }
            skip_space();
            if (peek() == ',') {
                ++position_;
                continue;
            }
            if (peek() != '}') return fail("a comma or closing brace is expected");
            ++position_;
            std::vector<std::pair<std::string, Value>> attributes;
            attributes.reserve(members.size());
            for (auto& [key, attribute] : members) attributes.emplace_back(key, std::move(attribute));
            return Value::object(std::move(attributes));
        }
    }

    FunctionResult<Value> number() {
        const std::size_t begin = position_;
        const auto digits = [this] {
            const std::size_t from = position_;
            while (!done() && peek() >= '0' && peek() <= '9') ++position_;
            return position_ > from;
        };
        if (peek() == '-') ++position_;
        if (peek() == '0')
            ++position_;
        else if (!digits())
            return fail("a JSON value is expected");
        if (peek() == '.') {
            ++position_;
            if (!digits()) return fail("a digit is expected");
        }
        if (peek() == 'e' || peek() == 'E') {
            ++position_;
            if (peek() == '+' || peek() == '-') ++position_;
            if (!digits()) return fail("a digit is expected");
        }
        const std::string_view text = text_.substr(begin, position_ - begin);
        // Reading digits takes quadratic time.
        if (!call_.budget.spend(1 + text.size() * text.size() / 4096)) return out_of_budget();
        ParsedNumber parsed = parse_number(text, NumberSyntax::Flexible);
        if (parsed.problem == NumberProblem::Syntax) return fail("the number cannot be represented");
        const bool is_far = parsed.problem == NumberProblem::Exponent;
        const bool is_overflow = parsed.problem == NumberProblem::Overflow;
        if (parsed.number.is_infinite() && (is_far || (is_overflow && call_.rules.number_overflow_is_error)))
            return fail("the number is too large");
        return Value::number(std::move(parsed.number));
    }

    // Four hexadecimal digits; empty otherwise.
    std::optional<char32_t> hex4() {
        if (text_.size() - position_ < 4) return std::nullopt;
        char32_t code = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const int digit = ascii::hex_digit(text_[position_ + i]);
            if (digit < 0) return std::nullopt;
            code = code * 16 + static_cast<char32_t>(digit);
        }
        position_ += 4;
        return code;
    }

    FunctionResult<std::string> string() {
        ++position_;
        std::string result;
        while (true) {
            if (done()) return fail("a closing quote is missing");
            const char c = peek();
            if (c == '"') {
                ++position_;
                return result;
            }
            if (static_cast<unsigned char>(c) < 0x20) return fail("a control character must be escaped");
            ++position_;
            if (c != '\\') {
                result += c;
                continue;
            }
            switch (peek()) {
                case '"':
                case '\\':
                case '/':
                    result += peek();
                    break;
                case 'b':
                    result += '\b';
                    break;
                case 'f':
                    result += '\f';
                    break;
                case 'n':
                    result += '\n';
                    break;
                case 'r':
                    result += '\r';
                    break;
                case 't':
                    result += '\t';
                    break;
                case 'u': {
                    ++position_;
                    auto code = hex4();
                    if (!code) return fail("four hexadecimal digits are expected");
                    append_utf8(result, surrogates(*code));
                    continue;
                }
                default:
                    return fail("an escape that does not exist");
            }
            ++position_;
        }
    }

    // Joins a surrogate pair; an unpaired surrogate becomes the replacement character.
    char32_t surrogates(char32_t code) {
        if (code < 0xD800 || code > 0xDFFF) return code;
        if (code <= 0xDBFF && text_.substr(position_).starts_with("\\u")) {
            const std::size_t before = position_;
            position_ += 2;
            const auto low = hex4();
            if (low && *low >= 0xDC00 && *low <= 0xDFFF)
                return 0x10000 + ((code - 0xD800) << 10) + (*low - 0xDC00);
            position_ = before;
        }
        return U'\uFFFD';
    }

    std::string_view text_;
    CallContext& call_;
    std::size_t position_ = 0;
};

}  // namespace

FunctionResult<Value> parse_json(std::string_view text, CallContext& call) {
    if (!pay_text(text.size(), call)) return out_of_budget();
    return JsonReader(text, call).document();
}

FunctionResult<void> append_json(std::string& out, const Value& value, CallContext& call) {
    const std::size_t before = out.size();
    if (value.is_null()) {
        out += "null";
        return {};
    }
    if (value.is_unknown() || value.is_marked())
        return function_error("a value that is not known yet cannot be written as JSON");
    const Type type = value.type();
    const auto members = [&](char open, char close, bool keyed) -> FunctionResult<void> {
        out += open;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0) out += ',';
            if (keyed) {
                const std::size_t start = out.size();
                append_json_string(out, value.key_at(i).as_string(), JsonEscapes::HtmlSafe);
                out += ':';
                if (!pay_text(out.size() - start, call)) return out_of_budget();
            }
            if (auto result = append_json(out, value.value_at(i), call); !result) return result;
        }
        out += close;
        if (!call.budget.spend(value.size() + 1)) return out_of_budget();
        return {};
    };
    switch (type.kind()) {
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Tuple:
            return members('[', ']', false);
        case TypeKind::Map:
        case TypeKind::Object:
            return members('{', '}', true);
        case TypeKind::String:
            append_json_string(out, value.as_string(), JsonEscapes::HtmlSafe);
            break;
        case TypeKind::Bool:
            out += value.as_bool() ? "true" : "false";
            break;
        case TypeKind::Number: {
            const Number number = value.as_number();
            if (number.is_infinite()) return function_error("infinity cannot be written as JSON");
            const auto text = number.to_text();
            if (!text) return out_of_budget();
            out += *text;
            break;
        }
        case TypeKind::Capsule:
            if (&type.capsule_type() != &bytes_type())
                return function_error(fmt::format("a {} cannot be written as JSON", type.friendly_name()));
            out += '"' + to_base64(value.capsule_as<std::string>()) + '"';
            break;
        case TypeKind::Dynamic:
            break;
    }
    if (!pay_text(out.size() - before, call)) return out_of_budget();
    return {};
}

}  // namespace hcl::eval::functions
