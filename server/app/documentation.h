// The documentation of diagnostics: docs/diagnostics.md, embedded in the program.
#pragma once

#include <string>
#include <string_view>

#include "engine/source/diagnostic.h"

namespace hcl::server {

// The entry of a code in the online documentation; empty when this build knows no address of it.
std::string documentation_url(DiagCode code);
// The entry as Markdown; empty when there is none.
std::string_view documentation_entry(DiagCode code);
// The title of a code for lists of rules, without the placeholders for names and values.
std::string rule_title(const DiagInfo& info);

}  // namespace hcl::server
