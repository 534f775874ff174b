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

void Module::sort_by_rank(std::vector<Symbol>& symbols) const {
    if (symbols.size() < 2) return;
    std::ranges::sort(symbols, [&](const Symbol& a, const Symbol& b) {
        if (a.file != b.file) return rank_of(a.file) < rank_of(b.file);
        return a < b;
    });
}

std::vector<Symbol> Module::at_key(std::uint64_t key) const {
    std::vector<Symbol> out;
    names_->rows.each_from({key, {}}, [&](const NameRow& row) {
        if (row.key != key) return false;
        out.push_back(row.symbol);
        return true;
    });
    return out;
}

namespace {

bool begins_with(const std::vector<std::string>& address, std::span<const std::string> steps) {
    return address.size() >= steps.size() && std::equal(steps.begin(), steps.end(), address.begin());
}

}  // namespace

// Sorted lists over kLong entries, cached by key.
struct Module::LongLists {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unordered_map<std::string, SymbolList>> by_key;
};

Module::Module() : long_lists_(std::make_shared<LongLists>()) {}
Module::~Module() = default;

SymbolList Module::sorted_at(std::uint64_t key, const std::function<std::string()>& name,
                             const std::function<bool(const BoundUnit& unit, Symbol)>& holds) const {
    using Seen = SymbolList::Seen;
    // Erases what does not hold, and tells from where the rest is seen.
    auto keep = [&](std::span<Symbol> found, Seen& seen) {
        std::size_t kept = 0;
        for (Symbol s : found) {
            const BoundUnit& unit = unit_of(s);
            if (!holds(unit, s)) continue;
            Seen own = Seen::Everywhere;
            if (s.is_declaration()) {
                language::Visibility visibility = unit.declarations[s.index()].def->visibility;
                own = visibility == language::Visibility::Module    ? Seen::Everywhere
                      : visibility == language::Visibility::File    ? Seen::InFile
                      : visibility == language::Visibility::Nearest ? Seen::Nearest
                                                                    : Seen::Mixed;
            }
            seen = kept == 0 || seen == own ? own : Seen::Mixed;
            found[kept++] = s;
        }
        return kept;
    };
    constexpr std::size_t kLong = 8;
    std::array<Symbol, kLong> few;
    std::size_t count = 0;
    bool is_long = false;
    names_->rows.each_from({key, {}}, [&](const NameRow& row) {
        if (row.key != key) return false;
        is_long = count == kLong;
        if (!is_long) few[count++] = row.symbol;
        return !is_long;
    });
    Seen seen = Seen::Mixed;
    if (!is_long) {
        count = keep(std::span(few).first(count), seen);
        if (count == 0) return {};
        if (count == 1) return {few[0], seen};
        std::vector<Symbol> found(few.begin(), few.begin() + static_cast<std::ptrdiff_t>(count));
        sort_by_rank(found);
        return SymbolList(std::move(found), seen);
    }
    std::string own = name();
    {
        std::lock_guard lock(long_lists_->mutex);
        auto lists = long_lists_->by_key.find(key);
        if (lists != long_lists_->by_key.end())
            if (auto known = lists->second.find(own); known != lists->second.end()) return known->second;
    }
    std::vector<Symbol> found = at_key(key);
    found.resize(keep(found, seen));
    sort_by_rank(found);
    SymbolList list(std::move(found), seen);
    std::lock_guard lock(long_lists_->mutex);
    return long_lists_->by_key[key].try_emplace(std::move(own), std::move(list)).first->second;
}

namespace {

template <typename Steps, typename Text>
std::string joined(const Steps& steps, const Text& text) {
    std::string out;
    for (const auto& step : steps) {
        out += text(step);
        out += '\0';
    }
    return out;
}

}  // namespace

SymbolList Module::by_address(const std::vector<std::string>& steps) const {
    KeyMaker key(KeyKind::Address);
    for (const std::string& step : steps) key.add(step);
    return sorted_at(
        key.key(), [&] { return joined(steps, std::identity()); },
        [&](const BoundUnit& unit, Symbol s) { return unit.declarations[s.index()].address == steps; });
}

