#include "engine/pcl/unify.h"

#include <algorithm>
#include <unordered_set>

#include "engine/pcl/relation.h"

namespace hcl::pcl {

using enum Conversion;

Unified Relation::unify(const Type& a, const Type& b) {
    if (a.equals(b)) return {b.contains_unknown() ? b : a, Safe};
    if (a.is_unknown() || b.is_unknown()) return {Type::unknown(), Unsafe};
    if (a.is_dynamic()) return {b, Unsafe};
    if (b.is_dynamic()) return {a, Unsafe};
    const Key key{a, b};
    if (auto it = unified_.find(key); it != unified_.end()) return it->second;
    constexpr int kMostDepth = 300;
    constexpr int kMostSteps = 1 << 14;
    if (++unify_steps_ > kMostSteps) return {a, Unsafe};
    const bool is_open = std::ranges::find(open_unified_, std::pair{a, b}) != open_unified_.end();
    if (is_open || open_unified_.size() > kMostDepth) return {Type::union_of({a, b}), Safe};
    work_ += a.weight() + b.weight();
    open_unified_.emplace_back(a, b);
    Unified found = unify_whole(a.resolved(), b.resolved());
    open_unified_.pop_back();
    unified_.emplace(key, found);
    return found;
}

namespace {

// One type contains promises and the other outputs.
bool mixes_eventuals(const Type& a, const Type& b) {
    // A plain and an eventual type are not compared by their contents.
    if (a.is_eventual() != b.is_eventual() && !a.is(Kind::Union) && !b.is(Kind::Union)) return false;
    return (a.contains_promises() && b.contains_outputs()) || (a.contains_outputs() && b.contains_promises());
}

// A union, or a wrapper of nothing but one: a list of it, an output of it.
bool wraps_union(const Type& type) {
    if (type.is_collection() || type.is_eventual()) return wraps_union(type.element());
    return type.is(Kind::Union);
}

}  // namespace

// Whether `better`, to which `other` converts with this kind while they are unified, keeps all of `other`.
// The merged type of two objects or tuples equals neither, so the other type could lose properties or
// elements.
bool Relation::keeps_all(const Type& better, const Type& other, Conversion kind) {
    // A union keeps its members where they accept the other type, as in the reference implementation.
    if (wraps_union(better)) return convert(better, other, Mode::Plain) >= kind;
    // An eventual type absorbs a plain one, as in the reference implementation.
    if (better.is_eventual() && !other.is_eventual()) return true;
    return convert(better, other, Mode::Lossless) >= kind;
}

Unified Relation::unify_whole(const Type& a, const Type& b) {
    const Conversion to_a = convert(a, b, Mode::Unifying);
    const Conversion to_b = convert(b, a, Mode::Unifying);
    // An output and a promise unify to an output, unless the output accepts the promise unchanged.
    if (a.is(Kind::Promise) && b.is(Kind::Output) && !keeps_all(b, a, Safe)) return unify_by_kind(a, b);
    if (a.is(Kind::Output) && b.is(Kind::Promise) && !keeps_all(a, b, Safe)) return unify_by_kind(a, b);

    if (to_a != to_b) {
        const bool is_b = to_a < to_b;
        const Type& better = is_b ? b : a;
        const Type& other = is_b ? a : b;
        const Conversion kind = is_b ? to_b : to_a;
        // Promises convert to outputs, but not the reverse, regardless of their contents: where these
        // conversions are unsafe, the parts decide.
        const bool is_by_parts = kind != Safe && mixes_eventuals(a, b);
        if (!is_by_parts && keeps_all(better, other, kind)) return {better, kind};
    } else if (to_a == None) {
        return {Type::union_of({a, b}), Safe};
    }
    if (b.is(Kind::Union)) return unify_with_union(b, a);
    return unify_by_kind(a, b);
}

Unified Relation::unify_with_union(const Type& whole, const Type& other) {
    std::vector<Type> members(whole.members().begin(), whole.members().end());
    Conversion worst = Safe;
    if (other.is(Kind::Union)) {
        members.insert(members.end(), other.members().begin(), other.members().end());
    } else {
        bool is_changed = false;
        for (Type& member : members) {
            Unified found = unify(member, other);
            worst = worse(worst, found.kind);
            is_changed = is_changed || !(found.type == member);
            member = std::move(found.type);
        }
        if (!is_changed) return {whole, worst};
    }
    return {Type::union_of(std::move(members)), worst};
}

Unified Relation::unify_simple(const Type& a, const Type& b) {
    for (const Type& goal : {Type::string(), Type::number(), Type::integer(), Type::boolean(), Type::id()}) {
        if (a == goal) return {goal, convert(goal, b, Mode::Unifying)};
        if (b == goal) return {goal, convert(goal, a, Mode::Unifying)};
    }
    return {Type::union_of({a, b}), Safe};
}

// Unifies `start` with each of the others in order.
Unified Relation::fold(const Type& start, std::span<const Type> others, Conversion best) {
    Unified all{start, best};
    for (const Type& other : others) {
        Unified found = unify(all.type, other);
        all.type = std::move(found.type);
        all.kind = worse(all.kind, found.kind);
    }
    return all;
}

Unified Relation::merge_objects(const Type& a, const Type& b) {
    std::vector<Property> merged;
    Conversion worst = Safe;
    for (const Property& property : a.properties()) {
        const Property* other = b.find_property(property.name);
        if (!other) {
            merged.push_back({property.name, Type::optional(property.type)});
            continue;
        }
        Unified found = unify(property.type, other->type);
        worst = worse(worst, found.kind);
        merged.push_back({property.name, std::move(found.type)});
    }
    for (const Property& property : b.properties())
        if (!a.find_property(property.name)) merged.push_back({property.name, Type::optional(property.type)});
    return {Type::object(std::move(merged)), worst};
}

Unified Relation::merge_tuples(const Type& a, const Type& b) {
    auto left = a.elements();
    auto right = b.elements();
    std::vector<Type> merged;
    Conversion worst = Safe;
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
        if (i >= left.size() || i >= right.size()) {
            merged.push_back(Type::optional(i < left.size() ? left[i] : right[i]));
            continue;
        }
        Unified found = unify(left[i], right[i]);
        worst = worse(worst, found.kind);
        merged.push_back(std::move(found.type));
    }
    return {Type::tuple(merged), worst};
}

