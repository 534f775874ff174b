// Changes by the formatter beyond white space, as a language has them.
#pragma once

#include "engine/format/extras.h"
#include "engine/language/language.h"

namespace hcl::server {

format::Extras format_extras_of(const language::Language& language);

}  // namespace hcl::server
