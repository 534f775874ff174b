// Declarations that override files cannot contain: blocks that are not merged, and
// items that are always added.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

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

bool is_empty_sequence(syntax::Node value) {
    using syntax::NodeKind;
    value = eval::without_parens(value);
    return (value.is(NodeKind::Tuple) || value.is(NodeKind::JsonArray)) && value.child_count() == 0;
}

Value value_of(const UnitSlot& slot, const bind::BoundAttribute& attribute) {
    const auto index = index_of(*slot.unit, attribute);
    return index < slot.state->values.size() ? slot.state->values[index].unmarked() : Value::dynamic();
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

// The value that earlier files give to an argument of a variable; nothing when none sets it.
std::optional<Value> value_before(const RuleInput& input, const UnitSlot& slot, const std::string& variable,
                                  std::string_view argument) {
    const std::uint32_t rank = input.module.files().rank_of(slot.file);
    std::optional<Value> value;
    for (const bind::Symbol symbol : input.module.symbols().by_kind_and_name("variable", variable)) {
        if (!symbol.is_declaration() || input.module.files().rank_of(symbol.file) >= rank) continue;
        const UnitSlot home = input.module.slot_of(symbol);
        const std::uint32_t base = input.module.declaration(symbol).block;
        if (base == kNone || !home.state) continue;
        if (const auto* set = attribute_of(*home.unit, home.unit->blocks[base].body, argument))
            value = value_of(home, *set);
    }
    return value;
}

// A variable that becomes non-nullable, whose default is null in an earlier file.
void check_nullable(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    if (block.type != "variable" || block.labels.empty() || !slot.state ||
        attribute_of(*slot.unit, block.body, "default"))
        return;
    const bind::BoundAttribute* nullable = attribute_of(*slot.unit, block.body, "nullable");
    if (!nullable || !value_of(slot, *nullable).is_known_bool() || value_of(slot, *nullable).as_bool())
        return;
    const std::optional<Value> before = value_before(input, slot, block.labels[0].value, "default");
    if (before && before->is_null())
        input.report(DiagCode::NullNotAllowed, block.header_span.shifted(slot.base),
                     {"default", "", "Here \"nullable\" is false: set another default as well"});
}

// A null that replaces the default of a variable which an earlier file makes non-nullable.
void check_default(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    const bind::BoundAttribute* own = attribute_of(*slot.unit, block.body, "default");
    if (block.type != "variable" || block.labels.empty() || !own || !own->expr || !slot.state ||
        attribute_of(*slot.unit, block.body, "nullable") || !value_of(slot, *own).is_null())
        return;
    const std::optional<Value> before = value_before(input, slot, block.labels[0].value, "nullable");
    if (before && before->is_known_bool() && !before->as_bool())
        input.report(DiagCode::NullNotAllowed, own->expr.span().shifted(slot.base),
                     {"default", "", "Leave it out, or give it a value"});
}

void check_overriding(const RuleInput& input, const UnitSlot& slot) {
    const BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : unit.bodies[0].blocks) {
        const BoundBlock& block = unit.blocks[i];
        check_default(input, slot, block);
        check_nullable(input, slot, block);
        if (is_one_of(kTopBlocks, block.type))
            report(input, block.header_span.shifted(slot.base), "\"" + block.type + "\" blocks");
        const bind::BoundAttribute* order = attribute_of(unit, block.body, "depends_on");
        if (order && order->expr && !is_empty_sequence(order->expr) && overrides_other(input, slot, block))
            report(input, order->name_span.shifted(slot.base), "\"depends_on\"");
    }
    for (const BoundBlock& block : unit.blocks)
        if (block.parent != 0 && is_one_of(kConditions, block.type))
            report(input, block.header_span.shifted(slot.base), "\"" + block.type + "\" blocks");
}

}  // namespace

void check_overriding_files(const RuleInput& input) {
    if (!input.file.is_override) return;
    input.file.each_unit([&](const UnitSlot& slot) { check_overriding(input, slot); });
}

}  // namespace hcl::terraform
