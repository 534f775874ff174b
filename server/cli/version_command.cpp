// `hcl-ls version`, also spelled --version.
#include <string>

#include "server/app/version.h"
#include "server/cli/cli.h"

namespace hcl::server {

const CommandHelp& help_version() {
    static const CommandHelp help{
        .about = "Prints the version and the commit that this program was built from.",
    };
    return help;
}

int run_version(Console& console, Arguments) {
    console.out("hcl-ls " + std::string(version()) + " (" + std::string(commit()) + ")\n");
    return 0;
}

}  // namespace hcl::server
