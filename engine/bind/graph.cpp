#include "engine/bind/graph.h"

#include <algorithm>
#include <unordered_set>

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

bool Graph::is_used(const BoundUnit& unit, Symbol symbol) const {
    // An overriding declaration also depends on the one it overrides.
    if (module_.has_overrides()) return true;
    if (!symbol.is_declaration())
        return is_read(readers_, key_of(KeyKind::Function, unit.callables[symbol.index()].name));
    return any_value_key_of(unit.declarations[symbol.index()],
                            [&](std::uint64_t key) { return is_read(readers_, key); });
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
    for (const Reference& reference : unit.references) {
        if (reference.is_text) continue;
        auto from = node_of(reference.attribute);
        if (!from) continue;
        // The last declaration of a name wins.
        Resolution found = resolve(module_, slot, reference);
        if (found.kind == Resolution::Kind::Symbol)
            out.push_back({*from, found.symbols.back()});
        else
            for (Symbol to : found.symbols) out.push_back({*from, to});
    }
    // With `depends = all`, a reference of the block to itself is not a cycle.
    std::erase_if(out, [&](const Edge& edge) {
        return edge.from == edge.to && edge.from.is_declaration() &&
               unit.declarations[edge.from.index()].def->depends_on_all;
    });
    for (std::uint32_t d = 0; module_.has_overrides() && d < unit.declarations.size(); ++d) {
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
    std::ranges::sort(out, {}, both);
    auto same = std::ranges::unique(out, {}, both);
    out.erase(same.begin(), same.end());
    return out;
}

void Graph::each_next(Symbol from, const std::function<void(Symbol)>& visit) {
    const std::vector<Edge>& edges = edges_of({from.file, from.label});
    for (auto it = std::ranges::lower_bound(edges, from, {}, &Edge::from);
         it != edges.end() && it->from == from; ++it)
        visit(it->to);
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

// Strongly connected components, dependencies first (Tarjan). Iterative, because chains can be long.
std::vector<Symbol> Graph::sorted(const std::vector<Symbol>& nodes, std::set<Symbol>& cycles) {
    std::size_t n = nodes.size();
    std::unordered_map<Symbol, std::uint32_t, SymbolHash> number;
    number.reserve(n);
    for (std::uint32_t i = 0; i < n; ++i) number.emplace(nodes[i], i);
    std::vector<std::vector<std::uint32_t>> next(n);
    for (std::uint32_t i = 0; i < n; ++i)
        each_next(nodes[i], [&](Symbol to) {
            if (auto it = number.find(to); it != number.end()) next[i].push_back(it->second);
        });
    std::vector<Symbol> result;
    result.reserve(n);
    std::vector<std::uint32_t> index(n, kNone);
    std::vector<std::uint32_t> low(n, 0);
    std::vector<bool> on_stack(n, false);
    std::vector<std::uint32_t> stack;
    struct Frame {
        std::uint32_t node;
        std::size_t edge;
    };
    std::vector<Frame> frames;
    std::uint32_t counter = 0;
    for (std::uint32_t start = 0; start < n; ++start) {
        if (index[start] != kNone) continue;
        cancel_.poll();
        frames.push_back({start, 0});
        while (!frames.empty()) {
            Frame& frame = frames.back();
            std::uint32_t v = frame.node;
            if (frame.edge == 0 && index[v] == kNone) {
                index[v] = low[v] = counter++;
                stack.push_back(v);
                on_stack[v] = true;
            }
            bool descended = false;
            while (frame.edge < next[v].size()) {
                std::uint32_t w = next[v][frame.edge++];
                if (index[w] == kNone) {
                    frames.push_back({w, 0});
                    descended = true;
                    break;
                }
                if (on_stack[w]) low[v] = std::min(low[v], index[w]);
            }
            if (descended) continue;
            if (low[v] == index[v]) {
                std::size_t first = stack.size();
                while (stack[--first] != v) {
                }
                bool loops = stack.size() - first > 1 || std::ranges::find(next[v], v) != next[v].end();
                for (std::size_t i = first; i < stack.size(); ++i) {
                    on_stack[stack[i]] = false;
                    result.push_back(nodes[stack[i]]);
                    if (loops) cycles.insert(nodes[stack[i]]);
                }
                stack.resize(first);
            }
            frames.pop_back();
            if (!frames.empty()) {
                std::uint32_t parent = frames.back().node;
                low[parent] = std::min(low[parent], low[v]);
            }
        }
    }
    return result;
}

Graph::Order Graph::order(std::span<const UnitPlace> units, std::set<Symbol>& cycles) {
    std::vector<Symbol> nodes;
    std::vector<Symbol> last;
    for (UnitPlace place : units)
        each_symbol(place, [&](Symbol symbol, bool is_used) { (is_used ? nodes : last).push_back(symbol); });
    Order order{sorted(nodes, cycles), nodes.size()};
    order.list.insert(order.list.end(), last.begin(), last.end());
    return order;
}

std::set<Symbol> Graph::cycles_through(std::span<const Symbol> suspects) {
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
            std::set<Symbol> found;
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
            each_next(forward.list[forward.done++], add(forward));
        else
            each_before(backward.list[backward.done++], add(backward));
    }
}

}  // namespace hcl::bind
