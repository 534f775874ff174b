// Unification under both sets of rules. They have little in common: the documents describe a lattice, the
// reference a sequence of attempts whose order affects the result.
#include "engine/value/unify.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>

#include "engine/value/convert.h"

namespace hcl {

namespace {

using Types = std::span<const Type>;

// Limit for pairwise unification. More distinct types than this have no common type.
constexpr std::size_t kMostDistinctTypes = 600;

// The distinct types, in order of first appearance.
std::vector<Type> distinct(Types types) {
    std::vector<Type> out;
    constexpr std::size_t kFew = 16;
    if (types.size() <= kFew) {
        out.reserve(types.size());
        for (const Type& type : types)
            if (std::ranges::find(out, type) == out.end()) out.push_back(type);
        return out;
    }
    std::unordered_set<const internal::TypeNode*> seen;
    for (const Type& type : types) {
        // Mostly the same type repeated.
        if (!out.empty() && type == out.back()) continue;
        if (seen.insert(type.node()).second) out.push_back(type);
    }
    return out;
}

// ---------------------------------------------------------------- the documents' lattice

class Lattice {
  public:
    std::optional<Type> join(Types all) const {
        std::vector<Type> types = distinct(all);
        std::erase_if(types, [](const Type& t) { return t.is_dynamic(); });
        if (types.empty()) return all.empty() ? std::nullopt : std::optional(Type::dynamic());
        if (types.size() == 1) return types[0];
        auto every = [&](auto predicate) { return std::ranges::all_of(types, predicate); };
        auto some = [&](TypeKind kind) {
            return std::ranges::any_of(types, [&](const Type& t) { return t.kind() == kind; });
        };
        if (every([](const Type& t) { return t.is_primitive(); }))
            return some(TypeKind::String) ? std::optional(Type::string()) : std::nullopt;
        if (every([](const Type& t) { return t.is_list() || t.is_set() || t.is_tuple(); })) {
            if (some(TypeKind::Tuple)) return join_tuples(types);
            return join_elements(types, some(TypeKind::List) ? TypeKind::List : TypeKind::Set);
        }
        if (every([](const Type& t) { return t.is_map() || t.is_object(); }))
            return some(TypeKind::Object) ? join_objects(types) : join_elements(types, TypeKind::Map);
        return std::nullopt;
    }

  private:
    std::optional<Type> join_elements(Types types, TypeKind kind) const {
        std::vector<Type> elements;
        for (const Type& t : types) elements.push_back(t.element());
        auto element = join(elements);
        if (!element) return std::nullopt;
        return Type::collection(kind, *element);
    }

    // The element type of a list or set applies to every position.
    std::optional<Type> join_tuples(Types types) const {
        std::size_t length = 0;
        bool first = true;
        for (const Type& t : types) {
            if (!t.is_tuple()) continue;
            if (!first && t.elements().size() != length) return std::nullopt;
            length = t.elements().size();
            first = false;
        }
        std::vector<Type> elements;
        std::vector<Type> column(types.size());
        for (std::size_t i = 0; i < length; ++i) {
            for (std::size_t k = 0; k < types.size(); ++k)
                column[k] = types[k].is_tuple() ? types[k].elements()[i] : types[k].element();
            auto element = join(column);
            if (!element) return std::nullopt;
            elements.push_back(*element);
        }
        return Type::tuple(elements);
    }

