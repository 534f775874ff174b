// Two declarations of one name, and blocks that must differ in their labels.
#include <array>
#include <map>
#include <unordered_map>

#include "engine/check/rule.h"

namespace hcl::check {

namespace {

// ` "a" "b"`
std::string quoted_labels(const bind::BoundBlock& block) {
    std::string out;
    for (const bind::BoundLabel& label : block.labels) out += " \"" + label.value + "\"";
    return out;
}

}  // namespace

void duplicates(FileRule& rule) {
    const bind::SymbolTable& table = rule.module.symbols();
    auto f = static_cast<std::uint32_t>(&rule.file - rule.module.files().data());
    std::string_view overrides = rule.module.language().overrides;
    auto is_override = [&](const bind::ModuleFile& file) {
        return !overrides.empty() && language::glob_matches(overrides, file.input.path);
    };
    for (const auto& [address, ids] : table.by_address) {
        if (ids.size() < 2) continue;
        // Names that are not visible together may be the same.
        std::map<std::array<std::uint32_t, 3>, const bind::SymbolEntry*> firsts;
        for (std::uint32_t id : ids) {
            const bind::SymbolEntry& entry = table.entries[id];
            const bind::ModuleFile& file = rule.module.files()[entry.file];
            if (is_override(file)) continue;
            const bind::Declaration& d = rule.module.declaration(entry);
            const bind::BoundUnit& unit = *rule.module.slot_of(entry).unit;
            if (d.block != bind::kNone && unit.blocks[d.block].def->merges) continue;
            std::array<std::uint32_t, 3> home{};
            if (d.def->visibility == language::Visibility::File) home = {entry.file + 1, 0, 0};
            if (d.def->visibility == language::Visibility::Parent)
                home = {
                    entry.file + 1, entry.unit,
                    d.block != bind::kNone ? unit.blocks[d.block].parent : unit.attributes[d.attribute].body};
            const bind::SymbolEntry*& first = firsts[home];
            if (!first) {
                first = &entry;
                continue;
            }
            if (entry.file != f) continue;
            // Two attributes of one name in one file: the parser has said so.
            if (d.attribute != bind::kNone && first->file == entry.file) continue;
            Location place = rule.module.name_place(entry);
            std::string kind = d.def->kind.empty() ? "symbol" : d.def->kind;
            Diagnostic& found =
                rule.report(DiagCode::DuplicateLabels, place.span,
                            {kind, d.block != bind::kNone ? quoted_labels(unit.blocks[d.block])
                                                          : " \"" + d.address.back() + "\""});
            found.related.push_back({rule.module.name_place(*first), "it is declared here already"});
        }
    }
    // Blocks without symbols, or whose symbols have no address of their own.
    std::unordered_map<std::string, Span> seen;
    for (const bind::UnitSlot& slot : rule.file.units)
        for (const bind::BoundBlock& block : slot.unit->blocks) {
            if (!block.def || !block.def->is_unique || block.labels.empty()) continue;
            if (block.def->symbol && !block.def->symbol->is_name_only) continue;  // said above
            if (block.labels.size() != block.def->labels.size()) continue;
            // The same parent: the file, or one block.
            std::string key = block.parent == 0
                                  ? std::string("top")
                                  : std::to_string(slot.base) + "/" + std::to_string(block.parent);
            key += '\x1f' + block.type;
            for (const bind::BoundLabel& label : block.labels) key += '\x1f' + label.value;
            Span place = block.header_span.shifted(slot.base);
            auto [it, is_new] = seen.emplace(std::move(key), place);
            if (is_new) continue;
            Diagnostic& found =
                rule.report(DiagCode::DuplicateLabels, place, {block.type, quoted_labels(block)});
            found.related.push_back({{rule.file.input.id, it->second}, "the first one is here"});
        }
}

}  // namespace hcl::check
