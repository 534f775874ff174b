#include "engine/value/type.h"

#include <algorithm>
#include <memory>

#include "engine/base/check.h"
#include "engine/base/intern_table.h"
#include "engine/base/name_index.h"
#include "engine/value/capsule.h"
#include "engine/value/stable_order.h"
#include "engine/value/text.h"

namespace hcl {

namespace internal {

constinit const TypeNode kPrimitiveTypes[4] = {
    {TypeKind::Dynamic, TypeNode::Immortal | TypeNode::HasDynamic, 0, 1, 0x9E37'79B9'7F4A'7C15u},
    {TypeKind::Bool, TypeNode::Immortal, 0, 1, 0xC2B2'AE3D'27D4'EB4Fu},
    {TypeKind::Number, TypeNode::Immortal, 0, 1, 0x1656'67B1'9E37'79F9u},
    {TypeKind::String, TypeNode::Immortal, 0, 1, 0x27D4'EB2F'1656'67C5u},
};

}  // namespace internal

namespace {

using internal::TypeNode;

struct CollectionNode : TypeNode {
    CollectionNode(const TypeNode& head, const Type& e) : TypeNode(head), element(e) {}
    Type element;
};
struct TupleNode : TypeNode {
    TupleNode(const TypeNode& head, std::span<const Type> e) : TypeNode(head), elements(e.begin(), e.end()) {}
    std::vector<Type> elements;
};
struct ObjectNode : TypeNode {
    ObjectNode(const TypeNode& head, std::vector<ObjectAttribute> a)
        : TypeNode(head), attributes(std::move(a)) {}
    std::vector<ObjectAttribute> attributes;
};
struct CapsuleNode : TypeNode {
    CapsuleNode(const TypeNode& head, const CapsuleType& c) : TypeNode(head), capsule(&c) {}
    const CapsuleType* capsule;
};

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = (a ^ b) * 0x9DDF'EA08'EB38'2D69u;
    h ^= h >> 29;
    h = (b ^ h) * 0x9DDF'EA08'EB38'2D69u;
    return h ^ (h >> 32);
}

constexpr std::uint8_t inherited(std::uint8_t flags) {
    return flags & (TypeNode::HasDynamic | TypeNode::HasOptional | TypeNode::HasCapsule);
}

using Table = InternTable<TypeNode>;

// Never destroyed: static objects may hold types until after any destructor here.
Table& table() {
    static Table& instance = *new Table;
    return instance;
}

// A cache per thread keeps recently made small types alive: expressions make the same types again and again,
// and find them here without the locks of the table.
class Recent {
  public:
    static Recent* get() {
        static thread_local bool is_gone = false;
        static thread_local Recent instance(is_gone);
        return is_gone ? nullptr : &instance;
    }
    explicit Recent(bool& is_gone) : is_gone_(is_gone) {}
    ~Recent() { is_gone_ = true; }
    Recent(const Recent&) = delete;

    Type& slot(std::uint64_t hash) { return slots_[hash % kSlots]; }
    void clear() {
        for (Type& slot : slots_) slot = Type();
    }

  private:
    static constexpr std::size_t kSlots = 1024;
    bool& is_gone_;
    Type slots_[kSlots];
};

struct Head {
    std::uint8_t flags = 0;
    unsigned depth = 0;
    std::uint64_t weight =
        1;  // each child is below the limit, and memory bounds their number: the sum cannot overflow
    std::uint64_t hash;
    explicit Head(TypeKind kind) : hash(mix(static_cast<std::uint64_t>(kind), 0x5851'F42D'4C95'7F2Du)) {}
    void child(const Type& type) {
        flags |= inherited(type.node()->flags);
        depth = std::max(depth, type.depth());
        weight += type.weight();
        hash = mix(hash, type.hash());
    }
    void children(const Type& type, std::size_t count) {
        child(type);
        weight += (count - 1) * type.weight();
        hash = mix(hash, count);
    }
    // As Table::intern, for a type with this head.
    template <typename Same, typename Make>
    Type intern(const Same& same, const Make& make) const {
        constexpr std::uint64_t kSmall = 64;
        Recent* recent = weight <= kSmall ? Recent::get() : nullptr;
        if (!recent) return Type::adopt(table().intern(hash, same, make));
        Type& slot = recent->slot(hash);
        if (slot.hash() != hash || !same(*slot.node())) slot = Type::adopt(table().intern(hash, same, make));
        return slot;
    }
    bool too_large() const { return depth + 1 > kMaxTypeDepth || weight > kMaxWeight; }
    TypeNode node(TypeKind kind) const {
        return TypeNode(kind, flags, static_cast<std::uint16_t>(depth + 1),
                        static_cast<std::uint32_t>(weight), hash);
    }
};

std::uint64_t hash_text(std::string_view text) {
    return hash_name(text);
}

}  // namespace

void internal::destroy(const TypeNode* node) {
    table().remove(node);
    switch (node->kind) {
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map:
            delete static_cast<const CollectionNode*>(node);
            return;
        case TypeKind::Tuple:
            delete static_cast<const TupleNode*>(node);
            return;
        case TypeKind::Object:
            delete static_cast<const ObjectNode*>(node);
            return;
        case TypeKind::Capsule:
            delete static_cast<const CapsuleNode*>(node);
            return;
        default:
            HCL_CHECK(false);
    }
}

std::size_t live_type_count() {
    if (Recent* recent = Recent::get()) recent->clear();
    return table().size();
}

Type Type::collection(TypeKind kind, const Type& element) {
    HCL_DCHECK(kind == TypeKind::List || kind == TypeKind::Set || kind == TypeKind::Map);
    Head head(kind);
    head.child(element);
    if (head.too_large()) return Type();
    return head.intern(
        [&](const TypeNode& n) {
            return n.kind == kind && static_cast<const CollectionNode&>(n).element == element;
        },
        [&]() -> const TypeNode* { return new CollectionNode(head.node(kind), element); });
}

Type Type::tuple(std::span<const Type> elements) {
    Head head(TypeKind::Tuple);
    // Runs of equal types are common (a `for` over numbers) and are hashed once.
    for (std::size_t i = 0, end = 0; i < elements.size(); i = end) {
        while (end < elements.size() && elements[end] == elements[i]) ++end;
        head.children(elements[i], end - i);
    }
    if (head.too_large()) return Type();
    return head.intern(
        [&](const TypeNode& n) {
            return n.kind == TypeKind::Tuple &&
                   std::ranges::equal(static_cast<const TupleNode&>(n).elements, elements);
        },
        [&]() -> const TypeNode* { return new TupleNode(head.node(TypeKind::Tuple), elements); });
}

Type Type::object(std::vector<ObjectAttribute> attributes) {
    for (ObjectAttribute& attribute : attributes)
        if (!is_ascii(attribute.name)) attribute.name = to_nfc(attribute.name);
    auto by_name = [](const ObjectAttribute& a, const ObjectAttribute& b) { return a.name < b.name; };
    internal::stable_sort(attributes, by_name);
    // The last of several equal names wins.
    auto out = attributes.begin();
    for (auto it = attributes.begin(); it != attributes.end(); ++it) {
        if (std::next(it) != attributes.end() && std::next(it)->name == it->name) continue;
        if (out != it) *out = std::move(*it);
        ++out;
    }
    attributes.erase(out, attributes.end());
    return object_sorted(std::move(attributes));
}

Type Type::object_sorted(std::vector<ObjectAttribute> attributes) {
    Head head(TypeKind::Object);
    for (const ObjectAttribute& attribute : attributes) {
        head.child(attribute.type);
        head.hash = mix(head.hash, hash_text(attribute.name) + attribute.optional);
        if (attribute.optional) head.flags |= TypeNode::HasOptional;
    }
    if (head.too_large()) return Type();
    return head.intern(
        [&](const TypeNode& n) {
            return n.kind == TypeKind::Object &&
                   std::ranges::equal(static_cast<const ObjectNode&>(n).attributes, attributes,
                                      [](const ObjectAttribute& a, const ObjectAttribute& b) {
                                          return a.type == b.type && a.optional == b.optional &&
                                                 a.name == b.name;
                                      });
        },
        [&]() -> const TypeNode* {
            return new ObjectNode(head.node(TypeKind::Object), std::move(attributes));
        });
}

Type Type::capsule(const CapsuleType& capsule) {
    Head head(TypeKind::Capsule);
    head.flags |= TypeNode::HasCapsule;
    head.hash = mix(head.hash, reinterpret_cast<std::uintptr_t>(&capsule));
    return head.intern(
        [&](const TypeNode& n) {
            return n.kind == TypeKind::Capsule && static_cast<const CapsuleNode&>(n).capsule == &capsule;
        },
        [&]() -> const TypeNode* { return new CapsuleNode(head.node(TypeKind::Capsule), capsule); });
}

const Type& Type::element() const {
    HCL_CHECK(is_collection());
    return static_cast<const CollectionNode*>(node_)->element;
}

std::span<const Type> Type::elements() const {
    HCL_CHECK(is_tuple());
    return static_cast<const TupleNode*>(node_)->elements;
}

std::span<const ObjectAttribute> Type::attributes() const {
    HCL_CHECK(is_object());
    return static_cast<const ObjectNode*>(node_)->attributes;
}

const ObjectAttribute* Type::find_attribute(std::string_view name) const {
    auto all = attributes();
    // In a short list, comparing each is fastest: the lengths mostly differ.
    constexpr std::size_t kFew = 8;
    if (all.size() <= kFew) {
        for (const ObjectAttribute& attribute : all)
            if (attribute.name == name) return &attribute;
        return nullptr;
    }
    auto it = std::lower_bound(all.begin(), all.end(), name,
                               [](const ObjectAttribute& a, std::string_view n) { return a.name < n; });
    return it != all.end() && it->name == name ? &*it : nullptr;
}

const CapsuleType& Type::capsule_type() const {
    HCL_CHECK(is_capsule());
    return *static_cast<const CapsuleNode*>(node_)->capsule;
}

Type Type::without_optional() const {
    if (!has_optional()) return *this;
    switch (kind()) {
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map:
            return collection(kind(), element().without_optional());
        case TypeKind::Tuple: {
            std::vector<Type> all;
            all.reserve(elements().size());
            for (const Type& e : elements()) all.push_back(e.without_optional());
            return tuple(all);
        }
        case TypeKind::Object: {
            std::vector<ObjectAttribute> all;
            all.reserve(attributes().size());
            for (const ObjectAttribute& a : attributes())
                all.push_back({a.name, a.type.without_optional(), false});
            return object(std::move(all));
        }
        default:
            return *this;
    }
}

bool Type::matches(const Type& spec) const {
    if (*this == spec || spec.is_dynamic()) return true;
    if (kind() != spec.kind() || !spec.has_dynamic()) return false;
    switch (kind()) {
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map:
            return element().matches(spec.element());
        case TypeKind::Tuple:
            return std::ranges::equal(elements(), spec.elements(),
                                      [](const Type& a, const Type& b) { return a.matches(b); });
        case TypeKind::Object:
            return std::ranges::equal(attributes(), spec.attributes(),
                                      [](const ObjectAttribute& a, const ObjectAttribute& b) {
                                          return a.name == b.name && a.type.matches(b.type);
                                      });
        default:
            return false;
    }
}

}  // namespace hcl
