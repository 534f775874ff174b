// `hcl-ls eval --language pcl`: types instead of values.
#pragma once

#include "server/cli/cli.h"

namespace hcl::server {

int run_eval_pcl(Console& console, Arguments arguments);

}  // namespace hcl::server
