// Provider configurations across calls: a module with its own configurations cannot be repeated, and passed
// configurations must be expected, and of the same provider.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/bind/resolution.h"
#include "engine/language/call_folder.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/opentofu.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

// A provider that the module, or a module that it calls, configures; empty when there is none. Nested
// repeated calls are reported in their own modules.
std::string configured_provider(const check::ExtensionContext& context, const bind::Module& module, int depth,
                                int& budget) {
    if (depth > kDeepestCalls || --budget < 0) return {};
    context.cancel.poll();
    const ModuleShape& shape = shape_of(module);
    for (const ProviderBlock& provider : shape.providers)
        if (provider.configures) return provider.name;
    for (const Call& call : shape.calls) {
        if (!call.repeated_by.empty()) continue;
        const bind::ModulePtr called = context.called_by(module, call.folder);
        std::string found = called ? configured_provider(context, *called, depth + 1, budget) : std::string();
        if (!found.empty()) return found;
    }
    return {};
}

constexpr std::string_view kDefaultProviders = "registry.terraform.io/hashicorp/";

// The provider address of a local name that a call passes. Here "terraform" is not the built-in provider.
std::string address_in(const ModuleShape& shape, const std::string& name) {
    const std::string local = name.substr(0, name.find('.'));
    const RequiredProvider* required = shape.requirement(local);
    return required ? required->source : std::string(kDefaultProviders) + local;
}

// A root module has a configuration for each provider that it configures or requires, and no other to pass.
void report_missing(const RuleInput& input, Span place, const std::string& name) {
    input
        .report(DiagCode::UndeclaredText, place,
                {"provider configuration", name, " Name the provider in `required_providers`."})
        .title = "missing provider provider[\"" + provider_address("", name) + "\"]";
}

// A provider that a module does not require by name: it is taken for one of the default namespace.
void report_assumed(const RuleInput& input, Span place, const std::string& name, const std::string& module) {
    input
        .report("provider-unknown", place,
                module + " does not name the provider \"" + name +
                    "\" in `required_providers`, so \"hashicorp/" + name + "\" is assumed: name it there.")
        .severity = Severity::Warning;
}

constexpr std::string_view kWrongReference = "Invalid provider configuration reference";

// The step with a key behind the name of a configuration; null without one.
syntax::Node key_step_in(syntax::Node expr, Span name) {
    if (!expr || expr.span().end < name.end || name.start < expr.span().start) return {};
    if (expr.is(syntax::NodeKind::Index) && expr.child(0) && expr.child(0).span() == name) return expr;
    for (const syntax::Node child : expr.children())
        if (const syntax::Node found = key_step_in(child, name)) return found;
    return {};
}

// Whether OpenTofu has a configuration for the key, or for each of those that the instances of the block
// have.
void check_instance_key(const RuleInput& input, const bind::UnitSlot& slot,
                        const bind::BoundAttribute& argument, syntax::Node step,
                        const ProviderBlock& provider) {
    constexpr std::size_t kMostKeys = 100;
    const std::vector<InstanceKey> there = instance_keys(provider.elements, false, kMostKeys);
    if (there.empty() || !slot.state || there.size() == kMostKeys) return;
    UnitEvaluation evaluation(input.module, slot, input.context.cancel);
    const auto scope = evaluation.scope_of(argument.body);
    const auto check = [&](const eval::Scope& names) {
        const eval::EvalResult made = evaluation.evaluate(step.child(1), names);
        const Value& key = made.value.unmarked();
        if (has_errors(made.diagnostics) || !key.is_known_string()) return true;
        const std::string shown = "\"" + std::string(key.as_string()) + "\"";
        if (std::ranges::any_of(there, [&](const InstanceKey& one) { return one.shown == shown; }))
            return true;
        input
            .report("provider-key", step.span().shifted(slot.base),
                    "There is no configuration " + provider.name + "[" + shown +
                        "]: \"for_each\" of the provider has no such key.")
            .title = kWrongReference;
        return false;
    };
    const std::uint32_t block = slot.unit->bodies[argument.body].block;
    const bind::BoundAttribute* repetition =
        block == bind::kNone ? nullptr : attribute_of(*slot.unit, slot.unit->blocks[block].body, "for_each");
    if (!repetition) {
        check(*scope);
        return;
    }
    for (const InstanceKey& key : instance_keys(evaluation.value_of(*repetition), false, kMostKeys)) {
        eval::MapScope of_instance(scope.get());
        key.add_to(of_instance);
        if (!check(of_instance)) return;
    }
}

