#include "engine/eval/prepared.h"

#include "engine/eval/walk/evaluator.h"
#include "engine/eval/walk/program.h"

namespace hcl::eval {

namespace {

std::unique_ptr<const Program> folded(syntax::Node expr, const Rules& rules) {
    auto program = std::make_unique<Program>(expr);
    program->fold(rules);
    return program;
}

}  // namespace

Prepared::Prepared(syntax::Node expr, const Rules& rules, std::shared_ptr<const void> source)
    : program_(folded(expr, rules)),
      memo_(std::make_unique<Memo>()),
      rules_(&rules),
      source_(std::move(source)) {}
Prepared::Prepared(Prepared&&) noexcept = default;
Prepared::~Prepared() = default;

EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options) {
    Budget budget(options.limits, options.cancel);
    return evaluate(expr, scope, options, budget);
}

EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options, Budget& budget) {
    if (&expr.rules() != options.rules) {
        EvalOptions own = options;
        if (!own.source) own.source = expr.source();
        return evaluate(expr.program().expr(), scope, own, budget);
    }
    EvalResult result;
    scope = scope_in_mode(scope, options, expr.program().expr().span(), result.diagnostics);
    if (has_errors(result.diagnostics)) return result;
    Evaluator evaluator(scope, *options.rules, budget, options.source ? options.source : expr.source(),
                        result.diagnostics, checks_everything(options), options.warn_about_numbers);
    result.value = evaluator.run(expr.program().root());
    return result;
}

Value evaluate(const Prepared& expr, const Scope* scope, const Rules& rules, Budget& budget,
               Diagnostics& diagnostics) {
    if (&expr.rules() != &rules)
        return evaluate(expr.program().expr(), scope, rules, budget, expr.source(), diagnostics);
    Evaluator evaluator(scope, rules, budget, expr.source(), diagnostics);
    return evaluator.run(expr.program().root());
}

}  // namespace hcl::eval
