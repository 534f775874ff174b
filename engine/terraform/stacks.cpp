// Inputs and providers of the components of a stack, and inputs of its deployments, against the modules.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/check/insertion.h"
#include "engine/check/passed_values.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/language/placeholder.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/stack_modules.h"
#include "engine/value/conversion_cost.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// The keys of an object, where all are written out.
struct WrittenKeys {
    bool are_known = true;
    std::set<std::string> names{};
};

// The source of a provider that the stack requires under a local name; nothing when it requires none, and
// empty when the source is not known.
std::optional<std::string> source_in_stack(const bind::Module& stack, std::string_view name) {
    std::optional<std::string> found;
    for (const bind::ModuleFile& file : stack.files())
        file.each_unit([&](const UnitSlot& slot) {
            for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& block = slot.unit->blocks[i];
                if (block.type != "required_providers") continue;
                for (const std::uint32_t a : slot.unit->bodies[block.body].attributes) {
                    if (slot.unit->attributes[a].name != name) continue;
                    const Value value = slot.state ? slot.state->values[a].unmarked() : Value::dynamic();
                    const Value* source =
                        value.has_content() && value.type().is_object() ? value.find("source") : nullptr;
                    found = source && source->is_known_string() ? std::string(source->as_string())
                                                                : std::string();
                }
            }
        });
    return found;
}

struct StackChecker {
    const RuleInput& input;
    const UnitSlot& slot;
    std::uint64_t& steps;

    Span shifted(Span span) const { return span.shifted(slot.base); }

    // A key of `providers` can be the address of a configuration, as in `aws.west`.
    static std::string name_of(Node key) {
        const eval::Traversal path = eval::traversal_of(key);
        return path.size() == 2 && eval::is_static_step(key) ? std::string(key.text())
                                                             : bind::literal_text(key);
    }

    template <typename Visit>
    static WrittenKeys each_item(const bind::BoundAttribute* object, Visit&& visit) {
        WrittenKeys out;
        if (!object || !object->expr) return out;
        const Node value = eval::without_parens(object->expr);
        out.are_known = value.is(NodeKind::Object) || value.is(NodeKind::JsonObject);
        if (!out.are_known) return out;
        for (const Node item : value.children()) {
            const std::string name = item.child(0) ? name_of(item.child(0)) : std::string();
            if (name.empty() || !item.child(1)) {
                out.are_known = false;
                continue;
            }
            out.names.insert(name);
            visit(name, item);
        }
        return out;
    }

    void check_input(const bind::Interface& there, bool is_deployment, const std::string& name, Node item,
                     const Value& all) {
        const bind::InterfaceItem* variable = there.find("variable", name);
        if (!variable) {
            const std::string_view where = is_deployment
                                               ? "The stack in this folder declares none of that name."
                                               : "Nothing there reads the value.";
            Diagnostic& d = input.add(
                check::undeclared_name(there, "variable", name, where, shifted(item.child(0).span())));
            // The object is converted to one with the variables, which drops all others.
            if (!is_deployment) d.severity = Severity::Warning;
            return;
        }
        const Value* value = all.has_content() && all.type().is_object() ? all.find(name) : nullptr;
        if (!value) return;
        const std::uint64_t cost = conversion_cost(*value, variable->type);
        if (cost > steps) return;
        steps -= cost;
        const std::string why = check::misfit(*variable, *value, *input.module.language().rules);
        if (!why.empty()) {
            input.report(DiagCode::IncorrectAttributeType, shifted(item.child(1).span()), {name, why});
        } else if (value->marks_deep().has(MarkKind::Ephemeral) &&
                   !variable->value.marks().has(MarkKind::Ephemeral)) {
            Diagnostic& d =
                input.report(DiagCode::EphemeralNotAllowed, shifted(item.child(1).span()), {name});
            // What reads deployments is no part of Terraform's own sources.
            if (is_deployment) d.severity = Severity::Warning;
        }
    }

