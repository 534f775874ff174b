// The names under which semantic tokens go out.
#pragma once

#include "protocol/model/generated/server.h"
#include "server/app/client_info.h"

namespace hcl::server {

// The types stand in the order of ide::TokenClass, without Plain.
lsp::SemanticTokensLegend token_legend(const ClientInfo& client);

}  // namespace hcl::server
