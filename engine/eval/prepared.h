// An expression made ready for being evaluated many times.
//
// Beside its nodes lies what is the same in every evaluation: the values of parts that name nothing (`1 / 3`,
// `["a", "b"]`), and the texts of templates. The evaluator is the same one, which looks here first; what a
// part says, and in which order, does not change. Immutable; may be shared by threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/syntax/literal.h"
#include "engine/syntax/tree.h"
#include "engine/value/value.h"

namespace hcl::eval {

class Prepared {
  public:
    // The tree must outlive it. Holds for evaluations under these rules.
    Prepared(syntax::Node expr, const Rules& rules);
    // Of `expr` only the nodes [first, end).
    Prepared(syntax::Node expr, std::uint32_t first, std::uint32_t end, const Rules& rules);

    syntax::Node expr() const { return expr_; }
    const Rules& rules() const { return *rules_; }

    // Of a simple template: a text, and the expression behind it (the last may have none).
    struct Piece {
        std::string_view text;
        syntax::Node expr;
    };
    struct Part {
        Value constant;
        std::string_view name;  // of a variable
        const std::vector<Piece>* pieces = nullptr;                // of a template that is simple
        const std::vector<syntax::TemplateItem>* items = nullptr;  // of a template that is not simple
        bool has_constant = false;
    };
    // Null where nothing is known of a node.
    const Part* part(syntax::Node node) const {
        const std::uint32_t i = node.id() - first_;
        return i < parts_.size() && &node.chunk() == &expr_.chunk() ? &parts_[i] : nullptr;
    }

  private:
    void find_constants();

    syntax::Node expr_;
    std::uint32_t first_;
    const Rules* rules_;
    std::vector<Part> parts_;
    std::vector<std::unique_ptr<const std::vector<syntax::TemplateItem>>> items_;
    std::vector<std::unique_ptr<const std::vector<Piece>>> pieces_;
};

// As for an expression. Under other rules than those it was prepared for it is evaluated as it stands.
EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options = {});
Value evaluate(const Prepared& expr, const Scope* scope, const Rules& rules, Budget& budget,
               std::shared_ptr<const void> source, Diagnostics& diagnostics);

}  // namespace hcl::eval
