#include "engine/pcl/union_order.h"

#include <algorithm>
#include <string>

#include "engine/base/hcl_string.h"
#include "engine/pcl/render.h"

namespace hcl::pcl {

namespace {

// The start of the text of a type, up to its first part.
std::string start_of(const Type& type) {
    constexpr std::size_t kEnough = 64;
    switch (type.kind()) {
        case Kind::List:
            return "list(";
        case Kind::Set:
            return "set(";
        case Kind::Map:
            return "map(";
        case Kind::Promise:
            return "promise(";
        case Kind::Output:
            return "output(";
        case Kind::Tuple:
            return "tuple(";
        case Kind::Union:
            return "union(";
        case Kind::Enum:
            return "enum(" + std::string(type.name()) + "(";
        case Kind::Object:
            return "object({" +
                   (type.properties().empty() ? std::string("})") : type.properties()[0].name + " = ");
        case Kind::Const:
            if (type.value().is_known_string() && type.value().as_string().size() > kEnough)
                return "cty.StringVal(" + hcl_string(type.value().as_string().substr(0, kEnough));
            return render_order(type);
        default:
            return render_order(type);
    }
}

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// The text around a place, in quotes.
std::string quoted_around(std::string_view text, std::size_t place) {
    constexpr std::size_t kBefore = 4;
    constexpr std::size_t kAfter = 16;
    std::size_t begin = place - std::min(place, kBefore);
    while (begin > 0 && continues_character(text[begin])) --begin;
    std::size_t end = std::min(text.size(), place + kAfter);
    while (end < text.size() && continues_character(text[end])) ++end;
    return hcl_string(text.substr(begin, end - begin));
}

}  // namespace

int UnionOrder::compare_texts(std::string_view a, std::string_view b, Next next) {
    const auto [in_a, in_b] = std::ranges::mismatch(a, b);
    if (in_a == a.end() && in_b == b.end()) return 0;
    const auto of_a = static_cast<unsigned char>(in_a == a.end() ? next.a : *in_a);
    const auto of_b = static_cast<unsigned char>(in_b == b.end() ? next.b : *in_b);
    if (of_a != of_b) return of_a < of_b ? -1 : 1;
    return a.size() < b.size() ? -1 : 1;
}

int UnionOrder::compare_constants(const Value& a, const Value& b, Next next) {
    if (!a.is_known_string() || !b.is_known_string())
        return compare_texts(start_of(Type::constant(a)), start_of(Type::constant(b)), next);
    const std::string_view in_a = a.as_string();
    const std::string_view in_b = b.as_string();
    const auto place = static_cast<std::size_t>(std::ranges::mismatch(in_a, in_b).in1 - in_a.begin());
    if (place == in_a.size() && place == in_b.size()) return 0;
    return compare_texts(quoted_around(in_a, place), quoted_around(in_b, place), {')', ')'});
}

int UnionOrder::compare_lists(std::span<const Type> a, std::span<const Type> b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        const Next next{i + 1 < a.size() ? ',' : ')', i + 1 < b.size() ? ',' : ')'};
        if (const int order = compare(a[i], b[i], next)) return order;
    }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

int UnionOrder::compare_objects(std::span<const Property> a, std::span<const Property> b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        if (const int order = compare_texts(a[i].name, b[i].name, {' ', ' '})) return order;
        const Next next{i + 1 < a.size() ? ',' : '}', i + 1 < b.size() ? ',' : '}'};
        if (const int order = compare(a[i].type, b[i].type, next)) return order;
    }
    // The shorter one goes on with "}", which is after commas and nearly all names.
    return a.size() == b.size() ? 0 : a.size() < b.size() ? 1 : -1;
}

int UnionOrder::compare_enums(const Type& a, const Type& b) {
    if (const int order = compare_texts(a.name(), b.name(), {'(', '('})) return order;
    if (const int order = compare(a.underlying(), b.underlying(), {')', ')'})) return order;
    const std::span<const Value> in_a = a.values();
    const std::span<const Value> in_b = b.values();
    for (std::size_t i = 0; i < in_a.size() && i < in_b.size(); ++i) {
        const Next next{i + 1 < in_a.size() ? ',' : ')', i + 1 < in_b.size() ? ',' : ')'};
        if (const int order = compare_constants(in_a[i], in_b[i], next)) return order;
    }
    return in_a.size() == in_b.size() ? 0 : in_a.size() < in_b.size() ? -1 : 1;
}

int UnionOrder::compare(const Type& a, const Type& b, Next next) {
    if (a == b) return 0;
    if (a.kind() != b.kind()) {
        const int order = compare_texts(start_of(a), start_of(b), next);
        return order != 0 ? order : a.kind() < b.kind() ? -1 : 1;
    }
    const std::pair pair(a.node(), b.node());
    if (a.depth() > 1 && same_.contains(pair)) return 0;
    int order = 0;
    switch (a.kind()) {
        case Kind::List:
        case Kind::Set:
        case Kind::Map:
        case Kind::Promise:
        case Kind::Output:
            order = compare(a.element(), b.element(), {')', ')'});
            break;
        case Kind::Tuple:
            order = compare_lists(a.elements(), b.elements());
            break;
        case Kind::Union:
            order = compare_lists(a.members(), b.members());
            break;
        case Kind::Object:
            order = compare_objects(a.properties(), b.properties());
            break;
        case Kind::Enum:
            return compare_enums(a, b);
        case Kind::Const:
            return compare_constants(a.value(), b.value(), next);
        default:
            return compare_texts(start_of(a), start_of(b), next);
    }
    if (order == 0) same_.insert(pair);
    return order;
}

}  // namespace hcl::pcl
