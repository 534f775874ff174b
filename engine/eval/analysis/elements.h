// The keys and elements of a collection, of which only the type may be known.
#pragma once

#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::eval {

// An unknown value whose type fits every element (or key) of the collection.
Value element_of(const Value& collection, const Rules& rules);
Value key_of(const Value& collection);

}  // namespace hcl::eval
