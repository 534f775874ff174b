// Too many blocks of a type in a body, and attributes that are also written as blocks. See
// top_level.cpp for the top level.
#include <algorithm>

#include "engine/check/insertion.h"
#include "engine/check/rule.h"

namespace hcl::check {

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
                    if (++count <= block.max_items) continue;
                    Diagnostic& d = block.max_items == 1
                                        ? rule.report(DiagCode::DuplicateBlock, one.header_span, {block.type})
                                        : rule.report(DiagCode::TooManyBlocks, one.header_span,
                                                      {block.type, std::to_string(block.max_items),
                                                       std::to_string(count)});
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

}  // namespace hcl::check