// A key behind the name of a configuration, or another name: of configurations with `for_each`, which only
// OpenTofu has, a key chooses one.
void check_key(const RuleInput& input, const bind::UnitSlot& slot, const bind::Reference& reference,
               const std::map<std::string, const ProviderBlock*>& repeated) {
    const bind::BoundAttribute& argument = slot.unit->attributes[reference.attribute];
    const Span words{reference.steps[0].span.start, reference.steps[1].span.end};
    const syntax::Node step = argument.expr ? key_step_in(argument.expr, words) : syntax::Node();
    const Span rest{words.end, reference.span.end};
    const std::string behind = step ? std::string(step.text().substr(words.end - step.span().start))
                               : rest.start < rest.end ? input.file.input.tree->text(rest.shifted(slot.base))
                                                       : std::string();
    const std::string name = reference.steps[0].name + "." + reference.steps[1].name;
    const auto of_elements = repeated.find(name);
    Program program = program_of(input.module, input.file);
    if (program == Program::Either && is_run_by_terragrunt(input.context)) program = Program::OpenTofu;
    const bool is_native = input.file.input.tree->options().syntax == syntax::Syntax::Native;
    if (behind.empty() && of_elements != repeated.end() && program == Program::OpenTofu && is_native) {
        input
            .report(
                "provider-key", reference.span.shifted(slot.base),
                "\"" + name + "\" has `for_each`: choose one configuration, as in `" + name + "[\"KEY\"]`.")
            .title = kWrongReference;
        return;
    }
    if (!behind.starts_with('[') && !behind.starts_with('.')) return;
    const bool is_repeated = behind.starts_with('[') && of_elements != repeated.end();
    // Of others, the pack says it.
    const bool is_said = behind.starts_with('.') &&
                         (argument.name == "provider" || bind::resolve(input.module, slot, reference).kind ==
                                                             bind::Resolution::Kind::Missing);
    if (is_said) return;
    if (is_repeated && program == Program::OpenTofu) {
        if (step) check_instance_key(input, slot, argument, step, *of_elements->second);
        return;
    }
    Diagnostic& d = input.report(
        "provider-key", reference.span.shifted(slot.base),
        is_repeated
            ? "Keys of provider configurations exist only in OpenTofu."
            : "A provider configuration is named `NAME` or `NAME.ALIAS`" +
                  std::string(behind.starts_with('[') ? ": \"" + name + "\" has no `for_each`." : "."));
    d.title = kWrongReference;
    if (is_repeated && program != Program::Terraform) d.severity = Severity::Warning;
}

// Whether the schema of the provider is known in some version.
bool has_schema(const bind::Module& module, const std::string& address) {
    bool is_known = false;
    if (module.language().additions.schemas)
        module.language().additions.schemas->each_version(address,
                                                          [&](std::string_view) { is_known = true; });
    return is_known;
}

// Whether a provider block or "configuration_aliases" has the configuration. Others are reported as unknown.
bool has_configuration(const ModuleShape& shape, const std::string& name) {
    return shape.provider(name) || std::ranges::any_of(shape.required, [&](const RequiredProvider& one) {
               return std::ranges::find(one.aliases, name, &RequiredProvider::Alias::name) !=
                      one.aliases.end();
           });
}

