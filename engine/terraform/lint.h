// Conventions, under the names that users of TFLint know (`terraform_deprecated_index`). Nothing here is
// wrong by the language. Private to terraform/.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

inline constexpr std::string_view kEmptyListEquality = "terraform_empty_list_equality";
inline constexpr std::string_view kMapDuplicateKeys = "terraform_map_duplicate_keys";

class Lint {
  public:
    explicit Lint(const RuleInput& input) : input_(input) {}

    const RuleInput& input() const { return input_; }
    const bind::Module& module() const { return input_.module; }
    bool is_native() const { return input_.file.input.tree->options().syntax == syntax::Syntax::Native; }
    // Only what is probably wrong is on when nobody has set it.
    bool wants(std::string_view rule) const {
        const bool is_on = rule == kEmptyListEquality || rule == kMapDuplicateKeys;
        return input_.context.wants ? input_.context.wants(rule, is_on) : is_on;
    }
    // Null where a comment silences it (`# tflint-ignore: RULE` on its line or the one before).
    Diagnostic* report(std::string_view rule, Span span, const std::string& message);
    // The same with a finding whose places count from the start of the unit.
    void report(const bind::UnitSlot& slot, const Diagnostic& found);
    static void add_fix(Diagnostic* finding, std::string title, Span span, std::string text);

  private:
    bool is_ignored(std::string_view rule, Span span);

    const RuleInput& input_;
    bool knows_ignored_ = false;
    std::map<std::uint32_t, std::set<std::string, std::less<>>> ignored_;  // by line, from 0
    std::set<std::string, std::less<>> ignored_in_file_;
};

// Rules of expressions, of declarations, and of providers and versions.
void lint_expressions(Lint& lint);
void lint_comments(Lint& lint);
void lint_declarations(Lint& lint);
void lint_sources(Lint& lint);
void lint_requirements(Lint& lint);

void lint_file(const RuleInput& input);

// What a `.tflint.hcl` says of these rules.
check::RuleSettings rules_of_tflint(const syntax::File& file);

}  // namespace hcl::terraform
