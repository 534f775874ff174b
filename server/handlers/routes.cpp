// Turns the rows of routes.def into functions that decode parameters and call handlers.
#include "server/app/routes.h"

#include <array>
#include <memory>

#include "protocol/model/generated/all.h"
#include "protocol/model/own.h"
#include "protocol/rpc/message.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

template <typename Params, Reply (*handler)(const Context&, const Params&)>
Reply query(const Context& context, lsp::JsonView json) {
    auto params = lsp::decode_params<Params>(json);
    if (!params) return refuse(params.error().code, std::move(params.error().message));
    return handler(context, *params);
}

template <typename Params, Reply (*handler)(Session&, const Params&)>
Reply mutation(Session& session, lsp::JsonView json) {
    auto params = lsp::decode_params<Params>(json);
    if (!params) return refuse(params.error().code, std::move(params.error().message));
    return handler(session, *params);
}

template <typename Params, void (*handler)(Session&, Params&&)>
Notice notice(lsp::JsonView json) {
    auto params =
        std::make_shared<std::expected<Params, lsp::ResponseError>>(lsp::decode_params<Params>(json));
    return [params](Session& session) -> Reply {
        if (!*params) return refuse(params->error().code, std::move(params->error().message));
        handler(session, std::move(**params));
        return "null";
    };
}

constexpr std::array kRoutes = {
#define HCL_QUERY(method, handler, Params, lane, on_edit, needs)                         \
    Route{method,  true,    Lane::lane,  OnEdit::on_edit, &query<lsp::Params, &handler>, \
          nullptr, nullptr, Needs::needs},
#define HCL_MUTATION(method, handler, Params) \
    Route{method, true, Lane::Mutate, OnEdit::Finish, nullptr, &mutation<lsp::Params, &handler>},
#define HCL_RAW(method, handler) Route{method, true, Lane::Mutate, OnEdit::Finish, nullptr, &handler},
#define HCL_NOTICE(method, handler, Params) \
    Route{method, false, Lane::Mutate, OnEdit::Finish, nullptr, nullptr, &notice<lsp::Params, &handler>},
#include "server/handlers/routes.def"
#undef HCL_QUERY
#undef HCL_MUTATION
#undef HCL_RAW
#undef HCL_NOTICE
};

}  // namespace

const Route* find_route(std::string_view method) {
    for (const Route& route : kRoutes)
        if (route.method == method) return &route;
    return nullptr;
}

}  // namespace hcl::server
