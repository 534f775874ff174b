#include "engine/value/alternatives.h"

#include <string>

namespace hcl {

ValueResult convert_to_one_of(const Value& value, std::span<const Type> types, const Rules& rules) {
    for (const Type& type : types)
        if (value.type() == type) return value;
    std::string names;
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (ValueResult converted = convert_value(value, types[i], rules)) return converted;
        names += (i == 0 ? "" : i + 1 == types.size() ? " or " : ", ") + types[i].friendly_name();
    }
    return value_error(ValueError::Kind::Conversion, names + " is required");
}

}  // namespace hcl
