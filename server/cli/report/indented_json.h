// Indented JSON for output, and diagnostics in the JSON form of `hcldec`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/source/diagnostic.h"
#include "server/cli/report/source_table.h"

namespace hcl::server {

// Indents well-formed compact JSON by two spaces. Numbers keep all their digits.
std::string indented_json(std::string_view json);

// {"filename", "start": {"line", "column", "byte"}, "end"} as compact JSON: lines and columns (grapheme
// clusters) from 1, bytes from 0.
std::string range_to_json(Location where, const SourceTable& sources);

// {"diagnostics": [...]}, indented, with a final line break; empty without diagnostics.
std::string diagnostics_to_json(std::span<const Diagnostic> diagnostics, const SourceTable& sources);

}  // namespace hcl::server
