// Types and values in the notation of the cases under tests/conformance/decode (see encoding.h for the
// notation of tests/conformance/hcl: it differs in maps, refinements and infinities).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/value/type.h"
#include "engine/value/value.h"

namespace hcl::test::recorded {

// The recorded notation must be well-formed: a case that is not, is a mistake of ours.
Type type_from_json(const nlohmann::json& type);
// A pair {"type", "value"}.
Value value_from_json(const nlohmann::json& pair);

nlohmann::json type_to_json(const Type& type);
// A pair {"type", "value"}; marks are left out.
nlohmann::json value_to_json(const Value& value);

// The pair with the elements of every set in one order, so that equal sets compare equal.
nlohmann::json normalised(const nlohmann::json& pair);

}  // namespace hcl::test::recorded
