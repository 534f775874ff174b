// Inputs and providers of the components of a stack, and inputs of its deployments, against the modules.
#include <algorithm>
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
        if (!why.empty())
            input.report(DiagCode::IncorrectAttributeType, shifted(item.child(1).span()), {name, why});
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

    // Stacks pass every provider explicitly.
    void check_providers(const BoundBlock& block, const bind::Module& module) {
        const ModuleShape& shape = shape_of(module);
        std::set<std::string> required;
        for (const RequiredProvider& one : shape.required) {
            required.insert(one.name);
            for (const RequiredProvider::Alias& alias : one.aliases) required.insert(alias.name);
        }
        const bind::BoundAttribute* providers = attribute_of(*slot.unit, block.body, "providers");
        const WrittenKeys keys = each_item(providers, [](const std::string&, Node) {});
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

    void look(const BoundBlock& block) {
        if (block.type == "component" || block.type == "stack") check_source(block);
        const bind::ModulePtr module = slot.state ? module_of_part(input.context, slot, block) : nullptr;
        if (!module) return;
        check_inputs(block, *module);
        if (block.type == "component") check_providers(block, *module);
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
