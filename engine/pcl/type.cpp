#include "engine/pcl/type.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>

#include "engine/base/check.h"
#include "engine/base/intern_table.h"
#include "engine/base/name_index.h"
#include "engine/pcl/nodes.h"
#include "engine/pcl/union_order.h"
#include "engine/value/text.h"

namespace hcl::pcl {

namespace internal {

constinit const TypeNode kSimpleTypes[7] = {
    {Kind::Dynamic, TypeNode::Immortal, 0, 1, 0x9E37'79B9'7F4A'7C15u},
    {Kind::None, TypeNode::Immortal, 0, 1, 0xD6E8'FEB8'6659'FD93u},
    {Kind::Bool, TypeNode::Immortal, 0, 1, 0xC2B2'AE3D'27D4'EB4Fu},
    {Kind::Int, TypeNode::Immortal, 0, 1, 0xA076'1D64'78BD'642Fu},
    {Kind::Number, TypeNode::Immortal, 0, 1, 0x1656'67B1'9E37'79F9u},
    {Kind::String, TypeNode::Immortal, 0, 1, 0x27D4'EB2F'1656'67C5u},
    {Kind::Id, TypeNode::Immortal, 0, 1, 0x8EBC'6AF0'9C88'C6E3u},
};

// The lowest hash, so that a union of it and `dynamic` keeps it.
constinit const TypeNode kUnknownType = {
    Kind::Dynamic, TypeNode::Immortal | TypeNode::IsLoose | TypeNode::HasUnknown, 0, 1, 0};

}  // namespace internal

namespace {

using internal::TypeNode;

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = (a ^ b) * 0x9DDF'EA08'EB38'2D69u;
    h ^= h >> 29;
    h = (b ^ h) * 0x9DDF'EA08'EB38'2D69u;
    return h ^ (h >> 32);
}

// Never destroyed, so that types in static objects can be destroyed in any order.
InternTable<TypeNode>& table() {
    static auto& instance = *new InternTable<TypeNode>;
    return instance;
}

struct Head {
    Kind kind;
    std::uint8_t flags = 0;
    unsigned depth = 0;
    std::uint64_t weight = 1;
    std::uint64_t hash;

    explicit Head(Kind k) : kind(k), hash(mix(static_cast<std::uint64_t>(k), 0x5851'F42D'4C95'7F2Du)) {}
    void child(const Type& type) {
        flags |= type.node()->flags & ~TypeNode::Immortal;
        depth = std::max(depth, type.depth());
        weight += type.weight();
        hash = mix(hash, type.hash());
    }
    void text(std::string_view text) { hash = mix(hash, hash_name(text)); }
    void constant(const Value& value) {
        if (value.is_null())
            hash = mix(hash, 1);
        else if (value.is_known_bool())
            hash = mix(hash, value.as_bool() ? 3 : 2);
        else if (value.is_known_number())
            hash = mix(hash, value.as_number().hash());
        else
            text(value.as_string());
    }
    bool is_too_large() const { return depth + 1 > kMaxTypeDepth || weight > kMaxTypeWeight; }
    TypeNode node() const {
        return TypeNode(kind, flags, static_cast<std::uint16_t>(depth + 1),
                        static_cast<std::uint32_t>(weight), hash);
    }
    // `Node` is the struct for this kind; `same` compares an existing node with the new one.
    template <typename Node, typename Same, typename... Parts>
    Type intern(const Same& same, Parts&&... parts) const {
        if (is_too_large()) return Type();
        return Type::adopt(table().intern(
            hash, [&](const TypeNode& n) { return n.kind == kind && same(static_cast<const Node&>(n)); },
            [&]() -> const TypeNode* { return new Node(node(), std::forward<Parts>(parts)...); }));
    }
};

template <typename Node>
const Node& as(const TypeNode* node) {
    return static_cast<const Node&>(*node);
}

bool is_constant_value(const Value& value) {
    return value.is_null() || value.is_known_bool() || value.is_known_number() || value.is_known_string();
}

bool equal_values(const std::vector<Value>& a, const std::vector<Value>& b) {
    return std::ranges::equal(a, b, equal_constants);
}

bool same_source(const std::weak_ptr<const TypeSource>& a, const std::weak_ptr<const TypeSource>& b) {
    return !a.owner_before(b) && !b.owner_before(a);
}

Type make_reference(const std::weak_ptr<const TypeSource>& source, std::string_view token, bool has_outputs,
                    char step) {
    using internal::ReferenceNode;
    Head head(Kind::Reference);
    head.flags = TypeNode::IsLoose | TypeNode::HasReference;
    if (step == 'I' || (has_outputs && step == 0)) head.flags |= TypeNode::HasOutput;
    head.text(token);
    head.hash =
        mix(head.hash, static_cast<std::uint64_t>(static_cast<unsigned char>(step)) * 2 + has_outputs);
    return head.intern<ReferenceNode>(
        [&](const ReferenceNode& n) {
            return n.token == token && n.step == step && n.has_outputs == has_outputs &&
                   same_source(n.source, source);
        },
        source, token, has_outputs, step);
}

// Equality of types with references, annotations, enums or unknown types inside. References that recur during
// the comparison are assumed to be equal.
class LooseEquality {
  public:
    bool same(const Type& a, const Type& b) {
        if (a == b) return true;
        if (!((a.node()->flags | b.node()->flags) & TypeNode::IsLoose)) return false;
        if (a.is(Kind::Reference) || b.is(Kind::Reference)) {
            for (const auto& [x, y] : pairs_)
                if (x == a && y == b) return true;
            if (pairs_.size() >= kMostPairs) return false;
            pairs_.emplace_back(a, b);
            return same(a.resolved(), b.resolved());
        }
        if (a.kind() != b.kind()) return false;
        switch (a.kind()) {
            case Kind::List:
            case Kind::Set:
            case Kind::Map:
            case Kind::Promise:
            case Kind::Output:
                return same(a.element(), b.element());
            case Kind::Tuple:
                return same_all(a.elements(), b.elements());
            case Kind::Union:
                return same_all(a.members(), b.members());
            case Kind::Object:
                return std::ranges::equal(a.properties(), b.properties(),
                                          [&](const Property& p, const Property& q) {
                                              return p.name == q.name && same(p.type, q.type);
                                          });
            case Kind::Enum:
                return a.name() == b.name();
            case Kind::Const:
                return equal_constants(a.value(), b.value()) && same(a.underlying(), b.underlying());
            case Kind::Dynamic:
                return true;
            default:
                return false;
        }
    }

  private:
    static constexpr std::size_t kMostPairs = 256;

    bool same_all(std::span<const Type> a, std::span<const Type> b) {
        return std::ranges::equal(a, b, [&](const Type& x, const Type& y) { return same(x, y); });
    }

    std::vector<std::pair<Type, Type>> pairs_;
};

}  // namespace

bool equal_constants(const Value& a, const Value& b) {
    if (a.is_null() || b.is_null()) return a.is_null() && b.is_null();
    if (a.is_known_bool()) return b.is_known_bool() && a.as_bool() == b.as_bool();
    if (a.is_known_number()) return b.is_known_number() && a.as_number() == b.as_number();
    return b.is_known_string() && a.as_string() == b.as_string();
}

void internal::destroy(const TypeNode* node) {
    table().remove(node);
    switch (node->kind) {
        case Kind::List:
        case Kind::Set:
        case Kind::Map:
        case Kind::Promise:
        case Kind::Output:
            delete static_cast<const WrapNode*>(node);
            return;
        case Kind::Tuple:
            delete static_cast<const TupleNode*>(node);
            return;
        case Kind::Union:
            delete static_cast<const UnionNode*>(node);
            return;
        case Kind::Object:
            delete static_cast<const ObjectNode*>(node);
            return;
        case Kind::Opaque:
            delete static_cast<const OpaqueNode*>(node);
            return;
        case Kind::Enum:
            delete static_cast<const EnumNode*>(node);
            return;
        case Kind::Const:
            delete static_cast<const ConstNode*>(node);
            return;
        case Kind::Reference:
            delete static_cast<const ReferenceNode*>(node);
            return;
        default:
            HCL_CHECK(false);
    }
}

std::size_t live_type_count() {
    return table().size();
}

Type Type::wrap(Kind kind, const Type& element) {
    using internal::WrapNode;
    Head head(kind);
    head.child(element);
    if (kind == Kind::Promise) head.flags |= TypeNode::HasPromise;
    if (kind == Kind::Output) head.flags |= TypeNode::HasOutput;
    return head.intern<WrapNode>([&](const WrapNode& n) { return n.element == element; }, element);
}

Type Type::promise(const Type& element) {
    return wrap(Kind::Promise, resolve_promises(element));
}

Type Type::output(const Type& element) {
    return wrap(Kind::Output, resolve_outputs(element));
}

Type Type::opaque(std::string_view name) {
    using internal::OpaqueNode;
    Head head(Kind::Opaque);
    head.text(name);
    return head.intern<OpaqueNode>([&](const OpaqueNode& n) { return n.name == name; }, name);
}

Type Type::tuple(std::span<const Type> elements) {
    using internal::TupleNode;
    Head head(Kind::Tuple);
    for (const Type& element : elements) head.child(element);
    return head.intern<TupleNode>(
        [&](const TupleNode& n) { return std::ranges::equal(n.elements, elements); }, elements);
}

Type Type::object(std::vector<Property> properties, std::string_view annotation) {
    using internal::ObjectNode;
    for (Property& property : properties)
        if (!is_ascii(property.name)) property.name = to_nfc(property.name);
    std::ranges::stable_sort(properties, {}, &Property::name);
    // The last of several equal names wins.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < properties.size(); ++i) {
        if (i + 1 < properties.size() && properties[i + 1].name == properties[i].name) continue;
        if (kept != i) properties[kept] = std::move(properties[i]);
        ++kept;
    }
    properties.resize(kept);

    Head head(Kind::Object);
    for (const Property& property : properties) {
        head.child(property.type);
        head.text(property.name);
    }
    if (!annotation.empty()) {
        head.flags |= TypeNode::IsLoose;
        head.text(annotation);
    }
    return head.intern<ObjectNode>(
        [&](const ObjectNode& n) {
            return n.annotation == annotation &&
                   std::ranges::equal(n.properties, properties, [](const Property& a, const Property& b) {
                       return a.type == b.type && a.name == b.name;
                   });
        },
        std::move(properties), annotation);
}

namespace {

// The members of a union, in order.
class Members {
  public:
    // All members of a union, which are in order.
    explicit Members(std::span<const Type> known) : list_(known.begin(), known.end()) {}

    void add(std::vector<Type>& more) {
        constexpr std::size_t kFew = 16;
        auto is_before = [&](const Type& a, const Type& b) { return order_.is_before(a, b); };
        if (more.size() <= kFew) {
            for (const Type& one : more)
                remove_equals(list_.insert(std::ranges::upper_bound(list_, one, is_before), one));
            return;
        }
        list_.insert(list_.end(), more.begin(), more.end());
        std::ranges::stable_sort(list_, is_before);
        for (auto at = list_.begin(); at != list_.end();) at = remove_equals(at);
    }
    std::vector<Type> take() && { return std::move(list_); }

  private:
    using Place = std::vector<Type>::iterator;

    // Keeps one of several equal types among those with the same text as this one. Returns the end of these.
    Place remove_equals(Place at) {
        auto first = at;
        while (first != list_.begin() && order_.compare(*(first - 1), *at) == 0) --first;
        auto end = at + 1;
        while (end != list_.end() && order_.compare(*at, *end) == 0) ++end;
        auto kept = first;
        for (auto one = first; one != end; ++one) {
            // References are not resolved: their target may be under construction.
            const bool has_reference = one->node()->flags & TypeNode::HasReference;
            if (std::any_of(first, kept, [&](const Type& other) {
                    return has_reference ? other == *one : other.equals(*one);
                }))
                continue;
            if (kept != one) *kept = std::move(*one);
            ++kept;
        }
        return list_.erase(kept, end);
    }

    std::vector<Type> list_;
    UnionOrder order_;
};

}  // namespace

Type Type::union_of(std::vector<Type> members, std::string_view annotation) {
    using internal::UnionNode;
    // Most unions are made of a long one and a few types.
    const Type* longest = nullptr;
    std::string inherited;
    for (const Type& member : members) {
        if (!member.is(Kind::Union)) continue;
        if (inherited.empty()) inherited = member.annotation();
        if (!longest || longest->members().size() < member.members().size()) longest = &member;
    }
    std::vector<Type> others;
    for (const Type& member : members) {
        if (&member == longest) continue;
        if (member.is(Kind::Union))
            others.insert(others.end(), member.members().begin(), member.members().end());
        else
            others.push_back(member);
    }
    Members sorted(longest ? longest->members() : std::span<const Type>());
    sorted.add(others);
    members = std::move(sorted).take();
    if (members.size() > kMaxUnionMembers) return Type();
    if (members.size() == 1) return members.front();

    if (annotation.empty()) annotation = inherited;
    Head head(Kind::Union);
    for (const Type& member : members) head.child(member);
    if (!annotation.empty()) {
        head.flags |= TypeNode::IsLoose;
        head.text(annotation);
    }
    return head.intern<UnionNode>(
        [&](const UnionNode& n) { return n.annotation == annotation && n.members == members; },
        std::move(members), annotation);
}

Type Type::enumeration(std::string_view token, const Type& underlying, std::vector<Value> members) {
    using internal::EnumNode;
    std::erase_if(members, [](const Value& v) { return !is_constant_value(v) || v.is_null(); });
    Head head(Kind::Enum);
    head.child(underlying);
    head.flags |= TypeNode::IsLoose;
    head.text(token);
    for (const Value& value : members) head.constant(value);
    return head.intern<EnumNode>(
        [&](const EnumNode& n) {
            return n.token == token && n.underlying == underlying && equal_values(n.values, members);
        },
        token, underlying, std::move(members));
}

Type Type::constant(const Type& underlying, const Value& value) {
    using internal::ConstNode;
    const Value& plain = value.unmarked();
    if (!is_constant_value(plain)) return underlying;
    Head head(Kind::Const);
    head.child(underlying);
    head.constant(plain);
    return head.intern<ConstNode>(
        [&](const ConstNode& n) { return n.underlying == underlying && equal_constants(n.value, plain); },
        underlying, plain);
}

Type Type::constant(const Value& value, Integers integers) {
    const Value& plain = value.unmarked();
    if (plain.is_null()) return constant(none(), plain);
    if (plain.is_known_bool()) return constant(boolean(), plain);
    if (plain.is_known_number()) {
        const Number n = plain.as_number();
        bool is_int = n.is_integer();
        if (is_int && integers == Integers::Bits32) {
            const std::optional<std::int64_t> word = n.to_int64();
            is_int = word && *word >= std::numeric_limits<std::int32_t>::min() &&
                     *word <= std::numeric_limits<std::int32_t>::max();
        }
        return constant(is_int ? integer() : number(), plain);
    }
    if (plain.is_known_string()) return constant(string(), plain);
    return dynamic();
}

Type Type::reference(const std::weak_ptr<const TypeSource>& source, std::string_view token,
                     bool has_outputs) {
    return make_reference(source, token, has_outputs, 0);
}

Type derived_reference(const Type& type, char step) {
    const auto& node = as<internal::ReferenceNode>(type.node());
    // Without outputs, input types equal the original.
    if (step == 'O' && !node.has_outputs) step = 0;
    return make_reference(node.source, node.token, node.has_outputs, step);
}

char reference_step(const Type& type) {
    return as<internal::ReferenceNode>(type.node()).step;
}

struct TypeSource::Derived {
    std::mutex mutex;
    std::map<std::string, Type, std::less<>> types;  // by step and token
};

TypeSource::TypeSource() : derived_(std::make_unique<Derived>()) {}
TypeSource::~TypeSource() = default;

Type TypeSource::derived(std::string_view token, char step) const {
    std::string key(1, step);
    key += token;
    {
        std::lock_guard lock(derived_->mutex);
        if (auto found = derived_->types.find(key); found != derived_->types.end()) return found->second;
    }
    Type whole = resolve(token);
    // Names that are not there are asked for again: there is no end of them.
    if (whole.is_dynamic()) return whole;
    Type type = step == 'I' ? input_parts(whole) : resolve_outputs(whole);
    std::lock_guard lock(derived_->mutex);
    return derived_->types.emplace(std::move(key), std::move(type)).first->second;
}

Type Type::resolved() const {
    Type type = *this;
    constexpr int kMostHops = 16;
    for (int hop = 0; type.is(Kind::Reference); ++hop) {
        const auto& node = as<internal::ReferenceNode>(type.node_);
        const std::shared_ptr<const TypeSource> source = node.source.lock();
        if (!source || hop == kMostHops) return Type();
        type = node.step ? source->derived(node.token, node.step) : source->resolve(node.token);
    }
    return type;
}

const Type& Type::element() const {
    HCL_CHECK(is_collection() || is_eventual());
    return as<internal::WrapNode>(node_).element;
}

std::span<const Type> Type::elements() const {
    HCL_CHECK(is(Kind::Tuple));
    return as<internal::TupleNode>(node_).elements;
}

std::span<const Type> Type::members() const {
    HCL_CHECK(is(Kind::Union));
    return as<internal::UnionNode>(node_).members;
}

std::span<const Property> Type::properties() const {
    HCL_CHECK(is(Kind::Object));
    return as<internal::ObjectNode>(node_).properties;
}

std::vector<Type> property_types(const Type& object) {
    std::vector<Type> types;
    types.reserve(object.properties().size());
    for (const Property& property : object.properties()) types.push_back(property.type);
    return types;
}

const Property* Type::find_property(std::string_view name) const {
    auto all = properties();
    auto at =
        std::ranges::lower_bound(all, name, {}, [](const Property& p) { return std::string_view(p.name); });
    return at != all.end() && at->name == name ? &*at : nullptr;
}

const PropertyNames& Type::property_names() const {
    HCL_CHECK(is(Kind::Object));
    const auto& node = as<internal::ObjectNode>(node_);
    return node.names.get([&] {
        constexpr std::size_t kLongestList = 1000;
        std::vector<std::string> names;
        std::string listed;
        std::unordered_map<std::string, std::string> by_lower;
        for (const Property& property : node.properties) {
            names.push_back(property.name);
            by_lower.emplace(to_lower(property.name), property.name);
            if (listed.size() < kLongestList) listed.append(listed.empty() ? "" : " ").append(property.name);
        }
        return PropertyNames{SimilarNames(std::move(names)), std::move(by_lower), std::move(listed)};
    });
}

std::string_view Type::name() const {
    switch (kind()) {
        case Kind::Opaque:
            return as<internal::OpaqueNode>(node_).name;
        case Kind::Enum:
            return as<internal::EnumNode>(node_).token;
        case Kind::Reference:
            return as<internal::ReferenceNode>(node_).token;
        default:
            HCL_CHECK(false);
    }
}

std::string_view Type::annotation() const {
    if (is(Kind::Object)) return as<internal::ObjectNode>(node_).annotation;
    if (is(Kind::Union)) return as<internal::UnionNode>(node_).annotation;
    return {};
}

const Type& Type::underlying() const {
    if (is(Kind::Enum)) return as<internal::EnumNode>(node_).underlying;
    HCL_CHECK(is(Kind::Const));
    return as<internal::ConstNode>(node_).underlying;
}

const Value& Type::value() const {
    HCL_CHECK(is(Kind::Const));
    return as<internal::ConstNode>(node_).value;
}

std::span<const Value> Type::values() const {
    HCL_CHECK(is(Kind::Enum));
    return as<internal::EnumNode>(node_).values;
}

bool Type::equals_loosely(const Type& other) const {
    return LooseEquality().same(*this, other);
}

}  // namespace hcl::pcl
