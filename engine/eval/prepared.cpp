#include "engine/eval/prepared.h"

#include "engine/eval/evaluator.h"
#include "engine/eval/program.h"

namespace hcl::eval {

namespace {

std::unique_ptr<const Program> folded(syntax::Node expr, const Rules& rules) {
    auto program = std::make_unique<Program>(expr);
    program->fold(rules);
    return program;
}

}  // namespace

Prepared::Prepared(syntax::Node expr, const Rules& rules) : program_(folded(expr, rules)), rules_(&rules) {}
Prepared::Prepared(Prepared&&) noexcept = default;
Prepared::~Prepared() = default;

EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options) {
    if (&expr.rules() != options.rules) return evaluate(expr.program().expr(), scope, options);
    EvalResult result;
    Budget budget(options.limits, options.cancel);
    Evaluator evaluator(scope, *options.rules, budget, options.source, result.diagnostics,
                        options.warn_about_numbers);
    result.value = evaluator.run(expr.program().root());
    return result;
}

Value evaluate(const Prepared& expr, const Scope* scope, const Rules& rules, Budget& budget,
               std::shared_ptr<const void> source, Diagnostics& diagnostics) {
    if (&expr.rules() != &rules)
        return evaluate(expr.program().expr(), scope, rules, budget, std::move(source), diagnostics);
    Evaluator evaluator(scope, rules, budget, source, diagnostics);
    return evaluator.run(expr.program().root());
}

}  // namespace hcl::eval
