// Builds a module from the previous one: updates the tables of names and readers, and evaluates units that
// changes affect. Each step costs what changed; in a first build, everything is new.
#include "engine/bind/builder.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>

#include "engine/base/check.h"
#include "engine/base/path.h"
#include "engine/bind/evaluation.h"
#include "engine/bind/excess.h"
#include "engine/bind/graph.h"
#include "engine/bind/inner_symbols.h"
#include "engine/bind/instance.h"
#include "engine/bind/keys.h"
#include "engine/bind/spending.h"
#include "engine/bind/unit_changes.h"
#include "engine/language/path_functions.h"

namespace hcl::bind {

namespace {

struct AddressHash {
    std::size_t operator()(const Declaration* d) const {
        std::uint64_t h = std::hash<std::string_view>{}(d->def->kind);
        for (const std::string& step : d->address)
            h = h * 0x9E37'79B9'7F4A'7C15ull + std::hash<std::string_view>{}(step);
        return h;
    }
};
struct SameAddress {
    bool operator()(const Declaration* a, const Declaration* b) const {
        return a->address == b->address && a->def->kind == b->def->kind &&
               a->def->is_name_only == b->def->is_name_only;
    }
};

// True when both have the same references and calls, regardless of values.
bool same_edges(const BoundUnit& a, const BoundUnit& b) {
    if (a.references.size() != b.references.size() || a.calls != b.calls ||
        a.attributes.size() != b.attributes.size() || a.folders.empty() != b.folders.empty())
        return false;
    // Whether an attribute is an argument depends on its name.
    if (!a.folders.empty() &&
        !std::ranges::equal(a.attributes, b.attributes, {}, &BoundAttribute::name, &BoundAttribute::name))
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

bool same_names(const std::vector<UnitName>& a, const std::vector<UnitName>& b) {
    return std::ranges::equal(
        a, b, [](const UnitName& x, const UnitName& y) { return x.key == y.key && x.place == y.place; });
}

// Removes rows that are in both lists, and sorts the rest.
template <typename Row>
void cancel_common(std::vector<Row>& a, std::vector<Row>& b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    if (a.empty() || b.empty()) return;
    std::vector<Row> only_a;
    std::vector<Row> only_b;
    std::ranges::set_difference(a, b, std::back_inserter(only_a));
    std::ranges::set_difference(b, a, std::back_inserter(only_b));
    a = std::move(only_a);
    b = std::move(only_b);
}

void apply(NameTable& table, const std::vector<NameRow>& gone, std::vector<NameRow> fresh) {
    if (table.is_empty()) {
        fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
        table = NameTable::build(std::move(fresh));
        return;
    }
    NameTable::Edit edit = NameTable::begin();
    for (const NameRow& row : gone) table.erase(row, edit);
    for (const NameRow& row : fresh) table.insert(row, edit);
}

}  // namespace

struct Builder {
    Module& m;
    const Module* previous;
    const Cancel& cancel;
    const Surroundings& around;
    const std::vector<UnitChange>& gone;
    const std::vector<UnitChange>& fresh;
    Spending spending{m.files().size(), m.limits()};
    std::unordered_set<std::uint64_t> changed{};  // keys whose meaning is another
    std::unordered_set<std::uint64_t> changed_before{};
    std::unordered_map<UnitPlace, std::shared_ptr<UnitState>, UnitPlaceHash> pending{};
    std::vector<UnitPlace> given{};        // the units that declare inputs of an instance
    std::vector<UnitPlace> calls_again{};  // the units of calls whose arguments now count, or no longer do
    Calls calls{around.called, kCallDepth};

    // Without files, what functions read is unknown.
    static std::shared_ptr<Module> start_instance(const Module& base, InputsPtr inputs, PathBase paths) {
        auto module = std::make_shared<Module>();
        module->parts_ = base.parts_;
        if (paths == PathBase::OwnFolder) module->disk_files_ = base.disk_files_;
        if (paths == PathBase::Callers && base.disk_files_) module->disk_files_ = base.disk_files_->of_call();
        module->instantiation_ = {.inputs = std::move(inputs), .own_units = {}};
        return module;
    }

    // ---- Tables