    void check_inputs(const BoundBlock& block, const bind::Module& module) {
        const bool is_deployment = block.type == "deployment";
        const bind::InterfacePtr there = bind::interface_of(module);
        const bind::BoundAttribute* inputs = attribute_of(*slot.unit, block.body, "inputs");
        // The old name of the argument, which is reported as that.
        if (!inputs && is_deployment) inputs = attribute_of(*slot.unit, block.body, "variables");
        const Value all =
            inputs ? slot.state->values[index_of(*slot.unit, *inputs)].unmarked() : Value::dynamic();
        const WrittenKeys keys = each_item(inputs, [&](const std::string& name, Node item) {
            check_input(*there, is_deployment, name, item, all);
        });
        if (!keys.are_known || block.type == "removed") return;
        for (const bind::InterfaceItem& item : there->items)
            if (item.kind == "variable" && item.is_required && !keys.names.contains(item.name)) {
                Diagnostic& d =
                    input.report(DiagCode::MissingRequiredArgument,
                                 shifted(inputs && inputs->expr ? inputs->name_span : block.header_span),
                                 {"inputs." + item.name});
                offer_input(block, inputs, item, d);
            }
    }

    void offer_input(const BoundBlock& block, const bind::BoundAttribute* inputs,
                     const bind::InterfaceItem& item, Diagnostic& found) const {
        if (!inputs || !inputs->expr) return;
        const check::BodySource source{*input.file.input.tree, slot.base, *slot.unit,
                                       slot.unit->bodies[block.body]};
        auto edit = check::added_item(source, eval::without_parens(inputs->expr),
                                      item.name + " = " + language::placeholder(item.type));
        if (!edit) return;
        edit->range = shifted(edit->range);
        found.fixes.push_back(
            {.title = "Add \"" + item.name + "\"", .edits = {{input.file.input.id, std::move(*edit)}}});
    }

    // Whether the block of a configuration makes several.
    bool has_several(const eval::Traversal& path) const {
        const bind::SymbolList found =
            input.module.symbols().by_address({path[0].name, path[1].name, path[2].name});
        if (found.size() != 1 || !found.front().is_declaration()) return false;
        const UnitSlot home = input.module.slot_of(found.front());
        const bind::Declaration& declaration = input.module.declaration(found.front());
        return declaration.block != bind::kNone &&
               attribute_of(*home.unit, home.unit->blocks[declaration.block].body, "for_each");
    }

    // A configuration of another provider than the module requires under the name.
    void check_provider_type(const ModuleShape& module, const std::string& name, Node value) const {
        const eval::Traversal path = eval::traversal_of(value);
        const std::string local = name.substr(0, name.find('.'));
        if (path.size() < 3 || path[0].name != "provider") return;
        if (path.size() == 3 && has_several(path)) {
            Diagnostic& d = input.report("stack-provider", shifted(value.span()),
                                         "\"" + std::string(value.text()) +
                                             "\" has `for_each`: choose one configuration, as in `" +
                                             std::string(value.text()) + "[each.key]`.");
            d.title = "Invalid provider configuration";
            return;
        }
        if (path[1].name == local) return;
        const RequiredProvider* wanted = module.requirement(local);
        const std::optional<std::string> given = source_in_stack(input.module, path[1].name);
        if (!wanted || wanted->source.empty() || !given || given->empty()) return;
        if (wanted->source == provider_address(*given, path[1].name)) return;
        Diagnostic& d = input.report("stack-provider", shifted(value.span()),
                                     "The module requires \"" + wanted->source + "\" as \"" + local +
                                         "\", and this is a configuration of \"" + *given + "\".");
        d.title = "Invalid provider configuration";
    }

    void check_inline_providers(const BoundBlock& block, const bind::Module& module) const {
        const ModuleShape& shape = shape_of(module);
        if (shape.providers.empty()) return;
        const bind::BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
        const ProviderBlock& first = shape.providers.front();
        Diagnostic& d = input.report(
            "stack-provider", shifted(source && source->expr ? source->expr.span() : block.header_span),
            "The module has a `provider` block, which modules of stacks cannot have: stacks "
            "configure providers, and components pass them.");
        d.title = "Inline provider configuration not allowed";
        d.related.push_back({first.place, "the block is here"});
    }

