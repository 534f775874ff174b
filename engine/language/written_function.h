// Functions that are written down instead of built in: by packs, and by the files of languages that let
// people define their own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/eval/function.h"

namespace hcl::language {

struct WrittenParameter {
    std::string name;
    std::string doc;
    Type type;
};

struct WrittenFunction {
    std::string doc;
    std::vector<WrittenParameter> parameters;
    std::optional<WrittenParameter> variadic;
    std::size_t most_variadic = 0;  // arguments that it takes; 0: any number
    Type returns;                   // of calls, when there is no result expression
    syntax::Node result;            // null: what it gives is unknown
    std::shared_ptr<const void> source;
    std::shared_ptr<const eval::Scope> scope;  // around the parameters
};
eval::FunctionPtr written_function(WrittenFunction written);

}  // namespace hcl::language
