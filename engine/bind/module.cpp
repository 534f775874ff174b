#include "engine/bind/module.h"

#include <algorithm>
#include <queue>

#include "engine/bind/evaluation.h"
#include "engine/eval/static_expr.h"

namespace hcl::bind {

using language::Decoder;
using syntax::BodyItem;
using syntax::Node;

std::string join_address(const std::vector<std::string>& steps, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) out += '\x1f';
        out += steps[i];
    }
    return out;
}

const UnitSlot* ModuleFile::unit_at(std::uint32_t offset) const {
    auto after = std::ranges::upper_bound(units, offset, {}, &UnitSlot::base);
    if (after == units.begin()) return units.empty() ? nullptr : &units.front();
    return &*std::prev(after);
}

const ModuleFile* Module::file(FileId id) const {
    for (const ModuleFile& f : files_)
        if (f.input.id == id) return &f;
    return nullptr;
}

Location Module::name_place(const SymbolEntry& entry) const {
    const UnitSlot& slot = slot_of(entry);
    Span span;
    if (entry.declaration != kNone) {
        span = slot.unit->declarations[entry.declaration].name_span;
    } else {
        const BoundBlock& block = slot.unit->blocks[slot.unit->callables[entry.callable].block];
        span = block.labels.empty() ? block.type_span : block.labels[0].span;
    }
    return {files_[entry.file].input.id, span.shifted(slot.base)};
}

const Value& Module::value_of(std::uint32_t symbol) const {
    static const Value kUnknown;
    const SymbolEntry& entry = symbols_->entries[symbol];
    const UnitSlot& slot = slot_of(entry);
    if (entry.declaration == kNone || !slot.state) return kUnknown;
    if (cycles_ && cycles_->contains(symbol)) return kUnknown;
    return slot.state->symbols[entry.declaration];
}

bool Module::has_more_names(const std::vector<std::string>& kinds) const {
    for (const std::string& kind : kinds) {
        auto it = symbols_->by_kind.find(kind);
        if (it == symbols_->by_kind.end()) continue;
        for (std::uint32_t id : it->second) {
            const SymbolEntry& entry = symbols_->entries[id];
            const UnitSlot& slot = slot_of(entry);
            if (slot.state && slot.state->names_more[entry.declaration]) return true;
        }
    }
    return false;
}

namespace {

constexpr std::size_t kLongestAddress = 6;

std::uint64_t key_of(std::string_view kind, std::string_view name) {
    std::uint64_t a = std::hash<std::string_view>{}(name);
    std::uint64_t b = std::hash<std::string_view>{}(kind);
    return a * 0x9E37'79B9'7F4A'7C15ull ^ (b + (a << 6) + (a >> 2));
}

std::vector<std::string> names_of(const Reference& reference) {
    std::vector<std::string> names;
    for (const ReferenceStep& step : reference.steps) {
        if (names.size() >= kLongestAddress) break;
        names.push_back(step.name);
    }
    return names;
}

}  // namespace

bool Module::is_visible(const SymbolEntry& entry, const UnitSlot& slot, std::uint32_t body) const {
    if (entry.declaration == kNone) return true;
    const Declaration& d = declaration(entry);
    if (d.def->visibility == language::Visibility::File) {
        const std::vector<UnitSlot>& units = files_[entry.file].units;
        auto at = std::ranges::lower_bound(units, slot.base, {}, &UnitSlot::base);
        return at != units.end() && at->unit == slot.unit;
    }
    if (d.def->visibility == language::Visibility::Parent) {
        const UnitSlot& home = slot_of(entry);
        std::uint32_t inside = d.attribute != kNone ? home.unit->attributes[d.attribute].body
                                                    : home.unit->blocks[d.block].parent;
        if (inside == 0) return true;
        std::vector<std::uint32_t> around = bodies_around(*slot.unit, body);
        return home.unit == slot.unit && std::ranges::find(around, inside) != around.end();
    }
    return true;
}