// Neither type converts to the other safely, or they must be merged.
Unified Relation::unify_by_kind(const Type& a, const Type& b) {
    auto element = [&] { return unify(a.element(), b.element()); };
    if (!a.is(Kind::Union) && a.is_eventual() != b.is_eventual()) {
        const Type& eventual = a.is_eventual() ? a : b;
        Unified found = a.is_eventual() ? unify(a.element(), b) : unify(a, b.element());
        return {eventual.is(Kind::Promise) ? Type::promise(found.type) : Type::output(found.type),
                found.kind};
    }
    switch (a.kind()) {
        case Kind::Union:
            return unify_with_union(a, b);
        case Kind::Bool:
        case Kind::Int:
        case Kind::Number:
        case Kind::String:
        case Kind::Id:
        case Kind::Opaque:
            return unify_simple(a, b);
        case Kind::Const:
        case Kind::None:
            return {a, convert(b, a, Mode::Plain)};
        case Kind::List:
        case Kind::Set:
            if (b.is(Kind::Set) && a.is(Kind::Set)) {
                Unified found = element();
                return {Type::set(found.type), found.kind};
            }
            if (b.is(Kind::List) || b.is(Kind::Set)) {
                Unified found = element();
                return {Type::list(found.type), found.kind};
            }
            if (b.is(Kind::Tuple)) {
                const bool is_list = a.is(Kind::List);
                Unified found = fold(a.element(), b.elements(), is_list ? Safe : Unsafe);
                return {is_list ? Type::list(found.type) : Type::set(found.type), found.kind};
            }
            break;
        case Kind::Map:
            if (b.is(Kind::Map)) {
                Unified found = element();
                return {Type::map(found.type), found.kind};
            }
            if (b.is(Kind::Object)) {
                Unified found = fold(a.element(), property_types(b), Safe);
                return {Type::map(found.type), found.kind};
            }
            break;
        case Kind::Object:
            if (b.is(Kind::Map)) {
                Unified found = fold(b.element(), property_types(a), Safe);
                return {Type::map(found.type), found.kind};
            }
            if (b.is(Kind::Object)) return merge_objects(a, b);
            break;
        case Kind::Tuple:
            if (b.is(Kind::Tuple)) return merge_tuples(a, b);
            if (b.is(Kind::List) || b.is(Kind::Set)) {
                const bool is_list = b.is(Kind::List);
                Unified found = fold(b.element(), a.elements(), is_list ? Safe : Unsafe);
                return {is_list ? Type::list(found.type) : Type::set(found.type), found.kind};
            }
            break;
        case Kind::Promise:
        case Kind::Output: {
            // An output contains no eventual types, a promise may contain outputs.
            auto value = [](const Type& one, const Type& other) {
                return other.is(Kind::Output) ? resolve_outputs(one.element()) : one.element();
            };
            Unified found = unify(value(a, b), value(b, a));
            const bool are_promises = a.is(Kind::Promise) && b.is(Kind::Promise);
            return {are_promises ? Type::promise(found.type) : Type::output(found.type), found.kind};
        }
        default:
            return {Type::union_of({a, b}), Safe};
    }
    const Conversion kind = convert(a, b, Mode::Unifying);
    return {a, kind};
}

