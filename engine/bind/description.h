// The description of a declaration, and whether its name is ever written: for hover and completion.
#pragma once

#include <string>

#include "engine/bind/module.h"
#include "engine/language/schema.h"

namespace hcl::bind {

// The value of `description` in the declaring block; empty when there is none, or it is not known.
std::string description_of(const UnitSlot& slot, const Declaration& declaration);

// Whether only modules that call this one see the symbol, as a part of its interface: nobody writes its name.
bool is_unnamed(const language::SymbolDef& symbol);

}  // namespace hcl::bind