    static void rows_of(const UnitChange& change, std::vector<NameRow>& names, std::vector<NameRow>& reads) {
        for (const UnitName& name : names_of(*change.unit))
            names.push_back({name.key, {change.place.label, change.place.file, name.place}});
        for (std::uint64_t key : change.unit->reads)
            reads.push_back({key, {change.place.label, change.place.file, 0}});
    }

    void update_tables() {
        std::vector<NameRow> gone_names;
        std::vector<NameRow> new_names;
        std::vector<NameRow> gone_reads;
        std::vector<NameRow> new_reads;
        for (const UnitChange& change : gone) rows_of(change, gone_names, gone_reads);
        for (const UnitChange& change : fresh) rows_of(change, new_names, new_reads);
        cancel_common(gone_names, new_names);
        cancel_common(gone_reads, new_reads);
        if (previous) m.symbols_.tables_ = previous->symbols_.tables_;
        if (!previous || !gone_names.empty() || !new_names.empty()) {
            auto names = std::make_shared<Names>();
            if (previous) names->rows = previous->symbols_.tables_.names->rows;
            apply(names->rows, gone_names, new_names);
            m.symbols_.tables_.names = std::move(names);
            m.counters_.names_changed = true;
        }
        if (previous && !m.counters_.names_changed && same_definitions())
            m.symbols_.long_lists_ = previous->symbols_.long_lists_;
        apply(m.symbols_.tables_.readers, gone_reads, new_reads);
        find_changed_names();
        update_unused(gone_reads, new_reads);
        NameTable::Edit edit = NameTable::begin();
        for (const UnitChange& change : gone)
            set_open(change.place, *change.unit, change.state.get(), false, edit);
    }

    using UnitsByPlace = std::unordered_map<UnitPlace, const BoundUnit*, UnitPlaceHash>;
    UnitsByPlace units_gone() const {
        UnitsByPlace units;
        for (const UnitChange& change : gone) units.emplace(change.place, change.unit.get());
        return units;
    }

    // Whether new units have the same declarations as those that they replace, by the
    // same definitions of the pack.
    bool same_definitions() const {
        UnitsByPlace before = units_gone();
        return std::ranges::all_of(fresh, [&](const UnitChange& change) {
            auto it = before.find(change.place);
            return it != before.end() &&
                   std::ranges::equal(it->second->declarations, change.unit->declarations, {},
                                      &Declaration::def, &Declaration::def);
        });
    }

    void set_open(UnitPlace place, const BoundUnit& unit, const UnitState* state, bool is_open,
                  const NameTable::Edit& edit) {
        for (std::uint32_t d = 0; state && d < unit.declarations.size(); ++d) {
            if (!state->may_have_more_names(d)) continue;
            NameRow row{key_of(KeyKind::Kind, unit.declarations[d].def->kind),
                        Symbol::of(place.file, place.label, Symbol::Kind::Declaration, d)};
            if (is_open)
                m.symbols_.tables_.open.insert(row, edit);
            else
                m.symbols_.tables_.open.erase(row, edit);
        }
    }

    std::size_t count_at(const Names& names, std::uint64_t key) const {
        std::size_t count = 0;
        names.rows.each_from({key, {}}, [&](const NameRow& row) {
            count += row.key == key ? 1 : 0;
            return row.key == key && count < 2;
        });
        return count;
    }

