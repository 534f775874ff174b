// Declarations that override files cannot contain: blocks that are not merged, and
// items that are always added.
#include <algorithm>
#include <array>

#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::UnitSlot;

constexpr std::array<std::string_view, 3> kTopBlocks{"check", "import", "moved"};
constexpr std::array<std::string_view, 3> kConditions{"postcondition", "precondition", "validation"};

bool is_one_of(const std::array<std::string_view, 3>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

bool is_empty_list(syntax::Node value) {
    using syntax::NodeKind;
    value = eval::without_parens(value);
    return (value.is(NodeKind::Tuple) || value.is(NodeKind::JsonArray)) && value.child_count() == 0;
}

// Whether another file declares the same as the block.
bool overrides_other(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    if (block.declaration == kNone) return false;
    const std::uint32_t rank = input.module.files().rank_of(slot.file);
    const bind::Declaration& d = slot.unit->declarations[block.declaration];
    return std::ranges::any_of(
        input.module.symbols().by_kind_and_name(d.def->kind, d.address.back()), [&](bind::Symbol other) {
            return other.is_declaration() && input.module.files().rank_of(other.file) < rank &&
                   input.module.declaration(other).address == d.address;
        });
}

void report(const RuleInput& input, Span place, const std::string& what) {
    input.report("not-overridable", place,
                 "Files that override others cannot have " + what + ". Move this into another file.");
}

void check_unit(const RuleInput& input, const UnitSlot& slot) {
    const BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : unit.bodies[0].blocks) {
        const BoundBlock& block = unit.blocks[i];
        if (is_one_of(kTopBlocks, block.type))
            report(input, block.header_span.shifted(slot.base), "\"" + block.type + "\" blocks");
        const bind::BoundAttribute* order = attribute_of(unit, block.body, "depends_on");
        if (order && order->expr && !is_empty_list(order->expr) && overrides_other(input, slot, block))
            report(input, order->name_span.shifted(slot.base), "\"depends_on\"");
    }
    for (const BoundBlock& block : unit.blocks)
        if (block.parent != 0 && is_one_of(kConditions, block.type))
            report(input, block.header_span.shifted(slot.base), "\"" + block.type + "\" blocks");
}

}  // namespace

void check_overriding_files(const RuleInput& input) {
    if (!input.file.is_override) return;
    input.file.each_unit([&](const UnitSlot& slot) { check_unit(input, slot); });
}

}  // namespace hcl::terraform
