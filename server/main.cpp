// Connects the parts; all logic is in the server library.
#include "server/cli/cli.h"

int main(int argc, char** argv) {
    return hcl::server::run_cli(argc, argv);
}
