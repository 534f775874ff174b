// Values that are known before a program runs: whether they can have the types that are wanted. A conversion
// that is unsafe for a type may be impossible for a value of it: a string is a number only if it reads as
// one. Private to this room.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/pcl/type.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/value.h"

namespace hcl::pcl {

// The value that a name is known to have; nothing for other names.
using KnownNames = std::function<std::optional<Value>(std::string_view)>;

// The bool, number, string or null that `expr` always is; nothing when it is computed, or too long.
std::optional<Value> known_value(syntax::Node expr, const KnownNames& names);

Type type_of_known(const Value& value);
// Whether a known value converts to the type.
bool may_become(const Type& wanted, const Value& value);
// Why not, in words: `"two" is no whole number`.
std::string refusal_words(const Type& wanted, const Value& value);

}  // namespace hcl::pcl
