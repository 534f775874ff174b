#include "engine/value/value_json.h"

#include "engine/base/json_string.h"
#include "engine/value/capsule.h"

namespace hcl {

namespace {

struct Writer {
    const JsonOptions& options;
    std::string out;

    using Done = std::expected<void, ValueError>;

    static std::unexpected<ValueError> fail(const std::string& message) {
        return value_error(ValueError::Kind::Conversion, message);
    }

    Done write(const Value& value) {
        if (value.is_marked()) return fail("a value with marks (sensitive, say) cannot be written as JSON");
        if (value.is_null()) {
            out += "null";
            return {};
        }
        if (value.is_unknown()) return fail("the value is not known");
        switch (value.kind()) {
            case TypeKind::Dynamic:
                return fail("the value is not known");
            case TypeKind::Bool:
                out += value.as_bool() ? "true" : "false";
                return {};
            case TypeKind::Number:
                return write_number(value.as_number());
            case TypeKind::String:
                append_json_string(out, value.as_string(), JsonEscapes::HtmlSafe);
                return {};
            case TypeKind::List:
            case TypeKind::Set:
            case TypeKind::Tuple:
                return write_elements(value);
            case TypeKind::Map:
            case TypeKind::Object:
                return write_properties(value);
            case TypeKind::Capsule:
                if (auto to_plain = value.type().capsule_type().operations().to_plain)
                    return write(to_plain(value.capsule_payload()));
                return fail("a value of type " + value.type().friendly_name() + " has no JSON form");
        }
        return {};
    }

    Done write_number(const Number& number) {
        if (number.is_infinite()) return fail("cannot serialize infinity as JSON");
        auto text = number.to_text();
        if (!text) return fail("the number has too many digits");
        out += *text;
        return {};
    }

    Done write_elements(const Value& value) {
        out += '[';
        std::size_t i = 0;
        for (const Value& element : value.elements()) {
            if (i > 0) out += ',';
            if (auto done = write(element); !done)
                return std::unexpected(
                    done.error().below(PathStep::index(Value::integer(static_cast<std::int64_t>(i)))));
            ++i;
        }
        out += ']';
        return {};
    }

    Done write_properties(const Value& value) {
        out += '{';
        bool is_first = true;
        bool is_object = value.kind() == TypeKind::Object;
        Type type = value.type();
        for (std::size_t i = 0; i < value.size(); ++i) {
            const Value& property = value.value_at(i);
            if (property.is_null() && !options.keep_null_properties) continue;
            if (!is_first) out += ',';
            is_first = false;
            std::string_view key =
                is_object ? std::string_view(type.attributes()[i].name) : value.entries()[i].key.as_string();
            append_json_string(out, key, JsonEscapes::HtmlSafe);
            out += ':';
            if (auto done = write(property); !done) {
                PathStep step = is_object ? PathStep::attribute(key) : PathStep::index(Value::string(key));
                return std::unexpected(done.error().below(std::move(step)));
            }
        }
        out += '}';
        return {};
    }
};

void append_type(std::string& out, const Type& type) {
    auto collection = [&](std::string_view name) {
        out += "[\"";
        out += name;
        out += "\",";
        append_type(out, type.element());
        out += ']';
    };
    switch (type.kind()) {
        case TypeKind::Dynamic:
            out += "\"dynamic\"";
            return;
        case TypeKind::Bool:
            out += "\"bool\"";
            return;
        case TypeKind::Number:
            out += "\"number\"";
            return;
        case TypeKind::String:
            out += "\"string\"";
            return;
        case TypeKind::List:
            collection("list");
            return;
        case TypeKind::Set:
            collection("set");
            return;
        case TypeKind::Map:
            collection("map");
            return;
        case TypeKind::Capsule:
            out += "[\"capsule\",";
            append_json_string(out, type.capsule_type().name(), JsonEscapes::HtmlSafe);
            out += ']';
            return;
        case TypeKind::Tuple: {
            out += "[\"tuple\",[";
            bool is_first = true;
            for (const Type& element : type.elements()) {
                if (!is_first) out += ',';
                is_first = false;
                append_type(out, element);
            }
            out += "]]";
            return;
        }
        case TypeKind::Object: {
            out += "[\"object\",{";
            bool is_first = true;
            std::string optional;
            for (const ObjectAttribute& attribute : type.attributes()) {
                if (!is_first) out += ',';
                is_first = false;
                append_json_string(out, attribute.name, JsonEscapes::HtmlSafe);
                out += ':';
                append_type(out, attribute.type);
                if (!attribute.optional) continue;
                if (!optional.empty()) optional += ',';
                append_json_string(optional, attribute.name, JsonEscapes::HtmlSafe);
            }
            out += '}';
            if (!optional.empty()) out += ",[" + optional + "]";
            out += ']';
            return;
        }
    }
}

}  // namespace

std::expected<std::string, ValueError> value_to_json(const Value& value, const JsonOptions& options) {
    Writer writer{options, {}};
    if (auto done = writer.write(value); !done) return std::unexpected(done.error());
    return std::move(writer.out);
}

std::string type_to_json(const Type& type) {
    std::string out;
    append_type(out, type);
    return out;
}

}  // namespace hcl
