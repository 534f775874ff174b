// Blocks of one parent that must differ in labels or attributes that the pack names.
#include <algorithm>
#include <unordered_map>

#include "engine/check/rule.h"

namespace hcl::check {

void unique_by(FileRule& rule) {
    bool any = std::ranges::any_of(rule.file.units, [](const bind::UnitSlot& slot) {
        return std::ranges::any_of(
            slot.unit->blocks, [](const auto& block) { return block.def && !block.def->unique_by.empty(); });
    });
    if (!any) return;
    std::unordered_map<std::string, Location> seen;
    // Blocks at the top are siblings of those in other files of the module; what is said is said where the
    // later one stands.
    for (const bind::ModuleFile& file : rule.module.files())
        for (std::size_t u = 0; u < file.units.size(); ++u) {
            const bind::UnitSlot& slot = file.units[u];
            for (const bind::BoundBlock& block : slot.unit->blocks) {
                if (!block.def || block.def->unique_by.empty()) continue;
                if (block.parent != 0 && &file != &rule.file) continue;
                std::string key = block.type;
                if (block.parent != 0) key += '\x1f' + std::to_string(u) + '/' + std::to_string(block.parent);
                std::string names;
                bool is_known = true;
                for (const language::KeyDef& part : block.def->unique_by) {
                    std::string shown;
                    if (part.is_label) {
                        for (std::size_t i = 0; i < block.labels.size() && i < block.def->labels.size(); ++i)
                            if (block.def->labels[i].name == part.name) shown = block.labels[i].value;
                    } else if (slot.state) {
                        for (std::uint32_t a : slot.unit->bodies[block.body].attributes)
                            if (slot.unit->attributes[a].name == part.name) {
                                const Value& value = slot.state->values[a];
                                if (!value.is_marked() && value.has_content()) shown = value.to_display(200);
                            }
                    }
                    is_known = is_known && !shown.empty();
                    key += '\x1f' + shown;
                    names += (names.empty() ? "" : " and ") + part.name + " (" + shown + ")";
                }
                if (!is_known) continue;
                Location place{file.input.id, block.header_span.shifted(slot.base)};
                auto [it, is_new] = seen.emplace(std::move(key), place);
                if (is_new || &file != &rule.file) continue;
                Diagnostic& d = rule.report(DiagCode::DuplicateKey, place.span, {block.type, names});
                d.related.push_back({it->second, "the other one is here"});
            }
        }
}

}  // namespace hcl::check
