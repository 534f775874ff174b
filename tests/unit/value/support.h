// Types by their source text, to keep the tables of cases short.
#pragma once

#include <string>
#include <string_view>

#include "engine/value/type.h"

namespace hcl::test {

// `list(string)`, `object({a=number,b=any})`, `tuple([bool])`; a name followed by `?` is optional.
Type type_of(std::string_view source);

}  // namespace hcl::test
