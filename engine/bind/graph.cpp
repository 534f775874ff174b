#include "engine/bind/graph.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "engine/base/components.h"
#include "engine/bind/keys.h"
#include "engine/bind/resolution.h"

namespace hcl::bind {

bool is_read(const NameTable& readers, std::uint64_t key) {
    bool found = false;
    readers.each_from({key, {}}, [&](const NameRow& row) {
        found = row.key == key;
        return false;
    });
    return found;
}

bool is_value_read(const Module& module, const NameTable& readers, const Declaration& declaration) {
    // An overriding declaration also depends on the one it overrides.
    return module.files().has_overrides() ||
           any_value_key_of(declaration, [&](std::uint64_t key) { return is_read(readers, key); });
}

bool Graph::is_used(const BoundUnit& unit, Symbol symbol) const {
    if (symbol.is_declaration()) return is_value_read(module_, readers_, unit.declarations[symbol.index()]);
    return module_.files().has_overrides() ||
           is_read(readers_, key_of(KeyKind::Function, unit.callables[symbol.index()].name));
}

void Graph::each_symbol(UnitPlace place, const std::function<void(Symbol, bool is_used)>& visit) const {
    const BoundUnit& unit = module_.unit_of({place.label, place.file, 0});
    auto offer = [&](Symbol::Kind kind, std::size_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            Symbol symbol = Symbol::of(place.file, place.label, kind, i);
            visit(symbol, is_used(unit, symbol));
        }
    };
    offer(Symbol::Kind::Declaration, unit.declarations.size());
    offer(Symbol::Kind::Callable, unit.callables.size());
}

std::vector<Symbol> Graph::nodes_of(UnitPlace place) const {
    std::vector<Symbol> out;
    each_symbol(place, [&](Symbol symbol, bool is_used) {
        if (is_used) out.push_back(symbol);
    });
    return out;
}

const std::vector<Edge>& Graph::edges_of(UnitPlace place) {
    auto [it, is_new] = edges_.try_emplace(place);
    std::vector<Edge>& out = it->second;
    if (!is_new) return out;
    UnitSlot slot = module_.slot_of({place.label, place.file, 0});
    // Scopes are known only after evaluation, and the order must not depend on a previous state.
    slot.state = nullptr;
    const BoundUnit& unit = *slot.unit;
    if (unit.declarations.empty() && unit.callables.empty()) return out;
    auto node_of = [&](std::uint32_t attribute) -> std::optional<Symbol> {
        const BoundAttribute& a = unit.attributes[attribute];
        if (a.declaration != kNone)
            return Symbol::of(place.file, place.label, Symbol::Kind::Declaration, a.declaration);
        std::uint32_t block = unit.bodies[a.body].block;
        for (std::uint32_t c = 0; block != kNone && c < unit.callables.size(); ++c)
            if (unit.callables[c].block == block)
                return Symbol::of(place.file, place.label, Symbol::Kind::Callable, c);
        return std::nullopt;
    };
    // The call that the attribute is an argument of.
    auto call_of = [&](std::uint32_t attribute) -> std::optional<Symbol> {
        const std::uint32_t block = unit.bodies[unit.attributes[attribute].body].block;
        if (unit.folders.empty() || block == kNone) return std::nullopt;
        const std::uint32_t call = declaration_of_call(unit, unit.blocks[block]);
        if (call == kNone || !is_argument(slot, unit.blocks[block], attribute)) return std::nullopt;
        return Symbol::of(place.file, place.label, Symbol::Kind::Declaration, call);
    };
    for (const Reference& reference : unit.references) {
        if (reference.is_text) continue;
        auto from = node_of(reference.attribute);
        const bool is_argument = !from && (from = call_of(reference.attribute));
        if (!from) continue;
        // The last declaration of a name wins.
        Resolution found = resolve(module_, slot, reference);
        if (found.kind == Resolution::Kind::Symbol)
            out.push_back({*from, found.symbols.back(), is_argument});
        else
            for (Symbol to : found.symbols) out.push_back({*from, to, is_argument});
    }
    // With `depends = all`, a reference of the block to itself is not a cycle.
    std::erase_if(out, [&](const Edge& edge) {
        return edge.from == edge.to && edge.from.is_declaration() &&
               unit.declarations[edge.from.index()].def->depends_on_all;
    });
    for (std::uint32_t d = 0; module_.files().has_overrides() && d < unit.declarations.size(); ++d) {
        Symbol self = Symbol::of(place.file, place.label, Symbol::Kind::Declaration, d);
        if (auto below = module_.symbols().overridden_by(self)) out.push_back({self, *below});
    }
    std::vector<Symbol> called;
    for (const std::string& call : unit.calls)
        if (auto function = module_.symbols().function(call)) called.push_back(*function);
    if (!called.empty()) {
        std::set<Symbol> callers;
        for (std::uint32_t a = 0; a < unit.attributes.size(); ++a)
            if (auto from = node_of(a)) callers.insert(*from);
        for (Symbol from : callers)
            for (Symbol to : called) out.push_back({from, to});
    }
    auto both = [](const Edge& e) { return std::pair(e.from, e.to); };
    std::ranges::sort(out, {}, [](const Edge& e) { return std::tuple(e.from, e.to, e.is_argument); });
    auto same = std::ranges::unique(out, {}, both);
    out.erase(same.begin(), same.end());
    return out;
}

void Graph::each_next(Symbol from, const std::function<void(const Edge&)>& visit) {
    const std::vector<Edge>& edges = edges_of({from.file, from.label});
    for (auto it = std::ranges::lower_bound(edges, from, {}, &Edge::from);
         it != edges.end() && it->from == from; ++it)
        visit(*it);
}

