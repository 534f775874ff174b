// The top level of a module: missing items, and surplus ones. Its parts
// are spread over many units and files.
#include <algorithm>

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

    for (const bind::BlockDef& block : root.blocks) {
        if (block.max_items == 0) continue;
        bind::SymbolList names = rule.module.symbols().top_level(block.type);
        if (names.size() <= block.max_items) continue;
        std::vector<bind::Symbol> all(names.begin(), names.end());
        std::erase_if(all, [&](bind::Symbol s) {
            return s.kind() != bind::Symbol::Kind::Block || rule.module.file(s.file)->is_override;
        });
        for (std::size_t i = block.max_items; i < all.size(); ++i) {
            if (all[i].file != rule.file.input.id) continue;
            Span here = name_place(rule.module, all[i]).span;
            Diagnostic& d =
                block.max_items == 1
                    ? rule.report(DiagCode::DuplicateBlock, here, {block.type})
                    : rule.report(DiagCode::TooManyBlocks, here,
                                  {block.type, std::to_string(block.max_items), std::to_string(i + 1)});
            d.related.push_back({name_place(rule.module, all[0]), "the first one is here"});
        }
    }
    // Missing parts of the module are reported once, at the end of its first file.
    if (!is_first) return;
    std::uint32_t end = rule.file.input.tree->size();
    Span place{end, end};
    for (const bind::AttributeDef& attribute : root.attributes)
        if (attribute.is_required && attribute.notes.is_available &&
            rule.module.symbols().top_level(attribute.name).empty())
            rule.report(DiagCode::MissingRequiredArgument, place, {attribute.name});
    for (const bind::BlockDef& block : root.blocks) {
        if (block.min_items == 0 || !block.notes.is_available) continue;
        bind::SymbolList all = rule.module.symbols().top_level(block.type);
        if (all.size() >= block.min_items || (block.min_items == 1 && !all.empty())) continue;
        if (block.min_items == 1)
            rule.report(DiagCode::MissingBlock, place, {block.type});
        else
            rule.report(DiagCode::TooFewBlocks, place,
                        {block.type, std::to_string(block.min_items), std::to_string(all.size())});
    }
}

}  // namespace hcl::check
