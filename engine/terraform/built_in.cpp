#include "engine/terraform/built_in.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/terraform/unit_traits.h"

namespace hcl::terraform {

bool has_configured_values(const bind::BoundUnit& unit, const bind::BoundBlock& resource) {
    if (resource.type != "resource" || !is_of_built_in_provider(resource)) return false;
    return std::ranges::none_of(unit.bodies[resource.body].blocks, [&](std::uint32_t i) {
        return unit.blocks[i].type == "lifecycle" &&
               attribute_of(unit, unit.blocks[i].body, "ignore_changes");
    });
}

Value configured_object(const bind::BoundUnit& unit, const bind::BoundBlock& resource, const Value& object,
                        const std::function<Value(const bind::BoundAttribute&)>& value_of,
                        const std::function<Value(std::string_view)>& computed) {
    const Type type = object.type();
    if (!type.is_object() || !has_configured_values(unit, resource)) return object;
    std::vector<std::pair<std::string, Value>> members;
    members.reserve(type.attributes().size());
    for (std::size_t i = 0; i < type.attributes().size(); ++i) {
        const auto& attribute = type.attributes()[i];
        const bool is_argument = attribute.name == "input" || attribute.name == "triggers_replace";
        const bind::BoundAttribute* written = attribute_of(unit, resource.body, attribute.name);
        Value value = object.is_known() ? object.value_at(i) : Value::unknown(attribute.type);
        if (is_argument)
            value = written && written->expr ? value_of(*written) : Value::null();
        else if (computed)
            value = computed(attribute.name);
        members.emplace_back(attribute.name, std::move(value));
    }
    return Value::object(std::move(members));
}

}  // namespace hcl::terraform
