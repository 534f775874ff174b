// The top level of a module: what is missing there, and what is there too often. Its parts are in many units
// and files.
#include <algorithm>
#include <unordered_map>

#include "engine/check/rule.h"

namespace hcl::check {

void top_level(FileRule& rule) {
    const bind::BodyDef& root = rule.module.language().root();
    bool is_first = &rule.module.files().front() == &rule.file;
    bool counts =
        std::ranges::any_of(root.blocks, [](const auto& b) { return b.min_items > 0 || b.max_items > 0; });
    bool requires_attributes =
        std::ranges::any_of(root.attributes, [](const auto& a) { return a.is_required; });
    if (!counts && !requires_attributes && root.relations.empty()) return;

    std::unordered_map<const bind::BlockDef*, std::uint64_t> seen;
    std::unordered_map<const bind::BlockDef*, Location> first;
    std::unordered_map<std::string, bool> names;
    for (const bind::ModuleFile& file : rule.module.files())
        for (const bind::UnitSlot& slot : file.units) {
            for (std::uint32_t i : slot.unit->bodies[0].attributes)
                names[slot.unit->attributes[i].name] = true;
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const bind::BoundBlock& block = slot.unit->blocks[i];
                names[block.type] = true;
                if (!block.def) continue;
                std::uint64_t count = ++seen[block.def];
                Location here{file.input.id, block.header_span.shifted(slot.base)};
                first.emplace(block.def, here);
                if (block.def->max_items == 0 || count <= block.def->max_items || &file != &rule.file)
                    continue;
                Diagnostic& d = block.def->max_items == 1
                                    ? rule.report(DiagCode::DuplicateBlock, here.span, {block.type})
                                    : rule.report(DiagCode::TooManyBlocks, here.span,
                                                  {block.type, std::to_string(block.def->max_items),
                                                   std::to_string(count)});
                d.related.push_back({first.at(block.def), "the first one is here"});
            }
        }
    // What is missing from the whole module is said once, where its first file ends.
    if (!is_first) return;
    std::uint32_t end = rule.file.input.tree->size();
    Span place{end, end};
    for (const bind::AttributeDef& attribute : root.attributes)
        if (attribute.is_required && attribute.notes.is_available && !names.contains(attribute.name))
            rule.report(DiagCode::MissingRequiredArgument, place, {attribute.name});
    for (const bind::BlockDef& block : root.blocks) {
        if (!block.notes.is_available) continue;
        std::uint64_t count = seen.contains(&block) ? seen[&block] : 0;
        if (count >= block.min_items || names.contains(block.type)) {
            if (count >= block.min_items || block.min_items <= 1) continue;
        }
        if (block.min_items == 1)
            rule.report(DiagCode::MissingBlock, place, {block.type});
        else
            rule.report(DiagCode::TooFewBlocks, place,
                        {block.type, std::to_string(block.min_items), std::to_string(count)});
    }
}

}  // namespace hcl::check
