// Findings in the output of `eval --json`.
#pragma once

#include "engine/source/diagnostic.h"
#include "protocol/json/writer.h"

namespace hcl::server {

// Writes the member "diagnostics" of an object.
void write_findings(lsp::JsonWriter& json, const Diagnostics& findings);

}  // namespace hcl::server
