// The structure of specs that decoding requires. Private to language/.
#pragma once

#include "engine/language/language.h"
#include "engine/language/reading.h"

namespace hcl::language {

// One item of a body.
void check_structure(const Language& language, const syntax::BlockView& view, Diagnostics& out);
// A file has one spec.
void check_root_structure(const Language& language, Diagnostics& out);
// Groups of names of which some are required, or exclude each other.
void check_groups(Reading& read, const PackBlock& items, Diagnostics& out);

}  // namespace hcl::language
