#include "engine/eval/analysis/elements.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/value/unify.h"

namespace hcl::eval {

Value key_of(const Value& collection) {
    Type type = collection.unmarked().type();
    if (type.is_list() || type.is_tuple()) return Value::unknown(Type::number());
    if (type.is_map() || type.is_object()) return Value::unknown(Type::string());
    if (type.is_set()) return Value::unknown(type.element());
    return Value::dynamic();
}

Value element_of(const Value& collection, const Rules& rules) {
    Type type = collection.unmarked().type();
    if (type.is_collection()) return Value::unknown(type.element());
    std::vector<Type> types;
    if (type.is_tuple()) types.assign(type.elements().begin(), type.elements().end());
    if (type.is_object())
        for (const ObjectAttribute& attribute : type.attributes()) types.push_back(attribute.type);
    if (types.empty()) return Value::dynamic();
    if (std::ranges::all_of(types, [&](const Type& t) { return t == types[0]; }))
        return Value::unknown(types[0]);
    // Different object types: merge the attributes of all of them.
    if (types.size() <= 64 && std::ranges::all_of(types, &Type::is_object)) {
        std::vector<ObjectAttribute> all;
        for (const Type& object : types)
            for (const ObjectAttribute& attribute : object.attributes()) {
                auto known = std::ranges::find(all, attribute.name, &ObjectAttribute::name);
                if (known == all.end())
                    all.push_back({attribute.name, attribute.type});
                else if (known->type != attribute.type)
                    known->type = Type::dynamic();
            }
        return Value::unknown(Type::object(std::move(all)));
    }
    auto unified = unify(types, Safety::Unsafe, rules);
    return unified ? Value::unknown(unified->type) : Value::dynamic();
}

}  // namespace hcl::eval
