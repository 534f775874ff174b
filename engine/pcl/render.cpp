#include "engine/pcl/render.h"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/pcl/nodes.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::pcl {

namespace {

// Formats a number like the reference: the shortest digits, with an exponent from a million on.
std::string shortest(const Number& number) {
    return number.format('g', std::nullopt).value_or("");
}

// A constant in the reference's notation, the sort key of unions.
std::string reference_constant(const Value& value) {
    if (value.is_null()) return "cty.NullVal(cty.DynamicPseudoType)";
    if (value.is_known_bool()) return value.as_bool() ? "cty.True" : "cty.False";
    if (value.is_known_string()) return "cty.StringVal(" + hcl_string(value.as_string()) + ")";
    const Number number = value.as_number();
    if (number.is_integer()) return "cty.NumberIntVal(" + shortest(number) + ")";
    constexpr unsigned kDoubleBits = 53;
    if (number.min_precision() <= kDoubleBits && Number::from_double(number.to_double()) == number)
        return "cty.NumberFloatVal(" + shortest(Number::from_double(number.to_double())) + ")";
    return "cty.MustParseNumberVal(\"" + number.to_text().value_or("") + "\")";
}

// A constant as in source: with all digits of the number if ten are not enough.
std::string exact_constant(const Value& value) {
    std::string text = render_constant(value);
    if (!value.is_known_number()) return text;
    if (parse_number(text, NumberSyntax::Literal).number == value.as_number()) return text;
    return value.as_number().to_text().value_or(text);
}

// The name of a property, in quotes where it could not be read otherwise.
std::string readable_name(const std::string& name) {
    const bool is_plain = !name.empty() && name.find_first_of("=:\"{},\n\t") == name.npos &&
                          !name.starts_with(' ') && !name.ends_with(' ');
    return is_plain ? name : hcl_string(name);
}

class Writer {
  public:
    explicit Writer(bool as_reference) : as_reference_(as_reference) {}

    std::string take() && { return std::move(out_); }

    void write(const Type& type) {
        if (out_.size() >= kMaxRendering) {
            if (!is_cut_) out_ += "...";
            is_cut_ = true;
            return;
        }
        switch (type.kind()) {
            case Kind::Dynamic:
                out_ += "dynamic";
                return;
            case Kind::None:
                out_ += "none";
                return;
            case Kind::Bool:
                out_ += "bool";
                return;
            case Kind::Int:
                out_ += "int";
                return;
            case Kind::Number:
                out_ += "number";
                return;
            case Kind::String:
                out_ += "string";
                return;
            case Kind::Id:
                out_ += "id";
                return;
            case Kind::Opaque:
                if (syntax::is_valid_identifier(type.name()))
                    out_ += type.name();
                else
                    out_.append("type(").append(type.name()).append(")");
                return;
            case Kind::List:
                return wrap("list(", type);
            case Kind::Set:
                return wrap("set(", type);
            case Kind::Map:
                return wrap("map(", type);
            case Kind::Promise:
                return wrap("promise(", type);
            case Kind::Output:
                return wrap("output(", type);
            case Kind::Tuple:
                return several("tuple(", type.elements());
            case Kind::Union:
                return several("union(", type.members());
            case Kind::Object:
                return object(type);
            case Kind::Enum:
                return enumeration(type);
            case Kind::Const:
                return constant(type.value());
            case Kind::Reference:
                // Unions are sorted during construction; resolving references here could need them.
                if (as_reference_) {
                    out_.append("object({")
                        .append(type.name())
                        .append(1, '}')
                        .append(1, reference_step(type));
                    return;
                }
                if (std::ranges::find(open_, type) != open_.end() || open_.size() >= kMaxTypeDepth) {
                    out_ += "...";
                    return;
                }
                open_.push_back(type);
                write(type.resolved());
                open_.pop_back();
                return;
        }
    }

  private:
    // An enum that was read without a token has its members in place of one.
    static bool has_no_token(const Type& type) {
        std::string members;
        for (const Value& value : type.values())
            members += (members.empty() ? "" : " | ") + exact_constant(value);
        return members == type.name();
    }

    void enumeration(const Type& type) {
        if (!as_reference_ && has_no_token(type)) {
            out_.append("enum(").append(type.name()).append(")");
            return;
        }
        out_.append("enum(").append(type.name()).append("(");
        write(type.underlying());
        out_ += "): ";
        for (std::size_t i = 0; i < type.values().size(); ++i) {
            if (i > 0) out_ += ',';
            constant(type.values()[i]);
        }
        out_ += ')';
    }