    // Finds names that were added, removed, or have another number of declarations. A name that only moved to
    // another unit keeps its meaning as long as its value is the same.
    void find_changed_names() {
        // In a first build everything is evaluated.
        if (!previous || !m.counters_.names_changed) return;
        UnitsByPlace before = units_gone();
        std::vector<const BoundUnit*> out;
        std::vector<const BoundUnit*> in;
        for (const UnitChange& change : fresh) {
            auto it = before.find(change.place);
            if (it != before.end() && same_names(names_of(*it->second), names_of(*change.unit))) {
                before.erase(it);
                continue;
            }
            in.push_back(change.unit.get());
        }
        out.reserve(before.size());
        for (const auto& [place, unit] : before) out.push_back(unit);
        struct Count {
            int gone = 0;
            int fresh = 0;
        };
        std::unordered_map<const Declaration*, Count, AddressHash, SameAddress> counts;
        for (const BoundUnit* unit : out)
            for (const Declaration& d : unit->declarations) ++counts[&d].gone;
        for (const BoundUnit* unit : in)
            for (const Declaration& d : unit->declarations) ++counts[&d].fresh;
        std::vector<std::uint64_t> keys;
        for (const auto& [d, count] : counts) {
            keys.clear();
            keys_of(*d, keys);
            // The first key is that of the whole address, or of the name alone.
            bool has_moved = count.gone == 1 && count.fresh == 1 &&
                             count_at(*previous->symbols_.tables_.names, keys[0]) == 1 &&
                             count_at(*m.symbols_.tables_.names, keys[0]) == 1;
            if (!has_moved) changed.insert(keys.begin(), keys.end());
        }
        std::set<std::string_view> functions_before;
        std::set<std::string_view> functions_now;
        for (const BoundUnit* unit : out)
            for (const Callable& c : unit->callables) functions_before.insert(c.name);
        for (const BoundUnit* unit : in)
            for (const Callable& c : unit->callables) functions_now.insert(c.name);
        if (functions_before != functions_now) changed.insert(KeyMaker(KeyKind::Function).key());
        for (const auto* units : {&out, &in})
            for (const BoundUnit* unit : *units) {
                for (const Callable& c : unit->callables) changed.insert(key_of(KeyKind::Function, c.name));
                for (std::uint32_t i : unit->bodies[0].blocks)
                    if (unit->blocks[i].def && unit->blocks[i].def->is_unique)
                        changed.insert(labels_key(unit->blocks[i]));
            }
    }

    bool is_read(std::uint64_t key) const { return bind::is_read(m.symbols_.tables_.readers, key); }

    void look_at_use(Symbol symbol, const Declaration& d, const NameTable::Edit& edit) {
        if (!d.def->warns_unused) return;
        KeyMaker address(KeyKind::Address);
        KeyMaker prefix(KeyKind::Prefix);
        bool used = is_read(text_key(d.def->kind, {&d.address.back(), 1})) ||
                    is_read(text_key(d.def->kind, d.address)) ||
                    (d.def->is_name_only && is_read(key_of(KeyKind::Computed, d.def->kind)));
        for (std::size_t i = 0; i < d.address.size() && !d.def->is_name_only && !used; ++i) {
            address.add(d.address[i]);
            prefix.add(d.address[i]);
            if (i + 1 < d.address.size()) used = is_read(prefix.key());
        }
        if (!d.def->is_name_only && !used) used = is_read(address.key());
        NameRow row{symbol.file.value, symbol};
        if (used)
            m.symbols_.tables_.unused.erase(row, edit);
        else
            m.symbols_.tables_.unused.insert(row, edit);
    }

    void update_unused(const std::vector<NameRow>& gone_reads, const std::vector<NameRow>& new_reads) {
        NameTable::Edit edit = NameTable::begin();
        for (const UnitChange& change : gone)
            for (std::uint32_t d = 0; d < change.unit->declarations.size(); ++d)
                if (change.unit->declarations[d].def->warns_unused)
                    m.symbols_.tables_.unused.erase(
                        {change.place.file.value,
                         Symbol::of(change.place.file, change.place.label, Symbol::Kind::Declaration, d)},
                        edit);
        for (const UnitChange& change : fresh)
            for (std::uint32_t d = 0; d < change.unit->declarations.size(); ++d)
                look_at_use(Symbol::of(change.place.file, change.place.label, Symbol::Kind::Declaration, d),
                            change.unit->declarations[d], edit);
        if (!previous) return;
        std::unordered_set<std::uint64_t> keys;
        for (const auto* rows : {&gone_reads, &new_reads})
            for (const NameRow& row : *rows) keys.insert(row.key);
        for (std::uint64_t key : keys) {
            std::vector<Symbol> symbols;
            m.symbols_.tables_.names->rows.each_from({key, {}}, [&](const NameRow& row) {
                if (row.key == key && row.symbol.is_declaration()) symbols.push_back(row.symbol);
                return row.key == key;
            });
            for (Symbol symbol : symbols) {
                const Declaration& d = m.declaration(symbol);
                look_at_use(symbol, d, edit);
                // The arguments of a call count once its outputs are read.
                if (const BoundUnit& unit = m.unit_of(symbol);
                    !unit.folders.empty() && d.block != kNone && unit.blocks[d.block].def->call)
                    calls_again.push_back({symbol.file, symbol.label});
            }
        }
    }

