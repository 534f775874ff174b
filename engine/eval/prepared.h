// An expression compiled for repeated evaluation: constant parts are
// folded (`1 / 3`, `["a", "b"]`). Values, diagnostics and their order stay
// the same. Immutable and thread-safe.
#pragma once

#include <memory>

#include "engine/base/once.h"
#include "engine/eval/evaluate.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/value.h"

namespace hcl::eval {

class Program;

class Prepared {
  public:
    // Valid for evaluations under these rules. `source` owns the tree; if null, the tree must outlive this.
    Prepared(syntax::Node expr, const Rules& rules, std::shared_ptr<const void> source = {});
    Prepared(Prepared&&) noexcept;
    ~Prepared();

    const Program& program() const { return *program_; }
    const Rules& rules() const { return *rules_; }
    const std::shared_ptr<const void>& source() const { return source_; }
    // A cache for results that callers compute from the expression.
    const Memo& memo() const { return *memo_; }

  private:
    std::unique_ptr<const Program> program_;
    std::unique_ptr<const Memo> memo_;
    const Rules* rules_;
    std::shared_ptr<const void> source_;
};

// Like evaluating the expression; uses its own source when the options have none. With other rules, the
// expression is evaluated without preparation.
EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options = {});
// The same with the caller's budget, which records the work that was done.
EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options, Budget& budget);
Value evaluate(const Prepared& expr, const Scope* scope, const Rules& rules, Budget& budget,
               Diagnostics& diagnostics);

}  // namespace hcl::eval
