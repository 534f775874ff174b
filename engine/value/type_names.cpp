// The notations of a type: for messages, and as a type expression.
#include "engine/value/type_names.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <string>

#include "engine/base/hcl_string.h"
#include "engine/value/capsule.h"
#include "engine/value/type.h"

namespace hcl {

namespace {

std::string_view own_name(const Type& type) {
    switch (type.kind()) {
        case TypeKind::Dynamic:
            return "dynamic";
        case TypeKind::Bool:
            return "bool";
        case TypeKind::Number:
            return "number";
        case TypeKind::String:
            return "string";
        case TypeKind::Tuple:
            return "tuple";
        case TypeKind::Object:
            return "object";
        case TypeKind::Capsule:
            return type.capsule_type().name();
        case TypeKind::List:
            return "list of ";
        case TypeKind::Set:
            return "set of ";
        case TypeKind::Map:
            return "map of ";
    }
    return {};
}

// True if the name is an identifier of the native syntax: type expressions then need no quotes.
bool is_identifier(std::string_view name) {
    auto length = static_cast<std::int32_t>(name.size());
    for (std::int32_t i = 0; i < length;) {
        bool is_first = i == 0;
        UChar32 c;
        // NOLINTNEXTLINE(bugprone-inc-dec-in-conditions): a macro of ICU
        U8_NEXT(reinterpret_cast<const std::uint8_t*>(name.data()), i, length, c);
        if (c < 0) return false;
        bool is_good = c == '_' || u_hasBinaryProperty(c, UCHAR_ID_START) ||
                       (!is_first && (c == '-' || u_hasBinaryProperty(c, UCHAR_ID_CONTINUE)));
        if (!is_good) return false;
    }
    return !name.empty();
}

void append_source(std::string& out, const Type& type, bool with_optional) {
    switch (type.kind()) {
        case TypeKind::Dynamic:
            out += "any";
            return;
        case TypeKind::Bool:
            out += "bool";
            return;
        case TypeKind::Number:
            out += "number";
            return;
        case TypeKind::String:
            out += "string";
            return;
        case TypeKind::Capsule:
            out += type.capsule_type().name();
            return;
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map:
            out += type.is_list() ? "list(" : type.is_set() ? "set(" : "map(";
            append_source(out, type.element(), with_optional);
            out += ')';
            return;
        case TypeKind::Tuple: {
            out += "tuple([";
            const char* separator = "";
            for (const Type& e : type.elements()) {
                out += separator;
                append_source(out, e, with_optional);
                separator = ",";
            }
            out += "])";
            return;
        }
        case TypeKind::Object: {
            out += "object({";
            const char* separator = "";
            for (const ObjectAttribute& a : type.attributes()) {
                out += separator;
                if (is_identifier(a.name))
                    out += a.name;
                else
                    append_hcl_string(out, a.name);
                out += '=';
                if (with_optional && a.optional) out += "optional(";
                append_source(out, a.type, with_optional);
                if (with_optional && a.optional) out += ')';
                separator = ",";
            }
            out += "})";
            return;
        }
    }
}

}  // namespace

void internal::append_friendly_name(std::string& out, const Type& type, bool constraint) {
    // Collections nest in one direction, so a loop is enough.
    const Type* t = &type;
    for (; t->is_collection(); t = &t->element()) out += own_name(*t);
    if (t->is_dynamic() && constraint)
        out += t == &type ? "any type" : "any single type";
    else
        out += own_name(*t);
}

std::string Type::friendly_name() const {
    if (!is_collection()) return std::string(own_name(*this));
    std::string out;
    internal::append_friendly_name(out, *this);
    return out;
}
std::string Type::friendly_constraint_name() const {
    std::string out;
    internal::append_friendly_name(out, *this, true);
    return out;
}

std::string Type::to_source() const {
    std::string out;
    append_source(out, *this, false);
    return out;
}

std::string Type::to_constraint_source() const {
    std::string out;
    append_source(out, *this, true);
    return out;
}

}  // namespace hcl
