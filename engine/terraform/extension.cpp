#include "engine/terraform/extension.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/ascii.h"
#include "engine/base/disk.h"
#include "engine/base/path.h"
#include "engine/bind/module_files.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/functions/functions.h"
#include "engine/language/version_order.h"
#include "engine/terraform/backend_settings.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/call_overrides.h"
#include "engine/terraform/completion.h"
#include "engine/terraform/editing.h"
#include "engine/terraform/elements.h"
#include "engine/terraform/instance_elements.h"
#include "engine/terraform/instance_members.h"
#include "engine/terraform/lint.h"
#include "engine/terraform/lock_file.h"
#include "engine/terraform/module_manifest.h"
#include "engine/terraform/move_records.h"
#include "engine/terraform/new_declarations.h"
#include "engine/terraform/opentofu.h"
#include "engine/terraform/registry.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/stack_modules.h"
#include "engine/terraform/test_modules.h"
#include "engine/terraform/titles.h"
#include "engine/terraform/usual_values.h"
#include "engine/terragrunt/generated_names.h"

namespace hcl::terraform {

namespace {

// Names in a backend are reported whether they are declared or not.
bool is_reported_by_use(const Place& place, const Diagnostic& found) {
    return place.path.starts_with("terraform/backend/") && found.code == DiagCode::UndeclaredName;
}

bool is_guard_of_resource(const Place& place) {
    return path_fits(place.path, "resource/lifecycle/prevent_destroy");
}

// Variables and functions where Terraform takes fixed values alone, and OpenTofu what it knows before a plan.
bool takes_names_in_opentofu(const Place& place, const Diagnostic& found) {
    if (found.code != DiagCode::VariablesNotAllowed && found.code != DiagCode::FunctionsNotAllowed)
        return false;
    return path_fits(place.path, "module/source") || path_fits(place.path, "module/version") ||
           is_guard_of_resource(place) || place.path.starts_with("terraform/cloud/");
}

// Findings that do not apply to OpenTofu: variables where values must be known before a plan, and templates
// that render templates.
bool is_fine_in_opentofu(const Place& place, const Diagnostic& found) {
    if (found.code == DiagCode::FunctionFailed)
        return found.arg(1).contains(eval::functions::kNestedTemplate);
    if (found.rule == "plain-ephemeral-output") return true;
    return takes_names_in_opentofu(place, found);
}

// The content of a `dynamic` block that must not be there at all, or its labels.
bool is_in_misplaced_generator(const Place& place, DiagCode code) {
    return place.slot.unit && std::ranges::any_of(place.blocks, [&](std::uint32_t i) {
               const bind::BoundBlock& block = place.slot.unit->blocks[i];
               return (place.span.start != block.type_span.start || code == DiagCode::MissingLabel) &&
                      is_misplaced_generator(*place.slot.unit, block);
           });
}

// A missing argument of a `dynamic` block that is an error itself.
bool is_of_common_generator(const Place& place, const Diagnostic& found) {
    return found.code == DiagCode::MissingRequiredArgument && place.inner() &&
           makes_common_block(*place.inner());
}

// A constraint that an overriding file replaces.
bool is_replaced_version(const bind::Module& module, FileId file, const Diagnostic& found) {
    if (found.rule != "required-version" && found.rule != "required-prerelease") return false;
    const FileId overriding = shape_of(module).overriding_version;
    return overriding.is_valid() && overriding != file;
}

// A constraint of which the finding about a pre-release says all.
bool is_of_prerelease(const Place& place, const Diagnostic& found) {
    if (place.path != "terraform/required_version" || !place.attribute || !place.attribute->expr)
        return false;
    if (found.code != DiagCode::UnsuitableString && found.rule != "required-version") return false;
    const std::string text = bind::literal_text(place.attribute->expr);
    for (std::size_t dash = text.find('-'); dash != std::string::npos; dash = text.find('-', dash + 1))
        if (dash > 0 && ascii::is_digit(text[dash - 1])) return true;
    return false;
}

// The finding of `validate` for the same path behind an instance key or a call that only plans look at;
// nothing when it finds no more.
bool finds_behind_key(const check::ExtensionContext& context, std::optional<Place>& place,
                      const bind::ModuleFile& file, Diagnostic& found) {
    std::optional<Diagnostic> behind = found_behind_key(context, *place, found);
    if (!behind) return false;
    behind->span = behind->span.shifted(place->slot.base);
    behind->file = found.file;
    behind->related.clear();
    behind->fixes.clear();
    const std::optional<Place> there = place_at(file, behind->span);
    if (!there) return false;
    place = there;
    found = std::move(*behind);
    return true;
}

// False: the finding is about what such a block sets, or about the block itself.
bool counts_beside_escapes(const Place& place, Diagnostic& found) {
    const bind::BoundBlock* inner = place.inner();
    if (!inner) return true;
    const bind::BoundUnit& unit = *place.slot.unit;
    if (found.code == DiagCode::UnsupportedBlockType && is_escaping(unit, *inner)) {
        for (std::uint32_t i : unit.bodies[inner->parent].blocks)
            if (is_escaping(unit, unit.blocks[i])) {
                found.message = "Another block \"_\" is here already: put the arguments of both into one.";
                found.title = "Duplicate escaping block";
                return &unit.blocks[i] != inner;
            }
    }
    const bool is_about_missing = found.code == DiagCode::MissingRequiredArgument ||
                                  found.code == DiagCode::MissingBlock ||
                                  found.code == DiagCode::OneOfRequired;
    return !is_about_missing || std::ranges::none_of(unit.bodies[inner->body].blocks, [&](std::uint32_t i) {
        return is_escaping(unit, unit.blocks[i]);
    });
}

// A type of backend that only earlier versions have.
bool is_former_backend(const Place& place, const Diagnostic& found) {
    constexpr std::array<std::string_view, 6> kFormer{"artifactory", "atlas", "etcd",
                                                      "etcdv3",      "manta", "swift"};
    return found.code == DiagCode::ValueNotAllowed && place.path == "terraform/backend" &&
           std::ranges::find(kFormer, place.label(0)) != kFormer.end();
}

void explain_former_backend(const bind::Module& module, Diagnostic& found) {
    constexpr std::string_view kFirstWithout = "1.3";
    found.title = "Invalid backend type";
    found.message = as_sentence(found.message) + " Terraform 1.3 removed this one.";
    if (!is_surely_since(module, kFirstWithout)) found.severity = Severity::Warning;
}

// Only provisioners use the connection of a resource, and only then anything looks at it.
bool is_in_unused_connection(const Place& place, const Diagnostic& found) {
    if (found.severity != Severity::Error || is_of_syntax(found.code)) return false;
    if (!place.path.starts_with("resource/connection/")) return false;
    const bind::BoundUnit& unit = *place.slot.unit;
    const bind::BoundBody& body = unit.bodies[place.outer()->body];
    return std::ranges::none_of(body.blocks,
                                [&](std::uint32_t i) { return unit.blocks[i].type == "provisioner"; });
}

// Whether all provisioners that use the connection around the place run when the resource is destroyed.
bool is_in_connection_at_end(const Place& place) {
    if (!place.path.starts_with("resource/connection/")) return false;
    const bind::BoundUnit& unit = *place.slot.unit;
    const bind::BoundBody& body = unit.bodies[place.outer()->body];
    return std::ranges::all_of(body.blocks, [&](std::uint32_t i) {
        return unit.blocks[i].type != "provisioner" || runs_at_destruction(unit, unit.blocks[i]);
    });
}

// Where both programs differ, the one that the file is for decides.
bool counts_in_program(const bind::Module& module, const bind::ModuleFile& file, const Place& place,
                       const Diagnostic& found) {
    // In Terraform the argument itself is one too many.
    const bool is_by_use = is_reported_by_use(place, found) || found.rule == "provider-alias";
    if (!is_by_use && !is_fine_in_opentofu(place, found)) return true;
    return (program_of(module, file) == Program::OpenTofu) == is_by_use;
}

bool is_duplicate(DiagCode code) {
    return code == DiagCode::DuplicateBlock || code == DiagCode::DuplicateLabels ||
           code == DiagCode::DuplicateKey;
}

// Whether the duplicate is of the twin of the file: no program reads both.
bool repeats_twin(const bind::Module& module, const bind::ModuleFile& file, const Diagnostic& found) {
    if (found.related.empty()) return false;
    const std::string twin = path_of_twin(file.input.path);
    return std::ranges::any_of(found.related, [&](const RelatedPlace& place) {
        const bind::ModuleFile* other = module.file(place.where.file);
        return other && other->input.path == twin;
    });
}

// A configuration that the called module has itself, beside naming it in "configuration_aliases".
bool is_of_own_configuration(const check::ExtensionContext& context, const Place& place,
                             const Diagnostic& found) {
    constexpr std::string_view kPassed = "providers[";
    if (found.code != DiagCode::MissingRequiredArgument || !found.arg(0).starts_with(kPassed)) return false;
    if (place.path != "module" || !place.inner()) return false;
    const bind::ModulePtr called = context.called_in(bind::called_folder(*place.slot.unit, *place.inner()));
    const std::string_view name =
        found.arg(0).substr(kPassed.size(), found.arg(0).size() - kPassed.size() - 1);
    const ProviderBlock* own = called ? shape_of(*called).provider(name) : nullptr;
    return own && own->configures;
}

// OpenTofu reads runs of the same name one after the other.
bool is_repeated_run(const bind::ModuleFile& file, const Place& place, const Diagnostic& found) {
    return is_duplicate(found.code) && place.path == "run" && is_read_by_opentofu_alone(file.input.path);
}

// Attributes of resources are checked wherever they are read: also in a result that is never chosen.
void is_error_anywhere(const bind::Module& module, const Place& place, Diagnostic& found) {
    if (found.proviso == 0) return;
    const bool is_about_name = found.code == DiagCode::UnsupportedAttribute ||
                               found.code == DiagCode::AttributeOfListOfObjects ||
                               found.code == DiagCode::AttributeOfOther;
    const bool is_always = (is_about_name && (is_of_resource(module, place) || is_of_fixed_name(place))) ||
                           (!is_surely_since(module, "1.12") && is_second_operand(place));
    if (is_always) found.harden();
}

// Says in words what the pattern of a provider's address demands.
void explain_source(const Place& place, Diagnostic& found) {
    if (found.code != DiagCode::UnsuitableString || !path_fits(place.path, "terraform/required_providers/*"))
        return;
    if (found.arg(0) != "source") return;
    const bool is_url = found.arg(1).contains("://");
    const std::string wanted = std::string(
                                   "an address such as \"hashicorp/aws\", or with a host as "
                                   "\"registry.example.com/hashicorp/aws\", is needed") +
                               (is_url ? ", not a URL" : "");
    found.message = make_diagnostic(found.code, found.span, {found.arg(0), found.arg(1), wanted}).message;
}

// A folder of the workspace whose "./" is forgotten.
void explain_module_source(const check::ExtensionContext& context, FileId file, const Place& place,
                           Diagnostic& found) {
    if (found.rule != "module-source" || !place.attribute || !context.called) return;
    const std::string written = bind::literal_text(place.attribute->expr);
    if (written.empty() || !place.attribute->expr.text().starts_with('"')) return;
    const std::string meant = "./" + written;
    if (!context.called_in(meant)) return;
    found.message = "Without \"./\" in front this is not the folder \"" + written +
                    "\" but an address in a registry, and no valid one.";
    const std::uint32_t at = place.attribute->expr.span().start + place.slot.base + 1;
    found.fixes.push_back({.title = "Write \"" + meant + "\"",
                           .edits = {{file, {{at, at}, "./"}}},
                           .preferred = true,
                           .is_guess = false});
}

// A configuration without arguments other than the alias: no command but those that use it asks for more, and
// they ask the person.
bool is_of_empty_configuration(const Place& place, const Diagnostic& found) {
    if (found.code != DiagCode::MissingRequiredArgument && found.code != DiagCode::MissingBlock) return false;
    if (place.path != "provider" || !place.inner()) return false;
    const bind::BoundUnit& unit = *place.slot.unit;
    return !configures(unit, unit.bodies[place.inner()->body]);
}

// The settings of a remote state in a block, as Terraform 0.11 had them: that is what is wrong.
bool is_of_configuration_block(const Place& place, const Diagnostic& found) {
    if (found.rule != "remote-state-required" || !place.inner()) return false;
    const bind::BoundUnit& unit = *place.slot.unit;
    return std::ranges::any_of(unit.bodies[place.inner()->body].blocks,
                               [&](std::uint32_t i) { return unit.blocks[i].type == "config"; });
}

// Only resources are looked up before an expression is computed: of calls of modules, "try" and "can" hide a
// key too many or too few.
bool is_caught_call_key(const Place& place, const Diagnostic& found) {
    if (found.code != DiagCode::UnexpectedIndex && found.code != DiagCode::InstanceNotChosen) return false;
    if (!place.attribute || !found.arg(0).starts_with("module.")) return false;
    bind::Guards guards(*place.slot.unit, eval::error_catching_functions());
    return std::ranges::any_of(references_before(place), [&](const bind::Reference& one) {
        return one.span.contains(place.span.start) && guards.cover(one);
    });
}

// A key of a call without instances chooses an output: evaluation knows whether there is one.
bool is_key_of_outputs(const bind::ModuleFile& file, const Place& place, const Diagnostic& found) {
    return found.code == DiagCode::UnexpectedIndex && found.arg(0).starts_with("module.") &&
           place.attribute && place.attribute->def &&
           place.attribute->def->decoder == language::Decoder::None &&
           file.input.tree->text(found.span).starts_with("[\"");
}

// Whether it is about a dependency that is allowed although it says nothing: a value that Terraform itself
// knows, or an instance of a module.
bool is_idle_dependency(const bind::ModuleFile& file, const Place& place, const Diagnostic& found) {
    if (!place.attribute || place.attribute->name != "depends_on") return false;
    if (found.code == DiagCode::UnexpectedIndex) return found.arg(0).starts_with("module.");
    if (found.code != DiagCode::UndeclaredText) return false;
    constexpr std::array<std::string_view, 4> kKnown{"path.cwd", "path.module", "path.root",
                                                     "terraform.workspace"};
    return std::ranges::find(kKnown, file.input.tree->text(found.span)) != kKnown.end();
}

// Checks of the pack report addresses of other things than resources.
bool is_other_trigger(const bind::ModuleFile& file, const Place& place, const Diagnostic& found) {
    if (found.code != DiagCode::UndeclaredText || !place.attribute || !is_trigger(*place.attribute))
        return false;
    constexpr std::array<std::string_view, 9> kOtherRoots{"count", "each", "local",     "module", "output",
                                                          "path",  "self", "terraform", "var"};
    const syntax::File& tree = *file.input.tree;
    // A quoted one is no address, which is reported.
    if (tree.options().syntax != syntax::Syntax::Json && found.span.start > 0 &&
        tree.text({found.span.start - 1, found.span.start}) == "\"")
        return true;
    const std::string address = tree.text(found.span);
    const std::size_t dot = address.find('.');
    return dot == std::string::npos ||
           std::ranges::find(kOtherRoots, address.substr(0, dot)) != kOtherRoots.end();
}

// `provider = null` is the same as no such argument.
bool is_left_out(const Place& place, const Diagnostic& found) {
    return found.code == DiagCode::NotAnAddress && place.attribute && place.attribute->name == "provider" &&
           place.attribute->expr.is(syntax::NodeKind::Null);
}

// The name that a finding says is not declared; empty for other findings.
std::string_view undeclared_in(const Diagnostic& found) {
    if (found.code == DiagCode::UndeclaredName) return found.arg(0);
    // Addresses of providers, and those in lists of dependencies and triggers.
    const bool is_address =
        found.code == DiagCode::UndeclaredText &&
        (found.arg(0).empty() || found.arg(0) == "provider" || found.arg(0).starts_with("resource"));
    return is_address ? found.arg(1) : std::string_view();
}

// Whether a file that Terragrunt adds to those of the folder may declare the name: beside it is a unit, or
// units elsewhere run the module.
bool may_be_generated(const check::ExtensionContext& context, const Diagnostic& found) {
    constexpr std::array<std::string_view, 6> kNeverDeclared{"count", "each",      "path",
                                                             "self",  "terraform", "provider"};
    const std::string_view address = undeclared_in(found);
    if (address.empty() || !context.implied || !context.called || !context.mentioning) return false;
    if (std::ranges::find(kNeverDeclared, address.substr(0, address.find('.'))) != kNeverDeclared.end())
        return false;
    if (const bind::ModulePtr beside = context.implied("terragrunt.hcl", "terragrunt")) {
        const terragrunt::GeneratedNames names = terragrunt::generated_names(context, beside);
        if (names.runs_other_module || names.may_declare(address)) return true;
    }
    // There may be more of them.
    if (context.mentioning("terragrunt", terragrunt::kMostUnits).size() == terragrunt::kMostUnits)
        return true;
    return terragrunt::any_unit_running(context, [&](const bind::ModulePtr& unit) {
        return terragrunt::generated_names(context, unit).may_declare(address);
    });
}

// A relative path that is written without `path.module`: it starts in the folder of the root module that
// calls this one, or in that of a Terragrunt unit. A path "./a" can be either in the value.
bool is_path_in_caller(const check::ExtensionContext& context, const Place& place, const Diagnostic& found) {
    constexpr std::size_t kMostCallers = 20;
    if (found.rule != eval::kMissingFileRule || !place.attribute || !place.attribute->expr) return false;
    const std::string path = found.args.empty() ? std::string() : found.args.back();
    if (!place.attribute->expr.text().contains('"' + path + '"')) return false;
    if (context.mentioning && !context.mentioning("terragrunt", 1).empty()) return true;
    if (!context.callers) return false;
    return std::ranges::any_of(
        context.callers(*context.module, kMostCallers), [&](const bind::ModulePtr& caller) {
            return caller->disk_files() &&
                   caller->disk_files()->file(path)->found != DiskAnswer::Found::Nothing;
        });
}

// A file that is missing with its folder, which a step before a plan may make.
void explain_missing_folder(const bind::Module& module, Diagnostic& found) {
    if (found.rule != eval::kMissingFileRule || found.args.empty() || !module.disk_files()) return;
    const std::string_view folder = folder_of(found.args.back());
    if (folder.empty() || module.disk_files()->file(folder)->found != DiskAnswer::Found::Nothing) return;
    found.severity = Severity::Warning;
    found.message = as_sentence(found.message) + " Its folder is not there either.";
}

// The title of findings about conditions of inputs.
constexpr std::string_view kConditionTitle = "Condition not met";

// Files of which only names and inputs are checked here: values of variables, settings of backends, stacks.
bool is_checked_by_pack(const language::Language& language) {
    return language.id == "terraform-values" || language.id == "terraform-backend" ||
           language.id == "terraform-mock" || is_of_stacks(language);
}

// A value for a variable that the module of the folder does not have.
void offer_declaration_of_value(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                Diagnostic& found) {
    if (context.module->language().id != "terraform-values" || found.code != DiagCode::UndeclaredText ||
        found.arg(0) != "variable" || !context.implied)
        return;
    const bind::ModulePtr module = context.implied("./", "terraform");
    const std::optional<Place> place = place_at(file, found.span);
    if (!module || !place || !place->attribute || !place->slot.state) return;
    const auto index = index_of(*place->slot.unit, *place->attribute);
    offer_variable(*module, place->attribute->name, place->slot.state->values[index].unmarked().type(),
                   found);
}

// Whether it is about the type of a value that another file replaces: no plan looks at it.
bool is_of_replaced_value(const check::ExtensionContext& context, const bind::ModuleFile& file,
                          const Diagnostic& found) {
    if (context.module->language().id != "terraform-values" || !context.memo) return false;
    if (found.code != DiagCode::IncorrectAttributeType && found.code != DiagCode::NullNotAllowed)
        return false;
    const std::optional<Place> place = place_at(file, found.span);
    return place && place->attribute && replaced_values(context).contains(place->attribute->name);
}

// In files whose findings are those of their pack, such as values. False: it does not count.
bool refine_in_pack(const check::ExtensionContext& context, const bind::ModuleFile& file, Diagnostic& found) {
    if (is_of_replaced_value(context, file, found)) return false;
    // The module that a Terragrunt unit beside it runs has more variables.
    if (context.module->language().id == "terraform-values" && found.code == DiagCode::UndeclaredText &&
        terragrunt::is_added_to_other_module(context))
        return false;
    if (is_of_stacks(context.module->language()) && is_key_of_providers(file, found)) return false;
    offer_declaration_of_value(context, file, found);
    const bool is_of_condition =
        found.code == DiagCode::ConditionNotMet ||
        (found.code == DiagCode::CalledModuleFails && found.title == kConditionTitle);
    if (context.module->language().id != "terraform-values") return true;
    if (is_of_condition) found.title = "Invalid value for variable";
    if (found.code == DiagCode::NullNotAllowed) found.title = "Required variable not set";
    if (found.code == DiagCode::IncorrectAttributeType) {
        found.title = "Invalid value for input variable";
        constexpr std::string_view kArgument = "The argument ";
        if (found.message.starts_with(kArgument)) found.message.replace(0, kArgument.size(), "The variable ");
    }
    if (found.code == DiagCode::UnsupportedBlockType && found.arg(0) == "variable") {
        found.title = "Variable declaration in .tfvars file";
        found.message =
            "Files of values set variables, and do not declare them: move this block to a `*.tf` file, and "
            "write "
            "`NAME = VALUE` here.";
    } else if (found.code == DiagCode::UnsupportedBlockType) {
        found.title = "Unexpected \"" + std::string(found.arg(0)) + "\" block";
    }
    return true;
}

// Adapts a finding to the command that reports it. False: drop the finding.
bool refine_by_command(const check::ExtensionContext& context, const Place& place, FoundBy command,
                       Diagnostic& found) {
    const bool is_for_opentofu = takes_names_in_opentofu(place, found);
    if (command == FoundBy::Validate) {
        if (is_for_opentofu) {
            found.message += is_guard_of_resource(place) ? " OpenTofu 1.12 and later accept such names."
                                                         : kNamesInOpenTofu;
            // It runs OpenTofu where that is installed.
            if (is_run_by_terragrunt(context)) found.severity = Severity::Warning;
        }
        return true;
    }
    const bool is_of_plan =
        command == FoundBy::Plan || command == FoundBy::SomePlans || command == FoundBy::Apply;
    const Planned planned = is_of_plan ? planned_at(place) : Planned::Always;
    if (planned == Planned::Never) return false;
    if (planned == Planned::WithInstances) {
        found.severity = Severity::Warning;
        found.message = as_sentence(found.message) + " Every plan with an instance of the block fails.";
        return true;
    }
    // The backend of a called module is ignored.
    if (command == FoundBy::Init && place.path.starts_with("terraform/") && context.is_called &&
        context.is_called())
        return false;
    // Later versions of a backend can have more.
    const bool is_unsure = command == FoundBy::Init && (found.code == DiagCode::UnsupportedArgument ||
                                                        found.code == DiagCode::UnsupportedBlockType);
    if (is_unsure) found.severity = Severity::Warning;
    if (is_former_backend(place, found)) explain_former_backend(*context.module, found);
    // It may never be computed.
    if (command == FoundBy::WhenComputed) found.severity = Severity::Warning;
    // A module that only others plan.
    if (command == FoundBy::SomePlans && !is_surely_root(shape_of(*context.module)))
        found.severity = Severity::Warning;
    found.code = DiagCode::FailsInPlan;
    found.message = message_of(command, std::move(found.message));
    if (is_for_opentofu) {
        found.message += kNamesInOpenTofu;
        found.severity = Severity::Warning;
    }
    return true;
}

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "terraform"; }

