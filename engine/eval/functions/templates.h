// Templates that expressions refer to: rendered with given variables and the functions of the calling scope.
// Private to this folder.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/eval/function.h"

namespace hcl::eval::functions {

struct TemplateText {
    std::string_view text;
    std::string name;          // for messages
    bool is_argument = false;  // the first one of the call
};

// A TypeCheck of calls whose second argument has the variables of a template.
std::optional<FunctionError> check_template_variables(std::span<const Value> arguments, CallContext& call);

// `variables` is a map or object, passed as argument number `argument` of the call.
// Templates cannot render other templates.
FunctionResult<Value> render_template(const TemplateText& source, const Value& variables,
                                      std::size_t argument, CallContext& call);

}  // namespace hcl::eval::functions