    std::optional<Type> join_objects(Types types) const {
        std::map<std::string_view, std::vector<Type>> attributes;
        std::vector<Type> map_elements;
        for (const Type& t : types) {
            if (t.is_map()) {
                map_elements.push_back(t.element());
                continue;
            }
            for (const ObjectAttribute& a : t.attributes()) attributes[a.name].push_back(a.type);
        }
        std::vector<ObjectAttribute> joined;
        for (auto& [name, candidates] : attributes) {
            candidates.insert(candidates.end(), map_elements.begin(), map_elements.end());
            auto type = join(candidates);
            if (!type) return std::nullopt;
            joined.push_back({std::string(name), *type, false});
        }
        return Type::object(std::move(joined));
    }
};

// ---------------------------------------------------------------- the reference's attempts

// Compares two types by generality (negative: `a` is more general, positive: `b`). Only a preference.
int generality(const Type& a, const Type& b) {
    if (a == b) return 0;
    if (a.is_dynamic()) return 1;
    if (b.is_dynamic()) return -1;
    if (a.is_primitive() && b.is_primitive()) {
        if (a.is_string()) return -1;
        return b.is_string() ? 1 : 0;
    }
    if (a.is_collection() && a.kind() == b.kind()) return generality(a.element(), b.element());
    // Sequences: list, then tuple, then set. Maps before objects.
    auto sequence = [](const Type& t) { return t.is_list() ? 1 : t.is_tuple() ? 2 : t.is_set() ? 3 : 0; };
    if (int x = sequence(a), y = sequence(b); x && y && x != y) return x < y ? -1 : 1;
    if (a.is_map() && b.is_object()) return -1;
    if (a.is_object() && b.is_map()) return 1;

    bool a_wins = false;
    bool b_wins = false;
    auto note = [&](int c) {
        a_wins |= c < 0;
        b_wins |= c > 0;
    };
    if (a.is_object() && b.is_object()) {
        auto x = a.attributes();
        auto y = b.attributes();
        if (x.size() != y.size()) return 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (x[i].name != y[i].name) return 0;
            note(generality(x[i].type, y[i].type));
        }
    } else if (a.is_tuple() && b.is_tuple()) {
        auto x = a.elements();
        auto y = b.elements();
        if (x.size() != y.size()) return 0;
        for (std::size_t i = 0; i < x.size(); ++i) note(generality(x[i], y[i]));
    }
    if (a_wins == b_wins) return 0;
    return a_wins ? -1 : 1;
}

// The most general first where that is decided, otherwise in the order given.
std::vector<std::size_t> preference(Types types) {
    std::size_t n = types.size();
    std::vector<std::vector<std::size_t>> below(n);
    std::vector<std::size_t> above(n, 0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            int c = generality(types[i], types[j]);
            if (c == 0) continue;
            below[c < 0 ? i : j].push_back(c < 0 ? j : i);
            ++above[c < 0 ? j : i];
        }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < n; ++i)
        if (above[i] == 0) order.push_back(i);
    for (std::size_t at = 0; at < order.size(); ++at)
        for (std::size_t j : below[order[at]])
            if (--above[j] == 0) order.push_back(j);
    return order;
}

class Attempts {
  public:
    Attempts(const Rules& rules, Safety safety) : rules_(rules), safety_(safety) {}

    // True if all are of one compound kind, ignoring dynamic.
    static bool is_one_kind(Types types) {
        TypeKind kind = TypeKind::Dynamic;
        for (const Type& t : types) {
            if (t.is_dynamic()) continue;
            if (t.is_primitive() || t.is_capsule() || (kind != TypeKind::Dynamic && t.kind() != kind))
                return false;
            kind = t.kind();
        }
        return kind != TypeKind::Dynamic;
    }

    std::optional<Type> unify(Types all) const {
        if (all.empty()) return std::nullopt;
        // Two types are the usual case and need no copy.
        if (all.size() == 2) return all[0] == all[1] ? all[0] : unify_distinct(all);
        std::vector<Type> types = distinct(all);
        return types.size() == 1 ? types[0] : unify_distinct(types);
    }

