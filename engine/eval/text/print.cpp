#include "engine/eval/text/print.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/base/json_string.h"
#include "engine/value/capsule.h"
#include "engine/value/value_json.h"

namespace hcl::eval {

namespace {

bool is_plain_key(std::string_view text) {
    auto is_start = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    auto is_part = [&](char c) { return is_start(c) || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && is_start(text[0]) && std::ranges::all_of(text, is_part) && text != "for";
}

bool hides(const Value& value, const PrintOptions& options) {
    return !options.show_sensitive && value.is_marked() && value.marks().has(MarkKind::Sensitive);
}

std::string number_text(const Number& number) {
    if (number.is_infinite()) return number.is_negative() ? "-1/0" : "1/0";
    return number.to_display();
}

class Printer {
  public:
    explicit Printer(const PrintOptions& options) : options_(options) {}

    void print(const Value& marked, std::size_t indent, std::size_t room) {
        if (is_full()) return;
        const Value& value = marked.unmarked();
        if (hides(marked, options_)) {
            out_ += "(sensitive " + value.type().friendly_name() + ")";
        } else if (value.is_unknown()) {
            unknown(value);
        } else if (value.is_null()) {
            out_ += "null";
        } else {
            content(value, indent, room);
        }
    }

    std::string take() {
        if (out_.size() > options_.most_bytes) {
            out_.resize(options_.most_bytes);
            out_ += "...";
        }
        return std::move(out_);
    }
    bool is_full() const { return out_.size() > options_.most_bytes; }

  private:
    void content(const Value& value, std::size_t indent, std::size_t room) {
        switch (value.kind()) {
            case TypeKind::Bool:
                out_ += value.as_bool() ? "true" : "false";
                return;
            case TypeKind::Number:
                out_ += number_text(value.as_number());
                return;
            case TypeKind::String:
                string(value.as_string());
                return;
            case TypeKind::Capsule: {
                const CapsuleType& type = value.type().capsule_type();
                out_ += "(" + std::string(type.name());
                if (type.operations().describe)
                    out_ += " " + type.operations().describe(value.capsule_payload());
                out_ += ")";
                return;
            }
            default:
                container(value, indent, room);
                return;
        }
    }

    // take() cuts the text at the limit, so only the part before it is escaped.
    void string(std::string_view text) {
        out_ += hcl_string(text.substr(0, options_.most_bytes - out_.size() + 1));
    }

    void unknown(const Value& value) {
        if (value.kind() == TypeKind::Dynamic) {
            out_ += "(unknown)";
            return;
        }
        const Refinements& known = value.refinements();
        out_ += "(unknown " + value.type().friendly_name();
        if (!known.prefix.empty()) out_ += ", starts with " + hcl_string(known.prefix);
        if (known.min)
            out_ += (known.min->inclusive ? ", at least " : ", above ") + number_text(known.min->number);
        if (known.max)
            out_ += (known.max->inclusive ? ", at most " : ", below ") + number_text(known.max->number);
        if (known.min_length > 0) out_ += ", at least " + std::to_string(known.min_length) + " long";
        if (known.max_length != Refinements::kNoMaxLength)
            out_ += ", at most " + std::to_string(known.max_length) + " long";
        out_ += ")";
    }

    void container(const Value& value, std::size_t indent, std::size_t room) {
        bool is_mapping = value.kind() == TypeKind::Object || value.kind() == TypeKind::Map;
        std::size_t size = value.size();
        if (size == 0) {
            out_ += is_mapping ? "{}" : "[]";
            return;
        }
        if (room == 0) {
            flat(value, is_mapping);
            return;
        }
        // On one line if that fits: writes it, and undoes it if it does not.
        std::size_t start = out_.size();
        std::size_t most_bytes = std::exchange(options_.most_bytes, start + room);
        flat(value, is_mapping);
        options_.most_bytes = most_bytes;
        if (out_.size() <= start + room) return;
        out_.resize(start);
        out_ += is_mapping ? "{\n" : "[\n";
        for (std::size_t i = 0; i < size && !is_full(); ++i) {
            out_.append(indent + 2, ' ');
            std::size_t line = out_.size() - indent - 2;
            if (is_mapping) key(value, i);
            std::size_t used = out_.size() - line + 1;
            print(value.value_at(i), indent + 2, options_.width > used ? options_.width - used : 1);
            out_ += is_mapping ? "\n" : ",\n";
        }
        out_.append(indent, ' ');
        out_ += is_mapping ? "}" : "]";
    }

    void flat(const Value& value, bool is_mapping) {
        out_ += is_mapping ? "{ " : "[";
        for (std::size_t i = 0; i < value.size() && !is_full(); ++i) {
            if (i > 0) out_ += ", ";
            if (is_mapping) key(value, i);
            print(value.value_at(i), 0, 0);
        }
        out_ += is_mapping ? " }" : "]";
    }

    void key(const Value& value, std::size_t i) {
        Value key = value.key_at(i);
        std::string_view text = key.as_string();
        out_ += is_plain_key(text) ? std::string(text) : hcl_string(text);
        out_ += " = ";
    }

    PrintOptions options_;
    std::string out_;
};

void append_value(JsonValue& json, const Value& marked, const std::string& path,
                  const PrintOptions& options) {
    std::string& out = json.value;
    const Value& value = marked.unmarked();
    if (marked.is_marked() && marked.marks().has(MarkKind::Sensitive)) json.sensitive.push_back(path);
    if (hides(marked, options)) {
        out += "null";
        return;
    }
    if (value.is_unknown()) {
        json.unknown.push_back(path);
        out += "null";
        return;
    }
    if (value.is_null()) {
        out += "null";
        return;
    }
    switch (value.kind()) {
        case TypeKind::Bool:
            out += value.as_bool() ? "true" : "false";
            return;
        case TypeKind::Number: {
            Number number = value.as_number();
            if (number.is_infinite())
                out += number.is_negative() ? "\"-Infinity\"" : "\"Infinity\"";
            else
                out += number.to_display();
            return;
        }
        case TypeKind::String:
            out += json_string(value.as_string(), JsonEscapes::HtmlSafe);
            return;
        case TypeKind::Capsule:
            out += json_string(value.type().capsule_type().name(), JsonEscapes::HtmlSafe);
            return;
        case TypeKind::Map:
        case TypeKind::Object: {
            out += "{";
            for (std::size_t i = 0; i < value.size(); ++i) {
                if (i > 0) out += ",";
                Value key = value.key_at(i);
                std::string_view name = key.as_string();
                out += json_string(name, JsonEscapes::HtmlSafe) + ":";
                std::string step =
                    is_plain_key(name) ? "." + std::string(name) : "[" + hcl_string(name) + "]";
                append_value(json, value.value_at(i), path + step, options);
            }
            out += "}";
            return;
        }
        default: {
            out += "[";
            for (std::size_t i = 0; i < value.size(); ++i) {
                if (i > 0) out += ",";
                append_value(json, value.value_at(i), path + "[" + std::to_string(i) + "]", options);
            }
            out += "]";
            return;
        }
    }
}

}  // namespace

std::string print_value(const Value& value, const PrintOptions& options) {
    Printer printer(options);
    printer.print(value, 0, options.width);
    return printer.take();
}

JsonValue value_to_json(const Value& value, const PrintOptions& options) {
    JsonValue json;
    json.type = type_to_json(value.type());
    append_value(json, value, "", options);
    return json;
}

}  // namespace hcl::eval
