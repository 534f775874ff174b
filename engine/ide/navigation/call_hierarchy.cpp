#include "engine/ide/navigation/call_hierarchy.h"

#include <algorithm>

#include "engine/eval/analysis/variables.h"
#include "engine/ide/navigation/bound_names.h"
#include "engine/ide/navigation/module_calls.h"
#include "engine/world/path_order.h"

namespace hcl::ide {

namespace {

using bind::kNone;
using syntax::Node;

CallItem function_item(const bind::Module& module, bind::Symbol id) {
    const bind::UnitSlot slot = module.slot_of(id);
    const bind::Callable& callable = slot.unit->callables[id.index()];
    const bind::BoundBlock& block = slot.unit->blocks[callable.block];
    Span word = block.labels.empty() ? block.type_span : block.labels[0].span;
    return {callable.name, "function", id.file, block.span.shifted(slot.base), word.shifted(slot.base), true};
}

// The nearest enclosing named block of an attribute, otherwise the attribute itself.
CallItem caller(const bind::ModuleFile& file, const bind::UnitSlot& slot,
                const bind::BoundAttribute& attribute) {
    const bind::BoundUnit& unit = *slot.unit;
    std::uint32_t block = unit.bodies[attribute.body].block;
    while (block != kNone && unit.blocks[block].labels.empty() &&
           unit.bodies[unit.blocks[block].parent].block != kNone)
        block = unit.bodies[unit.blocks[block].parent].block;
    if (block == kNone || unit.blocks[block].labels.empty())
        return {attribute.name,
                "argument",
                file.input.id,
                attribute.span.shifted(slot.base),
                attribute.name_span.shifted(slot.base),
                false};
    const bind::BoundBlock& b = unit.blocks[block];
    bool is_function = std::ranges::any_of(unit.callables, [&](const auto& c) { return c.block == block; });
    return {b.labels.back().value,     is_function ? "function" : b.type,       file.input.id,
            b.span.shifted(slot.base), b.labels.back().span.shifted(slot.base), is_function};
}

std::optional<std::pair<BoundPlace, BoundName>> function_at(const world::Snapshot& snapshot, FileId file,
                                                            std::uint32_t offset, const Cancel& cancel) {
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return std::nullopt;
    auto name = own_name_at(*place);
    if (!name || name->kind != BoundName::Kind::Function || name->ids.empty()) return std::nullopt;
    return std::pair(std::move(*place), std::move(*name));
}

void add(std::vector<CallLink>& links, CallItem item, Span place) {
    auto known = std::ranges::find_if(
        links, [&](const CallLink& l) { return l.item.file == item.file && l.item.word == item.word; });
    if (known == links.end())
        links.push_back({std::move(item), {place}});
    else
        known->places.push_back(place);
}

void sort(std::vector<CallLink>& links, const world::Snapshot& snapshot) {
    std::ranges::sort(links, world::PathOrder(snapshot),
                      [](const CallLink& link) { return Location{link.item.file, link.item.span}; });
}

}  // namespace

std::optional<CallItem> call_item_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel) {
    auto found = function_at(snapshot, file, offset, cancel);
    if (!found) return module_item_at(snapshot, file, offset, cancel);
    return function_item(*found->first.module, found->second.ids.back());
}

std::vector<CallLink> incoming_calls(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel) {
    std::vector<CallLink> links;
    auto found = function_at(snapshot, file, offset, cancel);
    if (!found && offset == 0) return calls_of_module(snapshot, file, cancel);
    if (!found) return links;
    for (const bind::ModuleFile& other : found->first.module->files())
        other.each_unit([&](const bind::UnitSlot& slot) {
            cancel.poll();
            if (!std::ranges::binary_search(slot.unit->calls, found->second.name)) return;
            for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
                if (!attribute.expr || attribute.expr.is(syntax::NodeKind::Missing)) continue;
                eval::each_call(attribute.expr, [&](Node call, std::string_view called) {
                    if (called == found->second.name && call.child(0))
                        add(links, caller(other, slot, attribute), call.child(0).span().shifted(slot.base));
                });
            }
        });
    sort(links, snapshot);
    return links;
}

std::vector<CallLink> outgoing_calls(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel) {
    std::vector<CallLink> links;
    auto found = function_at(snapshot, file, offset, cancel);
    if (!found && offset == 0) return calls_in_module(snapshot, file, cancel);
    if (!found) return links;
    const bind::Module& module = *found->first.module;
    const bind::Symbol id = found->second.ids.back();
    const bind::UnitSlot slot = module.slot_of(id);
    std::uint32_t body = slot.unit->blocks[slot.unit->callables[id.index()].block].body;
    for (std::uint32_t index : slot.unit->bodies[body].attributes) {
        const bind::BoundAttribute& attribute = slot.unit->attributes[index];
        if (!attribute.expr || attribute.expr.is(syntax::NodeKind::Missing)) continue;
        eval::each_call(attribute.expr, [&](Node call, std::string_view called) {
            std::optional<bind::Symbol> known = module.symbols().function(called);
            if (known && call.child(0))
                add(links, function_item(module, *known), call.child(0).span().shifted(slot.base));
        });
    }
    sort(links, snapshot);
    return links;
}

}  // namespace hcl::ide
