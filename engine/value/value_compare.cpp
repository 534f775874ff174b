// Identity and order of values, and the refinement of unknown values.
#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

#include "engine/base/check.h"
#include "engine/value/capsule.h"
#include "engine/value/cells.h"
#include "engine/value/order_text.h"
#include "engine/value/value.h"

namespace hcl {

using internal::RefinedCell;
using internal::Tag;

namespace {

const Refinements kNoRefinements;
const Refinements kPresent = Refinements::present();

// A list of known length up to this limit becomes a list of unknown elements; a longer one stays refined.
constexpr std::uint64_t kMostUnknownElements = 1024;

int three_way(const auto& a, const auto& b) {
    return a < b ? -1 : (b < a ? 1 : 0);
}

// Known before unknown before null.
int rank(const Value& v) {
    if (v.is_null()) return 2;
    return v.is_known() ? 0 : 1;
}

int compare_capsules(const Value& a, const Value& b) {
    const void* x = a.capsule_payload();
    const void* y = b.capsule_payload();
    if (x == y) return 0;
    const auto& operations = a.type().capsule_type().operations();
    if (operations.compare) return operations.compare(x, y);
    if (operations.equals && operations.equals(x, y)) return 0;
    return std::less<const void*>()(x, y) ? -1 : 1;
}

// Takes the tighter of two lower bounds; infinite bounds are ignored.
void raise(std::optional<NumberBound>& bound, const std::optional<NumberBound>& other) {
    if (!other || other->number.is_infinite()) return;
    if (!bound || other->number > bound->number || (other->number == bound->number && !other->inclusive))
        bound = other;
}

void lower(std::optional<NumberBound>& bound, const std::optional<NumberBound>& other) {
    if (!other || other->number.is_infinite()) return;
    if (!bound || other->number < bound->number || (other->number == bound->number && !other->inclusive))
        bound = other;
}

bool has_parts(const Value& v) {
    return v.has_content() && v.kind() >= TypeKind::List && v.kind() != TypeKind::Capsule;
}

// True if both share their storage: equal without a look at the parts.
bool share_parts(const Value& a, const Value& b) {
    return a.size() == b.size() && a.size() > 0 && &a.value_at(0) == &b.value_at(0);
}

// Compares two values. Parts can be shared at every level, so that a walk over all of them would take time
// exponential in the depth: pairs of large containers are compared once.
class IdentityWalk {
  public:
    bool identical(const Value& a, const Value& b) {
        if (a.is_marked() || b.is_marked())
            return a.marks() == b.marks() && identical(a.unmarked(), b.unmarked());
        if (a.kind() != b.kind() || a.is_null() != b.is_null() || a.is_known() != b.is_known()) return false;
        if (a.type() != b.type()) return false;
        if (a.is_null()) return true;
        if (a.is_unknown()) return a.refinements() == b.refinements();
        switch (a.kind()) {
            case TypeKind::Bool:
                return a.as_bool() == b.as_bool();
            case TypeKind::Number:
                return a.as_number() == b.as_number();
            case TypeKind::String:
                return a.as_string() == b.as_string();
            case TypeKind::Capsule:
                return compare_capsules(a, b) == 0;
            default:
                return identical_containers(a, b);
        }
    }

  private:
    // Lighter containers are compared as often as they are reached.
    static constexpr std::size_t kLarge = 64;

    bool identical_containers(const Value& a, const Value& b) {
        if (a.size() != b.size()) return false;
        if (a.size() == 0 || share_parts(a, b)) return true;
        if (a.weight() != b.weight()) return false;
        if (a.weight() < kLarge) return identical_parts(a, b);
        const Pair pair{&a.value_at(0), &b.value_at(0)};
        if (compared_.contains(pair)) return true;
        if (!identical_parts(a, b)) return false;
        compared_.insert(pair);
        return true;
    }

    bool identical_parts(const Value& a, const Value& b) {
        if (a.kind() == TypeKind::Map)
            return std::ranges::equal(a.entries(), b.entries(), [&](const MapEntry& x, const MapEntry& y) {
                return x.key.as_string() == y.key.as_string() && identical(x.value, y.value);
            });
        return std::ranges::equal(a.elements(), b.elements(),
                                  [&](const Value& x, const Value& y) { return identical(x, y); });
    }