    std::set<std::string> replaced_values(const check::ExtensionContext& context, FileId) const override {
        if (context.module->language().id != "terraform-values") return {};
        return terraform::replaced_values(context);
    }
    std::string_view rules_file() const override { return ".tflint.hcl"; }
    std::vector<std::string_view> rule_names() const override {
        std::vector<std::string_view> out = convention_names();
        out.insert(out.end(), kOwnRules.begin(), kOwnRules.end());
        return out;
    }
    check::RuleSettings rules_in(const syntax::File& file) const override { return rules_of_tflint(file); }

    std::string_view lock_file() const override { return ".terraform.lock.hcl"; }
    bind::PackageVersions locked_in(const syntax::File& file) const override { return locked_versions(file); }

    std::string_view manifest_file() const override { return kModuleManifest; }
    std::vector<check::InstalledModule> installed_in(std::string_view text) const override {
        return modules_of_manifest(text);
    }
    check::Download::State fits(const check::InstalledModule& module, std::string_view source,
                                std::string_view versions) const override {
        using State = check::Download::State;
        if (!is_same_source(source, module.source)) return State::OtherSource;
        const bool is_admitted =
            module.version.empty() || versions.empty() || language::is_admitted(module.version, versions);
        return is_admitted ? State::Fits : State::OtherVersion;
    }

