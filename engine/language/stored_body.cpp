// Stored bodies of a language, and the object types and values of bodies.
#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "engine/language/language.h"

namespace hcl::language {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

}  // namespace

bool is_address_of(std::string_view whole, std::string_view address) {
    if (address.empty() || address.size() > whole.size()) return false;
    if (address.size() < whole.size() && whole[whole.size() - address.size() - 1] != '/') return false;
    return std::ranges::equal(whole.substr(whole.size() - address.size()), address,
                              [](char a, char b) { return lower(a) == lower(b); });
}

// Each is decoded once per language; missing names are not cached.
struct Language::StoredBodies {
    std::mutex mutex;
    std::unordered_map<std::string, LazyBodyPtr> by_key;
};

Language::Language() : stored_(std::make_unique<StoredBodies>()) {}
Language::~Language() = default;

Language::StoredAnswer Language::stored_body(const BodyKey& key) const {
    if (!additions.schemas) return {};
    std::string joined;
    for (std::string_view part : {key.package, key.version, key.family, key.name}) {
        joined += part;
        joined += '\0';
    }
    {
        std::lock_guard lock(stored_->mutex);
        if (auto it = stored_->by_key.find(joined); it != stored_->by_key.end())
            return {BodySource::Found::Body, it->second};
    }
    BodySource::Answer answer = additions.schemas->find(key);
    if (answer.found != BodySource::Found::Body) return {answer.found, nullptr};
    auto body = std::make_shared<const LazyBody>(*this, std::move(answer.body));
    std::lock_guard lock(stored_->mutex);
    return {BodySource::Found::Body,
            stored_->by_key.emplace(std::move(joined), std::move(body)).first->second};
}

namespace {

Type attribute_type(const AttributeDef& def) {
    bool is_plain = def.decoder == Decoder::None && def.types.empty();
    return is_plain ? def.type.without_optional() : Type::dynamic();
}

Type block_type(const BlockDef& def) {
    Type one = def.body->type();
    if (one.has_dynamic()) return Type::dynamic();
    switch (def.repeats) {
        case BlockDef::Repeats::Single:
        case BlockDef::Repeats::Attributes:
            return one;
        case BlockDef::Repeats::List:
            return Type::list(one);
        case BlockDef::Repeats::Set:
            return Type::set(one);
        case BlockDef::Repeats::Map:
            return Type::map(one);
    }
    return Type::dynamic();
}

// Calls visit(name, type, attribute or null) for each member of the object.
template <typename Visit>
void each_member(const BodyDef& body, const Visit& visit) {
    for (const AttributeDef& def : body.attributes) visit(def.name, attribute_type(def), &def);
    for (const BlockDef& def : body.blocks)
        if (!body.attribute(def.type)) visit(def.type, block_type(def), nullptr);
}

bool is_open(const BodyDef& body) {
    return body.is_lenient || body.any_attribute || body.any_block;
}

}  // namespace

Type object_type(const BodyDef& body) {
    if (is_open(body)) return Type::dynamic();
    std::vector<ObjectAttribute> members;
    each_member(body, [&](const std::string& name, const Type& type, const AttributeDef*) {
        members.push_back({name, type, false});
    });
    return Type::object(std::move(members));
}

Value outcome_of(const BodyDef& body) {
    struct Outcome {
        Value value;
    };
    return body.memo
        ->get<Outcome>([&] {
            if (is_open(body)) return Outcome{Value::dynamic()};
            // Members differ only if one has extra properties.
            auto says_more = [](const AttributeDef& def) { return def.is_write_only || def.is_sensitive; };
            if (std::ranges::none_of(body.attributes, says_more))
                return Outcome{Value::unknown(object_type(body)).refined_not_null()};
            std::vector<std::pair<std::string, Value>> members;
            each_member(body, [&](const std::string& name, const Type& type, const AttributeDef* def) {
                Value value = def && def->is_write_only ? Value::null(type) : Value::unknown(type);
                if (def && def->is_sensitive) value = value.with_marks(Marks::sensitive());
                members.emplace_back(name, std::move(value));
            });
            return Outcome{Value::object(std::move(members))};
        })
        .value;
}

}  // namespace hcl::language
