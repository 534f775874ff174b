// Every editor feature at every token of real files, through the real server.
#pragma once

namespace hcl::test {

// `hcl-tests sweep [--tokens=N] [--files=N] [--limit=MS] [--typed] [--quiet] PATH...`: without paths, the
// fixtures' and examples' files and those that HCL_CORPUS names. Returns the number of files that fail.
int run_sweep(int argc, const char* const* argv);

}  // namespace hcl::test