// A type of the built-in provider, of another one.
void check_provided(const RuleInput& input, const bind::UnitSlot& slot, const ModuleShape& shape) {
    const bind::BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : unit.bodies[0].blocks) {
        const bind::BoundBlock& block = unit.blocks[i];
        const bind::BoundAttribute* provider =
            is_of_built_in_provider(block) ? attribute_of(unit, block.body, "provider") : nullptr;
        if (!provider || !provider->expr || provider->expr.is(syntax::NodeKind::Null)) continue;
        const std::string written = bind::literal_text(provider->expr);
        std::string name = written.empty() ? std::string(provider->expr.text()) : written;
        if (!is_configuration_name(name)) continue;
        if (name.find('.') != std::string::npos && !has_configuration(shape, name)) continue;
        name.resize(std::min(name.find('.'), name.size()));
        const RequiredProvider* required = shape.requirement(name);
        const std::string address = required ? required->source : provider_address("", name);
        if (address == kBuiltInProvider) continue;
        input
            .report(
                "built-in-type", provider->expr.span().shifted(slot.base),
                "Only the built-in provider has \"" + block.labels[0].value + "\": leave \"provider\" out.")
            .title = !has_schema(input.module, address) ? "Missing required provider"
                     : block.type == "data"             ? "Invalid data source"
                                                        : "Invalid resource type";
    }
}

void check_passed(const RuleInput& input, const Call& call, const ModuleShape& here,
                  const ModuleShape& there) {
    std::set<std::string_view> seen;
    for (const PassedProvider& passed : call.providers) {
        if (!seen.insert(passed.in_child).second) {
            input.report("providers-twice", passed.child_place,
                         "A configuration for \"" + passed.in_child + "\" is already passed here.");
            continue;
        }
        const ProviderBlock* own = there.provider(passed.in_child);
        if (own && own->configures) {
            Diagnostic& d = input.report("provider-configured", passed.child_place,
                                         "The module in \"" + language::as_written(call.folder) +
                                             "\" configures the provider \"" + passed.in_child +
                                             "\" itself: no other configuration can be passed.");
            d.related.push_back({own->place, "configured here"});
            continue;
        }
        const bool has_alias = passed.in_child.find('.') != std::string::npos;
        const bool lists_aliases = std::ranges::any_of(
            there.required, [](const RequiredProvider& one) { return !one.aliases.empty(); });
        // If the module declares aliases, other names are reported with its interface.
        if (passed.has_key && lists_aliases) continue;
        if (passed.has_key) {
            input
                .report("provider-key", passed.child_place,
                        "A configuration of the called module is named `NAME` or `NAME.ALIAS`.")
                .title = kWrongReference;
            continue;
        }
        if (has_alias && !own && !lists_aliases) {
            Diagnostic& d = input.report("provider-unknown", passed.child_place,
                                         "The module in \"" + language::as_written(call.folder) +
                                             "\" declares no provider configuration \"" + passed.in_child +
                                             "\": name it there in \"configuration_aliases\".");
            if (address_in(there, passed.in_child).starts_with(kDefaultProviders))
                d.severity = Severity::Warning;
            continue;
        }
        if (!has_alias && !own && !there.requirement(passed.in_child))
            report_assumed(input, passed.child_place, passed.in_child,
                           "The module in \"" + language::as_written(call.folder) + "\"");
        if (passed.in_parent.empty()) continue;
        const std::string parent = passed.in_parent.substr(0, passed.in_parent.find('.'));
        if (!here.requirement(parent) && !here.provider(parent) && !here.provider(passed.in_parent)) {
            if (input.context.is_root() && parent == passed.in_parent)
                report_missing(input, passed.parent_place, parent);
            else
                report_assumed(input, passed.parent_place, parent, "This module");
        }
        const std::string wanted = address_in(there, passed.in_child);
        const std::string given = address_in(here, passed.in_parent);
        if (wanted != given)
            input.report("provider-type", passed.parent_place,
                         "The module in \"" + language::as_written(call.folder) +
                             "\" takes a configuration of \"" + wanted + "\" here, and this is one of \"" +
                             given + "\".");
    }
}

// Whether a resource of the built-in provider names no provider.
bool has_implied_built_in(const bind::Module& module) {
    const bind::SymbolList all = module.symbols().by_prefix({"terraform_data"});
    return std::ranges::any_of(all, [&](bind::Symbol symbol) {
        if (!symbol.is_declaration() || module.declaration(symbol).block == bind::kNone) return false;
        const bind::BoundUnit& unit = module.unit_of(symbol);
        return !attribute_of(unit, unit.blocks[module.declaration(symbol).block].body, "provider");
    });
}

