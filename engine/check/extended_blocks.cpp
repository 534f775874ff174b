// Blocks that extend the one named by a label: arguments must not be set in both.
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

// The reference in a label of the block, if the block extends its target.
const bind::Reference* extended_by(const bind::BoundUnit& unit, const bind::BoundBlock& block) {
    for (std::size_t i = 0; i < block.def->labels.size() && i < block.labels.size(); ++i) {
        if (!block.def->labels[i].extends) continue;
        for (const bind::Reference& reference : unit.references)
            if (unit.attributes[reference.attribute].def == block.def->labels[i].naming.get() &&
                block.header_span.contains(reference.span.start))
                return &reference;
    }
    return nullptr;
}

}  // namespace

void note_extended_blocks(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.blocks.size(); ++i)
        if (rule.unit.blocks[i].def && extended_by(rule.unit, rule.unit.blocks[i]))
            rule.notes.extending.push_back(i);
}

void extended_blocks(FileRule& rule) {
    for (const NotedUnit& noted : rule.units)
        for (std::uint32_t index : noted.notes->extending) {
            const bind::BoundUnit& unit = *noted.slot.unit;
            const bind::BoundBlock& block = unit.blocks[index];
            const bind::Resolution found = bind::resolve(rule.module, noted.slot, *extended_by(unit, block));
            if (found.kind != bind::Resolution::Kind::Symbol || !found.symbols.back().is_declaration())
                continue;
            const bind::Symbol symbol = found.symbols.back();
            const bind::UnitSlot home = rule.module.slot_of(symbol);
            const bind::Declaration& named = home.unit->declarations[symbol.index()];
            if (named.block == bind::kNone) continue;
            const bind::BoundBody& original = home.unit->bodies[home.unit->blocks[named.block].body];
            for (std::uint32_t own : unit.bodies[block.body].attributes)
                for (std::uint32_t other : original.attributes) {
                    const bind::BoundAttribute& attribute = unit.attributes[own];
                    if (home.unit->attributes[other].name != attribute.name) continue;
                    Diagnostic& d =
                        rule.report(DiagCode::DuplicateArgument, attribute.name_span.shifted(noted.slot.base),
                                    {attribute.name});
                    d.related.push_back(
                        {{home.file, home.unit->attributes[other].name_span.shifted(home.base)},
                         "it is set here first"});
                }
        }
}

}  // namespace hcl::check