Resolution Module::resolve(const UnitSlot& slot, const Reference& reference) const {
    Resolution out;
    const BoundUnit& unit = *slot.unit;
    const BoundAttribute& attribute = unit.attributes[reference.attribute];
    if (reference.is_text) {
        for (const std::string& kind : attribute.def->rules.refers_to) {
            auto it = symbols_->by_kind_and_name.find(kind + '\x1f' + reference.steps[0].name);
            if (it == symbols_->by_kind_and_name.end()) continue;
            out.kind = Resolution::Kind::Symbol;
            out.steps = 1;
            out.symbols.insert(out.symbols.end(), it->second.begin(), it->second.end());
        }
        return out;
    }
    const std::string& root = reference.steps[0].name;
    if (slot.state) {
        for (std::uint32_t body : bodies_around(unit, attribute.body)) {
            const auto& scope = slot.state->scopes[body];
            if (scope && scope->variable(root)) {
                out.kind = Resolution::Kind::Local;
                out.steps = 1;
                return out;
            }
            if (slot.state->open_scopes[body]) out.kind = Resolution::Kind::Unknowable;
        }
    }
    if (is_parameter(unit, attribute, root)) {
        out.kind = Resolution::Kind::Local;
        out.steps = 1;
        return out;
    }
    std::vector<std::string> names = names_of(reference);
    for (std::size_t count = names.size(); count > 0; --count) {
        std::string address = join_address(names, count);
        if (auto it = symbols_->by_address.find(address); it != symbols_->by_address.end()) {
            for (std::uint32_t id : it->second)
                if (is_visible(symbols_->entries[id], slot, attribute.body)) out.symbols.push_back(id);
            if (out.symbols.empty()) continue;
            out.kind = Resolution::Kind::Symbol;
            out.steps = count;
            return out;
        }
    }
    std::string all = join_address(names, names.size());
    if (auto it = symbols_->by_prefix.find(all); it != symbols_->by_prefix.end()) {
        for (std::uint32_t id : it->second)
            if (is_visible(symbols_->entries[id], slot, attribute.body)) out.symbols.push_back(id);
        if (!out.symbols.empty()) {
            out.kind = Resolution::Kind::Group;
            out.steps = names.size();
            return out;
        }
    }
    for (const auto& [name, value] : language_->variables)
        if (name == root) {
            out.kind = Resolution::Kind::Predefined;
            out.steps = 1;
            return out;
        }
    if (language_->unknown_names == language::UnknownNames::Ignore) out.kind = Resolution::Kind::Unknowable;
    return out;
}

struct Builder {
    Module& m;
    const Module* previous;
    const Cancel& cancel;

    std::vector<std::pair<std::uint32_t, std::uint32_t>> fresh_units{};  // file, unit
    std::unordered_set<std::uint64_t> changed{};
    bool same_shape = true;  // of units and what they declare

    static bool same_declarations(const BoundUnit& a, const BoundUnit& b) {
        if (a.declarations.size() != b.declarations.size() || a.callables.size() != b.callables.size())
            return false;
        for (std::size_t i = 0; i < a.declarations.size(); ++i)
            if (a.declarations[i].address != b.declarations[i].address ||
                a.declarations[i].def != b.declarations[i].def)
                return false;
        for (std::size_t i = 0; i < a.callables.size(); ++i)
            if (a.callables[i].name != b.callables[i].name) return false;
        return true;
    }

    // What refers to what; values apart.
    static bool same_edges(const BoundUnit& a, const BoundUnit& b) {
        if (a.references.size() != b.references.size() || a.calls != b.calls ||
            a.attributes.size() != b.attributes.size())
            return false;
        for (std::size_t i = 0; i < a.attributes.size(); ++i)
            if (a.attributes[i].declaration != b.attributes[i].declaration ||
                a.attributes[i].body != b.attributes[i].body)
                return false;
        for (std::size_t i = 0; i < a.references.size(); ++i) {
            const Reference& x = a.references[i];
            const Reference& y = b.references[i];
            if (x.attribute != y.attribute || x.is_text != y.is_text || x.steps.size() != y.steps.size())
                return false;
            for (std::size_t s = 0; s < x.steps.size(); ++s)
                if (x.steps[s].name != y.steps[s].name) return false;
        }
        return true;
    }

    // Every key that the unit's declarations give a meaning to.
    void declare_changed(const BoundUnit& unit) {
        for (const Declaration& d : unit.declarations) changed_symbol(d);
        for (const Callable& c : unit.callables) changed.insert(key_of("fn", c.name));
    }
    void changed_symbol(const Declaration& d) {
        changed.insert(key_of("", join_address(d.address, d.address.size())));
        for (std::size_t i = 1; i < d.address.size(); ++i)
            changed.insert(key_of("*", join_address(d.address, i)));
        changed.insert(key_of("#" + d.def->kind, d.address.back()));
    }

