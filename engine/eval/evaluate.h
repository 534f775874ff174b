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

struct EvalOptions {
    const Rules* rules = &Rules::spec();
    Limits limits;
    Cancel cancel;
    // Whoever owns the tree that the expression is in (a FilePtr, a ChunkPtr). Needed when values of the
    // result can hold unevaluated expressions (closures); they keep it alive.
    std::shared_ptr<const void> source;
    // Also say so where a number in the source cannot be held exactly and the rules make that no error.
    bool warn_about_numbers = false;
};

// The defaults, but for the rules.
inline EvalOptions eval_options(const Rules& rules) {
    EvalOptions options;
    options.rules = &rules;
    return options;
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

// As a part of a larger evaluation that has a budget already; appends to `diagnostics`.
Value evaluate(syntax::Node expr, const Scope* scope, const Rules& rules, Budget& budget,
               std::shared_ptr<const void> source, Diagnostics& diagnostics);

}  // namespace hcl::eval