  private:
    std::optional<Type> unify_distinct(Types types) const {
        if (types.size() > kMostDistinctTypes) {
            // Types of one kind unify part by part; pairwise unification would take too long.
            TypeKind kind = types[0].kind();
            if (!std::ranges::all_of(types, [&](const Type& t) { return t.kind() == kind; }))
                return std::nullopt;
        }
        std::size_t count[10] = {};
        for (const Type& t : types) ++count[static_cast<int>(t.kind())];
        auto of = [&](TypeKind kind) { return count[static_cast<int>(kind)]; };
        std::size_t dynamic = of(TypeKind::Dynamic);
        std::size_t maps = of(TypeKind::Map);
        std::size_t lists = of(TypeKind::List);
        std::size_t objects = of(TypeKind::Object);
        std::size_t tuples = of(TypeKind::Tuple);
        std::size_t n = types.size();

        if (is_one_kind(types)) {
            if (dynamic > 0) return Type::dynamic();  // the kind of a dynamic type is unknown
            if (objects > 0) return unify_objects(types);
            if (tuples > 0) return unify_tuples(types);
            return unify_collections(types);
        }
        if (maps > 0 && maps + objects + dynamic == n) {
            if (auto found = flattened(types, TypeKind::Object, TypeKind::Map)) return found;
        } else if (lists > 0 && lists + tuples + dynamic == n) {
            if (auto found = flattened(types, TypeKind::Tuple, TypeKind::List)) return found;
        } else if (objects > 0 && tuples > 0) {
            return std::nullopt;
        }
        if (n == 2) {
            const Type &first = types[0], &second = types[1];
            const bool in_order = generality(first, second) <= 0;
            if (converts(in_order ? second : first, in_order ? first : second))
                return in_order ? first : second;
            if (converts(in_order ? first : second, in_order ? second : first))
                return in_order ? second : first;
            return std::nullopt;
        }
        for (std::size_t candidate : preference(types))
            if (all_convert(types, types[candidate])) return types[candidate];
        return std::nullopt;
    }

    bool converts(const Type& from, const Type& to) const {
        return safety_ == Safety::Unsafe ? converts_unsafely(from, to, rules_)
                                         : converts_safely(from, to, rules_);
    }

    bool all_convert(Types types, const Type& to) const {
        return std::ranges::all_of(types, [&](const Type& t) { return converts(t, to); });
    }

    std::optional<Type> checked(Types types, std::optional<Type> result) const {
        if (!result || !all_convert(types, *result)) return std::nullopt;
        return result;
    }

    std::optional<Type> unify_collections(Types types) const {
        std::vector<Type> elements;
        elements.reserve(types.size());
        for (const Type& t : types) elements.push_back(t.element());
        auto element = unify(elements);
        if (!element) return std::nullopt;
        return checked(types, Type::collection(types[0].kind(), *element));
    }

    std::optional<Type> unify_objects(Types types) const {
        auto first = types[0].attributes();
        for (const Type& t : types)
            if (!std::ranges::equal(first, t.attributes(), {}, &ObjectAttribute::name,
                                    &ObjectAttribute::name))
                return to_collection(types, TypeKind::Map);
        std::vector<ObjectAttribute> attributes;
        std::vector<Type> column(types.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            for (std::size_t k = 0; k < types.size(); ++k) column[k] = types[k].attributes()[i].type;
            auto type = unify(column);
            if (!type) return std::nullopt;
            attributes.push_back({first[i].name, *type, false});
        }
        Type result = Type::object(std::move(attributes));
        return all_convert(types, result) ? result : to_collection(types, TypeKind::Map);
    }

    std::optional<Type> unify_tuples(Types types) const {
        std::size_t length = types[0].elements().size();
        for (const Type& t : types)
            if (t.elements().size() != length) return to_collection(types, TypeKind::List);
        std::vector<Type> elements;
        std::vector<Type> column(types.size());
        for (std::size_t i = 0; i < length; ++i) {
            for (std::size_t k = 0; k < types.size(); ++k) column[k] = types[k].elements()[i];
            auto type = unify(column);
            if (!type) return std::nullopt;
            elements.push_back(*type);
        }
        Type result = Type::tuple(elements);
        return all_convert(types, result) ? result : to_collection(types, TypeKind::List);
    }

