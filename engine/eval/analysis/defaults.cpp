// Fills in the default values of optional attributes.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/eval/analysis/type_expr.h"
#include "engine/value/ops.h"
#include "engine/value/unify.h"

namespace hcl::eval {

namespace {

// Parts that are made for one value: few bytes can ask for any number of them.
constexpr std::uint64_t kMostParts = 200'000;

// One application of defaults.
class Filling {
  public:
    explicit Filling(const Rules& rules) : rules_(rules) {}

    Value apply(const Defaults& defaults, const Value& marked);
    bool is_over() const { return left_ == 0; }

  private:
    Value apply_to_sequence(const Defaults& defaults, const Value& value);
    Value apply_to_mapping(const Defaults& defaults, const Value& value);
    void count(std::uint64_t parts) { left_ -= std::min(left_, parts); }

    const Rules& rules_;
    std::uint64_t left_ = kMostParts;
};

const Defaults* child_of(const Defaults& defaults, std::string_view name) {
    auto it = defaults.children.find(name);
    return it == defaults.children.end() ? nullptr : it->second.get();
}

// The defaults for one part: structural types have defaults per part, collections the same for all.
const Defaults* part_of(const Defaults& defaults, std::string_view key, TypeKind structural) {
    if (defaults.type.kind() == structural) return child_of(defaults, key);
    return child_of(defaults, "");
}

Value Filling::apply_to_sequence(const Defaults& defaults, const Value& value) {
    std::vector<Value> elements;
    std::span<const Value> old = value.elements();
    count(old.size());
    for (std::size_t i = 0; i < old.size() && !is_over(); ++i) {
        const Defaults* child = part_of(defaults, std::to_string(i), TypeKind::Tuple);
        elements.push_back(child ? apply(*child, old[i]) : old[i]);
    }
    if (is_over()) return Value::dynamic();
    if (value.kind() == TypeKind::Tuple) return Value::tuple(std::move(elements));
    if (elements.empty()) return value;
    // Defaults may have given the elements different types: they stay a collection if one type fits all.
    auto unified = unify_values(elements, Safety::Unsafe, rules_);
    if (!unified) return Value::tuple(std::move(elements));
    Type element = unified->front().type();
    for (const Value& v : *unified)
        if (v.kind() != TypeKind::Dynamic) element = v.type();
    return value.kind() == TypeKind::Set ? Value::set(element, std::move(*unified))
                                         : Value::list(element, std::move(*unified));
}

Value Filling::apply_to_mapping(const Defaults& defaults, const Value& value) {
    std::vector<std::pair<std::string, Value>> parts;
    std::unordered_map<std::string_view, std::size_t> places;
    std::size_t size = value.size();
    count(size + defaults.values.size());
    parts.reserve(size + defaults.values.size());
    for (std::size_t i = 0; i < size && !is_over(); ++i) {
        std::string key(value.key_at(i).as_string());
        const Defaults* child = part_of(defaults, key, TypeKind::Object);
        Value part = child ? apply(*child, value.value_at(i)) : value.value_at(i);
        parts.emplace_back(std::move(key), std::move(part));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) places.emplace(parts[i].first, i);
    for (const auto& [name, default_value] : defaults.values) {
        if (is_over()) return Value::dynamic();
        auto known = places.find(name);
        if (known == places.end()) parts.emplace_back(name, Value::null());
        Value& part = known == places.end() ? parts.back().second : parts[known->second].second;
        if (part.is_null()) {
            const Defaults* child = child_of(defaults, name);
            part = child ? apply(*child, default_value) : default_value;
            if (child) continue;
        }
        if (ops::range_of(default_value.unmarked()).not_null && part.kind() != TypeKind::Dynamic)
            part = part.refined_not_null();
    }
    if (is_over()) return Value::dynamic();
    if (value.kind() == TypeKind::Object) return Value::object(std::move(parts));
    if (parts.empty()) return value;
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Value> values;
    values.reserve(parts.size());
    for (const auto& part : parts) values.push_back(part.second);
    auto unified = unify_values(values, Safety::Unsafe, rules_);
    if (!unified) return Value::object(std::move(parts));
    Type element = unified->front().type();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if ((*unified)[i].kind() != TypeKind::Dynamic) element = (*unified)[i].type();
        parts[i].second = std::move((*unified)[i]);
    }
    return Value::map(element, std::move(parts));
}

Value Filling::apply(const Defaults& defaults, const Value& marked) {
    const Value& value = marked.unmarked();
    if (!value.has_content() || (defaults.values.empty() && defaults.children.empty())) return marked;
    switch (value.kind()) {
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Tuple:
            return apply_to_sequence(defaults, value).with_same_marks(marked);
        case TypeKind::Map:
        case TypeKind::Object:
            return apply_to_mapping(defaults, value).with_same_marks(marked);
        default:
            return marked;
    }
}

}  // namespace

Value Defaults::apply(const Value& value, const Rules& rules) const {
    Filling filling(rules);
    Value filled = filling.apply(*this, value);
    return filling.is_over() ? Value::dynamic().with_same_marks(value) : filled;
}

}  // namespace hcl::eval
