// An expression made ready for being evaluated many times: read once, with constants for what is the same in
// every evaluation (`1 / 3`, `["a", "b"]`). What it says, and in which order, does not change. Immutable; may
// be shared by threads.
#pragma once

#include <memory>

#include "engine/eval/evaluate.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/value.h"

namespace hcl::eval {

class Program;

class Prepared {
  public:
    // Holds for evaluations under these rules. `source` owns the tree; without it the tree must outlive this.
    Prepared(syntax::Node expr, const Rules& rules, std::shared_ptr<const void> source = {});
    Prepared(Prepared&&) noexcept;
    ~Prepared();

    const Program& program() const { return *program_; }
    const Rules& rules() const { return *rules_; }
    const std::shared_ptr<const void>& source() const { return source_; }

  private:
    std::unique_ptr<const Program> program_;
    const Rules* rules_;
    std::shared_ptr<const void> source_;
};

// As for an expression; its own source counts when the options name none. Under other rules than those it was
// prepared for it is evaluated as it stands.
EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options = {});
Value evaluate(const Prepared& expr, const Scope* scope, const Rules& rules, Budget& budget,
               Diagnostics& diagnostics);

}  // namespace hcl::eval
