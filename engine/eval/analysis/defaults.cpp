// Fills in the default values of optional attributes.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/eval/analysis/type_expr.h"
#include "engine/value/ops.h"
#include "engine/value/unify.h"

namespace hcl::eval {

namespace {

const Defaults* child_of(const Defaults& defaults, std::string_view name) {
    auto it = defaults.children.find(name);
    return it == defaults.children.end() ? nullptr : it->second.get();
}

// The defaults for one part: structural types have defaults per part, collections the same for all.
const Defaults* part_of(const Defaults& defaults, std::string_view key, TypeKind structural) {
    if (defaults.type.kind() == structural) return child_of(defaults, key);
    return child_of(defaults, "");
}

Value apply_to_sequence(const Defaults& defaults, const Value& value, const Rules& rules) {
    std::vector<Value> elements;
    std::span<const Value> old = value.elements();
    for (std::size_t i = 0; i < old.size(); ++i) {
        const Defaults* child = part_of(defaults, std::to_string(i), TypeKind::Tuple);
        elements.push_back(child ? child->apply(old[i], rules) : old[i]);
    }
    if (value.kind() == TypeKind::Tuple) return Value::tuple(std::move(elements));
    if (elements.empty()) return value;
    // Defaults may have given the elements different types: it stays a collection if one type fits all.
    auto unified = unify_values(elements, Safety::Unsafe, rules);
    if (!unified) return Value::tuple(std::move(elements));
    Type element = unified->front().type();
    for (const Value& v : *unified)
        if (v.kind() != TypeKind::Dynamic) element = v.type();
    return value.kind() == TypeKind::Set ? Value::set(element, std::move(*unified))
                                         : Value::list(element, std::move(*unified));
}

Value apply_to_mapping(const Defaults& defaults, const Value& value, const Rules& rules) {
    std::vector<std::pair<std::string, Value>> parts;
    std::size_t size = value.size();
    for (std::size_t i = 0; i < size; ++i) {
        std::string key(value.key_at(i).as_string());
        const Defaults* child = part_of(defaults, key, TypeKind::Object);
        Value part = child ? child->apply(value.value_at(i), rules) : value.value_at(i);
        parts.emplace_back(std::move(key), std::move(part));
    }
    for (const auto& [name, default_value] : defaults.values) {
        auto it = std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return p.first == name; });
        if (it == parts.end()) it = parts.insert(parts.end(), {name, Value::null()});
        if (it->second.is_null()) {
            const Defaults* child = child_of(defaults, name);
            it->second = child ? child->apply(default_value, rules) : default_value;
            if (child) continue;
        }
        if (ops::range_of(default_value.unmarked()).not_null && it->second.kind() != TypeKind::Dynamic)
            it->second = it->second.refined_not_null();
    }
    if (value.kind() == TypeKind::Object) return Value::object(std::move(parts));
    if (parts.empty()) return value;
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Value> values;
    values.reserve(parts.size());
    for (const auto& part : parts) values.push_back(part.second);
    auto unified = unify_values(values, Safety::Unsafe, rules);
    if (!unified) return Value::object(std::move(parts));
    Type element = unified->front().type();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if ((*unified)[i].kind() != TypeKind::Dynamic) element = (*unified)[i].type();
        parts[i].second = std::move((*unified)[i]);
    }
    return Value::map(element, std::move(parts));
}

}  // namespace

Value Defaults::apply(const Value& marked, const Rules& rules) const {
    const Value& value = marked.unmarked();
    if (!value.has_content() || (values.empty() && children.empty())) return marked;
    switch (value.kind()) {
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Tuple:
            return apply_to_sequence(*this, value, rules).with_same_marks(marked);
        case TypeKind::Map:
        case TypeKind::Object:
            return apply_to_mapping(*this, value, rules).with_same_marks(marked);
        default:
            return marked;
    }
}

}  // namespace hcl::eval