    static BodyItem shifted_to_start(const BodyItem& item) {
        const syntax::Chunk* chunk = &item.node.chunk();
        std::uint32_t base = item.node.base();
        return {item.kind,
                Node(chunk, 0, item.node.id()),
                {item.span.start - base, item.span.end - base},
                item.split};
    }

    void bind_file(ModuleFile& file, const ModuleFile* old) {
        const syntax::File& tree = *file.input.tree;
        if (tree.options().syntax == syntax::Syntax::Json) {
            UnitSlot slot;
            slot.identity = &tree;
            if (old && old->units.size() == 1 && old->units[0].identity == &tree) slot = old->units[0];
            file.units.push_back(std::move(slot));
        } else if (tree.options().syntax == syntax::Syntax::Native) {
            for (const BodyItem& item : tree.body().items()) {
                if (item.kind == BodyItem::Kind::Bogus) continue;
                UnitSlot slot;
                slot.identity = item.split ? static_cast<const void*>(item.split) : &item.node.chunk();
                slot.base = item.node.base();
                file.units.push_back(std::move(slot));
            }
            if (old) reuse(file, *old);
        }
    }

    // Edits are local: what is the same at both ends is matched one to one, the middle by identity.
    static void reuse(ModuleFile& file, const ModuleFile& old) {
        auto take = [](UnitSlot& slot, const UnitSlot& from) {
            slot.unit = from.unit;
            slot.state = from.state;
        };
        std::size_t n = file.units.size();
        std::size_t o = old.units.size();
        std::size_t head = 0;
        while (head < n && head < o && file.units[head].identity == old.units[head].identity) {
            take(file.units[head], old.units[head]);
            ++head;
        }
        std::size_t tail = 0;
        while (tail < n - head && tail < o - head &&
               file.units[n - 1 - tail].identity == old.units[o - 1 - tail].identity) {
            take(file.units[n - 1 - tail], old.units[o - 1 - tail]);
            ++tail;
        }
        if (head + tail == n || head + tail == o) return;
        std::unordered_map<const void*, const UnitSlot*> middle;
        for (std::size_t i = head; i < o - tail; ++i) middle.emplace(old.units[i].identity, &old.units[i]);
        for (std::size_t i = head; i < n - tail; ++i)
            if (auto it = middle.find(file.units[i].identity); it != middle.end())
                take(file.units[i], *it->second);
    }

    void bind_units() {
        for (std::uint32_t f = 0; f < m.files_.size(); ++f) {
            ModuleFile& file = m.files_[f];
            const ModuleFile* old = previous ? previous->file(file.input.id) : nullptr;
            if (old && old->input.tree->options().syntax != file.input.tree->options().syntax) old = nullptr;
            bind_file(file, old);
            bind_fresh(file, f);
            bool aligned = old && previous->files_.size() == m.files_.size() && f < previous->files_.size() &&
                           previous->files_[f].input.id == file.input.id &&
                           old->units.size() == file.units.size();
            for (std::size_t u = 0; aligned && u < file.units.size(); ++u)
                aligned = file.units[u].unit == old->units[u].unit ||
                          same_declarations(*file.units[u].unit, *old->units[u].unit);
            same_shape = same_shape && aligned;
        }
        if (!previous || previous->files_.size() != m.files_.size()) same_shape = false;
        m.counters_.table_rebuilt = !same_shape;
        if (same_shape) return;
        // Names that came, went, or are now said elsewhere.
        std::unordered_set<const BoundUnit*> kept;
        if (previous)
            for (const ModuleFile& file : previous->files_)
                for (const UnitSlot& slot : file.units) kept.insert(slot.unit.get());
        std::unordered_set<const BoundUnit*> now;
        for (const ModuleFile& file : m.files_)
            for (const UnitSlot& slot : file.units) {
                now.insert(slot.unit.get());
                if (!kept.contains(slot.unit.get())) declare_changed(*slot.unit);
            }
        if (previous)
            for (const ModuleFile& file : previous->files_)
                for (const UnitSlot& slot : file.units)
                    if (!now.contains(slot.unit.get())) declare_changed(*slot.unit);
    }

