// Too many blocks of a type in a body, and attributes that are also written as blocks. See
// top_level.cpp for the top level.
#include <algorithm>

#include "engine/bind/generated_blocks.h"
#include "engine/check/insertion.h"
#include "engine/check/rule.h"
#include "engine/check/unmade_parts.h"

namespace hcl::check {

namespace {

Diagnostic& report_surplus(UnitRule& rule, const bind::BlockDef& def, Span place, std::uint64_t count) {
    return def.max_items == 1 ? rule.report(DiagCode::DuplicateBlock, place, {def.type})
                              : rule.report(DiagCode::TooManyBlocks, place,
                                            {def.type, std::to_string(def.max_items), std::to_string(count)});
}

// A block that is also written in its other form, as an attribute.
void written_twice(UnitRule& rule, const bind::BoundBody& body, const bind::BoundBlock& block) {
    if (block.def->max_items != 1) return;
    for (std::uint32_t i : body.attributes) {
        const bind::BoundAttribute& twin = rule.unit.attributes[i];
        if (twin.name != block.type || !twin.def || twin.def->fields != block.def->body) continue;
        report_surplus(rule, *block.def, block.header_span, 2)
            .related.push_back({{{}, twin.name_span}, "the first one is here"});
        return;
    }
}

}  // namespace

void too_many(UnitRule& rule) {
    for (const bind::BoundBody& body : rule.unit.bodies) {
        if (body.block == bind::kNone) continue;
        for (const bind::BodyDef* def : body.defs)
            for (const bind::BlockDef& block : def->blocks) {
                if (block.max_items == 0) continue;
                std::uint64_t count = 0;
                const bind::BoundBlock* first = nullptr;
                for (std::uint32_t i : body.blocks) {
                    const bind::BoundBlock& one = rule.unit.blocks[i];
                    if (one.def != &block) continue;
                    if (!first) first = &one;
                    if (++count == 1) written_twice(rule, body, one);
                    if (count <= block.max_items) continue;
                    Diagnostic& d = report_surplus(rule, block, one.header_span, count);
                    d.related.push_back({{{}, first->header_span}, "the first one is here"});
                    if (!rule.is_native()) continue;
                    const syntax::File& tree = *rule.module.file(rule.slot.file)->input.tree;
                    const Span place = removed_place(tree, one.span.shifted(rule.slot.base));
                    // A block's part of the file begins after its unit's start.
                    const Span removed{place.start - std::min(place.start, rule.slot.base),
                                       place.end - rule.slot.base};
                    d.fixes.push_back(
                        {.title = "Remove this block", .edits = {{{}, {removed, ""}}}, .preferred = false});
                }
            }
    }
}

// Blocks that others generate, where the number of these is known.
void too_many_generated(UnitRule& rule) {
    constexpr std::size_t kBlocksOfStep = 8;
    const language::Language& language = rule.module.language();
    if (language.dynamic_blocks.empty()) return;
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (!bind::is_generator(language, block)) continue;
        const bind::BoundBody& body = rule.unit.bodies[block.parent];
        const bind::BlockDef* made = body.block_def(block.labels[0].value);
        if (!made || made->max_items == 0 || body.block == bind::kNone) continue;
        // The blocks before it in the text, and its own.
        std::uint64_t count = count_of_generated(rule.slot, block).value_or(0);
        if (count == 0 || !rule.work.spend(body.blocks.size() / kBlocksOfStep)) continue;
        for (std::uint32_t i : body.blocks) {
            const bind::BoundBlock& one = rule.unit.blocks[i];
            if (&one == &block) break;
            count += one.def == made ? 1
                     : bind::is_generator(language, one) && one.labels[0].value == block.labels[0].value
                         ? count_of_generated(rule.slot, one).value_or(0)
                         : 0;
        }
        if (count <= made->max_items) continue;
        Diagnostic& d = report_surplus(rule, *made, block.header_span, count);
        if (made->max_items == 1)
            d.message = "Only one \"" + made->type + "\" block is allowed here, and with this there are " +
                        std::to_string(count) + ".";
    }
}

}  // namespace hcl::check
