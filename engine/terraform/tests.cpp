// Files of tests: the modules that runs use in place of the tested one, what is passed to them, and what
// these values lead to there.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/check/call_findings.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/rules.h"

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

using Variables = std::map<std::string, check::GivenValues::Given>;

void add_variables(const UnitSlot& slot, const BoundBlock& variables, Variables& out) {
    if (!slot.state) return;
    for (std::uint32_t i : slot.unit->bodies[variables.body].attributes) {
        const BoundAttribute& attribute = slot.unit->attributes[i];
        if (attribute.expr)
            out.insert_or_assign(attribute.name,
                                 check::GivenValues::Given{attribute.name, slot.state->values[i],
                                                           attribute.expr.span().shifted(slot.base)});
    }
}

bool replaces_modules(const BoundUnit& unit, const bind::BoundBody& body) {
    return std::ranges::any_of(body.blocks,
                               [&](std::uint32_t i) { return unit.blocks[i].type == "override_module"; });
}

// What the variables of a run make wrong in the tested module. Not where a failure is expected.
void check_variables(const RuleInput& input, const UnitSlot& slot, const BoundBlock& run, Variables variables,
                     std::uint64_t& steps) {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundBody& body = unit.bodies[run.body];
    if (!input.context.in_language || !input.context.called) return;
    if (attribute_of(unit, run.body, "expect_failures") || replaces_modules(unit, body)) return;
    std::string folder = from_test(input.file.input.path, "./");
    for (std::uint32_t i : body.blocks) {
        if (unit.blocks[i].type == "variables") add_variables(slot, unit.blocks[i], variables);
        if (unit.blocks[i].type != "module") continue;
        folder = folder_of_module(input, slot, unit.blocks[i]);
        if (folder.empty()) return;
    }
    const bind::ModulePtr tested = input.context.in_language(folder, "terraform");
    if (!tested || variables.empty()) return;
    check::GivenValues given{input.file.input.id, run.header_span.shifted(slot.base), {}};
    for (auto& [name, value] : variables) given.list.push_back(std::move(value));
    for (Diagnostic& found : check::given_value_findings(*tested, "variable", given, input.context.called,
                                                         steps, input.context.cancel)) {
        // Several runs share the variables of the file.
        const bool is_known = std::ranges::any_of(input.out, [&](const Diagnostic& other) {
            return other.code == found.code && other.span == found.span && other.message == found.message;
        });
        if (!is_known) input.out.push_back(std::move(found));
    }
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
                add_variables(slot, slot.unit->blocks[i], variables);
    });
    // By name and alias: a mocked provider takes the place of the real one.
    std::map<std::string, std::pair<std::string, Location>> providers;
    input.file.each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (block.type == "run") check_run(input, slot, block);
            if (block.type == "run" && !are_modules_replaced)
                check_variables(input, slot, block, variables, steps);
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