    Diagnostics findings(const check::ExtensionContext& context, FileId id) const override {
        Diagnostics out;
        const bind::ModuleFile* file = context.module->file(id);
        if (!file) return out;
        const RuleInput input{context, *context.module, *file, out};
        if (context.module->language().id == "terraform-test") {
            check_tests(input);
            return out;
        }
        if (is_of_stacks(context.module->language())) {
            check_stack(input);
            return out;
        }
        if (context.module->language().id == "terraform-query") {
            check_queries(input);
            return out;
        }
        if (context.module->language().id == "terraform-backend") {
            check_backend_settings(input);
            return out;
        }
        if (context.module->language().id == "terraform-values") {
            check_values_of_variables(input);
            return out;
        }
        if (is_checked_by_pack(context.module->language())) return out;
        check_settings(input);
        check_providers(input);
        check_inputs(input);
        check_downloads(input);
        check_version_conflicts(input);
        check_call_keys(input);
        check_resources(input);
        check_triggers(input);
        check_instance_members(input);
        check_local_names(input);
        check_instance_values(input);
        check_provisioners(input);
        check_each_values(input);
        check_sensitive_outputs(input);
        check_both_operands(input);
        check_root_paths(input);
        check_whole_values(input);
        check_default_values(input);
        check_imports(input);
        check_moves(input);
        check_program(input);
        check_required_version(input);
        check_conditions(input);
        check_broken_conditions(input);
        check_overriding_files(input);
        check_overridden_calls(input);
        check_call_cycles(input);
        check_provider_functions(input);
        check_schema_versions(input);
        lint_file(input);
        return out;
    }

