// Evaluation of expressions: native syntax, templates and JSON.
//
// The result is a value and all diagnostics; evaluation does not stop at the first error. Errors yield
// unknown values, so that one mistake does not cause others. Type checking is evaluation in a scope of
// unknown values. Evaluation is pure, can run on any thread, and always terminates within its limits.
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

// Selects the expressions that are checked.
enum class Checking : std::uint8_t {
    // By `Rules::findings_as_library`: Everything, or only what is evaluated, each time that it is.
    ByRules,
    // Also checks expressions that are not evaluated because of unknown values: the body of a loop over an
    // unknown collection, and both results of an unknown condition. There, unknown names are errors and other
    // failures are warnings. A failure in several iterations of a loop is reported once. Unknown values are
    // errors where no value of their type fits.
    Everything,
};

struct EvalOptions {
    const Rules* rules = &Rules::spec();
    Limits limits;
    Cancel cancel;
    // The owner of the syntax tree (a FilePtr, a ChunkPtr). Closures in the result keep it alive.
    std::shared_ptr<const void> source;
    Checking checking = Checking::ByRules;
    // Literal-only mode: no names, and JSON strings are literals. Passing a scope as well is an error.
    bool literal_only = false;
    // Also warn about numbers that lose precision when the rules do not make that an error.
    bool warn_about_numbers = false;
};

// Default options with the given rules.
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

// Evaluates in `scope`. A null scope means literal-only mode: references and calls are errors, and JSON
// strings are literals; otherwise JSON strings are templates.
EvalResult evaluate(syntax::Node expr, const Scope* scope, const EvalOptions& options = {});

// The same with the caller's budget, which records the work that was done.
EvalResult evaluate(syntax::Node expr, const Scope* scope, const EvalOptions& options, Budget& budget);

// Evaluates as part of a larger evaluation with its budget; appends to `diagnostics`. Checks only evaluated
// expressions, unless `checks_everything`.
Value evaluate(syntax::Node expr, const Scope* scope, const Rules& rules, Budget& budget,
               const std::shared_ptr<const void>& source, Diagnostics& diagnostics,
               bool checks_everything = false);

}  // namespace hcl::eval
