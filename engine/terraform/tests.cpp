// Files of tests: the modules that runs use in place of the tested one, and what is passed to them.
#include <map>
#include <string>
#include <string_view>
#include <utility>

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

// Paths count from the tested module; tests lie there, or in its folder "tests".
std::string from_test(const std::string& path, const std::string& source) {
    const std::size_t end = path.rfind('/');
    const std::string_view folder = std::string_view(path).substr(0, end == std::string::npos ? 0 : end);
    return folder == "tests" || folder.ends_with("/tests") ? "../" + source : source;
}

void check_module(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    const BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
    if (!source || !source->expr || !input.context.lacks) return;
    const std::string folder = bind::literal_text(source->expr);
    if (!folder.starts_with("./") && !folder.starts_with("../")) return;
    if (input.context.lacks(from_test(input.file.input.path, folder), "terraform"))
        input.report(DiagCode::NoSuchModule, source->expr.span().shifted(slot.base), {folder});
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
    // By name and alias: a mocked provider takes the place of the real one.
    std::map<std::string, std::pair<std::string, Location>> providers;
    input.file.each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (block.type == "run") check_run(input, slot, block);
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