    // An equal interface stays the same object, so its readers are not evaluated again.
    void update_foreign() {
        std::set<std::pair<std::string, std::string>> wanted;
        if (previous)
            for (const auto& [name, old] : previous->foreign().by_name) wanted.insert(name);
        for (const UnitChange& change : fresh)
            for (const std::string& folder : change.unit->folders) wanted.emplace(folder, "");
        if (!m.language().modules.sets.language.empty())
            wanted.emplace("", m.language().modules.sets.language);
        for (const auto& name : wanted) {
            std::uint64_t key = KeyMaker(KeyKind::Foreign).add(name.first).add(name.second).key();
            // A file of values is about that module also before it sets anything.
            const bool is_target = name.first.empty() && name.second == m.language().modules.sets.language;
            if (!is_target && !is_read(key)) continue;
            InterfacePtr now = around.foreign ? around.foreign(name.first, name.second) : nullptr;
            InterfacePtr old = previous ? previous->foreign().find(name.first, name.second) : nullptr;
            const bool is_same = is_same_for(m, name.first, old, now);
            if (!is_same) changed.insert(key);
            m.parts_.foreign.by_name.emplace(name,
                                             is_same && now && now->identity == old->identity ? old : now);
        }
    }

    // File queries are recorded with the disk state: in another state, units that call functions
    // which read files are evaluated again.
    void update_files() {
        const DiskPtr& disk = around.disk;
        // Extensions read files, too.
        const bool reads_files = m.language().evaluation.reads_files || !m.language().native.empty();
        if (!reads_files || m.files().empty()) return;
        const ModuleFilesPtr before = previous ? previous->disk_files_ : nullptr;
        std::set<std::uint64_t> reading;
        for (const auto& [name, function] : m.language().evaluation.functions->all())
            if (function->reads_files) reading.insert(key_of(KeyKind::Function, name));
        if (m.language().evaluation.asks_for_files) reading.insert(key_of(KeyKind::Function, "fileexists"));
        std::optional<WorkingFolders> working;
        if (disk && around.working && m.language().modules.run_in_caller &&
            std::ranges::any_of(reading, [&](std::uint64_t key) { return is_read(key); }))
            working = around.working();
        std::optional<language::PathFunctions> paths;
        if (around.starts_paths && around.starts_paths()) paths = language::path_functions(m.language());
        if (before ? before->disk() == disk && before->working() == working &&
                         before->knows_paths() == paths.has_value()
                   : !disk) {
            m.disk_files_ = before;
            return;
        }
        if (disk)
            m.disk_files_ = std::make_shared<const ModuleFiles>(
                disk, std::string(folder_of(m.files().front().input.path)), std::move(working),
                std::move(paths));
        if (previous) changed.insert(reading.begin(), reading.end());
    }

    // ---- Evaluation

    template <typename Visit>
    void each_reader(std::uint64_t key, const Visit& visit) const {
        bind::each_reader(m.symbols_.tables_.readers, key, visit);
    }

    // Null where there is none any more.
    const BoundUnit* unit_at(UnitPlace place) const {
        const ModuleFile* file = m.file(place.file);
        std::uint32_t base = 0;
        const UnitCell* cell = file ? file->units->at_label(place.label, base) : nullptr;
        return cell ? cell->unit.get() : nullptr;
    }

    using Places = std::unordered_set<UnitPlace, UnitPlaceHash>;

