// Types and values of the recorded cases, to and from JSON, and what counts as equal.
//
// Both encodings are read: that of hcl/ and spec/ ({"map": {...}}, "min", "prefix", "Infinity", {"capsule":
// name}) and that of decode/ (plain objects, "refinement": {...}, "+Inf", ["capsule", name]).
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/value/convert.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::test {

// The string as JSON, with what is no UTF-8 replaced.
nlohmann::json printable(const std::string& text);

// The rule set that a case runs under ("rules": "spec"; absent: reference).
const Rules& rules_of(const nlohmann::json& test_case);

// Finds a capsule type by name, or gives nullptr. Without one, only the library's "bytes" is known.
using FindCapsule = std::function<const CapsuleType*(std::string_view name)>;

// Nothing when the JSON is no type (or names an unknown capsule).
std::optional<Type> decode_type(const nlohmann::json& encoded, const FindCapsule& find_capsule = nullptr);
// {"type": T, "value": V}. Numbers are read as literals are (512 bits). Nothing when malformed.
std::optional<Value> decode_value(const nlohmann::json& encoded, const FindCapsule& find_capsule = nullptr);

nlohmann::json encode_type(const Type& type);
// The hcl/ encoding. A capsule becomes {"capsule": name}, bytes {"bytes": hexadecimal digits}.
nlohmann::json encode_value(const Value& value);

// Whether our value is what was recorded: types, known parts, unknown parts and their refinements; numbers by
// their decimal text; sets of other than strings, numbers and bools as multisets. `unrefined`: refinements
// may differ (the decode/ cases say that they are extra). Marks are ignored. Capsules are
// compared by their type alone, except for bytes.
struct ValueComparison {
    bool unrefined = false;
};
bool same_value(const nlohmann::json& recorded, const Value& ours, ValueComparison how = {});
bool same_type(const nlohmann::json& recorded, const Type& ours);

}  // namespace hcl::test
