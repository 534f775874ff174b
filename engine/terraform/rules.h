// The rules of this room. Each checks one file of a module and reports positions in that file. Private to
// terraform/.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check/language_extension.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

// The rules of this room that no pack has, too; those of lint.h apart.
inline constexpr std::array<std::string_view, 51> kOwnRules{
    "built-in-type",       "check-assertion",      "configuration-alias",
    "default-fails",       "default-refused",      "enabled-repeated",
    "import-instance",     "import-key-type",      "import-own",
    "import-provider",     "import-target",        "import-unknown",
    "instance-member",     "local-name",           "module-missing",
    "module-other-source", "module-other-version", "module-providers",
    "moved-circle",        "moved-exists",         "moved-from-twice",
    "moved-same",          "moved-twice",          "not-overridable",
    "output-precondition", "override-missing",     "override-unused",
    "provider-built-in",   "provider-configured",  "provider-key",
    "provider-locked",     "provider-name",        "provider-names",
    "provider-namespace",  "provider-not-passed",  "provider-type",
    "provider-type-name",  "provider-unknown",     "provider-version",
    "providers-object",    "providers-twice",      "redundant-ignore-changes",
    "removed-exists",      "removed-provisioner",  "required-provider",
    "self-reference",      "stack-provider",       "test-assertion",
    "test-provider",       "test-variable",        "version-conflict"};

// A rule in that list, so that settings can name it.
struct OwnRule {
    std::string_view name;
    consteval OwnRule(const char* known) : name(*std::ranges::find(kOwnRules, std::string_view(known))) {}
};

struct AddressedInstance;
struct UsualValues;

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
    Diagnostic& add(Diagnostic found) const {
        out.push_back(std::move(found));
        out.back().file = file.input.id;
        return out.back();
    }
    // A finding identified by the name of its rule, like those of rules in packs.
    Diagnostic& report(OwnRule rule, Span span, const std::string& message) const {
        Diagnostic& d = report(DiagCode::CheckFailed, span, {message});
        d.rule = rule.name;
        return d;
    }
    // A finding that `validate` does not give.
    Diagnostic& report(FoundBy command, Span span, std::string sentence) const {
        Diagnostic& d = report(DiagCode::FailsInPlan, span, {sentence});
        d.message = message_of(command, std::move(sentence));
        return d;
    }
};

// A text, which users may have written, with a full stop when it has none: another sentence follows it.
std::string as_sentence(std::string text);

// Settings that a module can have only once, across all its `terraform` blocks.
void check_settings(const RuleInput& input);
// Provider configurations passed to called modules, and those that called modules declare themselves.
void check_providers(const RuleInput& input);
// Whether a call leads to a folder without configuration.
bool is_empty_folder(const check::ExtensionContext& context, const std::string& folder);
// Values passed to inputs, against constraints of the called module other than types.
void check_inputs(const RuleInput& input);
void check_values_of_variables(const RuleInput& input);
// Resources that cannot be a text or a condition.
void check_whole_values(const RuleInput& input);
// The same words for those that evaluation reports.
void explain_whole_value(const bind::Module& module, const Place& place, Diagnostic& found);
// Calls whose module is not what was downloaded.
void check_downloads(const RuleInput& input);
// The arguments of each instance of a repeated call, against conditions of the called module.
void check_call_keys(const RuleInput& input);
// Connection blocks of provisioners, and blocks that `dynamic` cannot generate.
void check_resources(const RuleInput& input);
// Resources whose replacement nothing can trigger.
void check_triggers(const RuleInput& input);
// Keys in the place of attributes and outputs.
void check_instance_members(const RuleInput& input);
// Names of locals in JSON.
void check_local_names(const RuleInput& input);
// Files behind `path.root` in modules that nothing calls.
void check_root_paths(const RuleInput& input);
// Values of variables that fail in the module, where a usual plan has them.
void check_default_values(const RuleInput& input);
// A failure that the value of a variable in a usual plan leads to; `variable` empty: it is not known which.
Diagnostic& report_usual(const RuleInput& input, const UsualValues& values, const std::string& variable,
                         Span place, const std::string& sentence);
// Arguments of provisioners that fail with the object of their resource.
void check_provisioners(const RuleInput& input);
// Arguments that fail for single instances of a repeated block.
void check_instance_values(const RuleInput& input);
// Operands that only earlier versions evaluate.
void check_both_operands(const RuleInput& input);
// Parts of `each.value` that no element has.
void check_each_values(const RuleInput& input);
// Outputs of root modules that read sensitive arguments of resources.
void check_sensitive_outputs(const RuleInput& input);
// Moves of what is still there.
void check_moves(const RuleInput& input);
// Imports of what has no configuration.
void check_imports(const RuleInput& input);
// Addresses and IDs of the instances of an import block. `is_open`: `validate` does not know them.
void check_import_instances(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body,
                            bool is_open);
// Whether what an import names is not there: then it is reported.
bool report_missing_instance(const RuleInput& input, Span place, const AddressedInstance& found,
                             bool is_open);
// Provider functions whose provider the module does not require.
void check_provider_functions(const RuleInput& input);
// Those of all required providers, by the names under which the module calls them. Cached with the module.
std::shared_ptr<const eval::FunctionTable> provider_functions(const bind::Module& module);
// Requirements that the known schemas of the provider do not meet.
void check_schema_versions(const RuleInput& input);
// Declarations that override files cannot contain.
void check_overriding_files(const RuleInput& input);
// Constraints on versions that contradict each other or the lock file.
void check_version_conflicts(const RuleInput& input);
// Features that versions lack which the module admits.
void check_required_version(const RuleInput& input);
// Which versions a module admits by `required_version` or a setting; neither: nothing is said.
struct Admitted {
    bool older = false;  // some before a version
    bool newer = false;  // that one, or some after it
};
Admitted admitted_around(const bind::Module& module, std::string_view version);
// Whether all versions that the module admits are this one or later.
bool is_surely_since(const bind::Module& module, std::string_view version);
// Whether to offer an argument or block; see LanguageExtension::offers().
bool is_offered(const bind::Module& module, const bind::ModuleFile& file, std::string_view path,
                const language::Notes& notes, bool surely);
// Features that only OpenTofu has.
void check_program(const RuleInput& input);
// Calls whose source an override file replaces.
void check_overridden_calls(const RuleInput& input);
// Cycles of validations, and data sources of checks with the address of another one.
void check_conditions(const RuleInput& input);
// Conditions of resources, outputs and checks that are known to be false, per instance.
void check_broken_conditions(const RuleInput& input);
// Modules, providers, variables and assertions of the runs of a test file.
void check_tests(const RuleInput& input);
// Names that queries read of their module.
void check_queries(const RuleInput& input);
std::vector<check::ExtensionName> names_in_query(const RuleInput& input);
// Inputs and providers of the components of a stack, and inputs of its deployments.
void check_stack(const RuleInput& input);
// Dependency cycles through called modules.
void check_call_cycles(const RuleInput& input);

}  // namespace hcl::terraform
