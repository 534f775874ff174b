#include "engine/pcl/fixes.h"

#include <algorithm>

#include "engine/base/hcl_string.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/unify.h"
#include "engine/source/position.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::pcl {

namespace {

void offer_text(Diagnostic& d, Span span, const std::string& text) {
    d.fixes.push_back({.title = "Change to " + text,
                       .edits = {{d.file, {span, text}}},
                       .preferred = true,
                       .is_guess = true});
}

// A value, or an output of one, with text around it.
struct Wrapping {
    std::string_view before;
    std::string_view after;
    Type type;
    std::string_view title;
};

}  // namespace

void offer_name(Diagnostic& d, Span span, std::string_view meant) {
    if (!meant.empty()) offer_text(d, span, std::string(meant));
}

void offer_string(Diagnostic& d, Span span, std::string_view meant) {
    if (!meant.empty()) offer_text(d, span, hcl_string(meant));
}

void offer_conversions(Diagnostic& d, Span span, const Type& to, const Type& from) {
    if (from.is_dynamic() || span.is_empty()) return;
    const Type value = resolve_outputs(from).resolved();
    auto is_lifted = [&](const Type& type) { return lifted(type, {from}); };
    std::vector<Wrapping> wrappings;
    if (is_convertible(Type::string(), value) && !value.is_none()) {
        wrappings.push_back({"fileAsset(", ")", Type::asset(), "Read it as a file: fileAsset(...)"});
        wrappings.push_back({"stringAsset(", ")", Type::asset(), "Use it as an asset: stringAsset(...)"});
        wrappings.push_back(
            {"fileArchive(", ")", Type::archive(), "Read it as an archive: fileArchive(...)"});
    }
    if (value.is(Kind::List) || (value.is(Kind::Tuple) && !value.elements().empty())) {
        const Type element = value.is(Kind::List) ? value.element() : common_types(value.elements()).unsafe;
        wrappings.push_back(
            {"element(", ", 0)", is_lifted(element), "Take the first element: element(..., 0)"});
        if (conversion(Type::list(Type::string()), value) == Conversion::Safe)
            wrappings.push_back(
                {"join(\",\", ", ")", is_lifted(Type::string()), "Join the elements: join(\",\", ...)"});
    }
    wrappings.push_back({"[", "]", Type::tuple({from}), "Make a list of it: [...]"});
    if (value.is_collection() || value.is(Kind::Tuple) || value.is(Kind::Object))
        wrappings.push_back({"toJSON(", ")", is_lifted(Type::string()), "Encode it as JSON: toJSON(...)"});
    for (const Wrapping& one : wrappings) {
        if (conversion(to, one.type) != Conversion::Safe) continue;
        d.fixes.push_back({.title = std::string(one.title),
                           .edits = {{d.file, {{span.start, span.start}, std::string(one.before)}},
                                     {d.file, {{span.end, span.end}, std::string(one.after)}}},
                           .is_guess = true});
    }
}

namespace {

// Writes a value of a type: of objects, what is required.
class Placeholder {
  public:
    std::string of(const Type& whole) {
        const Type type = resolve_outputs(whole.resolved()).resolved();
        switch (type.kind()) {
            case Kind::Bool:
                return "false";
            case Kind::Int:
            case Kind::Number:
                return "0";
            case Kind::String:
            case Kind::Id:
                return "\"\"";
            case Kind::List:
            case Kind::Set:
                return "[]";
            case Kind::Tuple: {
                std::string out;
                for (const Type& element : type.elements()) out += (out.empty() ? "" : ", ") + of(element);
                return "[" + out + "]";
            }
            case Kind::Map:
                return "{}";
            case Kind::Object:
                return object(type);
            case Kind::Opaque:
                return type == Type::asset()     ? "fileAsset(\"\")"
                       : type == Type::archive() ? "fileArchive(\"\")"
                                                 : "null";
            case Kind::Enum:
            case Kind::Const: {
                const Value* value = type.is(Kind::Const)    ? &type.value()
                                     : type.values().empty() ? nullptr
                                                             : &type.values()[0];
                if (!value) return of(type.underlying());
                return value->is_known_string() ? hcl_string(value->as_string()) : value->to_display(80);
            }
            case Kind::Union:
                return member(type);
            default:
                return "null";
        }
    }

  private:
    static constexpr std::size_t kDeepest = 8;
    static constexpr std::size_t kMostProperties = 200;