    using Pair = std::pair<const Value*, const Value*>;  // the first parts of two containers
    struct PairHash {
        std::size_t operator()(const Pair& pair) const {
            constexpr std::size_t kOdd = 0x9E3779B97F4A7C15;
            const std::hash<const Value*> hash;
            return hash(pair.first) * kOdd ^ hash(pair.second);
        }
    };
    std::unordered_set<Pair, PairHash> compared_;  // that are identical
};

// Structural order; separates values that the order by text does not.
int compare_structure(const Value& marked_a, const Value& marked_b) {
    const Value& a = marked_a.unmarked();
    const Value& b = marked_b.unmarked();
    int rank_a = rank(a);
    int rank_b = rank(b);
    if (rank_a != rank_b) return three_way(rank_a, rank_b);
    if (rank_a != 0) return 0;
    if (a.kind() != b.kind()) return three_way(a.kind(), b.kind());
    if (has_parts(a) && share_parts(a, b)) return 0;
    switch (a.kind()) {
        case TypeKind::Bool:
            return three_way(a.as_bool(), b.as_bool());
        case TypeKind::Number:
            return three_way(a.as_number(), b.as_number());
        case TypeKind::String:
            return a.as_string().compare(b.as_string());
        case TypeKind::Capsule:
            return compare_capsules(a, b);
        case TypeKind::Map: {
            auto x = a.entries();
            auto y = b.entries();
            for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
                if (int c = x[i].key.as_string().compare(y[i].key.as_string())) return c;
                if (int c = compare_structure(x[i].value, y[i].value)) return c;
            }
            return three_way(x.size(), y.size());
        }
        default: {
            auto x = a.elements();
            auto y = b.elements();
            for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
                if (int c = compare_structure(x[i], y[i])) return c;
            if (x.size() != y.size()) return three_way(x.size(), y.size());
            // Objects with other attributes, empty collections with other elements: only in mixed types.
            Type type_a = a.type();
            Type type_b = b.type();
            return type_a == type_b ? 0 : type_a.to_source().compare(type_b.to_source());
        }
    }
}

}  // namespace

const Refinements& Value::refinements() const {
    const Value& v = unmarked();
    if (v.tag() == Tag::Refined) return static_cast<const RefinedCell*>(v.counted())->refinements;
    return v.has_content() ? kPresent : kNoRefinements;
}

Value Value::refined(const Refinements& more) const {
    if (is_marked()) return unmarked().refined(more).with_marks(marks());
    if (is_known() || is_dynamic_unknown()) return *this;
    Type of = type();
    Refinements r = refinements();
    r.not_null |= more.not_null;
    if (of.is_string()) {
        std::string_view shorter = std::min(std::string_view(r.prefix), std::string_view(more.prefix),
                                            [](auto a, auto b) { return a.size() < b.size(); });
        if (more.prefix.size() > r.prefix.size() && more.prefix.starts_with(shorter)) r.prefix = more.prefix;
        r.min_length = std::max(r.min_length, more.min_length);
        r.max_length = std::min(r.max_length, more.max_length);
    } else if (of.is_number()) {
        raise(r.min, more.min);
        lower(r.max, more.max);
        // An empty range would be a contradiction: the previous bounds are kept.
        if (r.min && r.max && r.min->number > r.max->number) {
            r.min = refinements().min;
            r.max = refinements().max;
        }
        if (r.not_null && r.min && r.max && r.min->inclusive && r.max->inclusive &&
            r.min->number == r.max->number)
            return number(r.min->number);
    } else if (of.is_collection()) {
        std::uint64_t least = std::max(r.min_length, more.min_length);
        std::uint64_t most = std::min(r.max_length, more.max_length);
        if (least <= most) {
            r.min_length = least;
            r.max_length = most;
        }
        if (r.not_null && r.min_length == r.max_length) {
            std::uint64_t length = r.min_length;
            if (length == 0) {
                if (of.is_map()) return map(of.element(), {});
                return of.is_list() ? list(of.element(), {}) : set(of.element(), {});
            }
            if (of.is_list() && length <= kMostUnknownElements)
                return list(of.element(), std::vector<Value>(length, unknown(of.element())));
            if (of.is_set() && length == 1) return set(of.element(), {unknown(of.element())});
        }
    }
    if (r == refinements()) return *this;
    return of_cell(new RefinedCell(std::move(of), std::move(r)), Tag::Refined, kind());
}

Value Value::refined_not_null() const {
    // The results of operators on unknown operands are built once.
    if (tag() == Tag::UnknownPrimitive && kind() != TypeKind::Dynamic) {
        static const Value kKnownToBeThere[] = {unknown(Type::boolean()).refined(kPresent),
                                                unknown(Type::number()).refined(kPresent),
                                                unknown(Type::string()).refined(kPresent)};
        return kKnownToBeThere[static_cast<unsigned>(kind()) - static_cast<unsigned>(TypeKind::Bool)];
    }
    return refined(kPresent);
}

bool Value::identical(const Value& other) const {
    return IdentityWalk().identical(*this, other);
}

int Value::compare(const Value& marked_a, const Value& marked_b) {
    const Value& a = marked_a.unmarked();
    const Value& b = marked_b.unmarked();
    // Scalars first: most sets contain only scalars.
    if (a.tag() == Tag::Int && b.tag() == Tag::Int)
        return three_way(static_cast<std::int64_t>(a.word()), static_cast<std::int64_t>(b.word()));
    if (has_parts(a) && has_parts(b)) {
        if (share_parts(a, b)) return 0;
        std::string text_a;
        std::string text_b;
        internal::append_order_text(text_a, a);
        internal::append_order_text(text_b, b);
        if (int c = text_a.compare(text_b)) return c;
    }
    return compare_structure(a, b);
}

}  // namespace hcl