Unified unify(const Type& a, const Type& b) {
    return Relation().unify(a, b);
}

namespace {

bool is_plain_constant(const Type& type) {
    return type.is(Kind::Const) && is_simple(type.underlying());
}

bool is_null_type(const Type& type) {
    return type.is_none() || (type.is(Kind::Const) && type.underlying().is_none());
}

std::span<const Type> members_of(const Type& type) {
    return type.is(Kind::Union) ? type.members() : std::span(&type, 1);
}

bool has_null(const Type& type) {
    return std::ranges::any_of(members_of(type), is_null_type);
}

// Constants, with or without null. Pairwise unification would join any other constant unsafely.
bool is_set_of_constants(const Type& type) {
    auto members = members_of(type);
    return std::ranges::any_of(members, is_plain_constant) && std::ranges::all_of(members, [](const Type& m) {
               return is_plain_constant(m) || is_null_type(m);
           });
}

// Adds constants to a set of constants. If there are too many, uses their types instead.
Type with_constants(const Type& set, std::span<const Type> more) {
    constexpr std::size_t kMostConstants = 2000;
    auto members = members_of(set);
    std::unordered_set<Type> seen(members.begin(), members.end());
    std::vector<Type> all{set};
    for (const Type& constant : more)
        if (seen.insert(constant).second) all.push_back(constant);
    if (seen.size() <= kMostConstants) return Type::union_of(std::move(all));
    std::unordered_set<Type> wider;
    for (const Type& member : seen) wider.insert(member.is(Kind::Const) ? member.underlying() : member);
    return Type::union_of(std::vector<Type>(wider.begin(), wider.end()));
}

CommonTypes fold_types(std::span<const Type> types) {
    CommonTypes common{types.front(), types.front()};
    Relation relation;
    for (std::size_t i = 1; i < types.size();) {
        if (is_plain_constant(types[i]) && is_set_of_constants(common.safe) &&
            is_set_of_constants(common.unsafe)) {
            // Adds a run of literals at once. A null that is already in the set adds nothing.
            auto is_kept = [&](const Type& type) {
                auto has = [&](const Type& set) {
                    return std::ranges::find(members_of(set), type) != members_of(set).end();
                };
                return is_plain_constant(type) ||
                       (is_null_type(type) && has(common.safe) && has(common.unsafe));
            };
            auto rest = types.subspan(i);
            const auto end = std::ranges::find_if_not(rest, is_kept);
            const auto run = rest.first(static_cast<std::size_t>(end - rest.begin()));
            common.safe = with_constants(common.safe, run);
            // The unsafe common type of two constants is the first one.
            if (has_null(common.unsafe)) common.unsafe = with_constants(common.unsafe, run);
            i += run.size();
            continue;
        }
        const Type& type = types[i++];
        Unified safe = relation.unify(common.safe, type);
        common.safe = safe.kind == Safe ? std::move(safe.type) : Type::union_of({common.safe, type});
        Unified unsafe = relation.unify(common.unsafe, type);
        common.unsafe = unsafe.kind != None ? std::move(unsafe.type) : Type::union_of({common.unsafe, type});
        if (!relation.next_pair()) return {Type::unknown(), Type::unknown()};
    }
    return common;
}

// The different types without the constants in them; constants that are no part of another type stay.
std::vector<Type> shapes_of(std::span<const Type> types) {
    std::vector<Type> shapes;
    std::unordered_set<Type> seen;
    for (const Type& type : types) {
        Type shape = type.is(Kind::Const) ? type : widened(type);
        if (seen.insert(shape).second) shapes.push_back(std::move(shape));
    }
    return shapes;
}

}  // namespace

CommonTypes common_types(std::span<const Type> types) {
    // The common type of different objects has the properties of all, so each costs more than the last.
    constexpr std::size_t kMostTypes = 200;
    if (types.empty()) return {Type::none(), Type::none()};
    if (types.size() <= kMostTypes) return fold_types(types);
    const std::vector<Type> shapes = shapes_of(types);
    const auto count = std::ranges::count_if(shapes, [](const Type& type) { return !type.is(Kind::Const); });
    if (static_cast<std::size_t>(count) > kMostTypes) return {Type::unknown(), Type::unknown()};
    return fold_types(shapes);
}

}  // namespace hcl::pcl
