// Promises and outputs: removes them, and adds them where inputs accept them. Removes constants, too.
#include <algorithm>

#include "engine/pcl/nodes.h"
#include "engine/pcl/type.h"

namespace hcl::pcl {

namespace {

// `type` with `change` applied to each of its parts; not for references, which have no parts.
template <typename Change>
Type with_parts(const Type& type, const Change& change) {
    auto changed = [&](std::span<const Type> parts) {
        std::vector<Type> out;
        out.reserve(parts.size());
        for (const Type& part : parts) out.push_back(change(part));
        return out;
    };
    switch (type.kind()) {
        case Kind::List:
            return Type::list(change(type.element()));
        case Kind::Set:
            return Type::set(change(type.element()));
        case Kind::Map:
            return Type::map(change(type.element()));
        case Kind::Promise:
            return Type::promise(change(type.element()));
        case Kind::Output:
            return Type::output(change(type.element()));
        case Kind::Tuple:
            return Type::tuple(changed(type.elements()));
        case Kind::Union:
            return Type::union_of(changed(type.members()), type.annotation());
        case Kind::Object: {
            std::vector<Property> out;
            out.reserve(type.properties().size());
            for (const Property& property : type.properties())
                out.push_back({property.name, change(property.type)});
            return Type::object(std::move(out), type.annotation());
        }
        default:
            return type;
    }
}

}  // namespace

Type resolve_outputs(const Type& type) {
    if (!type.contains_eventuals()) return type;
    if (type.is(Kind::Reference)) return derived_reference(type, 'O');
    if (type.is_eventual()) return resolve_outputs(type.element());
    return with_parts(type, resolve_outputs);
}

Type resolve_promises(const Type& type) {
    // An output contains no promise.
    if (!type.contains_promises()) return type;
    if (type.is(Kind::Promise)) return resolve_promises(type.element());
    return with_parts(type, resolve_promises);
}

Type widened(const Type& type) {
    if (type.is(Kind::Const)) return type.underlying();
    return with_parts(type, widened);
}

Type input_parts(const Type& type) {
    switch (type.kind()) {
        // The reference stops at sets and tuples.
        case Kind::Promise:
        case Kind::Map:
        case Kind::List:
        case Kind::Union:
        case Kind::Object:
            return with_parts(type, input_type);
        case Kind::Reference:
            return derived_reference(type, 'I');
        default:
            return type;
    }
}

Type input_type(const Type& type) {
    if (type.is_dynamic() || type.is_none() || type.is(Kind::Output)) return type;
    const Type parts = input_parts(type);
    return Type::union_of({parts, Type::output(parts)});
}

Type lifted(const Type& type, std::span<const Type> parts) {
    if (std::ranges::any_of(parts, &Type::contains_outputs) ||
        std::ranges::any_of(parts, &Type::contains_unknown))
        return Type::output(type);
    if (std::ranges::any_of(parts, &Type::contains_promises)) return Type::promise(type);
    return type;
}

bool may_be_anything(const Type& type) {
    const Type whole = type.resolved();
    if (whole.is_eventual()) return may_be_anything(whole.element());
    if (whole.is(Kind::Union)) return std::ranges::any_of(whole.members(), may_be_anything);
    return whole.is_unknown();
}

bool is_constant(const Type& type) {
    if (type.is(Kind::Union))
        return std::ranges::all_of(type.members(), [](const Type& m) { return m.is(Kind::Const); });
    return type.is(Kind::Const);
}

Type without_none(const Type& type) {
    const Type whole = type.resolved();
    if (!whole.is(Kind::Union) || whole.members().size() != 2) return type;
    auto members = whole.members();
    if (members[0].is_none()) return members[1];
    if (members[1].is_none()) return members[0];
    return type;
}

}  // namespace hcl::pcl