void check_requirement(const RuleInput& input, const RequiredProvider& required) {
    for (const Span place : required.wrong_aliases)
        input.report(DiagCode::NotAnAddress, place, {"configuration_aliases", ""});
    for (const RequiredProvider::WrongText& text : required.wrong_texts) {
        const std::string what = text.argument.empty()
                                     ? "The requirement of \"" + required.name +
                                           "\" must be an object with \"source\" and \"version\"."
                                     : "\"" + std::string(text.argument) + "\" must be a string here.";
        Diagnostic& d = input.report("required-provider", text.place, what);
        d.title = text.argument.empty()       ? "Invalid required_providers object"
                  : text.argument == "source" ? "Invalid source"
                                              : "Invalid version constraint";
    }
    if (required.name == "terraform" && required.source != kBuiltInProvider &&
        has_implied_built_in(input.module))
        input
            .report("built-in-type", required.place.span,
                    "Here \"terraform\" is not the built-in provider, which \"terraform_data\" belongs to: "
                    "give this one another name.")
            .title =
            has_schema(input.module, required.source) ? "Invalid resource type" : "Missing required provider";
    for (const RequiredProvider::Alias& alias : required.aliases)
        if (!alias.name.starts_with(required.name + ".") && alias.name != required.name)
            input.report("configuration-alias", alias.place,
                         "A configuration of \"" + required.name + "\" is named with that name: \"" +
                             required.name + ".ALIAS\".");
}

// The built-in provider has no arguments. Its configuration is not
// checked if the provider is not used.
void check_built_in(const RuleInput& input, const bind::UnitSlot& slot) {
    const bind::BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : unit.bodies[0].blocks) {
        const bind::BoundBlock& block = unit.blocks[i];
        if (block.type != "provider" || block.labels.empty() || block.labels[0].value != "terraform")
            continue;
        const bind::SymbolIndex& symbols = input.module.symbols();
        if (!symbols.has_prefix("terraform_data") &&
            symbols.by_prefix({"data", "terraform_remote_state"}).empty())
            return;
        const bind::BoundBody& body = unit.bodies[block.body];
        for (std::uint32_t a : body.attributes)
            if (!body.attribute(unit.attributes[a].name))
                input.report(DiagCode::UnsupportedArgument, unit.attributes[a].name_span.shifted(slot.base),
                             {unit.attributes[a].name, ""});
        for (std::uint32_t b : body.blocks) {
            const bind::BoundBlock& inner = unit.blocks[b];
            const bool is_made = inner.type == "dynamic" && !inner.labels.empty();
            if (!is_reserved_in_providers(inner.type))
                input.report(DiagCode::UnsupportedBlockType,
                             (is_made ? inner.labels[0].span : inner.type_span).shifted(slot.base),
                             {is_made ? inner.labels[0].value : inner.type, ""});
        }
    }
}

// The configurations of providers in a module.
struct Configurations {
    std::set<std::string> configured;
    std::set<std::string> passed;                          // by callers
    std::map<std::string, const ProviderBlock*> repeated;  // of those, with one for each element
    bool is_root = false;                                  // nothing calls the module
};

// A name behind that of a provider is a configuration of it, which is declared by itself.
void check_named(const RuleInput& input, const bind::UnitSlot& slot, const Configurations& known,
                 const SimilarNames& similar) {
    for (const bind::Reference& reference : slot.unit->references) {
        if (!names_configuration(*slot.unit, reference)) continue;
        const std::string name = reference.steps[0].name + "." + reference.steps[1].name;
        const bool is_configured = known.configured.contains(name);
        // Of unknown configurations, one finding is enough.
        if (is_configured || known.passed.contains(name)) check_key(input, slot, reference, known.repeated);
        if (is_configured) continue;
        const Span place =
            Span{reference.steps[0].span.start, reference.steps[1].span.end}.shifted(slot.base);
        if (known.passed.contains(name)) {
            // Nobody can pass it to a root module.
            if (known.is_root)
                input.report("provider-not-passed", place,
                             "Only a caller can pass the provider configuration \"" + name +
                                 "\" of \"configuration_aliases\", and this is a root module: configure it "
                                 "in a provider block.");
            continue;
        }
        const bind::Resolution found = bind::resolve(input.module, slot, reference);
        if (found.kind != bind::Resolution::Kind::Symbol || found.steps != 1) continue;
        input
            .report(DiagCode::UndeclaredText, place,
                    {"provider configuration", name, did_you_mean(similar.nearest(name))})
            .title = "Provider configuration not present";
    }
}