    // Members of cycles are unknown, so readers of a symbol that joins or leaves a cycle are evaluated again.
    void update_cycles(Graph& graph) {
        std::vector<Symbol> suspects;
        Places suspected;  // a unit may read many names that changed
        UnitsByPlace before = units_gone();
        auto suspect = [&](UnitPlace place) {
            if (!suspected.insert(place).second) return;
            for (Symbol node : graph.nodes_of(place)) suspects.push_back(node);
        };
        for (const UnitChange& change : fresh) {
            auto it = before.find(change.place);
            bool same = it != before.end() && (it->second == change.unit.get() ||
                                               (same_edges(*it->second, *change.unit) &&
                                                same_names(names_of(*it->second), names_of(*change.unit))));
            if (same)
                before.erase(it);
            else
                suspect(change.place);
        }
        for (std::uint64_t key : changed) each_reader(key, suspect);
        auto settle = [&] {
            std::ranges::sort(suspects);
            suspects.erase(std::unique(suspects.begin(), suspects.end()), suspects.end());
        };
        settle();
        const Cycles& old = *previous->parts_.cycles;
        auto is_gone = [&](Symbol s) { return before.contains({s.file, s.label}); };
        auto is_touched = [&](Symbol s) { return std::ranges::binary_search(suspects, s) || is_gone(s); };
        const bool touches_old = std::ranges::any_of(old.members, is_touched) ||
                                 std::ranges::any_of(old.through_calls, is_touched);
        if (suspects.empty() && !touches_old) {
            m.parts_.cycles = previous->parts_.cycles;
            return;
        }
        auto cycles = std::make_shared<Cycles>();
        if (touches_old) {
            for (const std::set<Symbol>* before_edit : {&old.members, &old.through_calls})
                for (Symbol s : *before_edit)
                    if (unit_at({s.file, s.label})) suspect({s.file, s.label});
        } else {
            *cycles = old;
        }
        settle();
        Cycles found = graph.cycles_through(suspects);
        cycles->members.merge(found.members);
        cycles->through_calls.merge(found.through_calls);
        auto announce = [&](const Module& in, Symbol s) {
            if (!s.is_declaration()) {
                changed.insert(key_of(KeyKind::Function, in.unit_of(s).callables[s.index()].name));
                return;
            }
            std::vector<std::uint64_t> keys;
            value_keys_of(in.declaration(s), keys);
            changed.insert(keys.begin(), keys.end());
        };
        for (Symbol s : old.members)
            if (!cycles->members.contains(s)) announce(*previous, s);
        for (Symbol s : cycles->members)
            if (!old.members.contains(s)) announce(m, s);
        // A call that joins or leaves has other outputs.
        auto look_again = [&](const Cycles& one, const Cycles& other) {
            for (Symbol s : one.through_calls) {
                if (other.through_calls.contains(s)) continue;
                if (const BoundUnit* unit = unit_at({s.file, s.label}); unit && !unit->folders.empty())
                    calls_again.push_back({s.file, s.label});
            }
        };
        look_again(old, *cycles);
        look_again(*cycles, old);
        m.parts_.cycles = std::move(cycles);
    }

    struct Work {
        UnitSlot slot;  // with the previous state until evaluation starts
        std::shared_ptr<UnitState> state;
        std::unique_ptr<Evaluation> evaluation;  // allocated separately: most units are evaluated in one step
        const UnitState* before = nullptr;
        std::size_t asked = static_cast<std::size_t>(-1);  // number of changes at the last check
        // Declarations that were evaluated before the unit's turn, and whether they are read.
        std::vector<std::pair<std::uint32_t, bool>> passed;
    };

    void evaluate() {
        m.pending_ = &pending;
        Graph graph(m, m.symbols_.tables_.readers, cancel);
        std::vector<UnitPlace> dirty;
        Graph::Order order;
        if (previous) {
            update_cycles(graph);
            for (const UnitChange& change : fresh)
                if (!change.state) dirty.push_back(change.place);
            dirty.insert(dirty.end(), given.begin(), given.end());
            dirty.insert(dirty.end(), calls_again.begin(), calls_again.end());
            for (std::uint64_t key : changed)
                each_reader(key, [&](UnitPlace place) { dirty.push_back(place); });
            unique(dirty);
            changed_before = std::move(changed);
            changed.clear();
            // Units that only moved keep their values, but their symbols may have new ids.
            if (dirty.empty()) return finish();
            Cycles inside;
            order = graph.order(dirty, inside);
        } else {
            // In file order, independent of the order of opening: it matters when a limit is reached.
            for (const UnitChange& change : fresh) dirty.push_back(change.place);
            auto cycles = std::make_shared<Cycles>();
            order = graph.order(dirty, *cycles);
            m.parts_.cycles = std::move(cycles);
        }
        Pass{*this, true, {}}.run(dirty, order);
        if (!previous || changed.empty()) return finish();
        // Each unit came after its dependencies among these.
        const Places done(dirty.begin(), dirty.end());
        // Everything that changes may affect, in dependency order; evaluated only if it
        // reads something that did change.
        std::vector<UnitPlace> reached;
        Places seen;
        std::vector<std::uint64_t> keys(changed.begin(), changed.end());
        std::unordered_set<std::uint64_t> asked(keys.begin(), keys.end());
        while (!keys.empty()) {
            std::uint64_t key = keys.back();
            keys.pop_back();
            each_reader(key, [&](UnitPlace place) {
                if (!seen.insert(place).second) return;
                reached.push_back(place);
                for (std::uint64_t more : announced_by(place))
                    if (asked.insert(more).second) keys.push_back(more);
            });
        }
        unique(reached);
        Cycles inside;
        order = graph.order(reached, inside);
        // In this pass `changed_before` includes the changes of the first pass.
        changed_before.merge(changed);
        changed.clear();
        Pass{*this, false, done}.run(reached, order);
        finish();
    }

