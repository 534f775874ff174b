// Functions that users define in their files:
//
//   function "greet" {
//     params = [name]
//     result = "Hello, ${name}!"
//   }
#pragma once

#include "engine/decode/body.h"
#include "engine/eval/function.h"
#include "engine/eval/scope.h"

namespace hcl::decode {

struct UserFunctions {
    eval::FunctionTable table;
    bool is_readable =
        true;     // false: even the headers of some blocks are invalid, and there is no function table
    Body remain;  // the body without its function blocks
    Diagnostics diagnostics;
};

// Removes the blocks of type `block_type` from a body. Function bodies are evaluated in a child of `scope`
// (null: only the parameters are visible), so a function sees the scope of the application, but not the other
// functions of the file.
UserFunctions decode_user_functions(const Body& body, std::string_view block_type,
                                    const std::shared_ptr<const eval::Scope>& scope, const Rules& rules);

}  // namespace hcl::decode
