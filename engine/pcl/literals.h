// Checks of literals beyond their types: whether a string is a member of an enum, and which of several object
// types a constant member selects. Private to this room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/pcl/packages.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::pcl {

// The expressions whose values `expr` may have unchanged; empty when it computes its own.
std::vector<syntax::Node> outcomes_of(syntax::Node expr);

// The object type that `expr` chooses from a union of objects that differ in one constant; null when it
// chooses none. `room` holds the result.
const TypeSpec* chosen_object(const TypeSpec& spec, syntax::Node expr, TypeSpec& room);

// The type that `expr` must have for an input of this schema, where objects in it choose their types; nothing
// when none does.
std::optional<Type> narrowed_type(const Package& package, const TypeSpec& spec, syntax::Node expr);

// Reports literals in `expr` that are no members of their enum, or choose no object. `name` is what the value
// is for, in messages. Returns the first that chooses no object in words: `filter.kind is "x" and must be "a"
// | "b"`.
std::string check_literals(const Package& package, const TypeSpec& spec, std::string_view name,
                           syntax::Node expr, Diagnostics& findings);
// The same for an object with these properties.
void check_literals(const Package& package, const PropertySpecs& properties, syntax::Node object,
                    Diagnostics& findings);

}  // namespace hcl::pcl
