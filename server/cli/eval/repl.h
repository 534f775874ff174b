// The interactive form of `hcl-ls eval`.
#pragma once

#include <string>

#include "engine/eval/text/print.h"
#include "server/cli/console.h"
#include "server/cli/eval/eval_session.h"

namespace hcl::server {

// Reads, evaluates and prints until the end of input. Returns the exit code.
int run_repl(Console& console, EvalSession& session, bool show_sensitive);

// A value and its type as eval prints them.
std::string show_result(const Evaluated& result, const eval::PrintOptions& options);

}  // namespace hcl::server
