// Parameters of requests outside of the protocol that no standard request has.
#pragma once

#include <optional>

#include "protocol/json/codec.h"
#include "protocol/model/generated/base.h"

namespace hcl::lsp {

struct GraphParams {
    std::optional<TextDocumentIdentifier> text_document{};
    std::optional<Position> position{};
};

inline bool read(ReadError& error, JsonView json, GraphParams& out) {
    if (json.is_missing() || json.is_null()) return true;
    if (!json.is_object()) return error.fail("an object", json);
    return read_optional(error, json, "textDocument", out.text_document) &&
           read_optional(error, json, "position", out.position);
}

}  // namespace hcl::lsp