    static void unique(std::vector<UnitPlace>& places) {
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
    }

    std::vector<std::uint64_t> announced_by(UnitPlace place) const {
        std::vector<std::uint64_t> keys;
        const BoundUnit& unit = m.unit_of({place.label, place.file, 0});
        for (const Declaration& d : unit.declarations) {
            value_keys_of(d, keys);
            if (m.files().has_overrides()) keys.push_back(same_key(d));
        }
        for (const Callable& c : unit.callables) keys.push_back(key_of(KeyKind::Function, c.name));
        return keys;
    }

    // All that the findings and values of other units can depend on: the declaration's value and facts, and
    // the names inside of its block.
    struct Announced {
        const Value* value;
        SymbolFacts facts;
        std::uint64_t inner_names;
        bool is_same(const Announced& other) const {
            return value->identical(*other.value) && facts.may_be_indexed == other.facts.may_be_indexed &&
                   facts.unusable == other.facts.unusable && inner_names == other.inner_names;
        }
    };

    Announced announced(const BoundUnit& unit, const UnitState& state, std::uint32_t index) const {
        return {&symbol_value(unit, state, index), state.facts_of(index),
                inner_names_key(unit, m.language())};
    }

    // The same in the previous module; nothing when that is unknown.
    std::optional<Announced> announced_before(Symbol symbol, const Declaration& d,
                                              const Announced& now) const {
        if (!previous || d.def->is_name_only) return {};
        SymbolList found = previous->symbols().by_address(d.address);
        if (found.empty()) return {};
        if (found.size() > 1) {
            // The last visible declaration wins.
            SymbolList others = m.symbols().by_address(d.address);
            bool counts = found.seen() != SymbolList::Seen::Everywhere ||
                          others.seen() != SymbolList::Seen::Everywhere || found.back() != others.back();
            if (counts) return {};
            if (others.back() != symbol) return now;
        }
        UnitSlot slot = previous->slot_of(found.back());
        if (!slot.state) return {};
        return announced(*slot.unit, *slot.state, found.back().index());
    }

    // One pass over units, in dependency order: evaluates all of them, or those that read a changed key.
    struct Pass {
        Builder& builder;
        bool all;
        const Places& done;  // units that have handled earlier changes
        std::unordered_map<UnitPlace, Work, UnitPlaceHash> works{};

        void run(const std::vector<UnitPlace>& units, const Graph::Order& order) {
            works.reserve(units.size());
            for (UnitPlace place : units)
                works.try_emplace(place).first->second.slot = builder.m.slot_of({place.label, place.file, 0});
            for (std::size_t i = 0; i < order.list.size(); ++i) next(order.list[i], i < order.read);
            for (UnitPlace place : units) rest(place);
        }