    // Objects become the map, and tuples the list, that holds the parts of all of them.
    std::optional<Type> to_collection(Types types, TypeKind kind) const {
        std::vector<Type> parts;
        for (const Type& t : types) {
            if (kind == TypeKind::List)
                parts.insert(parts.end(), t.elements().begin(), t.elements().end());
            else
                for (const ObjectAttribute& a : t.attributes()) parts.push_back(a.type);
        }
        auto element = unify(parts);
        if (!element) return std::nullopt;
        return checked(types, Type::collection(kind, *element));
    }

    // A mix of collections and structures: the structures become one collection first.
    std::optional<Type> flattened(Types types, TypeKind structure, TypeKind collection) const {
        std::vector<Type> structures;
        for (const Type& t : types)
            if (t.kind() == structure) structures.push_back(t);
        auto as_collection = to_collection(structures, collection);
        if (!as_collection) return std::nullopt;
        std::vector<Type> replaced;
        for (const Type& t : types) replaced.push_back(t.kind() == structure ? *as_collection : t);
        auto result = unify(replaced);
        if (!result || result->kind() != collection) return std::nullopt;
        return result;
    }

    const Rules& rules_;
    Safety safety_;
};

}  // namespace

std::optional<Unified> unify(std::span<const Type> types, Safety safety, const Rules& rules) {
    if (types.empty()) return std::nullopt;
    // Under all rules, numbers and bools convert to string.
    if (types.size() == 2 && types[0].is_primitive() && types[1].is_primitive() &&
        (types[0].is_string() || types[1].is_string())) {
        Unified out;
        out.type = Type::string();
        out.needs_conversion = {!types[0].is_string(), !types[1].is_string()};
        return out;
    }
    // No rules unify a number with a bool, or a primitive type with a collection or structure.
    if (types.size() == 2 && types[0] != types[1]) {
        const Type &a = types[0], &b = types[1];
        auto has_parts = [](const Type& t) { return t.is_collection() || t.is_structural(); };
        if ((a.is_primitive() && (b.is_primitive() || has_parts(b))) || (has_parts(a) && b.is_primitive()))
            return std::nullopt;
    }
    bool lattice = rules.unify_dynamic_yields;
    std::optional<Type> type = lattice ? Lattice().join(types) : Attempts(rules, safety).unify(types);
    if (!type) return std::nullopt;
    Unified out;
    out.type = *type;
    for (const Type& t : types) {
        if (lattice && t != out.type) {
            Conversion found = conversion_between(t, out.type, rules);
            if (found == Conversion::None || (found == Conversion::Unsafe && safety == Safety::Safe))
                return std::nullopt;
        }
        out.needs_conversion.push_back(t != out.type);
    }
    if (!lattice && out.type.is_dynamic() && Attempts::is_one_kind(types)) {
        out.undecided = true;
        out.needs_conversion.assign(types.size(), true);
    }
    return out;
}

std::expected<std::vector<Value>, ValueError> unify_values(std::span<const Value> values, Safety safety,
                                                           const Rules& rules) {
    std::vector<Type> types;
    types.reserve(values.size());
    for (const Value& v : values) types.push_back(v.type());
    std::vector<Value> out(values.begin(), values.end());
    if (values.empty()) return out;
    std::optional<Unified> unified = unify(types, safety, rules);
    if (!unified)
        return value_error(ValueError::Kind::Conversion,
                           "there is no one type that all of the elements convert to");
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!unified->needs_conversion[i]) continue;
        if (unified->undecided) {
            out[i] = Value::dynamic().with_same_marks(out[i]);
            continue;
        }
        ValueResult one = convert_value(out[i], unified->type, rules);
        if (!one)
            return std::unexpected(
                one.error().below(PathStep::index(Value::integer(static_cast<std::int64_t>(i)))));
        out[i] = std::move(*one);
    }
    return out;
}

}  // namespace hcl
