#include "engine/bind/symbol_index.h"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/limits.h"
#include "engine/bind/graph.h"
#include "engine/bind/keys.h"
#include "engine/bind/module.h"
#include "engine/bind/resolution.h"

namespace hcl::bind {

void SymbolIndex::sort_by_rank(std::vector<Symbol>& symbols) const {
    if (symbols.size() < 2) return;
    std::ranges::sort(symbols, [](const Symbol& a, const Symbol& b) {
        return a.file != b.file ? a.file.value < b.file.value : a < b;
    });
    // The rank of each file is looked up once.
    struct OfFile {
        std::uint32_t rank;
        std::span<const Symbol> list;
    };
    std::vector<OfFile> files;
    for (auto first = symbols.begin(); first != symbols.end();) {
        const auto end =
            std::find_if(first, symbols.end(), [&](const Symbol& s) { return s.file != first->file; });
        files.push_back({module_.files().rank_of(first->file), {first, end}});
        first = end;
    }
    if (std::ranges::is_sorted(files, {}, &OfFile::rank)) return;
    std::ranges::sort(files, {}, &OfFile::rank);
    std::vector<Symbol> sorted;
    sorted.reserve(symbols.size());
    for (const OfFile& file : files) sorted.insert(sorted.end(), file.list.begin(), file.list.end());
    symbols = std::move(sorted);
}

bool SymbolIndex::is_before(const Symbol& a, const Symbol& b) const {
    if (a.file != b.file) return module_.files().rank_of(a.file) < module_.files().rank_of(b.file);
    return a < b;
}

std::vector<Symbol> SymbolIndex::all_at(std::uint64_t key) const {
    std::vector<Symbol> out;
    tables_.names->rows.each_from({key, {}}, [&](const NameRow& row) {
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
struct SymbolIndex::LongLists {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unordered_map<std::string, SymbolList>> by_key;
};

SymbolIndex::SymbolIndex(const Module& module)
    : module_(module), long_lists_(std::make_shared<LongLists>()) {}
SymbolIndex::~SymbolIndex() = default;

SymbolList SymbolIndex::at_key(std::uint64_t key, const std::function<std::string()>& name,
                               const std::function<bool(const BoundUnit& unit, Symbol)>& holds) const {
    using Seen = SymbolList::Seen;
    constexpr std::size_t kLong = 8;
    // Erases symbols that do not satisfy `holds`, and computes where the rest is visible.
    std::vector<Symbol> beyond_units;
    auto keep = [&](std::span<Symbol> found, Seen& seen) {
        std::size_t kept = 0;
        bool any_in_unit = false;
        for (Symbol s : found) {
            const BoundUnit& unit = module_.unit_of(s);
            if (!holds(unit, s)) continue;
            Seen own = Seen::Everywhere;
            bool is_in_unit = false;
            if (s.is_declaration()) {
                const Declaration& d = unit.declarations[s.index()];
                language::Visibility visibility = d.def->visibility;
                is_in_unit = visibility == language::Visibility::Parent && enclosing_body(unit, d) != 0;
                own = visibility == language::Visibility::Module    ? Seen::Everywhere
                      : visibility == language::Visibility::File    ? Seen::InFile
                      : visibility == language::Visibility::Nearest ? Seen::Nearest
                                                                    : Seen::Mixed;
            }
            seen = kept == 0 || seen == own ? own : Seen::Mixed;
            any_in_unit |= is_in_unit;
            if (!is_in_unit && found.size() > kLong) beyond_units.push_back(s);
            found[kept++] = s;
        }
        if (any_in_unit && found.size() > kLong) seen = Seen::InUnit;
        return kept;
    };
    std::array<Symbol, kLong> few;
    std::size_t count = 0;
    bool is_long = false;
    tables_.names->rows.each_from({key, {}}, [&](const NameRow& row) {
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
    std::vector<Symbol> found = all_at(key);
    found.resize(keep(found, seen));
    found.shrink_to_fit();  // of all with this key
    sort_by_rank(found);
    SymbolList list;
    if (seen == Seen::InUnit) {
        sort_by_rank(beyond_units);
        list = SymbolList::in_units(std::move(found), std::move(beyond_units));
    } else {
        list = SymbolList(std::move(found), seen);
    }
    std::lock_guard lock(long_lists_->mutex);
    return long_lists_->by_key[key].try_emplace(std::move(own), std::move(list)).first->second;
}

SymbolList SymbolIndex::by_address(const std::vector<std::string>& steps) const {
    KeyMaker key(KeyKind::Address);
    for (const std::string& step : steps) key.add(step);
    return at_key(
        key.key(), [&] { return joined(steps, std::identity()); },
        [&](const BoundUnit& unit, Symbol s) { return unit.declarations[s.index()].address == steps; });
}

SymbolList SymbolIndex::by_prefix(const std::vector<std::string>& steps) const {
    KeyMaker key(KeyKind::Prefix);
    for (const std::string& step : steps) key.add(step);
    return at_key(
        key.key(), [&] { return joined(steps, std::identity()); },
        [&](const BoundUnit& unit, Symbol s) {
            return begins_with(unit.declarations[s.index()].address, steps);
        });
}

bool SymbolIndex::has_prefix(std::string_view root, const std::function<bool(Symbol)>& holds) const {
    std::uint64_t key = key_of(KeyKind::Prefix, root);
    bool found = false;
    tables_.names->rows.each_from({key, {}}, [&](const NameRow& row) {
        found = row.key == key && module_.declaration(row.symbol).address.front() == root &&
                (!holds || holds(row.symbol));
        return row.key == key && !found;
    });
    return found;
}

std::vector<Symbol> SymbolIndex::by_kind(std::string_view kind) const {
    std::vector<Symbol> found = all_at(key_of(KeyKind::Kind, kind));
    std::erase_if(found, [&](Symbol s) { return module_.declaration(s).def->kind != kind; });
    sort_by_rank(found);
    return found;
}

std::vector<Symbol> SymbolIndex::exported() const {
    std::vector<Symbol> found = all_at(KeyMaker(KeyKind::Exported).key());
    for (const std::string& kind : module_.language().modules.public_kinds)
        for (Symbol s : by_kind(kind)) {
            const Declaration& d = module_.declaration(s);
            bool is_inner = d.def->visibility == language::Visibility::File;
            if (d.def->visibility == language::Visibility::Parent)
                is_inner = enclosing_body(module_.unit_of(s), d) != 0;
            if (!is_inner) found.push_back(s);
        }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    sort_by_rank(found);
    return found;
}

SymbolList SymbolIndex::by_kind_and_name(std::string_view kind, std::string_view name) const {
    return at_key(
        KeyMaker(KeyKind::Named).add(kind).add(name).key(),
        [&] { return std::string(kind) + '\0' + std::string(name); },
        [&](const BoundUnit& unit, Symbol s) {
            const Declaration& d = unit.declarations[s.index()];
            return d.def->kind == kind && d.address.back() == name;
        });
}

std::vector<std::string> SymbolIndex::root_names() const {
    struct Roots {
        std::vector<std::string> list;
    };
    return tables_.names->memo
        .get<Roots>([&] {
            std::unordered_set<std::string_view> seen;
            for (Symbol s : all_at(KeyMaker(KeyKind::Root).key()))
                seen.insert(module_.declaration(s).address.front());
            Roots out{{seen.begin(), seen.end()}};
            std::ranges::sort(out.list);
            return out;
        })
        .list;
}

std::vector<std::string> SymbolIndex::function_names() const {
    std::vector<std::string> out;
    for (Symbol s : all_at(KeyMaker(KeyKind::Function).key()))
        out.push_back(module_.unit_of(s).callables[s.index()].name);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::optional<Symbol> SymbolIndex::function(std::string_view name) const {
    std::vector<Symbol> found = all_at(key_of(KeyKind::Function, name));
    std::erase_if(found, [&](Symbol s) { return module_.unit_of(s).callables[s.index()].name != name; });
    if (found.empty()) return std::nullopt;
    sort_by_rank(found);
    return found.back();
}

SymbolList SymbolIndex::top_level(std::string_view name) const {
    return at_key(
        key_of(KeyKind::Counted, name), [&] { return std::string(name); },
        [&](const BoundUnit& unit, Symbol s) {
            return (s.kind() == Symbol::Kind::Block ? unit.blocks[s.index()].type
                                                    : unit.attributes[s.index()].name) == name;
        });
}

SymbolList SymbolIndex::top_level_with_labels(const BoundBlock& block) const {
    auto same_label = [](const BoundLabel& a, const BoundLabel& b) { return a.value == b.value; };
    return at_key(
        labels_key(block),
        [&] { return block.type + '\0' + joined(block.labels, [](const BoundLabel& l) { return l.value; }); },
        [&](const BoundUnit& unit, Symbol s) {
            const BoundBlock& other = unit.blocks[s.index()];
            return other.type == block.type && std::ranges::equal(other.labels, block.labels, same_label);
        });
}

std::vector<Symbol> SymbolIndex::unused(FileId file) const {
    std::vector<Symbol> out;
    tables_.unused.each_from({file.value, {}}, [&](const NameRow& row) {
        if (row.key != file.value) return false;
        out.push_back(row.symbol);
        return true;
    });
    return out;
}

std::optional<Symbol> SymbolIndex::overridden_by(Symbol symbol) const {
    if (!symbol.is_declaration() || !module_.file(symbol.file)->is_override) return std::nullopt;
    const Declaration& d = module_.declaration(symbol);
    if (d.block == kNone) return std::nullopt;
    const SymbolList alike = by_kind_and_name(d.def->kind, d.address.back());
    const std::span<const Symbol> all = alike.list();
    const auto self = std::ranges::lower_bound(
        all, symbol, [&](const Symbol& a, const Symbol& b) { return is_before(a, b); });
    // The nearest before it; of very many, some are looked at.
    auto before = static_cast<std::size_t>(self - all.begin());
    for (std::uint64_t looked = 0; before > 0 && looked < limits::alike_declarations; ++looked) {
        const Declaration& o = module_.declaration(all[--before]);
        if (o.address == d.address && o.block != kNone) return all[before];
    }
    return std::nullopt;
}

void SymbolIndex::each_possible_use(
    Symbol symbol, const std::function<void(const UnitSlot&, const Reference&)>& visit) const {
    if (!symbol.is_declaration()) return;
    const Declaration& d = module_.declaration(symbol);
    std::vector<std::uint64_t> keys;
    keys_of(d, keys);
    std::vector<Symbol> units;
    for (std::uint64_t key : keys)
        tables_.readers.each_from({key, {}}, [&](const NameRow& row) {
            if (row.key == key) units.push_back(row.symbol);
            return row.key == key;
        });
    std::ranges::sort(units);
    units.erase(std::unique(units.begin(), units.end()), units.end());
    for (Symbol unit : units) {
        UnitSlot slot = module_.slot_of(unit);
        for (const Reference& reference : slot.unit->references)
            if (reference.steps[0].name == (reference.is_text ? d.address.back() : d.address.front()))
                visit(slot, reference);
    }
}

namespace {

// Calls visit(symbol, names) for those of a kind that may make further symbols of it, until it returns false.
// Names are null where they are not known yet.
template <typename Visit>
void each_maker(const NameTables& tables, const Module& module, const std::string& kind, const Visit& visit) {
    const std::uint64_t key = key_of(KeyKind::Kind, kind);
    tables.open.each_from({key, {}}, [&](const NameRow& row) {
        if (row.key != key) return false;
        if (module.declaration(row.symbol).def->kind != kind) return true;
        const UnitState* state = module.slot_of(row.symbol).state;
        return visit(row.symbol, state ? &state->more_names[row.symbol.index()] : nullptr);
    });
}

}  // namespace

bool SymbolIndex::may_be_name(const std::vector<std::string>& kinds, std::string_view name) const {
    bool any = false;
    for (const std::string& kind : kinds)
        if (!any)
            each_maker(tables_, module_, kind, [&](Symbol, const MoreNames* more) {
                any = !more || more->may_be(name);
                return !any;
            });
    return any;
}

std::vector<Symbol> SymbolIndex::makers_of(const std::vector<std::string>& kinds,
                                           std::string_view name) const {
    std::vector<Symbol> out;
    for (const std::string& kind : kinds)
        each_maker(tables_, module_, kind, [&](Symbol symbol, const MoreNames* more) {
            if (more && more->known && more->known->contains(name)) out.push_back(symbol);
            return true;
        });
    return out;
}

bool SymbolIndex::reads_calls_of(std::string_view folder) const {
    bool found = false;
    bind::each_reader(tables_.readers, KeyMaker(KeyKind::Foreign).add(folder).add("").key(),
                      [&](UnitPlace place) {
                          if (found) return;
                          const BoundUnit& unit = module_.unit_of({place.label, place.file, 0});
                          for (const BoundBlock& block : unit.blocks) {
                              const std::uint32_t d = declaration_of_call(unit, block);
                              if (d == kNone || called_folder(unit, block) != folder) continue;
                              found = found || is_value_read(module_, tables_.readers, unit.declarations[d]);
                          }
                      });
    return found;
}

}  // namespace hcl::bind