    void bind_fresh(ModuleFile& file, std::uint32_t f) {
        const syntax::File& tree = *file.input.tree;
        bool is_json = tree.options().syntax == syntax::Syntax::Json;
        bool any = false;
        for (const UnitSlot& slot : file.units) any = any || !slot.unit;
        m.counters_.units += file.units.size();
        if (!any) return;
        std::vector<BodyItem> items;
        if (!is_json)
            for (const BodyItem& item : tree.body().items())
                if (item.kind != BodyItem::Kind::Bogus) items.push_back(item);
        for (std::uint32_t u = 0; u < file.units.size(); ++u) {
            UnitSlot& slot = file.units[u];
            if (slot.unit) continue;
            cancel.poll();
            slot.unit =
                is_json ? bind_json(tree, *m.language_) : bind_item(shifted_to_start(items[u]), *m.language_);
            slot.state = nullptr;
            ++m.counters_.bound;
            fresh_units.emplace_back(f, u);
        }
    }

    void build_table() {
        if (same_shape) {
            m.symbols_ = previous->symbols_;
            return;
        }
        auto table = std::make_shared<SymbolTable>();
        for (std::uint32_t f = 0; f < m.files_.size(); ++f) {
            for (std::uint32_t u = 0; u < m.files_[f].units.size(); ++u) {
                const BoundUnit& unit = *m.files_[f].units[u].unit;
                for (std::uint32_t d = 0; d < unit.declarations.size(); ++d) {
                    const Declaration& declaration = unit.declarations[d];
                    auto id = static_cast<std::uint32_t>(table->entries.size());
                    table->entries.push_back({f, u, d, kNone});
                    if (!declaration.def->is_name_only) {
                        table->by_address[join_address(declaration.address, declaration.address.size())]
                            .push_back(id);
                        for (std::size_t i = 1; i < declaration.address.size(); ++i)
                            table->by_prefix[join_address(declaration.address, i)].push_back(id);
                    }
                    table->by_kind_and_name[declaration.def->kind + '\x1f' + declaration.address.back()]
                        .push_back(id);
                    table->by_kind[declaration.def->kind].push_back(id);
                }
                for (std::uint32_t c = 0; c < unit.callables.size(); ++c) {
                    table->functions.insert_or_assign(unit.callables[c].name,
                                                      static_cast<std::uint32_t>(table->entries.size()));
                    table->entries.push_back({f, u, kNone, c});
                }
            }
        }
        m.symbols_ = std::move(table);
    }

    // ---- Order of evaluation

    std::vector<std::vector<std::uint32_t>> edges() const {
        std::vector<std::vector<std::uint32_t>> out(m.symbols_->entries.size());
        std::unordered_map<std::uint64_t, std::uint32_t> by_place;
        auto place = [](std::uint32_t f, std::uint32_t u, std::uint32_t d, bool callable) {
            return ((std::uint64_t{f} * 1'000'003 + u) * 1'000'003 + d) * 2 + (callable ? 1 : 0);
        };
        for (std::uint32_t i = 0; i < m.symbols_->entries.size(); ++i) {
            const SymbolEntry& e = m.symbols_->entries[i];
            bool callable = e.declaration == kNone;
            by_place.emplace(place(e.file, e.unit, callable ? e.callable : e.declaration, callable), i);
        }
        for (std::uint32_t f = 0; f < m.files_.size(); ++f)
            for (std::uint32_t u = 0; u < m.files_[f].units.size(); ++u) {
                const UnitSlot& slot = m.files_[f].units[u];
                const BoundUnit& unit = *slot.unit;
                if (unit.declarations.empty() && unit.callables.empty()) continue;
                // Scopes are known only after evaluation, and the order must not depend on what was there
                // before.
                const UnitSlot unevaluated{slot.unit, nullptr, slot.identity, slot.base};
                auto node_of = [&](std::uint32_t attribute) -> std::uint32_t {
                    const BoundAttribute& a = unit.attributes[attribute];
                    if (a.declaration != kNone) return by_place.at(place(f, u, a.declaration, false));
                    std::uint32_t block = unit.bodies[a.body].block;
                    for (std::uint32_t c = 0; c < unit.callables.size(); ++c)
                        if (unit.callables[c].block == block) return by_place.at(place(f, u, c, true));
                    return kNone;
                };
                for (const Reference& reference : unit.references) {
                    if (reference.is_text) continue;
                    std::uint32_t from = node_of(reference.attribute);
                    if (from == kNone) continue;
                    Resolution found = m.resolve(unevaluated, reference);
                    out[from].insert(out[from].end(), found.symbols.begin(), found.symbols.end());
                }
                if (unit.calls.empty() || m.symbols_->functions.empty()) continue;
                for (std::uint32_t a = 0; a < unit.attributes.size(); ++a) {
                    std::uint32_t from = node_of(a);
                    if (from == kNone) continue;
                    for (const std::string& call : unit.calls)
                        if (auto it = m.symbols_->functions.find(call); it != m.symbols_->functions.end())
                            out[from].push_back(it->second);
                }
            }
        return out;
    }