    void wrap(std::string_view open, const Type& type) {
        out_ += open;
        write(type.element());
        out_ += ')';
    }
    void several(std::string_view open, std::span<const Type> parts) {
        out_ += open;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) out_ += ", ";
            write(parts[i]);
        }
        out_ += ')';
    }
    void object(const Type& type) {
        out_ += "object({";
        bool is_first = true;
        for (const Property& property : type.properties()) {
            if (!is_first) out_ += ", ";
            is_first = false;
            out_.append(as_reference_ ? property.name : readable_name(property.name)).append(" = ");
            write(property.type);
        }
        out_ += "})";
    }
    void constant(const Value& value) {
        out_ += as_reference_ ? reference_constant(value) : exact_constant(value);
    }

    bool as_reference_;
    bool is_cut_ = false;
    std::string out_;
    std::vector<Type> open_;
};

// Lays out types in columns. Every part is tried on one line first; a part that is too wide
// gets one line per nested part.
class Layout {
  public:
    static constexpr int kColumns = 100;

    explicit Layout(bool as_reference) : as_reference_(as_reference) {}

    std::string lay(const Type& type, int columns) {
        columns = std::max(columns, 1);
        if (++steps_ > kMostSteps || bytes_ > kMostBytes) return "...";
        // Trying one line and then several often renders the same part twice.
        const bool is_kept = type.depth() > 1 && !(type.node()->flags & internal::TypeNode::IsLoose);
        if (is_kept)
            if (auto known = laid_.find({type.node(), columns}); known != laid_.end()) return known->second;
        std::string out = lay_anew(type, columns);
        bytes_ += out.size();
        if (is_kept) laid_.emplace(std::pair{type.node(), columns}, out);
        return out;
    }

  private:
    static constexpr int kMostSteps = 20'000;
    static constexpr std::size_t kMostBytes = 8 << 20;
    static constexpr std::string_view kIndent = "  ";
    // Lays out the content of a pair of brackets.
    using Inside = std::string (Layout::*)(const Type&, int);

    std::string lay_anew(const Type& type, int columns) {
        switch (type.kind()) {
            case Kind::List:
                return wrap("list(", ")", false, type, &Layout::element, columns);
            case Kind::Set:
                return wrap("set(", ")", false, type, &Layout::element, columns);
            case Kind::Map:
                return wrap("map(", ")", false, type, &Layout::element, columns);
            case Kind::Promise:
                return wrap("promise(", ")", false, type, &Layout::element, columns);
            case Kind::Output:
                return wrap("output(", ")", false, type, &Layout::element, columns);
            case Kind::Tuple:
                return as_reference_ ? wrap("(", ")", false, type, &Layout::tuple, columns)
                                     : wrap("[", "]", false, type, &Layout::tuple, columns);
            case Kind::Enum:
                return wrap("enum(", ")", false, type, &Layout::enum_values, columns);
            case Kind::Union:
                if (std::ranges::any_of(type.members(), [this](const Type& m) { return is_null(m); }))
                    return wrap("", "?", true, type, &Layout::alternatives, columns);
                return alternatives(type, columns);
            case Kind::Object:
                return object(type, columns);
            case Kind::Const:
                return constant(type.value());
            case Kind::Reference: {
                if (std::ranges::find(open_, type) != open_.end()) return "...";
                open_.push_back(type);
                std::string out = lay(type.resolved(), columns);
                open_.pop_back();
                return out;
            }
            default:
                return type.to_string();
        }
    }

    std::string constant(const Value& value) const {
        return as_reference_ ? render_constant(value) : exact_constant(value);
    }

    // The reference shows the constant null as such: "null | string".
    bool is_null(const Type& type) const {
        return type.is_none() || (!as_reference_ && type.is(Kind::Const) && type.value().is_null());
    }

    static bool has_lines(std::string_view text) { return text.find('\n') != text.npos; }

    static std::string indented(std::string_view text, std::string_view by) {
        std::string out(by);
        for (char c : text) {
            out += c;
            if (c == '\n') out += by;
        }
        return out;
    }

    std::string wrap(std::string_view prefix, std::string_view postfix, bool stays_on_line, const Type& type,
                     Inside inside, int columns) {
        const int around = static_cast<int>(prefix.size() + postfix.size());
        std::string inner = (this->*inside)(type, std::max(columns - around, 1));
        const auto length = [](std::string_view text) { return static_cast<int>(text.size()); };
        bool separate;
        if (!has_lines(inner)) {
            separate = length(inner) + around >= columns && around >= length(kIndent);
        } else {
            const int first = static_cast<int>(inner.find('\n'));
            const int last = length(inner) - 1 - static_cast<int>(inner.rfind('\n'));
            separate = (!prefix.empty() && length(prefix) + first >= columns) ||
                       (!postfix.empty() && !stays_on_line && length(postfix) + last >= columns);
        }
        if (!separate) return std::string(prefix) + inner + std::string(postfix);
        const bool was_line = !has_lines(inner);
        if (was_line && stays_on_line) columns -= length(postfix);
        std::string out(prefix);
        if (!prefix.empty()) out += '\n';
        out += indented((this->*inside)(type, std::max(columns - length(kIndent), 1)), kIndent);
        if (!stays_on_line && !postfix.empty()) out += '\n';
        if (!stays_on_line || was_line) out += postfix;
        return out;
    }

