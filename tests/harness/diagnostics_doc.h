// docs/diagnostics.md: every code with its message and an example, from the registry and the fixtures.
#pragma once

#include <string>

namespace hcl::test {

std::string diagnostics_document();

// The command `hcl-tests diagnostics [--update]`: prints the document, or writes it. Returns the exit code.
int run_diagnostics(int argc, const char* const* argv);

}  // namespace hcl::test
