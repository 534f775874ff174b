// The rules of this room. Each looks at one file of a module; places are those of the file. Private to
// terraform/.
#pragma once

#include "engine/check/language_extension.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

struct RuleInput {
    const check::ExtensionContext& context;
    const bind::Module& module;
    const bind::ModuleFile& file;
    Diagnostics& out;

    Diagnostic& report(DiagCode code, Span span, std::initializer_list<std::string_view> args = {}) const {
        Diagnostic& d = add_diagnostic(out, code, span, args);
        d.file = file.input.id;
        return d;
    }
    // A finding that goes by the name of its rule, as those that packs spell out.
    Diagnostic& report(std::string_view rule, Span span, const std::string& message) const {
        Diagnostic& d = report(DiagCode::CheckFailed, span, {message});
        d.rule = rule;
        return d;
    }
};

// Settings that a module may have only once, in whatever `terraform` blocks they stand.
void check_settings(const RuleInput& input);
// Provider configurations that calls pass, and those that called modules make themselves.
void check_providers(const RuleInput& input);
// What calls give to inputs, where the called module says more of them than their types.
void check_inputs(const RuleInput& input);
// Blocks of resources that belong together, or that nothing can generate.
void check_resources(const RuleInput& input);
// Moves of what is still there.
void check_moves(const RuleInput& input);
// Imports of what has no configuration.
void check_imports(const RuleInput& input);
// Functions of providers that the module does not require.
void check_provider_functions(const RuleInput& input);
// What files that override others cannot have.
void check_overriding_files(const RuleInput& input);
// Validations that lead to each other, and data of checks that the module has, too.
void check_conditions(const RuleInput& input);
// Cycles that lead through called modules.
void check_call_cycles(const RuleInput& input);

}  // namespace hcl::terraform
