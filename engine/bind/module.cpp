// Queries of a module. builder.cpp builds it.
#include "engine/bind/module.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/syntax/tree/entries.h"

namespace hcl::bind {

const UnitCell& Module::cell_of(Symbol symbol) const {
    const ModuleFile* f = file(symbol.file);
    HCL_CHECK(f != nullptr);
    const UnitCell* cell = f->units->at_label(symbol.label);
    HCL_CHECK(cell != nullptr && cell->unit != nullptr);
    return *cell;
}

const UnitState* Module::state_of(const UnitCell& cell, Symbol symbol) const {
    if (pending_)
        if (auto it = pending_->find({symbol.file, symbol.label}); it != pending_->end())
            return it->second.get();
    return cell.state.get();
}

UnitSlot Module::slot_of(Symbol symbol) const {
    const ModuleFile* f = file(symbol.file);
    HCL_CHECK(f != nullptr);
    std::uint32_t base = 0;
    const UnitCell* cell = f->units->at_label(symbol.label, base);
    HCL_CHECK(cell != nullptr && cell->unit != nullptr);
    return {cell->unit.get(), state_of(*cell, symbol), base, symbol.label, symbol.file};
}

const Value& Module::value_of(Symbol symbol) const {
    static const Value kUnknown;
    if (!symbol.is_declaration() || cycles().members.contains(symbol)) return kUnknown;
    const UnitCell& cell = cell_of(symbol);
    const UnitState* state = state_of(cell, symbol);
    return state ? symbol_value(*cell.unit, *state, symbol.index()) : kUnknown;
}

Location name_place(const Module& module, Symbol symbol) {
    const UnitSlot slot = module.slot_of(symbol);
    Span span;
    switch (symbol.kind()) {
        case Symbol::Kind::Declaration:
            span = slot.unit->declarations[symbol.index()].name_span;
            break;
        case Symbol::Kind::Callable: {
            const BoundBlock& block = slot.unit->blocks[slot.unit->callables[symbol.index()].block];
            span = block.labels.empty() ? block.type_span : block.labels[0].span;
            break;
        }
        case Symbol::Kind::Block:
            span = slot.unit->blocks[symbol.index()].header_span;
            break;
        case Symbol::Kind::Attribute:
            span = slot.unit->attributes[symbol.index()].name_span;
            break;
    }
    return {symbol.file, span.shifted(slot.base)};
}

bool has_unbound_part(const syntax::File& tree, const Limits& limits) {
    if (tree.options().syntax == syntax::Syntax::Json) return tree.size() > limits.bound_json_file;
    if (tree.options().syntax != syntax::Syntax::Native) return false;
    const std::uint32_t entries = syntax::entry_count(tree);
    if (entries > limits.bound_items) return true;
    bool found = false;
    if (tree.size() > limits.bound_item)
        syntax::each_entry(tree, 0, entries, [&](const syntax::FileEntry& entry) {
            found = found || (entry.item && entry.size > limits.bound_item);
        });
    return found;
}

namespace {

struct PartlyBound {
    bool value = false;
};

}  // namespace

bool Module::is_partly_bound() const {
    return memo_
        .get<PartlyBound>([&] {
            return PartlyBound{std::ranges::any_of(files(), [&](const ModuleFile& file) {
                return has_unbound_part(*file.input.tree, limits());
            })};
        })
        .value;
}

}  // namespace hcl::bind
