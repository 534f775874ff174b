// Functions of a language that name files of it, whatever these are called.
#pragma once

#include <string>
#include <vector>

#include "engine/language/language.h"

namespace hcl::language {

// The function that finds a file in the folders above (CallDef::parents); empty when there is none.
std::string function_above(const Language& language);
// The function that gives the folder of the file (CallDef::here); empty when there is none.
std::string function_here(const Language& language);
// The function that finds a file above, and those that read a module.
std::vector<std::string> functions_naming_files(const Language& language);

}  // namespace hcl::language