    // Stacks pass every provider explicitly.
    void check_providers(const BoundBlock& block, const bind::Module& module) {
        const ModuleShape& shape = shape_of(module);
        std::set<std::string> required;
        for (const RequiredProvider& one : shape.required) {
            required.insert(one.name);
            for (const RequiredProvider::Alias& alias : one.aliases) required.insert(alias.name);
        }
        const bind::BoundAttribute* providers = attribute_of(*slot.unit, block.body, "providers");
        const WrittenKeys keys = each_item(providers, [&](const std::string& name, Node item) {
            check_provider_type(shape, name, item.child(1));
        });
        if (!keys.are_known) return;
        for (const std::string& name : required) {
            // The module may use only other configurations of it.
            const bool has_alias = std::ranges::any_of(
                required, [&](const std::string& other) { return other.starts_with(name + "."); });
            if (has_alias || keys.names.contains(name) || name == "terraform") continue;
            input.report("stack-provider",
                         shifted(providers && providers->expr ? providers->name_span : block.header_span),
                         "The module requires the provider \"" + name +
                             "\", and a component passes each one: add `" + name + " = provider." +
                             name.substr(0, name.find('.')) + ".NAME` to `providers`.");
        }
    }

    void check_source(const BoundBlock& block) {
        const bind::BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
        const std::string folder = source && source->expr ? bind::literal_text(source->expr) : std::string();
        if (!is_relative_path(folder) || !input.context.bare) return;
        const std::string_view language = block.type == "stack" ? "terraform-stack" : "terraform";
        if (input.context.bare(folder, language) == check::BareFolder::Missing)
            input.report(DiagCode::NoSuchModule, shifted(source->expr.span()), {folder});
    }

    // A configuration of a provider that the stack does not require.
    void check_requirement(const BoundBlock& block) const {
        if (block.labels.size() != 2 || block.labels[0].value.empty() ||
            block.labels[0].value == "terraform" || source_in_stack(input.module, block.labels[0].value))
            return;
        Diagnostic& d = input.report("stack-provider", shifted(block.labels[0].span),
                                     "No `required_providers` of the stack has \"" + block.labels[0].value +
                                         "\": add it, with its source and version.");
        d.title = "Undeclared provider local name";
    }

    // The component that is said to be removed is still there.
    void check_removed(const BoundBlock& block) const {
        const bind::BoundAttribute* from = attribute_of(*slot.unit, block.body, "from");
        const eval::Traversal path = from && from->expr ? eval::traversal_of(from->expr) : eval::Traversal();
        if (path.size() != 2 || path[0].name != "component") return;
        const bind::SymbolList found = input.module.symbols().by_address({path[0].name, path[1].name});
        if (found.empty()) return;
        Diagnostic& d =
            input.report("removed-exists", shifted(from->expr.span()),
                         "\"component." + path[1].name + "\" is still declared, so it cannot be removed.");
        d.title = "Component exists for removed block";
        d.related.push_back({name_place(input.module, found.front()), "declared here"});
    }

    void look(const BoundBlock& block) {
        if (block.type == "provider") check_requirement(block);
        if (block.type == "removed") check_removed(block);
        if (block.type == "component" || block.type == "stack") check_source(block);
        const bind::ModulePtr module = slot.state ? module_of_part(input.context, slot, block) : nullptr;
        if (!module) return;
        check_inputs(block, *module);
        if (block.type != "component") return;
        check_providers(block, *module);
        check_inline_providers(block, *module);
    }
};

// Outputs of deployments that their stack lacks.
void check_deployment_outputs(const RuleInput& input, const UnitSlot& slot) {
    for (const bind::Reference& reference : slot.unit->references) {
        if (reference.is_text || reference.steps.size() < 3 || reference.steps[0].name != "deployment")
            continue;
        const bind::ModulePtr stack = module_of_part(input.context, "deployment", reference.steps[1].name);
        if (!stack) continue;
        const bind::InterfacePtr there = bind::interface_of(*stack);
        const bind::ReferenceStep& step = reference.steps[2];
        if (there->find("output", step.name)) continue;
        const std::string near = there->names_of("output").nearest(step.name);
        Diagnostic& d = input.report(DiagCode::UnsupportedAttribute, step.span.shifted(slot.base),
                                     {step.name, did_you_mean(near)});
        check::add_nearest(d, step.span.shifted(slot.base), step.name, near);
    }
}

}  // namespace

void check_stack(const RuleInput& input) {
    std::uint64_t steps = input.module.limits().file_steps;
    input.file.each_unit([&](const UnitSlot& slot) {
        input.context.cancel.poll();
        StackChecker checker{input, slot, steps};
        for (std::uint32_t i : slot.unit->bodies[0].blocks) checker.look(slot.unit->blocks[i]);
        check_deployment_outputs(input, slot);
    });
}

}  // namespace hcl::terraform
