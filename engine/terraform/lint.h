// Style rules, under the names that TFLint users know (`terraform_deprecated_index`). They report code that
// is valid. Private to terraform/.
#pragma once

#include <string>
#include <string_view>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

inline constexpr std::string_view kEmptyListEquality = "terraform_empty_list_equality";
inline constexpr std::string_view kMapDuplicateKeys = "terraform_map_duplicate_keys";
inline constexpr std::string_view kUnusedDeclarations = "terraform_unused_declarations";

// Whether a comment suppresses a rule at a place: `# tflint-ignore: RULE, RULE` on the same line or the one
// before, or `# tflint-ignore-file: RULE` at the start of the file. "all" stands for every rule.
bool is_ignored(const syntax::File& file, std::string_view rule, Span span);

// Whether a finding of another room, which is also one of a convention, counts; with the severity that it
// has.
bool counts_as_convention(const check::ExtensionContext& context, const bind::ModuleFile& file,
                          Diagnostic& found);

class Lint {
  public:
    explicit Lint(const RuleInput& input) : input_(input) {}

    const RuleInput& input() const { return input_; }
    const bind::Module& module() const { return input_.module; }
    bool is_native() const { return input_.file.input.tree->options().syntax == syntax::Syntax::Native; }
    // Without settings, only the rules that find probable mistakes are on.
    bool wants(std::string_view rule) const {
        const bool is_on = rule == kEmptyListEquality || rule == kMapDuplicateKeys;
        return input_.context.wants ? input_.context.wants(rule, is_on) : is_on;
    }
    // Null when a comment suppresses it.
    Diagnostic* report(std::string_view rule, Span span, const std::string& message);
    // Reports a finding whose positions are relative to the start of the unit.
    void report(const bind::UnitSlot& slot, const Diagnostic& found);
    static void add_fix(Diagnostic* finding, std::string title, Span span, std::string text);

  private:
    const RuleInput& input_;
};

// Rules for expressions, comments, declarations, module sources, and required versions.
void lint_expressions(Lint& lint);
void lint_comments(Lint& lint);
void lint_declarations(Lint& lint);
void lint_sources(Lint& lint);
void lint_requirements(Lint& lint);

void lint_file(const RuleInput& input);

// The settings of these rules in a `.tflint.hcl`.
check::RuleSettings rules_of_tflint(const syntax::File& file);

}  // namespace hcl::terraform