    const check::InstanceElements* elements() const override { return &instance_elements(); }

    std::shared_ptr<const eval::FunctionTable> functions_of(
        const check::ExtensionContext& context) const override {
        return provider_functions(*context.module);
    }
    std::vector<check::ExtensionName> names_of_others(const check::ExtensionContext& context,
                                                      FileId id) const override {
        return names_of_other_modules(context, id);
    }
    std::vector<check::ExtensionPath> paths(const check::ExtensionContext& context,
                                            FileId id) const override {
        return context.module->language().id == "terraform" ? computed_sources(context, id)
                                                            : paths_of_test(context, id);
    }
    std::optional<check::ExtensionDefinition> definition(const check::ExtensionContext& context, FileId id,
                                                         std::uint32_t offset) const override {
        return called_module(context, id, offset);
    }
    std::optional<check::ExtensionHover> hover(const check::ExtensionContext& context, FileId id,
                                               std::uint32_t offset) const override {
        if (context.module->language().id == "terraform-backend")
            return backend_setting_hover(context, id, offset);
        return element_hover(context, id, offset);
    }
    std::vector<std::pair<std::string, Value>> typed_names(const check::ExtensionContext& context, FileId id,
                                                           std::uint32_t offset) const override {
        return names_of_repetition(context, id, offset);
    }
    std::string see_also(const check::ExtensionContext& context, FileId id,
                         std::uint32_t offset) const override {
        if (is_checked_by_pack(context.module->language())) return {};
        return registry_link(context, id, offset);
    }
    std::vector<check::ExtensionLink> links(const check::ExtensionContext& context,
                                            FileId id) const override {
        if (is_checked_by_pack(context.module->language())) return {};
        return registry_links(context, id);
    }
    check::UsualModule usual_module(const check::ExtensionContext& context) const override {
        if (context.module->language().id != "terraform") return {};
        const UsualValues& values = usual_values(context);
        return {values.with_all, values.with_files ? " as set" : " by default"};
    }
    std::vector<check::ExtensionHint> value_hints(const check::ExtensionContext& context, FileId id,
                                                  Span span) const override {
        return instance_hints(context, id, span);
    }
    bool offers(const check::ExtensionContext& context, FileId id, std::string_view path,
                const language::Notes& notes, bool surely) const override {
        const bind::ModuleFile* file = context.module->file(id);
        return !file || is_offered(*context.module, *file, path, notes, surely);
    }
    // Settings have no names of values, what destroys an object is evaluated without the rest of the module,
    // and the conditions of a variable must name it, which what they read cannot do.
    bool may_extract(const check::ExtensionContext& context, FileId id, Span expression) const override {
        const bind::ModuleFile* file = context.module->file(id);
        const std::optional<Place> place = file ? place_at(*file, expression) : std::nullopt;
        // A deployment's group and the rules of a group are read before values are known.
        return !place || (!place->path.starts_with("terraform/") && !place->path.starts_with("variable/") &&
                          place->path != "deployment/deployment_group" &&
                          place->path != "deployment_group/auto_approve_checks" &&
                          !is_in_destroying_provisioner(*place));
    }
    std::vector<check::ExtensionRefactoring> refactorings(const check::ExtensionContext& context, FileId id,
                                                          Span span) const override {
        return refactorings_at(context, id, span);
    }
    std::vector<check::ExtensionItem> completions(const check::ExtensionContext& context,
                                                  const check::ExtensionCursor& cursor) const override {
        return completions_at(context, cursor);
    }
    check::ExtensionRecord on_rename(const check::ExtensionContext& context, bind::Symbol symbol,
                                     const std::vector<std::string>& from,
                                     const std::vector<std::string>& to) const override {
        return moved_block(*context.module, symbol, from, to);
    }
    bool is_history(const check::ExtensionContext& context, FileId id, Span span) const override {
        const bind::ModuleFile* file = context.module->file(id);
        return file && is_in_moved_block(*file, span);
    }

