#include "server/app/version.h"

#include "hcl_version.h"

namespace hcl::server {

std::string_view version() {
    return HCL_VERSION;
}
std::string_view commit() {
    return HCL_COMMIT;
}

}  // namespace hcl::server
