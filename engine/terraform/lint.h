// Style rules, under the names that TFLint users know (`terraform_deprecated_index`). They report code that
// is valid. Private to terraform/.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/eval/scope.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

class PlanValues;

inline constexpr std::string_view kEmptyListEquality = "terraform_empty_list_equality";
inline constexpr std::string_view kMapDuplicateKeys = "terraform_map_duplicate_keys";
inline constexpr std::string_view kUnusedDeclarations = "terraform_unused_declarations";

// Rules that TFLint does not have; on by default.
struct OwnConvention {
    std::string_view name;
    std::string_view meaning;
};
inline constexpr std::string_view kConstantComparison = "constant-comparison";
inline constexpr std::string_view kLiteralSecret = "literal-secret";
inline constexpr std::string_view kUnknownCount = "unknown-count";
inline constexpr std::string_view kUnreachableBranch = "unreachable-branch";
inline constexpr std::array<OwnConvention, 4> kOwnConventions{{
    {kConstantComparison, "A comparison that is always the same, such as one of a number with a string."},
    {kLiteralSecret, "A text of the form that private keys and the tokens of well-known services have."},
    {kUnknownCount, "`count`, or a key of `for_each`, that is known only after an apply."},
    {kUnreachableBranch, "A branch that is never chosen, because the condition is written out."},
}};

// The kind of secret that a text has by its form; empty when it has none.
std::string_view secret_in(std::string_view text);
// How a private key begins; its body is on other lines.
inline constexpr std::string_view kKeyBegins = "-----BEGIN ";
// The result of a binary operation that does not depend on values; nothing for others.
std::optional<bool> constant_result(syntax::Node operation);
// Whether an operation asks if a name equals a literal.
bool compares_with_literal(syntax::Node operation);
// Why the operands, which have different types, are never equal; empty when they may be.
std::string unequal_types(syntax::Node operation, const eval::Scope* scope);

// Why an argument of instance_arguments(), or the ID of an import, is unknown before an apply; empty when it
// may be known.
std::string unknown_instances(PlanValues& plan, const bind::UnitSlot& slot, std::uint32_t argument);

// Whether a comment suppresses a rule at a place: `# tflint-ignore: RULE, RULE` on the same line or the one
// before, or `# tflint-ignore-file: RULE` at the start of the file. "all" stands for every rule.
bool is_ignored(const syntax::File& file, std::string_view rule, Span span);

// Whether a finding of another room, which is also one of a convention, counts; with the severity that it
// has.
bool counts_as_convention(const check::ExtensionContext& context, const bind::ModuleFile& file,
                          Diagnostic& found);

// A fix that takes a declaration away.
void offer_removal(Diagnostic& found, const syntax::File& tree, Span declaration);

class Lint {
  public:
    explicit Lint(const RuleInput& input) : input_(input) {}

    const RuleInput& input() const { return input_; }
    const bind::Module& module() const { return input_.module; }
    bool is_native() const { return input_.file.input.tree->options().syntax == syntax::Syntax::Native; }
    // Without settings, only the rules that find probable mistakes are on.
    bool wants(std::string_view rule) const {
        const bool is_on = rule == kEmptyListEquality || rule == kMapDuplicateKeys || is_own(rule);
        return input_.context.wants ? input_.context.wants(rule, is_on) : is_on;
    }
    // An option of a rule: its text, lists with a line for each element; empty when it is not set.
    std::string_view option(std::string_view path) const;
    // Null when a comment suppresses it.
    Diagnostic* report(std::string_view rule, Span span, const std::string& message);
    // Reports a finding whose positions are relative to the start of the unit.
    void report(const bind::UnitSlot& slot, const Diagnostic& found);
    static void add_fix(Diagnostic* finding, std::string title, Span span, std::string text);
    // Takes a declaration away.
    void add_removal(Diagnostic* finding, Span declaration) const;

  private:
    static bool is_own(std::string_view rule) {
        return std::ranges::find(kOwnConventions, rule, &OwnConvention::name) != kOwnConventions.end();
    }

    const RuleInput& input_;
};

// The rule for `count` and `for_each`. Its findings are not kept with units: they depend on values of others,
// which do not change when their origin does.
class LintedCounts {
  public:
    explicit LintedCounts(const Lint& lint);
    ~LintedCounts();
    LintedCounts(const LintedCounts&) = delete;
    LintedCounts& operator=(const LintedCounts&) = delete;

    // `arguments`: those of a unit.
    void report(Lint& lint, const bind::UnitSlot& slot, const std::vector<std::uint32_t>& arguments);

  private:
    bool is_wanted_;
    bind::ModulePtr usual_;  // with the values of a usual plan; null: they are not known
    std::unique_ptr<PlanValues> plan_;
    std::unique_ptr<PlanValues> usual_plan_;
};

// Rules for expressions, comments, declarations, module sources, and required versions.
void lint_expressions(Lint& lint);
// Arguments of calls by which the called module makes instances.
void lint_calls(Lint& lint);
void lint_comments(Lint& lint);
void lint_declarations(Lint& lint);
void lint_sources(Lint& lint);
void lint_requirements(Lint& lint);

void lint_file(const RuleInput& input);

// The settings of these rules in a `.tflint.hcl`.
check::RuleSettings rules_of_tflint(const syntax::File& file);

}  // namespace hcl::terraform