    bool refine(const check::ExtensionContext& context, FileId id, Diagnostic& found) const override {
        const bind::ModuleFile* file = context.module->file(id);
        if (!file || !found.has_place) return true;
        if (is_checked_by_pack(context.module->language())) return refine_in_pack(context, *file, found);
        if (is_duplicate(found.code) && repeats_twin(*context.module, *file, found)) return false;
        if (!counts_as_convention(context, *file, found)) return false;
        std::optional<Place> place = place_at(*file, found.span);
        if (!place) return true;
        if (is_in_misplaced_generator(*place, found.code) || is_of_common_generator(*place, found) ||
            !counts_beside_escapes(*place, found) ||
            !counts_in_program(*context.module, *file, *place, found))
            return false;
        if (is_about_overridden_call(*context.module, *place, found)) return false;
        if (is_of_own_configuration(context, *place, found) || is_repeated_run(*file, *place, found))
            return false;
        if (!is_reported_by_use(*place, found) && may_be_generated(context, found)) return false;
        // That backend is for tests.
        if (found.code == DiagCode::ValueNotAllowed && place->path == "terraform/backend" &&
            place->label(0) == "inmem")
            return false;
        if (is_path_in_caller(context, *place, found)) return false;
        explain_missing_folder(*context.module, found);
        if (is_idle_dependency(*file, *place, found) || is_caught_call_key(*place, found) ||
            is_key_of_outputs(*file, *place, found))
            return false;
        if (is_of_empty_configuration(*place, found) || is_of_configuration_block(*place, found))
            return false;
        if (is_left_out(*place, found) || is_other_trigger(*file, *place, found)) return false;
        // The line break at its end has a finding of its own.
        if (found.code == DiagCode::NoSuchModule && place->path == "module/source" && place->attribute &&
            bind::literal_text(place->attribute->expr).ends_with('\n'))
            return false;
        // An override file replaces the whole block.
        if (place->path.starts_with("terraform/cloud") && context.module->files().has_overrides())
            return false;
        // It stands for a provider, not for a value.
        if (found.code == DiagCode::IncompleteReference && place->path.contains("required_providers/"))
            return false;
        if (is_replaced_version(*context.module, id, found) || is_of_prerelease(*place, found)) return false;
        // That is reported as what it is there.
        if (is_about_key(found.code) && is_key_behind_instance(context, *place)) return false;
        if (found.code == DiagCode::UndeclaredName && place->path.starts_with("terraform/encryption/")) {
            found.severity = Severity::Warning;
            found.message += " Only the variable TF_ENCRYPTION of the environment can bring it.";
        }
        is_error_anywhere(*context.module, *place, found);
        explain_whole_value(*context.module, *place, found);
        explain_source(*place, found);
        explain_module_source(context, id, *place, found);
        offer_declaration(context, *place, found);
        FoundBy command = found_by(context, *place, found);
        if (command == FoundBy::Plan && finds_behind_key(context, place, *file, found))
            command = FoundBy::Validate;
        if (std::string title = title_of(*context.module, *file, *place, found); !title.empty())
            found.title = std::move(title);
        if (is_in_unused_connection(*place, found)) {
            found.severity = Severity::Warning;
            found.message = as_sentence(found.message) +
                            " The resource has no provisioner, so nothing uses its connection.";
            return true;
        }
        if (command == FoundBy::Apply && is_in_connection_at_end(*place)) {
            found.code = DiagCode::FailsInPlan;
            found.severity = Severity::Warning;
            found.message = as_sentence(found.message) + " Only destroying the resource fails.";
            return true;
        }
        // The provider ignores it.
        if (found.code == DiagCode::ReadOnlyArgument && place->path == "data/outputs")
            found.severity = Severity::Warning;
        return refine_by_command(context, *place, command, found);
    }
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::terraform
