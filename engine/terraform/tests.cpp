// Files of tests: the modules that runs use in place of the tested one, what is passed to them, and what
// these values lead to there.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/check/call_findings.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/walk/access.h"
#include "engine/terraform/rules.h"
#include "engine/value/conversion_cost.h"
#include "engine/value/convert.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// The path of a folder as the test file would write it: they count from the tested module, and tests lie
// there or in its folder "tests".
std::string from_test(const std::string& path, const std::string& source) {
    const std::size_t end = path.rfind('/');
    const std::string_view folder = std::string_view(path).substr(0, end == std::string::npos ? 0 : end);
    return folder == "tests" || folder.ends_with("/tests") ? "../" + source : source;
}

// The folder of another module that a run tests; empty: none, or it is not in a folder.
std::string folder_of_module(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    const BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
    const std::string folder = source && source->expr ? bind::literal_text(source->expr) : "";
    const bool is_path = folder.starts_with("./") || folder.starts_with("../");
    return is_path ? from_test(input.file.input.path, folder) : "";
}

void check_module(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    const std::string folder = folder_of_module(input, slot, block);
    if (folder.empty() || !input.context.bare) return;
    if (input.context.bare(folder, "terraform") != check::BareFolder::Missing) return;
    const Node source = attribute_of(*slot.unit, block.body, "source")->expr;
    input.report(DiagCode::NoSuchModule, source.span().shifted(slot.base), {bind::literal_text(source)});
}

struct TestVariable {
    check::GivenValues::Given given;
    Span name{};
    bool is_of_run = false;
};
using Variables = std::map<std::string, TestVariable>;

void add_variables(const UnitSlot& slot, const BoundBlock& variables, bool is_of_run, Variables& out) {
    if (!slot.state) return;
    for (std::uint32_t i : slot.unit->bodies[variables.body].attributes) {
        const BoundAttribute& attribute = slot.unit->attributes[i];
        if (attribute.expr)
            out.insert_or_assign(attribute.name, TestVariable{{attribute.name, slot.state->values[i],
                                                               attribute.expr.span().shifted(slot.base)},
                                                              attribute.name_span.shifted(slot.base),
                                                              is_of_run});
    }
}

bool replaces_modules(const BoundUnit& unit, const bind::BoundBody& body) {
    return std::ranges::any_of(body.blocks,
                               [&](std::uint32_t i) { return unit.blocks[i].type == "override_module"; });
}

// Several runs share the variables of the file.
void add_once(Diagnostics& out, Diagnostic found) {
    const bool is_known = std::ranges::any_of(out, [&](const Diagnostic& other) {
        return other.code == found.code && other.span == found.span && other.message == found.message;
    });
    if (!is_known) out.push_back(std::move(found));
}

// The variables of a run against the declarations of the tested module. Those that do not fit are removed.
void check_types(const RuleInput& input, const bind::Module& tested, Variables& variables,
                 std::uint64_t& steps) {
    const bind::InterfacePtr there = bind::interface_of(tested);
    const Rules& rules = *input.module.language().rules;
    std::erase_if(variables, [&](const auto& entry) {
        const auto& [name, variable] = entry;
        const bind::InterfaceItem* item = there->find("variable", name);
        Diagnostics found;
        const RuleInput here{input.context, input.module, input.file, found};
        if (!item) {
            // Variables of the file are for all runs, whatever these test.
            if (!variable.is_of_run) return true;
            Suggester near(name);
            for (const bind::InterfaceItem& other : there->items)
                if (other.kind == "variable") near.offer(other.name);
            here.report(DiagCode::UndeclaredText, variable.name,
                        {"variable", name,
                         " The tested module declares none of that name." + did_you_mean(near.best())})
                .severity = Severity::Warning;
        } else {
            const Value& value = variable.given.value;
            const std::uint64_t cost = conversion_cost(value, item->type);
            if (cost > steps) return false;
            steps -= cost;
            const ValueResult converted = convert_value(
                item->defaults ? item->defaults->apply(value, rules) : value, item->type, rules);
            if (converted) return false;
            here.report(DiagCode::IncorrectAttributeType, variable.given.place,
                        {name, eval::explain(converted.error())});
        }
        add_once(input.out, std::move(found.front()));
        return true;
    });
}

