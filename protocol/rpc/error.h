// Error codes of JSON-RPC and LSP.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/json/document.h"

namespace hcl::lsp {

enum class ErrorCode : std::int32_t {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    ServerNotInitialized = -32002,
    UnknownErrorCode = -32001,
    RequestFailed = -32803,
    ServerCancelled = -32802,
    ContentModified = -32801,
    RequestCancelled = -32800,
};

struct ResponseError {
    ErrorCode code = ErrorCode::InternalError;
    std::string message;
    JsonValue data;
};

}  // namespace hcl::lsp
