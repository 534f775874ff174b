// Functions defined in source files: by packs, and by
// languages with user-defined functions.
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
    bool takes_null = true;
};

struct WrittenFunction {
    std::string doc;
    std::vector<WrittenParameter> parameters;
    std::optional<WrittenParameter> variadic;
    std::size_t most_variadic = 0;  // the maximum number of variadic arguments; 0: any number
    Type returns;                   // the result type, when there is no result expression
    syntax::Node result;            // null: the result is unknown
    std::shared_ptr<const void> source;
    FileId file;                               // of the result, when its place there can be shown
    std::shared_ptr<const eval::Scope> scope;  // encloses the parameters
    bool is_of_pack = false;                   // what it calls is known already
};
eval::FunctionPtr written_function(WrittenFunction written);

}  // namespace hcl::language