// Override files can override a configuration with an alias only if it exists.
void check_overridden(const RuleInput& input, const ModuleShape& shape) {
    for (const ProviderBlock& provider : shape.providers) {
        const bool needs_base = provider.is_override && provider.name.find('.') != std::string::npos &&
                                provider.place.file == input.file.input.id;
        if (!needs_base) continue;
        const bool has_base = std::ranges::any_of(shape.providers, [&](const ProviderBlock& other) {
            return !other.is_override && other.name == provider.name;
        });
        if (!has_base)
            input.report(DiagCode::NothingToOverride, provider.place.span, {"provider", provider.name});
    }
}

}  // namespace

void check_providers(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
    check_overridden(input, shape);
    for (const Setting& setting : shape.reserved) {
        if (setting.place.file != input.file.input.id) continue;
        const bool is_block = !setting.label.empty();
        Diagnostic& d =
            input.report(is_block ? DiagCode::UnsupportedBlockType : DiagCode::UnsupportedArgument,
                         setting.place.span, {setting.type, " The name is reserved in provider blocks."});
        d.title = is_block ? "Reserved block type name in provider block"
                           : "Reserved argument name in provider block";
    }
    for (const bind::UnitSlot& slot : shape.units(Trait::BuiltInProvider))
        if (slot.file == input.file.input.id) check_built_in(input, slot);
    for (const RequiredProvider& one : shape.required)
        if (one.place.file == input.file.input.id) check_requirement(input, one);
    for (const bind::UnitSlot& slot : shape.units(Trait::Provided))
        if (slot.file == input.file.input.id) check_provided(input, slot, shape);
    if (!shape.units(Trait::Configured).empty()) {
        const bool is_called = input.context.is_called && input.context.is_called();
        Configurations known{{}, {}, {}, is_surely_root(shape) && !is_called};
        for (const ProviderBlock& one : shape.providers) {
            known.configured.insert(one.name);
            if (one.is_repeated) known.repeated.emplace(one.name, &one);
        }
        for (const RequiredProvider& one : shape.required)
            for (const RequiredProvider::Alias& alias : one.aliases) known.passed.insert(alias.name);
        std::vector<std::string> names;
        // One whose alias is still typed has none.
        std::ranges::copy_if(known.configured, std::back_inserter(names),
                             [](const std::string& name) { return !name.ends_with('.'); });
        names.insert(names.end(), known.passed.begin(), known.passed.end());
        const SimilarNames similar(std::move(names));
        for (const bind::UnitSlot& slot : shape.units(Trait::Configured))
            if (slot.file == input.file.input.id) check_named(input, slot, known, similar);
    }
    int budget = 2'000;
    for (const Call& call : shape.calls) {
        if (call.slot.file != input.file.input.id) continue;
        if (call.wrong_providers)
            input.report("providers-object", *call.wrong_providers,
                         "An object is required: `{ NAME = CONFIGURATION }`.");
        bind::ModulePtr other = input.context.called_in(call.folder);
        if (!other) continue;
        if (!call.repeated_by.empty()) {
            std::string name = configured_provider(input.context, *other, 0, budget);
            if (!name.empty())
                input.report("module-providers", call.repetition,
                             "The module in \"" + language::as_written(call.folder) +
                                 "\" configures the provider \"" + name +
                                 "\" itself, so a call of it cannot have \"" + call.repeated_by +
                                 "\": remove the provider block there, and pass the configuration by "
                                 "\"providers\".");
        }
        check_passed(input, call, shape, shape_of(*other));
    }
}

}  // namespace hcl::terraform