      private:
        auto has_changed_for(UnitPlace place) const {
            return [&from = builder, knows = done.contains(place)](std::uint64_t key) {
                return from.changed.contains(key) || (!knows && from.changed_before.contains(key));
            };
        }
        bool reads_changed(UnitPlace place, const Work& work) const {
            return std::ranges::any_of(work.slot.unit->reads, has_changed_for(place));
        }
        void start(UnitPlace place, Work& work) {
            Evaluation::Before before;
            if (work.slot.state) before = {work.slot.state, has_changed_for(place)};
            work.before = work.slot.state;
            work.state = std::make_shared<UnitState>();
            work.slot.state = work.state.get();
            work.evaluation =
                std::make_unique<Evaluation>(builder.m, work.slot, *work.state, std::move(before),
                                             builder.calls, builder.spending, builder.cancel);
            builder.announce_state(place, work.state);
            ++builder.m.counters_.evaluated;
            for (auto [declaration, is_read] : work.passed) evaluate(place, work, declaration, is_read);
        }
        void evaluate(UnitPlace place, Work& work, std::uint32_t declaration, bool is_read) {
            work.evaluation->declaration(declaration, is_read);
            if (builder.previous && is_read) builder.compare_value(place, work, declaration);
        }
        void next(Symbol symbol, bool is_read) {
            const UnitPlace place{symbol.file, symbol.label};
            Work& work = works.at(place);
            if (!work.evaluation) {
                // Checks again only if there are more changes.
                const std::size_t changes = builder.changed.size();
                if (!all && (work.asked == changes || !reads_changed(place, work))) {
                    work.asked = changes;
                    if (symbol.is_declaration()) work.passed.emplace_back(symbol.index(), is_read);
                    return;
                }
                start(place, work);
                if (builder.previous)
                    for (const Callable& c : work.slot.unit->callables)
                        builder.changed.insert(key_of(KeyKind::Function, c.name));
            }
            builder.cancel.poll();
            if (symbol.is_declaration()) evaluate(place, work, symbol.index(), is_read);
        }
        // Attributes that no symbol read.
        void rest(UnitPlace place) {
            builder.cancel.poll();
            Work& work = works.at(place);
            if (!work.evaluation) {
                if (!all && !reads_changed(place, work)) return;
                start(place, work);
            }
            work.evaluation->rest();
            work.evaluation = nullptr;
        }
    };

    // Readers see the new state; values that are not computed yet are unknown.
    void announce_state(UnitPlace place, const std::shared_ptr<UnitState>& state) {
        if (auto it = pending.find(place); it != pending.end()) {
            kept_.push_back(it->second);
            it->second = state;
        } else {
            pending.emplace(place, state);
        }
    }

    void compare_value(UnitPlace place, const Work& work, std::uint32_t index) {
        const Declaration& declaration = work.slot.unit->declarations[index];
        // Overriding declarations read all attributes of this one, not only its value.
        if (m.files().has_overrides()) changed.insert(same_key(declaration));
        const Symbol symbol = Symbol::of(place.file, place.label, Symbol::Kind::Declaration, index);
        const Announced now = announced(*work.slot.unit, *work.state, index);
        const std::optional<Announced> before = work.before ? announced(*work.slot.unit, *work.before, index)
                                                            : announced_before(symbol, declaration, now);
        if (before && before->is_same(now)) return;
        std::vector<std::uint64_t> keys;
        value_keys_of(declaration, keys);
        changed.insert(keys.begin(), keys.end());
    }
    std::vector<std::shared_ptr<UnitState>>
        kept_{};  // states of an earlier pass, kept because others compare their values

