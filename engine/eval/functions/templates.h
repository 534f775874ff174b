// Templates that expressions name: rendered with variables of their own and the functions around the call.
// Private to this folder.
#pragma once

#include <string>
#include <string_view>

#include "engine/eval/function.h"

namespace hcl::eval::functions {

struct TemplateText {
    std::string_view text;
    std::string name;  // for messages
};

// `variables` is a map or object; `argument` the place of it among those of the call. Templates cannot render
// others.
FunctionResult<Value> render_template(const TemplateText& source, const Value& variables,
                                      std::size_t argument, CallContext& call);

}  // namespace hcl::eval::functions
