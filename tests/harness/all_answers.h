// Everything that an editor asks about a place and a file, as one text to compare.
#pragma once

#include <cstdint>
#include <string>

#include "engine/source/span.h"
#include "engine/world/snapshot.h"

namespace hcl::test {

// Answers for the position at the start of the selection, and for the selection. Adds to `wrong` what no
// editor accepts: a range outside of its file, edits that overlap or change an unknown file, tokens out of
// order.
std::string answers_at(const world::Snapshot& snapshot, FileId file, Span selection, std::string& wrong);

// Answers for the whole file.
std::string answers_for(const world::Snapshot& snapshot, FileId file, std::string& wrong);

}  // namespace hcl::test
