#include "server/app/extensions.h"

#include "engine/pcl/extension.h"

namespace hcl::server {

check::LanguageExtensions language_extensions() {
    return {pcl::make_extension()};
}

}  // namespace hcl::server
