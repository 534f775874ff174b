#include "engine/bind/whole_block.h"

#include "engine/bind/unit_json.h"
#include "engine/syntax/tree/entries.h"

namespace hcl::bind {

WholeBlock whole_block(const Module& module, const UnitSlot& header) {
    const ModuleFile& file = *module.file(header.file);
    const std::uint32_t entry = file.units->entry_at_label(header.label);
    WholeBlock whole;
    if (file.input.tree->options().syntax == syntax::Syntax::Json) {
        const UnitCell& cell = *file.units->at_label(header.label);
        whole.source = syntax::joined_json(std::static_pointer_cast<const syntax::SplitBlock>(cell.source));
        whole.unit = bind_json_elements({}, *whole.source, module.language(), module.packages());
    } else {
        syntax::each_entry(*file.input.tree, entry, entry + 1, [&](const syntax::FileEntry& found) {
            whole.unit = bind_item(shifted_to_start(*found.item), module.language(), module.packages());
        });
    }
    auto state = std::make_shared<UnitState>();
    bool has_blocks = false;
    file.units->each(file.units->cell_of_entry(entry) + 1, file.units->cell_of_entry(entry + 1), 0,
                     [&](const UnitCell& cell, std::uint32_t) {
                         has_blocks = has_blocks || (cell.unit && cell.unit->blocks.size() > 1);
                         if (cell.state)
                             state->values.insert(state->values.end(), cell.state->values.begin(),
                                                  cell.state->values.end());
                     });
    // Arguments of nested blocks come behind all others.
    if (has_blocks || state->values.size() != whole.unit->attributes.size())
        state->values.assign(whole.unit->attributes.size(), Value::dynamic());
    state->symbols.resize(whole.unit->declarations.size());
    whole.state = std::move(state);
    whole.slot = {whole.unit.get(), whole.state.get(), header.base, header.label, header.file};
    return whole;
}

}  // namespace hcl::bind
