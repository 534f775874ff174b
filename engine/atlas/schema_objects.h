// Checks of the objects of a schema and of the references between them that hold for every database.
#pragma once

#include <string_view>

#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::atlas {

inline constexpr std::string_view kReferenceRule = "schema-reference";
inline constexpr std::string_view kTwiceRule = "declared-twice";

// Texts and single columns where references and lists are due, and columns of other tables in keys.
void add_wrong_references(const bind::UnitSlot& slot, Diagnostics& out);
// Objects of one kind, schema and name. Only those of one file: folders may contain several versions.
void add_declared_twice(const bind::ModuleFile& file, Diagnostics& out);

}  // namespace hcl::atlas
