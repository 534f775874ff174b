#include "engine/bind/interface.h"

#include <algorithm>

#include "engine/bind/module.h"

namespace hcl::bind {

bool InterfaceItem::operator==(const InterfaceItem& other) const {
    return kind == other.kind && name == other.name && type == other.type &&
           is_required == other.is_required && value.identical(other.value);
}

const InterfaceItem* Interface::find(std::string_view kind, std::string_view name) const {
    auto key = [](const InterfaceItem& item) {
        return std::pair<std::string_view, std::string_view>(item.kind, item.name);
    };
    auto it = std::ranges::lower_bound(items, std::pair(kind, name), {}, key);
    return it != items.end() && it->kind == kind && it->name == name ? &*it : nullptr;
}

InterfacePtr interface_of(const Module& module) {
    struct Kept {
        InterfacePtr value;
    };
    return module.memo()
        .get<Kept>([&] {
            auto out = std::make_shared<Interface>();
            for (Symbol symbol : module.exported()) {
                UnitSlot slot = module.slot_of(symbol);
                const Declaration& d = slot.unit->declarations[symbol.index()];
                SymbolFacts facts = slot.state->facts_of(symbol.index());
                out->items.push_back(
                    {d.def->kind, d.address.back(), facts.type, facts.is_required, module.value_of(symbol)});
            }
            auto key = [](const InterfaceItem& item) {
                return std::pair<std::string_view, std::string_view>(item.kind, item.name);
            };
            // The last declaration wins.
            std::ranges::reverse(out->items);
            std::ranges::stable_sort(out->items, {}, key);
            auto same = std::ranges::unique(out->items, {}, key);
            out->items.erase(same.begin(), same.end());
            return Kept{std::move(out)};
        })
        .value;
}

}  // namespace hcl::bind
