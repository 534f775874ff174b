// The interactive prompt of `hcl-ls eval`.
#pragma once

#include <string>

#include "engine/eval/text/print.h"
#include "server/cli/console.h"
#include "server/cli/eval/eval_session.h"

namespace hcl::server {

// Runs until the end of input. Returns the exit code.
int run_repl(Console& console, EvalSession& session, bool show_sensitive);

// Formats a value and its type for output.
std::string show_result(const Evaluated& result, const eval::PrintOptions& options);

}  // namespace hcl::server
