// The interactive prompt of `hcl-ls eval`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/eval/text/print.h"
#include "server/cli/console.h"
#include "server/cli/eval/eval_session.h"
#include "server/host/line_editor.h"

namespace hcl::server {

// Runs until the end of input. Returns the exit code.
int run_repl(Console& console, EvalSession& session, bool show_sensitive);

// Reads inputs, with several lines while brackets are open, until the end or until `handle` returns false.
int run_prompt(Console& console, std::string_view greeting,
               std::function<LineCompletion(std::string_view)> complete,
               const std::function<bool(std::string_view)>& handle);

// Formats a value and its type for output.
std::string show_result(const Evaluated& result, const eval::PrintOptions& options);

}  // namespace hcl::server
