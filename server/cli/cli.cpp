#include "server/cli/cli.h"

#include <cstdio>
#include <string_view>

#include "server/cli/version.h"

namespace hcl::server {

int run_cli(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--version") {
        std::printf("hcl-ls %s (%s)\n", version().data(), commit().data());
        return 0;
    }
    std::fputs("usage: hcl-ls --version\n", stderr);
    return 2;
}

}  // namespace hcl::server
