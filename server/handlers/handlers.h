// Declares every handler in routes.def.
#pragma once

#include "protocol/json/document.h"
#include "server/app/context.h"

namespace hcl::lsp {
#define HCL_QUERY(method, handler, Params, lane, on_edit, needs) struct Params;
#define HCL_MUTATION(method, handler, Params) struct Params;
#define HCL_RAW(method, handler)
#define HCL_NOTICE(method, handler, Params) struct Params;
#include "server/handlers/routes.def"
#undef HCL_QUERY
#undef HCL_MUTATION
#undef HCL_RAW
#undef HCL_NOTICE
}  // namespace hcl::lsp

namespace hcl::server {

class Session;

#define HCL_QUERY(method, handler, Params, lane, on_edit, needs) \
    Reply handler(const Context& context, const lsp::Params& params);
#define HCL_RAW(method, handler) Reply handler(Session& session, lsp::JsonView params);
#define HCL_MUTATION(method, handler, Params) Reply handler(Session& session, const lsp::Params& params);
#define HCL_NOTICE(method, handler, Params) void handler(Session& session, lsp::Params&& params);
#include "server/handlers/routes.def"
#undef HCL_QUERY
#undef HCL_MUTATION
#undef HCL_RAW
#undef HCL_NOTICE

}  // namespace hcl::server
