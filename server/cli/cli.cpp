#include "server/cli/cli.h"

#include <cstdio>
#include <string_view>

namespace hcl::server {

int run_cli(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--version") {
        std::puts("hcl-ls 0.1.0");
        return 0;
    }
    std::fputs("usage: hcl-ls --version\n", stderr);
    return 2;
}

}  // namespace hcl::server
