#include <algorithm>

#include "engine/check/rule.h"
#include "engine/eval/prepared.h"

namespace hcl::check {

namespace {

// Made by one evaluation.
constexpr std::uint64_t kMostBytes = 16u << 20;
constexpr std::uint64_t kStepsOfStart = 2;
constexpr std::uint64_t kStepsOfMessage = 10;

}  // namespace

std::uint64_t steps_of_file(const bind::Module& module, FileId file) {
    // The minimum budget of a file, however many files the module has: in proportion to its text, so that
    // those of thousands of files are not more than that of a long one. Conditions of built-in packs take up
    // to 20 steps for a byte, those with regular expressions the most.
    constexpr std::uint64_t kLeast = 1'500;
    constexpr std::uint64_t kShareOfByte = 2;
    const bind::ModuleFile* of = module.file(file);
    const Limits& limits = module.limits();
    const std::uint64_t by_text =
        kLeast + kShareOfByte * limits.steps_of_byte * (of ? of->input.tree->size() : 0);
    const std::uint64_t share = limits.module_steps / std::max<std::size_t>(1, module.files().size());
    return std::min(limits.file_steps, std::max(share, by_text));
}

bool RuleWork::spend(std::uint64_t steps) {
    ran_out_ = ran_out_ || steps > left_;
    left_ -= std::min(left_, steps);
    return !ran_out_;
}

template <typename Expression>
eval::EvalResult RuleWork::evaluated(const Expression& expr, const eval::Scope* scope,
                                     eval::EvalOptions options) {
    options.limits.steps = std::min(options.limits.steps, left_);
    options.limits.bytes = kMostBytes;
    options.cancel = cancel_;
    eval::Budget budget(options.limits, cancel_);
    eval::EvalResult result = eval::evaluate(expr, scope, options, budget);
    left_ -= std::min(left_, budget.steps());
    ran_out_ = ran_out_ || budget.state() != eval::Budget::State::Open;
    // Each evaluation and each message has a fixed cost, which is larger than that of a short expression.
    spend(std::min(kStepsOfStart + kStepsOfMessage * result.diagnostics.size(), left_));
    return result;
}

eval::EvalResult RuleWork::evaluate(syntax::Node expr, const eval::Scope* scope,
                                    const eval::EvalOptions& options) {
    return evaluated(expr, scope, options);
}

eval::EvalResult RuleWork::evaluate(const eval::Prepared& expr, const eval::Scope* scope,
                                    const eval::EvalOptions& options) {
    return evaluated(expr, scope, options);
}

bool is_secret(const Value& value) {
    const Marks marks = value.marks_deep();
    return marks.has(MarkKind::Sensitive) || marks.has(MarkKind::Ephemeral);
}

}  // namespace hcl::check
