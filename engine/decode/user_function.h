// Functions that users write in their files:
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
        true;     // false: not even the headers of the blocks are right, and there is no table at all
    Body remain;  // the body without its function blocks
    Diagnostics diagnostics;
};

// Takes the blocks of type `block_type` out of a body. The results are evaluated in a child of `scope` (null:
// no names but the parameters), so a function sees what the application gives it and never the other
// functions of the file.
UserFunctions decode_user_functions(const Body& body, std::string_view block_type,
                                    const std::shared_ptr<const eval::Scope>& scope, const Rules& rules);

}  // namespace hcl::decode