void Graph::each_before(Symbol to, const std::function<void(Symbol)>& visit) {
    std::vector<std::uint64_t> keys;
    const BoundUnit& unit = module_.unit_of(to);
    if (to.is_declaration())
        keys_of(unit.declarations[to.index()], keys);
    else
        keys.push_back(key_of(KeyKind::Function, unit.callables[to.index()].name));
    std::set<UnitPlace> units;
    for (std::uint64_t key : keys) each_reader(readers_, key, [&](UnitPlace place) { units.insert(place); });
    for (UnitPlace place : units)
        for (const Edge& edge : edges_of(place))
            if (edge.to == to) visit(edge.from);
}

std::vector<Symbol> Graph::sorted(const std::vector<Symbol>& nodes, Cycles& cycles) {
    std::size_t n = nodes.size();
    std::unordered_map<Symbol, std::uint32_t, SymbolHash> number;
    number.reserve(n);
    for (std::uint32_t i = 0; i < n; ++i) number.emplace(nodes[i], i);
    std::vector<std::vector<std::uint32_t>> next(n);
    std::set<std::pair<std::uint32_t, std::uint32_t>> arguments;  // edges of arguments
    for (std::uint32_t i = 0; i < n; ++i)
        each_next(nodes[i], [&](const Edge& edge) {
            auto it = number.find(edge.to);
            if (it == number.end()) return;
            next[i].push_back(it->second);
            if (edge.is_argument) arguments.emplace(i, it->second);
        });
    std::vector<Symbol> result;
    result.reserve(n);
    each_component(next, cancel_, [&](std::span<const std::uint32_t> component) {
        auto add = [&](std::uint32_t node, bool is_in_cycle) {
            result.push_back(nodes[node]);
            if (is_in_cycle) cycles.members.insert(nodes[node]);
        };
        const bool is_cycle = has_cycle(component, next);
        std::unordered_map<std::uint32_t, std::uint32_t> inner;  // number in the component
        auto closes_by_argument = [&] {
            if (!is_cycle || arguments.empty()) return false;
            for (std::uint32_t i = 0; i < component.size(); ++i) inner.emplace(component[i], i);
            return std::ranges::any_of(component, [&](std::uint32_t node) {
                return std::ranges::any_of(next[node], [&](std::uint32_t to) {
                    return inner.contains(to) && arguments.contains({node, to});
                });
            });
        };
        if (!closes_by_argument()) {
            for (std::uint32_t node : component) add(node, is_cycle);
            return;
        }
        // Without the arguments of its calls.
        std::vector<std::vector<std::uint32_t>> rest(component.size());
        for (std::uint32_t i = 0; i < component.size(); ++i) {
            cycles.through_calls.insert(nodes[component[i]]);
            for (std::uint32_t to : next[component[i]])
                if (auto it = inner.find(to); it != inner.end() && !arguments.contains({component[i], to}))
                    rest[i].push_back(it->second);
        }
        each_component(rest, cancel_, [&](std::span<const std::uint32_t> part) {
            const bool is_inner_cycle = has_cycle(part, rest);
            for (std::uint32_t i : part) add(component[i], is_inner_cycle);
        });
    });
    return result;
}

Graph::Order Graph::order(std::span<const UnitPlace> units, Cycles& cycles) {
    std::vector<Symbol> nodes;
    std::vector<Symbol> last;
    for (UnitPlace place : units)
        each_symbol(place, [&](Symbol symbol, bool is_used) { (is_used ? nodes : last).push_back(symbol); });
    Order order;
    order.read = nodes.size();
    if (module_.symbols().function_names().empty()) {
        order.list = sorted(nodes, cycles);
    } else {
        // A call evaluates the body of the function, which reads names of other units: functions of units
        // that are not in the list matter to the order, too.
        std::unordered_set<Symbol, SymbolHash> own(nodes.begin(), nodes.end());
        std::unordered_set<Symbol, SymbolHash> called;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            each_next(nodes[i], [&](const Edge& edge) {
                if (!edge.to.is_declaration() && !own.contains(edge.to) && called.insert(edge.to).second)
                    nodes.push_back(edge.to);
            });
        order.list = sorted(nodes, cycles);
        std::erase_if(order.list, [&](Symbol symbol) { return called.contains(symbol); });
    }
    order.list.insert(order.list.end(), last.begin(), last.end());
    return order;
}

Cycles Graph::cycles_through(std::span<const Symbol> suspects) {
    // A set that is closed under dependencies (or dependents) contains cycles completely or not at all, so
    // either search suffices when it is complete.
    struct Side {
        std::unordered_set<Symbol, SymbolHash> seen;
        std::vector<Symbol> list;
        std::size_t done = 0;
        std::size_t visited = 0;
    };
    Side forward;
    Side backward;
    for (Symbol s : suspects)
        for (Side* side : {&forward, &backward})
            if (side->seen.insert(s).second) side->list.push_back(s);
    for (;;) {
        cancel_.poll();
        Side* complete = forward.done == forward.list.size()     ? &forward
                         : backward.done == backward.list.size() ? &backward
                                                                 : nullptr;
        if (complete) {
            Cycles found;
            sorted(complete->list, found);
            return found;
        }
        auto add = [](Side& side) {
            return [&side](Symbol s) {
                ++side.visited;
                if (side.seen.insert(s).second) side.list.push_back(s);
            };
        };
        // A name can have thousands of readers, so continue the search that has visited less.
        if (forward.visited <= backward.visited)
            each_next(forward.list[forward.done++],
                      [&, see = add(forward)](const Edge& edge) { see(edge.to); });
        else
            each_before(backward.list[backward.done++], add(backward));
    }
}

}  // namespace hcl::bind
