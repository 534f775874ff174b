// Files that hold encrypted data under a name of the language. Private to check/.
#pragma once

#include <optional>

#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::check {

// The one finding of such a file: nothing else can be said of it.
std::optional<Diagnostic> encrypted_file(const syntax::File& tree);

}  // namespace hcl::check