SymbolList Module::by_prefix(const std::vector<std::string>& steps) const {
    KeyMaker key(KeyKind::Prefix);
    for (const std::string& step : steps) key.add(step);
    return sorted_at(
        key.key(), [&] { return joined(steps, std::identity()); },
        [&](const BoundUnit& unit, Symbol s) {
            return begins_with(unit.declarations[s.index()].address, steps);
        });
}

bool Module::has_prefix(std::string_view root, const std::function<bool(Symbol)>& holds) const {
    std::uint64_t key = key_of(KeyKind::Prefix, root);
    bool found = false;
    names_->rows.each_from({key, {}}, [&](const NameRow& row) {
        found = row.key == key && declaration(row.symbol).address.front() == root &&
                (!holds || holds(row.symbol));
        return row.key == key && !found;
    });
    return found;
}

std::vector<Symbol> Module::by_kind(std::string_view kind) const {
    std::vector<Symbol> found = at_key(key_of(KeyKind::Kind, kind));
    std::erase_if(found, [&](Symbol s) { return declaration(s).def->kind != kind; });
    sort_by_rank(found);
    return found;
}

std::vector<Symbol> Module::exported() const {
    std::vector<Symbol> found = at_key(KeyMaker(KeyKind::Exported).key());
    for (const std::string& kind : language_->modules.public_kinds)
        for (Symbol s : by_kind(kind)) {
            const Declaration& d = declaration(s);
            bool is_inner = d.def->visibility == language::Visibility::File;
            if (d.def->visibility == language::Visibility::Parent) {
                const BoundUnit& unit = unit_of(s);
                is_inner = (d.attribute != kNone ? unit.attributes[d.attribute].body
                                                 : unit.blocks[d.block].parent) != 0;
            }
            if (!is_inner) found.push_back(s);
        }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    sort_by_rank(found);
    return found;
}

SymbolList Module::by_kind_and_name(std::string_view kind, std::string_view name) const {
    return sorted_at(
        KeyMaker(KeyKind::Named).add(kind).add(name).key(),
        [&] { return std::string(kind) + '\0' + std::string(name); },
        [&](const BoundUnit& unit, Symbol s) {
            const Declaration& d = unit.declarations[s.index()];
            return d.def->kind == kind && d.address.back() == name;
        });
}

std::vector<std::string> Module::root_names() const {
    struct Roots {
        std::vector<std::string> list;
    };
    return names_->memo
        .get<Roots>([&] {
            std::unordered_set<std::string_view> seen;
            for (Symbol s : at_key(KeyMaker(KeyKind::Root).key()))
                seen.insert(declaration(s).address.front());
            Roots out{{seen.begin(), seen.end()}};
            std::ranges::sort(out.list);
            return out;
        })
        .list;
}

