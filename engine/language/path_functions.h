// Functions of a language that name files of it, whatever these are called.
#pragma once

#include <string>
#include <vector>

#include "engine/language/language.h"

namespace hcl::language {

// The functions that the calls of the language declare.
PathFunctions path_functions(const Language& language);
// The function that finds a file above, and those that read a module.
std::vector<std::string> functions_naming_files(const Language& language);

}  // namespace hcl::language
