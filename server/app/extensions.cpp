#include "server/app/extensions.h"

#include "engine/atlas/extension.h"
#include "engine/bake/extension.h"
#include "engine/pcl/extension.h"
#include "engine/terraform/extension.h"
#include "engine/terragrunt/extension.h"

namespace hcl::server {

check::LanguageExtensions language_extensions() {
    return {pcl::make_extension(),   terraform::make_extension(), terragrunt::make_extension(),
            atlas::make_extension(), bake::make_extension(),      terraform::make_tflint_extension()};
}

std::string explain_rule(std::string_view name) {
    return terraform::explain_rule(name);
}

}  // namespace hcl::server