std::vector<std::string> Module::function_names() const {
    std::vector<std::string> out;
    for (Symbol s : at_key(KeyMaker(KeyKind::Function).key()))
        out.push_back(unit_of(s).callables[s.index()].name);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::optional<Symbol> Module::function(std::string_view name) const {
    std::vector<Symbol> found = at_key(key_of(KeyKind::Function, name));
    std::erase_if(found, [&](Symbol s) { return unit_of(s).callables[s.index()].name != name; });
    if (found.empty()) return std::nullopt;
    sort_by_rank(found);
    return found.back();
}

SymbolList Module::top_level(std::string_view name) const {
    return sorted_at(
        key_of(KeyKind::Counted, name), [&] { return std::string(name); },
        [&](const BoundUnit& unit, Symbol s) {
            return (s.kind() == Symbol::Kind::Block ? unit.blocks[s.index()].type
                                                    : unit.attributes[s.index()].name) == name;
        });
}

SymbolList Module::top_level_with_labels(const BoundBlock& block) const {
    auto same_label = [](const BoundLabel& a, const BoundLabel& b) { return a.value == b.value; };
    return sorted_at(
        labels_key(block),
        [&] { return block.type + '\0' + joined(block.labels, [](const BoundLabel& l) { return l.value; }); },
        [&](const BoundUnit& unit, Symbol s) {
            const BoundBlock& other = unit.blocks[s.index()];
            return other.type == block.type && std::ranges::equal(other.labels, block.labels, same_label);
        });
}

std::vector<Symbol> Module::unused(FileId file) const {
    std::vector<Symbol> out;
    unused_.each_from({file.value, {}}, [&](const NameRow& row) {
        if (row.key != file.value) return false;
        out.push_back(row.symbol);
        return true;
    });
    return out;
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
    if (!symbol.is_declaration() || (!cycles_->empty() && cycles_->contains(symbol))) return kUnknown;
    const UnitCell& cell = cell_of(symbol);
    const UnitState* state = state_of(cell, symbol);
    return state ? symbol_value(*cell.unit, *state, symbol.index()) : kUnknown;
}

bool Module::may_be_name(const std::vector<std::string>& kinds, std::string_view name) const {
    for (const std::string& kind : kinds) {
        std::uint64_t key = key_of(KeyKind::Kind, kind);
        bool any = false;
        open_.each_from({key, {}}, [&](const NameRow& row) {
            if (row.key != key) return false;
            const UnitState* state = state_of(cell_of(row.symbol), row.symbol);
            any = declaration(row.symbol).def->kind == kind &&
                  (!state || name.starts_with(state->more_names[row.symbol.index()].prefix));
            return !any;
        });
        if (any) return true;
    }
    return false;
}

InterfacePtr Module::foreign(std::string_view folder, std::string_view language) const {
    auto it = foreign_.find({std::string(folder), std::string(language)});
    return it == foreign_.end() ? nullptr : it->second;
}

std::optional<Symbol> Module::overridden_by(Symbol symbol) const {
    if (!symbol.is_declaration() || !file(symbol.file)->is_override) return std::nullopt;
    const Declaration& d = declaration(symbol);
    if (d.block == kNone) return std::nullopt;
    std::optional<Symbol> before;
    for (Symbol other : by_kind_and_name(d.def->kind, d.address.back())) {
        if (other == symbol) return before;
        if (const Declaration& o = declaration(other); o.address == d.address && o.block != kNone)
            before = other;
    }
    return before;
}

bool Module::is_visible(Symbol symbol, const UnitSlot& slot, std::uint32_t body) const {
    if (!symbol.is_declaration()) return true;
    const Declaration& d = declaration(symbol);
    if (d.def->visibility == language::Visibility::File) return symbol.file == slot.file;
    if (d.def->visibility != language::Visibility::Parent) return true;
    UnitSlot home = slot_of(symbol);
    std::uint32_t inside =
        d.attribute != kNone ? home.unit->attributes[d.attribute].body : home.unit->blocks[d.block].parent;
    if (inside == 0) return true;
    if (home.file != slot.file || home.label != slot.label) return false;
    BodiesAround around = bodies_around(*slot.unit, body);
    return std::ranges::find(around, inside) != around.end();
}

SymbolList Module::visible_from(SymbolList all, const UnitSlot& slot, std::uint32_t body) const {
    if (all.seen() == SymbolList::Seen::Everywhere) return all;
    auto from = all.begin();
    auto to = all.end();
    if (all.seen() == SymbolList::Seen::InFile || all.seen() == SymbolList::Seen::Nearest) {
        auto rank = [&](Symbol s) { return rank_of(s.file); };
        auto range = std::ranges::equal_range(all.list(), rank_of(slot.file), {}, rank);
        if (all.seen() == SymbolList::Seen::Nearest && range.empty()) return all;
        from = range.begin();
        to = range.end();
    }
    auto is_seen_by_all = [&](Symbol s) {
        return !s.is_declaration() || declaration(s).def->visibility == language::Visibility::Module;
    };
    if (std::all_of(all.begin(), all.end(), is_seen_by_all)) return all;
    auto is_nearest = [&](Symbol s) {
        return s.is_declaration() && declaration(s).def->visibility == language::Visibility::Nearest;
    };
    bool has_own = all.seen() == SymbolList::Seen::Mixed &&
                   std::any_of(from, to, [&](Symbol s) { return s.file == slot.file && is_nearest(s); });
    auto is_hidden = [&](Symbol s) {
        return !is_visible(s, slot, body) || (has_own && s.file != slot.file && is_nearest(s));
    };
    if (from == all.begin() && to == all.end() && std::none_of(from, to, is_hidden)) return all;
    std::vector<Symbol> some(from, to);
    std::erase_if(some, is_hidden);
    return some.empty() ? SymbolList() : SymbolList(std::move(some));
}

SymbolList Module::named_at(std::string_view kind, std::span<const ReferenceStep> steps) const {
    auto step_name = [](const ReferenceStep& step) -> const std::string& { return step.name; };
    return sorted_at(
        KeyMaker(KeyKind::Named).add(kind).add(steps.back().name).key(),
        [&] { return std::string(kind) + '\0' + '.' + joined(steps, step_name); },
        [&](const BoundUnit& unit, Symbol s) {
            const Declaration& d = unit.declarations[s.index()];
            return d.def->kind == kind && std::ranges::equal(d.address, steps, {}, {}, step_name);
        });
}

// Symbols of several kinds as one list.
namespace {

void add_symbols(Resolution& out, const SymbolList& found) {
    if (found.empty()) return;
    out.kind = Resolution::Kind::Symbol;
    if (out.symbols.empty()) {
        out.symbols = found;
        return;
    }
    std::vector<Symbol> all(out.symbols.begin(), out.symbols.end());
    all.insert(all.end(), found.begin(), found.end());
    out.symbols = SymbolList(std::move(all));
}

}  // namespace

Resolution Module::resolve_string(const UnitSlot& slot, const Reference& reference) const {
    Resolution out;
    const BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
    for (const std::string& kind : attribute.def->rules.refers_to)
        add_symbols(out, visible_from(by_kind_and_name(kind, reference.steps[0].name), slot, attribute.body));
    out.steps = out.symbols.empty() ? 0 : 1;
    return out;
}

// The longest address of one of the wanted kinds that the reference begins with.
std::optional<Resolution> Module::resolve_address(const UnitSlot& slot, const Reference& reference) const {
    const BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
    for (std::size_t n = std::min(reference.steps.size(), kLongestAddress); n > 0; --n) {
        Resolution out;
        for (const std::string& kind : attribute.def->rules.refers_to)
            add_symbols(
                out, visible_from(named_at(kind, std::span(reference.steps).first(n)), slot, attribute.body));
        if (out.symbols.empty()) continue;
        out.steps = n;
        return out;
    }
    return std::nullopt;
}

Resolution Module::resolve(const UnitSlot& slot, const Reference& reference) const {
    if (reference.is_text) return resolve_string(slot, reference);
    if (reference.is_address) {
        if (auto found = resolve_address(slot, reference)) return *found;
        // Where nothing of a wanted kind is, something of another kind may be.
        Resolution other = resolve_path(slot, reference);
        return other.kind == Resolution::Kind::Symbol ? other : Resolution();
    }
    Resolution found = resolve_path(slot, reference);
    if (found.kind == Resolution::Kind::Missing) {
        const AttributeDef* def = slot.unit->attributes[reference.attribute].def;
        bool is_free = (def && def->decoder == language::Decoder::Expression) ||
                       !language_->must_be_declared(reference.steps[0].name);
        if (is_free) found.kind = Resolution::Kind::Unknowable;
    }
    return found;
}

namespace {

// Whether the names that a block brings in are made from this attribute of it.
bool makes_names(const BoundUnit& unit, std::uint32_t body, std::string_view attribute) {
    std::uint32_t block = unit.bodies[body].block;
    if (block == kNone || !unit.blocks[block].def) return false;
    return std::ranges::any_of(unit.blocks[block].def->scopes, [&](const language::ScopeDef& scope) {
        return !scope.needs.all && scope.needs.contains(attribute);
    });
}

}  // namespace

Resolution Module::resolve_path(const UnitSlot& slot, const Reference& reference) const {
    Resolution out;
    const BoundUnit& unit = *slot.unit;
    const BoundAttribute& attribute = unit.attributes[reference.attribute];
    const std::string& root = reference.steps[0].name;
    if (!reference.is_address && slot.state &&
        !(slot.state->scopes.empty() && slot.state->open_scopes.empty())) {
        for (std::uint32_t body : bodies_around(unit, attribute.body)) {
            const eval::MapScope* scope = slot.state->scope_of(body);
            // Attributes that the names of a scope are computed from do not see these names.
            if (scope && body == attribute.body && makes_names(unit, body, attribute.name)) continue;
            if (reference.has_optional_root) {
                // A block's own name hides the optional root: evaluation reads the steps behind it.
                if (scope && scope->variable(language_->names.optional_root)) {
                    out.kind = Resolution::Kind::Unknowable;
                    return out;
                }
            } else if (scope && scope->variable(root)) {
                out.kind = Resolution::Kind::Local;
                out.steps = 1;
                return out;
            }
            if (slot.state->is_open(body)) out.kind = Resolution::Kind::Unknowable;
        }
    }
    if (is_parameter(unit, attribute, root)) {
        out.kind = Resolution::Kind::Local;
        out.steps = 1;
        return out;
    }
    // The longest address that the reference begins with.
    std::uint64_t keys[kLongestAddress];
    std::size_t count = std::min(reference.steps.size(), kLongestAddress);
    KeyMaker address(KeyKind::Address);
    KeyMaker prefix(KeyKind::Prefix);
    for (std::size_t i = 0; i < count; ++i) {
        keys[i] = address.add(reference.steps[i].name).key();
        prefix.add(reference.steps[i].name);
    }
    auto begins = [&](const BoundUnit& home, Symbol s, std::size_t n, bool whole) {
        const std::vector<std::string>& known = home.declarations[s.index()].address;
        if (known.size() < n || (whole && known.size() != n)) return false;
        for (std::size_t i = 0; i < n; ++i)
            if (known[i] != reference.steps[i].name) return false;
        return true;
    };
    auto written = [&](std::size_t n) {
        return joined(std::span(reference.steps).first(n), [](const ReferenceStep& s) { return s.name; });
    };
    for (std::size_t n = count; n > 0; --n) {
        SymbolList found =
            visible_from(sorted_at(
                             keys[n - 1], [&] { return written(n); },
                             [&](const BoundUnit& home, Symbol s) { return begins(home, s, n, true); }),
                         slot, attribute.body);
        if (found.empty()) continue;
        out.kind = Resolution::Kind::Symbol;
        out.symbols = std::move(found);
        out.steps = n;
        return out;
    }
    SymbolList group =
        visible_from(sorted_at(
                         prefix.key(), [&] { return written(count); },
                         [&](const BoundUnit& home, Symbol s) { return begins(home, s, count, false); }),
                     slot, attribute.body);
    if (!group.empty()) {
        out.kind = Resolution::Kind::Group;
        out.symbols = std::move(group);
        out.steps = count;
        return out;
    }
    for (const auto& [name, value] : language_->evaluation.variables)
        if (name == root) {
            out.kind = Resolution::Kind::Predefined;
            out.steps = 1;
            return out;
        }
    return out;
}

void Module::each_possible_use(Symbol symbol,
                               const std::function<void(const UnitSlot&, const Reference&)>& visit) const {
    if (!symbol.is_declaration()) return;
    const Declaration& d = declaration(symbol);
    std::vector<std::uint64_t> keys;
    keys_of(d, keys);
    std::vector<Symbol> units;
    for (std::uint64_t key : keys)
        readers_.each_from({key, {}}, [&](const NameRow& row) {
            if (row.key == key) units.push_back(row.symbol);
            return row.key == key;
        });
    std::ranges::sort(units);
    units.erase(std::unique(units.begin(), units.end()), units.end());
    for (Symbol unit : units) {
        UnitSlot slot = slot_of(unit);
        for (const Reference& reference : slot.unit->references)
            if (reference.steps[0].name == (reference.is_text ? d.address.back() : d.address.front()))
                visit(slot, reference);
    }
}

}  // namespace hcl::bind
