// Names and values that another module is given, against its interface: by arguments of calls, files of
// values, and inputs of stacks, units and tests.
#pragma once

#include <string>
#include <string_view>

#include "engine/bind/interface.h"
#include "engine/source/diagnostic.h"
#include "engine/value/rules.h"

namespace hcl::check {

// The module declares no symbol of the kind with this name. `where`: a sentence that tells which module it
// is.
Diagnostic undeclared_name(const bind::Interface& there, std::string_view kind, std::string_view name,
                           std::string_view where, Span place);
// Why the value cannot be passed under the name; empty when it can, as far as it is known.
std::string misfit(const bind::InterfaceItem& item, const Value& value, const Rules& rules);

}  // namespace hcl::check
