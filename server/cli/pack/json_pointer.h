// References inside of a JSON document. Private to the import.
#pragma once

#include <string_view>

#include "protocol/json/document.h"

namespace hcl::server {

// The target of "#/definitions/name"; missing when there is none, or it is in another document.
lsp::JsonView pointed_at(lsp::JsonView document, std::string_view reference);

}  // namespace hcl::server
