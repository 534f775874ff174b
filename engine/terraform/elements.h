// The types of `each.value`, which has no value before a plan. Private to terraform/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// The types of the elements of a collection, each once; none: they are not known, or very many differ.
std::vector<Type> element_types(const Type& collection);
// The same for the value of an argument such as `for_each`, also where only what it is made of is known:
// behind `toset(...)`, and in a `for` over an unknown collection.
std::vector<Type> repeated_types(const bind::Module& module, const bind::UnitSlot& slot,
                                 std::uint32_t repetition);
// The `for_each` of the block around an argument, if it is not that argument; else kNone.
std::uint32_t repetition_around(const bind::BoundUnit& unit, std::uint32_t argument);
// The type of a part; dynamic when it is unknown.
Type part_of(const Type& type, const std::string& name);

// The type of `each.value`, or of a part of it, at a position.
std::optional<check::ExtensionHover> element_hover(const check::ExtensionContext& context, FileId id,
                                                   std::uint32_t offset);

// `each`, with the type of its value.
std::vector<std::pair<std::string, Value>> names_of_repetition(const check::ExtensionContext& context,
                                                               FileId id, std::uint32_t offset);

}  // namespace hcl::terraform
