// Missing required attributes and blocks. See top_level.cpp for the top level.
#include <algorithm>

#include "engine/base/counted.h"
#include "engine/check/broken_parts.h"
#include "engine/check/insertion.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

BodySource source_of(const UnitRule& rule, const bind::BoundBody& body) {
    return {*rule.module.file(rule.slot.file)->input.tree, rule.slot.base, rule.unit, body};
}

void add_fix(Diagnostic& d, std::string title, std::vector<Edit> edits) {
    if (edits.empty()) return;
    Fix& fix = d.fixes.emplace_back();
    fix.title = std::move(title);
    for (Edit& edit : edits) fix.edits.push_back({{}, std::move(edit)});
}

// Reports a required argument at one that takes any name and has nearly this one.
bool report_misspelt(UnitRule& rule, const bind::BoundBody& body, const bind::AttributeDef& required) {
    for (std::uint32_t i : body.attributes) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        if (body.attribute(attribute.name) || (!attribute.def && !body.is_lenient)) continue;
        Suggester near(attribute.name);
        near.offer(required.name);
        if (near.best().empty()) continue;
        Diagnostic& d = rule.report(DiagCode::MissingRequiredArgument, attribute.name_span, {required.name});
        d.message = "The argument \"" + required.name + "\" is required here, and \"" + attribute.name +
                    "\" is nearly its name.";
        add_replacement(d, attribute.name_span, required.name);
        return true;
    }
    return false;
}

}  // namespace

void missing(UnitRule& rule) {
    for (const bind::BoundBody& body : rule.unit.bodies) {
        if (body.block == bind::kNone || rule.may_lack(body)) continue;
        auto has_attribute = [&](std::string_view name) {
            return std::ranges::any_of(body.attributes,
                                       [&](std::uint32_t i) { return rule.unit.attributes[i].name == name; });
        };
        for (const bind::BodyDef* def : body.defs) {
            for (const bind::AttributeDef& attribute : def->attributes) {
                if (!attribute.is_required || !attribute.notes.is_available || has_attribute(attribute.name))
                    continue;
                // Another body of the block requires it, too.
                const bind::AttributeDef* first = body.attribute(attribute.name);
                if (first != &attribute && first && first->is_required) continue;
                bool as_block = std::ranges::any_of(
                    body.blocks, [&](std::uint32_t i) { return rule.unit.blocks[i].type == attribute.name; });
                if (as_block) continue;
                if (report_misspelt(rule, body, attribute)) continue;
                if (begins_name(*rule.module.file(rule.slot.file), body.inside.shifted(rule.slot.base),
                                attribute.name))
                    continue;
                Diagnostic& d =
                    rule.report(DiagCode::MissingRequiredArgument, body.missing_place, {attribute.name});
                add_fix(d, "Add \"" + attribute.name + "\"",
                        add_arguments(source_of(rule, body), std::vector{&attribute}));
            }
            for (const bind::BlockDef& block : def->blocks) {
                if (block.min_items == 0 || !block.notes.is_available) continue;
                const bind::BlockDef* first = body.block_def(block.type);
                if (first != &block && first && first->min_items > 0) continue;
                std::uint64_t count = 0;
                bool is_made = false;
                for (std::uint32_t i : body.blocks) {
                    const bind::BlockDef* made = rule.unit.blocks[i].def;
                    count += made == &block || (made && made == first);
                    is_made = is_made || rule.unit.blocks[i].def == def->generator(block.type);
                }
                // The number of blocks that a dynamic block generates is unknown.
                if (is_made && def->generator(block.type)) continue;
                if (count >= block.min_items || has_attribute(block.type)) continue;
                Diagnostic& d =
                    block.min_items == 1
                        ? rule.report(DiagCode::MissingBlock, body.missing_place, {block.type})
                        : rule.report(DiagCode::TooFewBlocks, body.missing_place,
                                      {block.type, std::to_string(block.min_items), std::to_string(count)});
                use_singular(d.message, "there are 1.", "there is 1.");
                // The fix adds one block, so it is offered only when exactly one is missing.
                if (count + 1 == block.min_items)
                    add_fix(d, "Add a block \"" + block.type + "\"", add_block(source_of(rule, body), block));
            }
        }
    }
}

}  // namespace hcl::check
