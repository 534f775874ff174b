// Findings of `eval --json`.
#pragma once

#include <string>

#include "engine/source/diagnostic.h"

namespace hcl::server {

std::string findings_json(const Diagnostics& findings);

}  // namespace hcl::server
