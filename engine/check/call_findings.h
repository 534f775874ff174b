// Findings in a called module that only the values of one call cause; they are reported at the arguments of
// that call. Errors for every caller are findings of the called module's own files.
#pragma once

#include <functional>
#include <string_view>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// Whether the module in a folder calls `from` in turn.
using CallsBack = std::function<bool(const bind::Module& from, std::string_view folder)>;

Diagnostics call_findings(const bind::Module& module, FileId file, const bind::CalledModule& called,
                          const CallsBack& calls_back, const Cancel& cancel);

}  // namespace hcl::check
