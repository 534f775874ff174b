// The method and the document of a long message, without parsing its text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hcl::lsp {

struct DocumentNotice {
    std::string method;
    std::string uri;  // params.textDocument.uri
};

// Reads no further than necessary. Empty when the message is a request, is about no document, or is not
// well-formed as far as it was read; what follows may still be wrong.
std::optional<DocumentNotice> peek_document_notice(std::string_view message);

}  // namespace hcl::lsp