// What the variables of a run make wrong in the tested module.
void check_variables(const RuleInput& input, const UnitSlot& slot, const BoundBlock& run, Variables variables,
                     bool are_modules_replaced, std::uint64_t& steps) {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundBody& body = unit.bodies[run.body];
    if (!input.context.in_language || !input.context.called) return;
    std::string folder = from_test(input.file.input.path, "./");
    for (std::uint32_t i : body.blocks) {
        if (unit.blocks[i].type == "variables") add_variables(slot, unit.blocks[i], true, variables);
        if (unit.blocks[i].type != "module") continue;
        folder = folder_of_module(input, slot, unit.blocks[i]);
        if (folder.empty()) return;
    }
    const bind::ModulePtr tested =
        variables.empty() ? nullptr : input.context.in_language(folder, "terraform");
    if (!tested) return;
    check_types(input, *tested, variables, steps);
    // A failure of the module may be expected, but not one of the types.
    if (are_modules_replaced || variables.empty()) return;
    if (attribute_of(unit, run.body, "expect_failures") || replaces_modules(unit, body)) return;
    check::GivenValues given{input.file.input.id, run.header_span.shifted(slot.base), {}};
    for (auto& [name, variable] : variables) given.list.push_back(std::move(variable.given));
    for (Diagnostic& found : check::given_value_findings(*tested, "variable", given, input.context.called,
                                                         steps, input.context.cancel))
        add_once(input.out, std::move(found));
}

void check_run(const RuleInput& input, const UnitSlot& slot, const BoundBlock& run) {
    const BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : unit.bodies[run.body].blocks)
        if (unit.blocks[i].type == "module") check_module(input, slot, unit.blocks[i]);
    const BoundAttribute* providers = attribute_of(unit, run.body, "providers");
    if (!providers || !providers->expr) return;
    const Node value = eval::without_parens(providers->expr);
    if (value.is(NodeKind::Tuple) || value.is(NodeKind::JsonArray))
        input.report("providers-object", value.span().shifted(slot.base),
                     "An object is required: `{ NAME = CONFIGURATION }`.");
}

}  // namespace

void check_tests(const RuleInput& input) {
    Variables variables;
    bool are_modules_replaced = false;
    std::uint64_t steps = input.module.limits().file_steps;
    input.file.each_unit([&](const UnitSlot& slot) {
        are_modules_replaced = are_modules_replaced || replaces_modules(*slot.unit, slot.unit->bodies[0]);
        for (std::uint32_t i : slot.unit->bodies[0].blocks)
            if (slot.unit->blocks[i].type == "variables")
                add_variables(slot, slot.unit->blocks[i], false, variables);
    });
    // By name and alias: a mocked provider takes the place of the real one.
    std::map<std::string, std::pair<std::string, Location>> providers;
    input.file.each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (block.type == "run") check_run(input, slot, block);
            if (block.type == "run")
                check_variables(input, slot, block, variables, are_modules_replaced, steps);
            if ((block.type != "provider" && block.type != "mock_provider") || block.labels.empty()) continue;
            std::string name = block.labels[0].value;
            if (const BoundAttribute* alias = attribute_of(*slot.unit, block.body, "alias"))
                name += "." + bind::literal_text(alias->expr);
            const Location place{slot.file, block.header_span.shifted(slot.base)};
            const auto [first, is_new] = providers.emplace(name, std::pair(block.type, place));
            // Two blocks of one type are a finding of the pack.
            if (is_new || first->second.first == block.type) continue;
            Diagnostic& d = input.report("test-provider", place.span,
                                         "The provider \"" + name + "\" has another block in this file.");
            d.related.push_back({first->second.second, "the other one is here"});
        }
    });
}

}  // namespace hcl::terraform