    std::string element(const Type& type, int columns) { return lay(type.element(), columns); }

    // Parts with separators after them, or before them when each has its own line.
    template <typename Part>
    std::string listed(std::size_t count, const Part& part, std::string_view separator, bool leads,
                       int columns) {
        std::string out;
        bool fits = true;
        for (std::size_t i = 0; i < count && fits; ++i) {
            const std::string text = part(i, std::max(columns - static_cast<int>(out.size()), 1));
            fits = !has_lines(text);
            out += text;
            if (i + 1 < count) out += separator;
            fits = fits && static_cast<int>(out.size()) <= columns;
        }
        if (fits) return out;
        if (count == 1 && !as_reference_) return part(0, columns);
        out.clear();
        if (!leads) {
            const std::string_view mark = separator.substr(0, separator.find_last_not_of(' ') + 1);
            for (std::size_t i = 0; i < count; ++i) {
                out += part(i, std::max(columns - static_cast<int>(mark.size()), 1));
                if (i + 1 < count) out.append(mark).append("\n");
            }
            return out;
        }
        const std::string_view mark = separator.substr(separator.find_first_not_of(' '));
        const std::string space(mark.size(), ' ');
        for (std::size_t i = 0; i < count; ++i) {
            const std::string text =
                indented(part(i, std::max(columns - static_cast<int>(mark.size()), 1)), space);
            if (i > 0)
                out.append("\n").append(mark).append(text.substr(mark.size()));
            else
                out += text;
        }
        return out;
    }

    std::string tuple(const Type& type, int columns) {
        auto part = [&](std::size_t i, int c) { return lay(type.elements()[i], c); };
        return listed(type.elements().size(), part, ", ", false, columns);
    }

    std::string enum_values(const Type& type, int columns) {
        auto part = [&](std::size_t i, int) { return constant(type.values()[i]); };
        return listed(type.values().size(), part, " | ", true, columns);
    }

    std::string shown_name(const std::string& name) const {
        return as_reference_ ? name : readable_name(name);
    }

    std::string alternatives(const Type& type, int columns) {
        if (!as_reference_ && type.members().empty()) return "union()";
        std::vector<Type> shown;
        for (const Type& member : type.members())
            if (!is_null(member)) shown.push_back(member);
        auto part = [&](std::size_t i, int c) { return lay(shown[i], c); };
        return listed(shown.size(), part, " | ", true, columns);
    }

    std::string object(const Type& type, int columns) {
        auto properties = type.properties();
        if (properties.empty()) return "{}";
        std::string out = "{ ";
        bool fits = true;
        for (std::size_t i = 0; i < properties.size() && fits; ++i) {
            out.append(shown_name(properties[i].name)).append(": ");
            const std::string text =
                lay(properties[i].type, std::max(columns - static_cast<int>(out.size()) - 1, 1));
            fits = !has_lines(text);
            out += text;
            if (i + 1 < properties.size()) out += ',';
            out += ' ';
            fits = fits && static_cast<int>(out.size()) - 1 <= columns;
        }
        if (fits) return out + "}";
        out = "{\n";
        const int inner = std::max(columns - static_cast<int>(kIndent.size()), 1);
        for (const Property& property : properties) {
            const std::string line =
                wrap(shown_name(property.name) + ": ", ",", true, property.type, &Layout::lay, inner);
            out.append(indented(line, kIndent)).append("\n");
        }
        return out + "}";
    }

    bool as_reference_;
    int steps_ = 0;
    std::size_t bytes_ = 0;
    std::vector<Type> open_;
    std::map<std::pair<const internal::TypeNode*, int>, std::string> laid_;
};

}  // namespace

std::string render_constant(const Value& value) {
    if (value.is_null()) return "null";
    if (value.is_known_bool()) return value.as_bool() ? "true" : "false";
    if (value.is_known_string()) return hcl_string(value.as_string());
    constexpr int kDigits = 10;
    return value.as_number().format('g', kDigits).value_or("");
}

std::string render_lines(const Type& type) {
    return Layout(false).lay(type, Layout::kColumns);
}

std::string render_order(const Type& type) {
    Writer writer(true);
    writer.write(type);
    return std::move(writer).take();
}

std::string Type::to_string() const {
    Writer writer(false);
    writer.write(*this);
    return std::move(writer).take();
}

std::string Type::to_pretty() const {
    return Layout(true).lay(*this, Layout::kColumns);
}

}  // namespace hcl::pcl
