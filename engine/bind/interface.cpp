#include "engine/bind/interface.h"

#include <algorithm>
#include <tuple>

#include "engine/bind/module.h"

namespace hcl::bind {

bool InterfaceItem::operator==(const InterfaceItem& other) const {
    return kind == other.kind && name == other.name && type == other.type &&
           is_required == other.is_required && refuses_null == other.refuses_null &&
           defaults == other.defaults && address == other.address && conditions == other.conditions &&
           value.identical(other.value);
}

namespace {

// Conditions in the declaration's block. In JSON they are strings, and ignored.
std::vector<InterfaceCondition> conditions_of(const Module& module, const UnitSlot& slot,
                                              std::uint32_t declaration) {
    std::vector<InterfaceCondition> out;
    const syntax::FilePtr& tree = module.file(slot.file)->input.tree;
    if (tree->options().syntax != syntax::Syntax::Native) return out;
    auto text = [&](syntax::Node node) { return tree->text(node.span().shifted(slot.base)); };
    const BoundUnit& unit = *slot.unit;
    for (const BoundAttribute& attribute : unit.attributes) {
        if (!attribute.def || attribute.def->validates.empty() || !attribute.expr) continue;
        // A condition of something else, which may read any name.
        if (attribute.def->must_refer == language::MustRefer::Any) continue;
        std::uint32_t block = unit.bodies[attribute.body].block;
        if (block == kNone || unit.blocks[block].declaration != declaration) continue;
        InterfaceCondition& condition = out.emplace_back();
        condition.condition = text(attribute.expr);
        for (std::uint32_t other : unit.bodies[attribute.body].attributes)
            if (unit.attributes[other].name == attribute.def->validates && unit.attributes[other].expr)
                condition.message = text(unit.attributes[other].expr);
    }
    return out;
}

}  // namespace

const InterfaceItem* Interface::find(std::string_view kind, std::string_view name) const {
    auto key = [](const InterfaceItem& item) {
        return std::pair<std::string_view, std::string_view>(item.kind, item.name);
    };
    auto it = std::ranges::lower_bound(items, std::pair(kind, name), {}, key);
    return it != items.end() && it->kind == kind && it->name == name ? &*it : nullptr;
}

namespace {

struct ValuesByKind {
    std::map<std::string, Value, std::less<>> list;
};

}  // namespace

Value Interface::values_of(std::string_view kind) const {
    const auto& all = memo_.get<ValuesByKind>([&] {
        std::map<std::string_view, std::vector<std::pair<std::string, Value>>> named;
        for (const InterfaceItem& item : items) named[item.kind].emplace_back(item.name, item.value);
        ValuesByKind out;
        for (auto& [of, values] : named) out.list.emplace(of, Value::object(std::move(values)));
        return out;
    });
    const auto found = all.list.find(kind);
    return found == all.list.end() ? Value::object({}) : found->second;
}

namespace {

struct NamesByKind {
    std::map<std::string, SimilarNames, std::less<>> list;
};

}  // namespace

const SimilarNames& Interface::names_of(std::string_view kind) const {
    static const SimilarNames kNoNames{std::vector<std::string>()};
    const auto& all = memo_.get<NamesByKind>([&] {
        std::map<std::string_view, std::vector<std::string>> named;
        for (const InterfaceItem& item : items) named[item.kind].push_back(item.name);
        NamesByKind out;
        for (auto& [of, names] : named) out.list.emplace(of, SimilarNames(std::move(names)));
        return out;
    });
    const auto found = all.list.find(kind);
    return found == all.list.end() ? kNoNames : found->second;
}

bool is_same_for(const Module& module, std::string_view folder, const InterfacePtr& before,
                 const InterfacePtr& now) {
    if (before == now) return true;
    return before && now && *before == *now &&
           (before->identity == now->identity || !module.symbols().reads_calls_of(folder));
}

InterfaceItem interface_item(const Module& module, const UnitSlot& slot, std::uint32_t declaration) {
    const Declaration& d = slot.unit->declarations[declaration];
    SymbolFacts facts = slot.state->facts_of(declaration);
    return {d.def->kind,       d.address.back(), facts.type, facts.defaults,
            facts.is_required, Value::dynamic(), d.address,  conditions_of(module, slot, declaration),
            facts.refuses_null};
}

InterfacePtr ForeignTable::find(std::string_view folder, std::string_view language) const {
    auto it = by_name.find({std::string(folder), std::string(language)});
    return it == by_name.end() ? nullptr : it->second;
}

InterfacePtr interface_of(const Module& module) {
    struct Kept {
        InterfacePtr value;
    };
    return module.memo()
        .get<Kept>([&] {
            auto out = std::make_shared<Interface>();
            bool depends_on_inputs = false;
            for (Symbol symbol : module.symbols().exported()) {
                InterfaceItem& item =
                    out->items.emplace_back(interface_item(module, module.slot_of(symbol), symbol.index()));
                item.value = module.value_of(symbol);
                const SymbolDef& def = *module.declaration(symbol).def;
                const bool is_input = def.type || def.required;
                depends_on_inputs = depends_on_inputs || (!is_input && !item.value.is_wholly_known());
            }
            if (depends_on_inputs && !module.language().evaluation.is_silent)
                out->identity = std::make_shared<const char>();
            auto key = [](const InterfaceItem& item) { return std::tie(item.kind, item.name, item.address); };
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
