// Evaluation of expressions: native syntax, templates and JSON.
//
// The result is a value and all that is wrong; evaluation does not stop at the first mistake. Errors leave
// unknown values behind, so one mistake does not cause others. Type checking is evaluation in a scope of
// unknown values. Evaluation is pure, may run on any thread, and always ends within its limits.
#pragma once

#include <memory>

#include "engine/base/cancel.h"
#include "engine/eval/budget.h"
#include "engine/eval/scope.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::eval {

// How far an evaluation looks.
enum class Checking : std::uint8_t {
    // By `Rules::findings_as_library`: as Everything, or what is evaluated alone, each time that it is.
    ByRules,
    // Also check the expressions that an unknown value keeps from being evaluated: the body of a loop over an
    // unknown collection, and both results of an unknown condition. Unknown names are errors there, any other
    // failure is a warning. A failure in every round of a loop is reported once.
    Everything,
};

struct EvalOptions {
    const Rules* rules = &Rules::spec();
    Limits limits;
    Cancel cancel;
    // The owner of the syntax tree (a FilePtr, a ChunkPtr). Closures in the result keep it alive.
    std::shared_ptr<const void> source;
    Checking checking = Checking::ByRules;
    // Literal-only mode: no names, and JSON strings stand for themselves. An error together with a scope.
    bool literal_only = false;
    // Also say so where a number in the source cannot be held exactly and the rules make that no error.
    bool warn_about_numbers = false;
};

// The defaults, but for the rules.
inline EvalOptions eval_options(const Rules& rules) {
    EvalOptions options;
    options.rules = &rules;
    return options;
}

inline bool checks_everything(const EvalOptions& options) {
    return options.checking == Checking::Everything || !options.rules->findings_as_library;
}

struct EvalResult {
    Value value;
    Diagnostics diagnostics;
};

// Evaluates in `scope`. Without a scope (null) the mode is literal-only: references and calls are errors, and
// JSON strings stand for themselves; with one, JSON strings are templates.
EvalResult evaluate(syntax::Node expr, const Scope* scope, const EvalOptions& options = {});

// The same with a budget of the caller, which tells afterwards how much work it was.
EvalResult evaluate(syntax::Node expr, const Scope* scope, const EvalOptions& options, Budget& budget);

// As a part of a larger evaluation that has a budget already; appends to `diagnostics`. Only what is
// evaluated is checked, unless `checks_everything`.
Value evaluate(syntax::Node expr, const Scope* scope, const Rules& rules, Budget& budget,
               const std::shared_ptr<const void>& source, Diagnostics& diagnostics,
               bool checks_everything = false);

}  // namespace hcl::eval
