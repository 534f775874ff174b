// The legend of semantic tokens.
#pragma once

#include "protocol/model/generated/server.h"
#include "server/app/client_info.h"

namespace hcl::server {

// In the order of ide::TokenClass, without Plain.
lsp::SemanticTokensLegend token_legend(const ClientInfo& client);

}  // namespace hcl::server