    // Strongly connected parts come out with what they depend on before them. Iterative: chains may be long.
    std::vector<std::uint32_t> order(const std::vector<std::vector<std::uint32_t>>& next) {
        auto cycles = std::make_shared<std::unordered_set<std::uint32_t>>();
        std::vector<std::uint32_t> result;
        std::size_t n = next.size();
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
            frames.push_back({start, 0});
            while (!frames.empty()) {
                Frame& frame = frames.back();
                std::uint32_t v = frame.node;
                if (frame.edge == 0) {
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
                        result.push_back(stack[i]);
                        if (loops) cycles->insert(stack[i]);
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
        if (previous && previous->cycles_)
            for (std::uint32_t id : *previous->cycles_)
                if (!same_shape || !cycles->contains(id)) {
                    const SymbolEntry& e = previous->symbols_->entries[id];
                    if (e.declaration != kNone) changed_symbol(previous->declaration(e));
                }
        for (std::uint32_t id : *cycles)
            if (!previous || !same_shape || !previous->cycles_->contains(id)) {
                const SymbolEntry& e = m.symbols_->entries[id];
                if (e.declaration != kNone) changed_symbol(m.declaration(e));
            }
        m.cycles_ = std::move(cycles);
        return result;
    }

    std::vector<std::uint64_t> imports(const UnitSlot& slot) const {
        std::vector<std::uint64_t> keys;
        const BoundUnit& unit = *slot.unit;
        for (const Reference& reference : unit.references) {
            if (reference.is_text) {
                for (const std::string& kind : unit.attributes[reference.attribute].def->rules.refers_to)
                    keys.push_back(key_of("#" + kind, reference.steps[0].name));
                continue;
            }
            std::vector<std::string> names = names_of(reference);
            for (std::size_t i = 1; i <= names.size(); ++i)
                keys.push_back(key_of("", join_address(names, i)));
            keys.push_back(key_of("*", join_address(names, names.size())));
        }
        for (const std::string& call : unit.calls) keys.push_back(key_of("fn", call));
        std::ranges::sort(keys);
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        return keys;
    }

    // ---- Evaluation

    const UnitSlot& slot_at(std::pair<std::uint32_t, std::uint32_t> place) const {
        return m.files_[place.first].units[place.second];
    }

    void evaluate() {
        bool edges_changed = !same_shape;
        for (auto [f, u] : fresh_units) {
            if (edges_changed) break;
            const UnitSlot& slot = m.files_[f].units[u];
            const UnitSlot& old = previous->files_[f].units[u];
            edges_changed = !old.state || !same_edges(*slot.unit, *old.unit);
        }
        // Which units must be evaluated, and when each was.
        std::vector<std::vector<int>> round(m.files_.size());
        for (std::size_t f = 0; f < m.files_.size(); ++f) round[f].assign(m.files_[f].units.size(), -1);

        std::vector<std::uint32_t> rank_order;
        if (edges_changed)
            rank_order = order(edges());
        else
            m.cycles_ = previous->cycles_;

        std::vector<std::pair<std::uint32_t, std::uint32_t>> dirty;
        for (std::uint32_t f = 0; f < m.files_.size(); ++f)
            for (std::uint32_t u = 0; u < m.files_[f].units.size(); ++u)
                if (!m.files_[f].units[u].state) dirty.emplace_back(f, u);
        if (!changed.empty()) add_dependents(dirty, round, 0);

        for (int now = 1; !dirty.empty() && now < 1000; ++now) {
            bool has_order = dirty.size() == 1 && slot_at(dirty[0]).unit->declarations.size() < 2;
            if (rank_order.empty() && !has_order) rank_order = order(edges());
            changed.clear();
            evaluate_units(dirty, rank_order);
            for (auto [f, u] : dirty) round[f][u] = now;
            dirty.clear();
            if (!changed.empty()) add_dependents(dirty, round, now);
        }
    }

    void add_dependents(std::vector<std::pair<std::uint32_t, std::uint32_t>>& dirty,
                        const std::vector<std::vector<int>>& round, int now) const {
        for (std::uint32_t f = 0; f < m.files_.size(); ++f)
            for (std::uint32_t u = 0; u < m.files_[f].units.size(); ++u) {
                const UnitSlot& slot = m.files_[f].units[u];
                if (!slot.state || (now > 0 && round[f][u] == now)) continue;
                bool reads = std::ranges::any_of(slot.state->imports,
                                                 [&](std::uint64_t key) { return changed.contains(key); });
                if (reads) dirty.emplace_back(f, u);
            }
        std::ranges::sort(dirty);
        dirty.erase(std::unique(dirty.begin(), dirty.end()), dirty.end());
    }

    void evaluate_units(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& dirty,
                        const std::vector<std::uint32_t>& rank_order) {
        struct Work {
            std::shared_ptr<UnitState> state;
            UnitStatePtr old;
            std::unique_ptr<Evaluation> evaluation;
        };
        std::map<std::pair<std::uint32_t, std::uint32_t>, Work> works;
        for (auto place : dirty) {
            UnitSlot& slot = m.files_[place.first].units[place.second];
            Work& work = works[place];
            work.old = slot.state;
            if (!work.old && same_shape && previous)
                work.old = previous->files_[place.first].units[place.second].state;
            work.state = std::make_shared<UnitState>();
            slot.state = work.state;
            work.evaluation = std::make_unique<Evaluation>(m, slot, *work.state, cancel);
        }
        auto symbol = [&](std::uint32_t id) {
            const SymbolEntry& entry = m.symbols_->entries[id];
            auto it = works.find({entry.file, entry.unit});
            if (it == works.end() || entry.declaration == kNone) return;
            it->second.evaluation->declaration(entry.declaration);
        };
        if (rank_order.empty()) {
            for (std::uint32_t d = 0;
                 d < m.files_[dirty[0].first].units[dirty[0].second].unit->declarations.size(); ++d)
                works.begin()->second.evaluation->declaration(d);
        } else if (dirty.size() * 8 < rank_order.size()) {
            // Few among many: their own symbols, in the right order.
            std::vector<std::uint32_t> wanted;
            for (std::uint32_t id : rank_order) {
                const SymbolEntry& e = m.symbols_->entries[id];
                if (std::ranges::binary_search(dirty, std::pair(e.file, e.unit))) wanted.push_back(id);
            }
            for (std::uint32_t id : wanted) symbol(id);
        } else {
            for (std::uint32_t id : rank_order) symbol(id);
        }
        for (auto& [place, work] : works) {
            cancel.poll();
            work.evaluation->rest();
            const UnitSlot& slot = m.files_[place.first].units[place.second];
            work.state->imports = imports(slot);
            ++m.counters_.evaluated;
            const BoundUnit& unit = *slot.unit;
            for (std::uint32_t d = 0; d < unit.declarations.size(); ++d) {
                bool same = work.old && d < work.old->symbols.size() &&
                            work.old->symbols[d].identical(work.state->symbols[d]);
                if (!same) changed_symbol(unit.declarations[d]);
            }
            // What a function gives may follow from anything that it reads.
            if (unit.callables.empty() || ++announced[place] > kMostAnnouncements) continue;
            for (const Callable& callable : unit.callables) changed.insert(key_of("fn", callable.name));
        }
    }

    // Functions that call each other would announce each other for ever.
    static constexpr int kMostAnnouncements = 8;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> announced{};
};

ModulePtr Module::build(language::LanguagePtr language, std::vector<FileInput> files, const Module* previous,
                        const Cancel& cancel) {
    auto module = std::make_shared<Module>();
    module->language_ = std::move(language);
    for (FileInput& input : files) module->files_.push_back({std::move(input), {}});
    if (previous && previous->language_ != module->language_) previous = nullptr;
    module->cycles_ = std::make_shared<const std::unordered_set<std::uint32_t>>();
    Builder builder{*module, previous, cancel};
    builder.bind_units();
    builder.build_table();
    builder.evaluate();
    return module;
}

}  // namespace hcl::bind
