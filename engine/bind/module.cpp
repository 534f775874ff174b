// Queries of a module. builder.cpp builds it.
#include "engine/bind/module.h"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <unordered_set>

#include "engine/base/check.h"
#include "engine/bind/evaluation.h"
#include "engine/bind/keys.h"

namespace hcl::bind {

std::optional<UnitSlot> ModuleFile::unit_at(std::uint32_t offset) const {
    std::uint32_t base = 0;
    const UnitCell* cell = units->at_offset(offset, base);
    if (!cell || !cell->unit) return std::nullopt;
    return UnitSlot{cell->unit.get(), cell->state.get(), base, cell->label, input.id};
}

std::uint32_t Module::rank_of(FileId file) const {
    if (files_.size() == 1) return files_[0].input.id == file ? 0 : kNone;
    auto it = std::ranges::lower_bound(ranks_, file, {}, &std::pair<FileId, std::uint32_t>::first);
    return it != ranks_.end() && it->first == file ? it->second : kNone;
}

const ModuleFile* Module::file(FileId id) const {
    std::uint32_t rank = rank_of(id);
    return rank == kNone ? nullptr : &files_[rank];
}

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

const Declaration& Module::declaration(Symbol symbol) const {
    return unit_of(symbol).declarations[symbol.index()];
}

Location Module::name_place(Symbol symbol) const {
    UnitSlot slot = slot_of(symbol);
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

const Value& Module::value_of(Symbol symbol) const {
    static const Value kUnknown;
    if (!symbol.is_declaration() || (!cycles_->members.empty() && is_in_cycle(symbol))) return kUnknown;
    const UnitCell& cell = cell_of(symbol);
    const UnitState* state = state_of(cell, symbol);
    return state ? symbol_value(*cell.unit, *state, symbol.index()) : kUnknown;
}

InterfacePtr Module::foreign(std::string_view folder, std::string_view language) const {
    auto it = foreign_.find({std::string(folder), std::string(language)});
    return it == foreign_.end() ? nullptr : it->second;
}

}  // namespace hcl::bind