    // A type inside of itself is left out.
    std::string object(const Type& type) {
        if (open_.size() >= kDeepest || std::ranges::find(open_, type) != open_.end()) return "{}";
        open_.push_back(type);
        std::string out;
        for (const Property& property : type.properties()) {
            if (is_optional(property.type) || ++count_ > kMostProperties) continue;
            const std::string name =
                syntax::is_valid_identifier(property.name) ? property.name : hcl_string(property.name);
            out += (out.empty() ? " " : ", ") + name + " = " + of(property.type);
        }
        open_.pop_back();
        return out.empty() ? "{}" : "{" + out + " }";
    }

    // Prefers enums, then constants, to other members.
    std::string member(const Type& type) {
        for (Kind best : {Kind::Enum, Kind::Const})
            for (const Type& one : type.members())
                if (one.is(best) && !one.is_none()) return of(one);
        for (const Type& one : type.members())
            if (!one.is_none()) return of(one);
        return "null";
    }

    std::vector<Type> open_;  // objects around the current one
    std::size_t count_ = 0;
};

}  // namespace

std::string placeholder(const Type& type) {
    return Placeholder().of(type);
}

void offer_members(Diagnostic& d, syntax::Node object, std::span<const MissingArgument> members) {
    const std::string_view text = object.text();
    if (!text.starts_with('{') || !text.ends_with('}') || members.empty()) return;
    const std::size_t first = text.find_first_not_of(" \t\r\n", 1);
    std::string_view space = text.substr(1, first - 1);
    const bool is_empty = text[first] == '}';
    const bool has_lines = space.find('\n') != space.npos;
    if (has_lines) space = space.substr(space.rfind('\n'));
    std::string out;
    for (const MissingArgument& one : members) {
        if (has_lines)
            out.append(space).append(is_empty ? "  " : "");
        else
            out += out.empty() ? " " : ", ";
        out += one.name + " = " + one.value;
    }
    if (!has_lines) out += !is_empty ? "," : space.empty() ? " " : "";
    const std::uint32_t at = object.span().start + 1;
    d.fixes.push_back({.title = members.size() == 1
                                    ? "Add " + hcl_string(members[0].name)
                                    : "Add all " + std::to_string(members.size()) + " that are missing",
                       .edits = {{d.file, {{at, at}, std::move(out)}}},
                       .preferred = true,
                       .is_guess = true});
}

void offer_arguments(Diagnostic& d, const syntax::File& tree, const syntax::BlockView& block,
                     std::span<const MissingArgument> arguments) {
    const Span open = block.open_brace();
    const Span close = block.close_brace();
    if (open.is_empty() || close.is_empty() || arguments.empty()) return;
    auto width = [](const std::string& name) { return count_units(name, ColumnUnit::Grapheme); };
    std::uint32_t widest = 0;
    for (const MissingArgument& one : arguments) widest = std::max(widest, width(one.name));
    std::string lines;
    for (const MissingArgument& one : arguments)
        lines += "\n  " + one.name + std::string(widest - width(one.name), ' ') + " = " + one.value;
    constexpr std::uint32_t kMostLooked = 1000;
    const std::string inside = tree.text({open.end, std::min(close.start, open.end + kMostLooked)});
    const std::size_t line = inside.find('\n');
    const std::string first = inside.substr(0, line);
    const std::size_t begin = first.find_first_not_of(" \t\r");
    Edit edit{{open.end, open.end}, lines};
    if (line == std::string::npos) {
        if (open.end + kMostLooked < close.start) return;
        // The body becomes several lines.
        const std::size_t end = first.find_last_not_of(" \t");
        if (begin != std::string::npos) edit.replacement += "\n  " + first.substr(begin, end + 1 - begin);
        edit = {{open.end, close.start}, edit.replacement + "\n"};
    } else if (begin != std::string::npos) {
        // A comment behind the brace.
        const auto at = open.end + static_cast<std::uint32_t>(first.find_last_not_of('\r') + 1);
        edit.range = {at, at};
    }
    const std::string title = arguments.size() == 1
                                  ? "Add " + hcl_string(arguments[0].name)
                                  : "Add all " + std::to_string(arguments.size()) + " that are missing";
    d.fixes.push_back({.title = title,
                       .edits = {{d.file, std::move(edit)}},
                       .preferred = arguments.size() == 1,
                       .is_guess = true});
}

}  // namespace hcl::pcl