    void finish() {
        std::vector<std::pair<UnitPlace, std::shared_ptr<UnitState>>> all(pending.begin(), pending.end());
        std::ranges::sort(all, {}, [](const auto& one) { return one.first; });
        NameTable::Edit edit = NameTable::begin();
        for (const auto& [place, state] : all) {
            std::uint32_t base = 0;
            const UnitCell* cell = m.file(place.file)->units->at_label(place.label, base);
            set_open(place, *cell->unit, cell->state.get(), false, edit);
            set_open(place, *cell->unit, state.get(), true, edit);
        }
        for (const UnitChange& change : fresh)
            if (change.state && !pending.contains(change.place))
                set_open(change.place, *change.unit, change.state.get(), true, edit);
        if (m.instantiation_) {
            std::vector<UnitPlace>& own = m.instantiation_->own_units;
            for (const auto& [place, state] : all) own.push_back(place);
            std::ranges::stable_sort(own, {}, [&](const UnitPlace& p) { return m.files().rank_of(p.file); });
        }
        std::vector<UnitTree::NewState> states;
        for (std::size_t i = 0; i < all.size(); ++i) {
            states.push_back({all[i].first.label, all[i].second});
            if (i + 1 < all.size() && all[i + 1].first.file == all[i].first.file) continue;
            ModuleFile* file = m.parts_.files.find(all[i].first.file);
            file->units = file->units->with_states(states);
            states.clear();
        }
        m.pending_ = nullptr;
    }
};

namespace {

// Whether the whole text was replaced: of many chunks neither the first nor the last is from before.
bool is_replaced(const syntax::File& now, const syntax::File& before) {
    constexpr std::uint32_t kMany = 16;
    const std::uint32_t count = now.chunk_count(), old = before.chunk_count();
    return count >= kMany && old >= kMany && now.chunk(0) != before.chunk(0) &&
           now.chunk(count - 1) != before.chunk(old - 1);
}

// Whether most of the text is new: it costs less to start anew than to note each name that changed.
bool is_mostly_new(const FileTable& now, const FileTable& before) {
    constexpr std::size_t kLong = 65'536;
    std::size_t size = 0, replaced = 0, old_size = 0;
    for (const ModuleFile& file : before) old_size += file.input.tree->size();
    for (const ModuleFile& file : now) {
        const std::size_t bytes = file.input.tree->size();
        size += bytes;
        if (bytes <= kLong) continue;
        const ModuleFile* old = before.find(file.input.id);
        if (old && old->input.tree != file.input.tree && is_replaced(*file.input.tree, *old->input.tree))
            replaced += bytes;
    }
    return size > kLong && (size / 2 > old_size || replaced > size / 2);
}

}  // namespace

std::shared_ptr<Module> Module::start(language::LanguagePtr language, std::vector<FileInput> files,
                                      const Limits& limits) {
    auto module = std::make_shared<Module>();
    ModuleParts& parts = module->parts_;
    parts.files = FileTable(std::move(files), language->modules.overrides);
    parts.language = std::move(language);
    parts.limits = limits;
    parts.cycles = std::make_shared<const Cycles>();
    return module;
}

ModulePtr Module::bind_file(language::LanguagePtr language, FileInput file, const Cancel& cancel,
                            const Limits& limits) {
    std::vector<FileInput> files;
    files.push_back(std::move(file));
    const std::shared_ptr<Module> module = start(std::move(language), std::move(files), limits);
    ModuleParts& parts = module->parts_;
    parts.packages = std::make_shared<const Packages>(LockedPackagesPtr());
    UnitChanges(*module, nullptr, parts.files, parts.packages, module->counters_, cancel).bind_files();
    return module;
}

ModulePtr Module::build(language::LanguagePtr language, std::vector<FileInput> files, const Module* previous,
                        const Cancel& cancel, const Surroundings& around, const Limits& limits) {
    const std::shared_ptr<Module> module = start(std::move(language), std::move(files), limits);
    ModuleParts& parts = module->parts_;
    // Another language, other limits, or files in another order: nothing of before holds. Nor where something
    // was left out.
    if (previous && (previous->parts_.language != parts.language || previous->limits() != limits ||
                     !excess_of(*previous).empty() || has_cut_calls(*previous)))
        previous = nullptr;
    // Whether something may be overridden matters to the findings of every unit.
    if (previous && (previous->files().has_overrides() != parts.files.has_overrides() ||
                     is_mostly_new(parts.files, previous->files())))
        previous = nullptr;
    parts.packages = previous ? previous->parts_.packages : std::make_shared<const Packages>(around.locked);
    UnitChanges changes(*module, previous, parts.files, parts.packages, module->counters_, cancel);
    changes.bind_files();
    changes.settle_packages(around.locked);
    Builder builder{*module, previous, cancel, around, changes.gone(), changes.fresh()};
    builder.update_tables();
    if (around.on_bound) around.on_bound(*module);
    builder.update_foreign();
    builder.update_files();
    builder.evaluate();
    bool is_complete = builder.spending.was_enough() && excess_of(*module).empty() && !has_cut_calls(*module);
    if (previous && !is_complete) {
        std::vector<FileInput> inputs;
        for (ModuleFile& file : parts.files) inputs.push_back(std::move(file.input));
        Surroundings again = around;
        again.on_bound = nullptr;
        return build(parts.language, std::move(inputs), nullptr, cancel, again, limits);
    }
    return module;
}

BuiltInstance build_instance(const Module& base, const InputsPtr& inputs, const Limits& limits,
                             const CalledModule& called, std::size_t depth, PathBase paths,
                             const Cancel& cancel) {
    const std::vector<UnitChange> none;
    const Surroundings around{.called = called};
    std::shared_ptr<Module> module = Builder::start_instance(base, inputs, paths);
    Builder builder{*module, &base, cancel, around, none, none};
    builder.calls.depth = depth;
    builder.spending = Spending(base.files().size(), limits);
    builder.update_tables();
    for (Symbol symbol : base.symbols().by_kind(inputs->kind))
        builder.given.push_back({symbol.file, symbol.label});
    Builder::unique(builder.given);
    builder.evaluate();
    return {std::move(module), std::move(builder.spending)};
}

}  // namespace hcl::bind
