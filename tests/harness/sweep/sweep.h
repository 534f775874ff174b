// Runs every editor feature at every token of real files, through the real server.
#pragma once

namespace hcl::test {

// `hcl-tests sweep [--tokens=N] [--files=N] [--limit=MS] [--typed] [--quiet] PATH...`: without paths, the
// files of fixtures and examples, and those in HCL_CORPUS. Returns the number of failing files.
int run_sweep(int argc, const char* const* argv);

}  // namespace hcl::test
