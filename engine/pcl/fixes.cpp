#include "engine/pcl/fixes.h"

#include <algorithm>

#include "engine/base/hcl_string.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/unify.h"

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

constexpr int kDeepestPlaceholder = 3;

std::string placeholder_at(const Type& whole, int depth) {
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
            for (const Type& element : type.elements())
                out += (out.empty() ? "" : ", ") + placeholder_at(element, depth + 1);
            return "[" + out + "]";
        }
        case Kind::Map:
            return "{}";
        case Kind::Object: {
            std::string out;
            for (const Property& property : type.properties()) {
                if (depth >= kDeepestPlaceholder || is_optional(property.type)) continue;
                out += (out.empty() ? " " : ", ") + property.name + " = " +
                       placeholder_at(property.type, depth + 1);
            }
            return out.empty() ? "{}" : "{" + out + " }";
        }
        case Kind::Opaque:
            return type == Type::asset()     ? "fileAsset(\"\")"
                   : type == Type::archive() ? "fileArchive(\"\")"
                                             : "null";
        case Kind::Enum:
        case Kind::Const: {
            const Value* value = type.is(Kind::Const)    ? &type.value()
                                 : type.values().empty() ? nullptr
                                                         : &type.values()[0];
            if (!value) return placeholder_at(type.underlying(), depth + 1);
            return value->is_known_string() ? hcl_string(value->as_string()) : value->to_display(80);
        }
        case Kind::Union: {
            // Prefer enums, then constants, to other members.
            for (Kind best : {Kind::Enum, Kind::Const})
                for (const Type& member : type.members())
                    if (member.is(best) && !member.is_none()) return placeholder_at(member, depth);
            for (const Type& member : type.members())
                if (!member.is_none() && depth < kDeepestPlaceholder)
                    return placeholder_at(member, depth + 1);
            return "null";
        }
        default:
            return "null";
    }
}

}  // namespace

std::string placeholder(const Type& type) {
    return placeholder_at(type, 0);
}

void offer_arguments(Diagnostic& d, const syntax::File& tree, const syntax::BlockView& block,
                     std::span<const MissingArgument> arguments) {
    const Span open = block.open_brace();
    const Span close = block.close_brace();
    if (open.is_empty() || close.is_empty() || arguments.empty()) return;
    std::size_t widest = 0;
    for (const MissingArgument& one : arguments) widest = std::max(widest, one.name.size());
    std::string lines;
    for (const MissingArgument& one : arguments)
        lines += "\n  " + one.name + std::string(widest - one.name.size(), ' ') + " = " + one.value;
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
