// Why one type does not convert to another, as a sentence that names the innermost mismatch and its path.
#include <optional>
#include <string>
#include <vector>

#include "engine/base/counted.h"
#include "engine/value/convert.h"
#include "engine/value/mismatch.h"
#include "engine/value/type_names.h"

namespace hcl {

namespace {

std::string quoted(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

std::string explain_objects(const Type& from, const Type& to, const Rules& rules) {
    std::vector<std::string_view> missing;
    for (const ObjectAttribute& wanted : to.attributes())
        if (!wanted.optional && !rules.object_fills_missing && !from.find_attribute(wanted.name))
            missing.push_back(wanted.name);
    if (!missing.empty()) {
        if (missing.size() == 1) return "attribute " + quoted(missing[0]) + " is required";
        std::string names;
        for (std::size_t i = 0; i < missing.size(); ++i) {
            if (i > 0) names += i + 1 == missing.size() ? " and " : ", ";
            names += quoted(missing[i]);
        }
        return "attributes " + names + " are required";
    }
    for (const ObjectAttribute& wanted : to.attributes())
        if (const ObjectAttribute* given = from.find_attribute(wanted.name);
            given && !converts_unsafely(given->type, wanted.type, rules))
            return "attribute " + quoted(wanted.name) + ": " +
                   explain_mismatch(given->type, wanted.type, rules);
    return "these attributes do not fit";
}

std::string_view article(std::string_view noun) {
    return noun.starts_with('a') || noun.starts_with('e') || noun.starts_with('i') || noun.starts_with('o')
               ? "an "
               : "a ";
}

std::string required(const Type& from, const Type& to) {
    std::string wanted, given, out;
    internal::append_friendly_name(wanted, to, true);
    internal::append_friendly_name(given, from);
    out.reserve(32 + wanted.size() + given.size());
    out += article(wanted);
    out += wanted;
    out += " is required, not ";
    out += article(given);
    out += given;
    return out;
}

// One step into the types, to a part that does not convert.
struct WrongPart {
    PathStep step;
    Type from;
    Type to;
};

std::optional<WrongPart> wrong_part(const Type& from, const Type& to, const Rules& rules) {
    auto is_wrong = [&](const Type& given, const Type& wanted) {
        return !converts_unsafely(given, wanted, rules);
    };
    if (to.is_object() && from.is_object()) {
        for (const ObjectAttribute& wanted : to.attributes()) {
            const ObjectAttribute* given = from.find_attribute(wanted.name);
            // A missing attribute is an error of the object itself.
            if (!given && !wanted.optional && !rules.object_fills_missing) return std::nullopt;
        }
        for (const ObjectAttribute& wanted : to.attributes())
            if (const ObjectAttribute* given = from.find_attribute(wanted.name);
                given && is_wrong(given->type, wanted.type))
                return WrongPart{PathStep::attribute(wanted.name), given->type, wanted.type};
        return std::nullopt;
    }
    if (from.is_tuple()) {
        const bool is_list = (to.is_list() || to.is_set()) && !to.element().is_dynamic();
        const bool is_tuple = to.is_tuple() && to.elements().size() == from.elements().size();
        for (std::size_t i = 0; (is_list || is_tuple) && i < from.elements().size(); ++i) {
            const Type wanted(is_tuple ? to.elements()[i] : to.element());
            if (is_wrong(from.elements()[i], wanted))
                return WrongPart{PathStep::index(Value::integer(static_cast<std::int64_t>(i))),
                                 from.elements()[i], wanted};
        }
    }
    if (from.is_object() && to.is_map() && !to.element().is_dynamic())
        for (const ObjectAttribute& given : from.attributes())
            if (is_wrong(given.type, Type(to.element())))
                return WrongPart{PathStep::index(Value::string(given.name)), given.type, Type(to.element())};
    return std::nullopt;
}

ValueError innermost(const ValueError& error, const Type& from, const Type& to, const Rules& rules) {
    const std::optional<WrongPart> part = wrong_part(from, to, rules);
    if (!part) return error;
    const ValueError inner(ValueError::Kind::Conversion, explain_mismatch(part->from, part->to, rules));
    return innermost(inner, part->from, part->to, rules).below(part->step);
}

}  // namespace

std::string wrong_tuple_length(std::size_t wanted, std::size_t given) {
    return "a tuple of " + counted(wanted, "element") + " is required, but there " +
           (given == 1 ? "is " : "are ") + std::to_string(given);
}

ValueError at_innermost_part(const ValueError& error, const Type& from, const Type& to, const Rules& rules) {
    if (!error.path().empty() || error.kind() != ValueError::Kind::Conversion) return error;
    return converts_unsafely(from, to, rules) ? error : innermost(error, from, to, rules);
}

std::string explain_mismatch(const Type& from, const Type& to, const Rules& rules) {
    bool structural_to_open = to.is_collection() && to.element().is_dynamic();
    switch (to.kind()) {
        case TypeKind::Object:
            if (from.is_object()) return explain_objects(from, to, rules);
            if (from.is_map())
                for (const ObjectAttribute& wanted : to.attributes())
                    if (!wanted.optional && !converts_unsafely(from.element(), wanted.type, rules))
                        return "attribute " + quoted(wanted.name) + ": " +
                               explain_mismatch(from.element(), wanted.type, rules);
            break;
        case TypeKind::Tuple:
            if (from.is_tuple()) {
                auto given = from.elements();
                auto wanted = to.elements();
                if (given.size() != wanted.size()) return wrong_tuple_length(wanted.size(), given.size());
                for (std::size_t i = 0; i < given.size(); ++i)
                    if (!converts_unsafely(given[i], wanted[i], rules))
                        return "element " + std::to_string(i) + ": " +
                               explain_mismatch(given[i], wanted[i], rules);
            }
            break;
        case TypeKind::List:
        case TypeKind::Set:
            if (from.is_tuple()) {
                if (structural_to_open)
                    return std::string("all elements of a ") + (to.is_list() ? "list" : "set") +
                           " must have one type";
                for (std::size_t i = 0; i < from.elements().size(); ++i)
                    if (const Type& given = from.elements()[i];
                        !converts_unsafely(given, to.element(), rules))
                        return "element " + std::to_string(i) + ": " +
                               explain_mismatch(given, to.element(), rules);
            }
            if (from.is_list() || from.is_set())
                return std::string("wrong type of ") + (to.is_list() ? "list" : "set") +
                       " element: " + explain_mismatch(from.element(), to.element(), rules);
            break;
        case TypeKind::Map:
            if (from.is_object()) {
                if (structural_to_open) return "all elements of a map must have one type";
                for (const ObjectAttribute& given : from.attributes())
                    if (!converts_unsafely(given.type, to.element(), rules))
                        return "element " + quoted(given.name) + ": " +
                               explain_mismatch(given.type, to.element(), rules);
            }
            if (from.is_map())
                return "wrong type of map element: " + explain_mismatch(from.element(), to.element(), rules);
            break;
        default:
            break;
    }
    return required(from, to);
}

}  // namespace hcl
