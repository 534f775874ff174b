// docs/diagnostics.md: generated from the registry and the fixtures.
#pragma once

#include <string>

namespace hcl::test {

std::string diagnostics_document();

// The command `hcl-tests diagnostics [--update]`: prints or writes the document. Returns the exit code.
int run_diagnostics(int argc, const char* const* argv);

}  // namespace hcl::test
