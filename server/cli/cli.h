// The command line: picks the subcommand and runs it.
#pragma once

namespace hcl::server {

// Returns the process's exit code.
int run_cli(int argc, char** argv);

}  // namespace hcl::server
