#include "engine/bind/unit_changes.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

#include "engine/syntax/tree/entries.h"

namespace hcl::bind {

namespace {

constexpr std::uint64_t kLabelGap = std::uint64_t{1} << 40;

// Assigns labels between two others; false when there is no number left.
bool label(std::vector<UnitCell>& cells, std::size_t first, std::uint64_t before, std::uint64_t behind) {
    std::uint64_t count = cells.size() - first;
    if (count == 0) return true;
    std::uint64_t step = kLabelGap;
    if (behind != 0) {
        step = std::min((behind - before) / (count + 1), std::max<std::uint64_t>((behind - before) / 8, 1));
        if (step == 0) return false;
    } else if (before > std::numeric_limits<std::uint64_t>::max() - (count + 1) * kLabelGap) {
        return false;
    }
    for (std::size_t i = first; i < cells.size(); ++i) cells[i].label = before += step;
    return true;
}

}  // namespace

std::uint64_t most_parts(const Limits& limits) {
    return std::min<std::uint64_t>(limits::bound_parts, limits.bound_items);
}

bool UnitChanges::is_in_parts(const syntax::FileEntry& entry) const {
    return entry.is_split() && entry.size <= module_.limits().bound_item &&
           syntax::entry_count(*entry.item->split) <= most_parts(module_.limits()) &&
           is_bound_in_parts(*entry.item, language_);
}

UnitCell UnitChanges::cell_of(const syntax::FileEntry& entry) const {
    UnitCell cell;
    cell.source = entry.source;
    cell.size = entry.size;
    // Very long items are parsed but not bound: each edit inside of one would bind all of it again.
    if (entry.item && entry.size > module_.limits().bound_item) return cell;
    if (entry.item)
        cell.unit = bind_item(shifted_to_start(*entry.item), language_, *packages_);
    else
        cell.unit = bind_trivia(*entry.chunk, language_);
    return cell;
}

UnitCell UnitChanges::header_cell(const syntax::FileEntry& block) const {
    UnitCell cell;
    cell.source = block.source;
    cell.size = static_cast<std::uint32_t>(block.chunk->text.size());
    cell.role = CellRole::Header;
    cell.unit = bind_header(shifted_to_start(*block.item), language_, *packages_);
    return cell;
}

UnitCell UnitChanges::inside_cell(const syntax::FileEntry& block, const syntax::FileEntry& entry) const {
    UnitCell cell;
    cell.source = entry.source;
    cell.size = entry.size;
    cell.role = CellRole::Inside;
    std::optional<syntax::BodyItem> item;
    if (entry.item) item = shifted_to_start(*entry.item);
    cell.unit = bind_inside(*block.item, item, *entry.chunk, language_, *packages_);
    return cell;
}

UnitCell UnitChanges::end_cell(const syntax::FileEntry& block) const {
    UnitCell cell;
    std::shared_ptr<const syntax::Chunk> chunk = syntax::end_of(*block.item->split);
    cell.size = static_cast<std::uint32_t>(chunk->text.size());
    cell.role = CellRole::Inside;
    cell.unit = bind_end(*block.item, *chunk, language_, *packages_);
    cell.source = std::move(chunk);
    return cell;
}

void UnitChanges::note(std::vector<UnitChange>& list, FileId file, const UnitCell& cell) {
    if (cell.unit) list.push_back({{file, cell.label}, cell.unit, cell.state});
}

namespace {

bool is_bound_by_item(const syntax::File& tree, const Limits& limits) {
    return tree.options().syntax == syntax::Syntax::Native && syntax::entry_count(tree) <= limits.bound_items;
}

}  // namespace

void UnitChanges::bind_file(ModuleFile& file, const ModuleFile* old) {
    const syntax::File& tree = *file.input.tree;
    if (old && old->input.tree == file.input.tree) {
        file.units = old->units;
        return;
    }
    if (tree.options().syntax == syntax::Syntax::Json) return bind_json_file(file, old);
    const Limits& limits = module_.limits();
    if (is_bound_by_item(tree, limits)) {
        if (!old || !is_bound_by_item(*old->input.tree, limits)) {
            renew(file, old, read_file(tree, {}));
            return;
        }
        edit_file(file, *old);
        return;
    }
    renew(file, old, {});
}

void UnitChanges::renew(ModuleFile& file, const ModuleFile* old, std::vector<UnitCell> cells) {
    if (old) remove(*old);
    label(cells, 0, 0, 0);
    for (const UnitCell& cell : cells) note(fresh_, file.input.id, cell);
    file.units = UnitTree::build(std::move(cells));
}

void UnitChanges::add(UnitCell cell, std::vector<UnitCell>& cells) {
    if (cell.unit) ++counters_.bound;
    cells.push_back(std::move(cell));
}

void UnitChanges::read(const syntax::FileEntry& entry, const Known& known, std::vector<UnitCell>& cells) {
    cancel_.poll();
    auto add_known = [&](const void* header, const void* source) {
        auto it = known.find({header, source});
        if (it == known.end()) return false;
        cells.push_back(*it->second);
        return true;
    };
    if (!is_in_parts(entry)) {
        if (!add_known(nullptr, entry.source.get())) add(cell_of(entry), cells);
        return;
    }
    if (!add_known(nullptr, entry.source.get())) add(header_cell(entry), cells);
    const syntax::SplitBlock& split = *entry.item->split;
    syntax::each_entry(entry, 0, syntax::entry_count(split), [&](const syntax::FileEntry& inside) {
        cancel_.poll();
        if (!add_known(entry.chunk, inside.source.get())) add(inside_cell(entry, inside), cells);
    });
    if (!add_known(entry.chunk, syntax::end_of(split).get())) add(end_cell(entry), cells);
}

std::vector<UnitCell> UnitChanges::read_file(const syntax::File& tree, const Known& known) {
    std::vector<UnitCell> cells;
    cells.reserve(syntax::entry_count(tree));
    syntax::each_entry(tree, 0, syntax::entry_count(tree),
                       [&](const syntax::FileEntry& entry) { read(entry, known, cells); });
    return cells;
}

// `header`: of the block around the first cells.
UnitChanges::Known UnitChanges::known_cells(const std::vector<UnitCell>& cells, const void* header) {
    Known known;
    for (const UnitCell& cell : cells) {
        if (cell.begins_entry()) header = nullptr;
        known.emplace(std::pair(header, cell.source.get()), &cell);
        if (cell.role == CellRole::Header)
            header = syntax::header_of(*static_cast<const syntax::SplitBlock*>(cell.source.get())).get();
    }
    return known;
}

namespace {

std::vector<UnitCell> cells_between(const UnitTree& units, std::uint32_t first, std::uint32_t end) {
    std::vector<UnitCell> cells;
    units.each(first, end, 0, [&](const UnitCell& cell, std::uint32_t) { cells.push_back(cell); });
    return cells;
}

}  // namespace

void UnitChanges::edit_file(ModuleFile& file, const ModuleFile& old) {
    const syntax::File& tree = *file.input.tree;
    const syntax::EntryChange change = syntax::change_between(*old.input.tree, tree);
    const std::size_t gone = gone_.size();
    const std::size_t fresh = fresh_.size();
    file.units = old.units;
    bool is_done = false;
    bool is_inside = false;
    if (change.old_end == change.first + 1 && change.now_end == change.first + 1) {
        const std::uint32_t header = file.units->cell_of_entry(change.first);
        syntax::each_entry(tree, change.first, change.now_end, [&](const syntax::FileEntry& entry) {
            std::uint32_t base = 0;
            const UnitCell& cell = *file.units->at_index(header, base);
            is_inside = cell.role == CellRole::Header && is_in_parts(entry) &&
                        syntax::header_of(*static_cast<const syntax::SplitBlock*>(cell.source.get())).get() ==
                            entry.chunk;
            if (is_inside) is_done = edit_inside(file, header, entry);
        });
    }
    if (!is_inside) is_done = edit_entries(file, change);
    if (is_done) return;
    gone_.erase(gone_.begin() + static_cast<std::ptrdiff_t>(gone), gone_.end());
    fresh_.erase(fresh_.begin() + static_cast<std::ptrdiff_t>(fresh), fresh_.end());
    relabel(file, old);
}

bool UnitChanges::edit_entries(ModuleFile& file, const syntax::EntryChange& change) {
    const std::uint32_t first = file.units->cell_of_entry(change.first);
    const std::uint32_t end = file.units->cell_of_entry(change.old_end);
    const std::vector<UnitCell> out = cells_between(*file.units, first, end);
    const Known known = known_cells(out, nullptr);
    std::vector<UnitCell> now;
    syntax::each_entry(*file.input.tree, change.first, change.now_end,
                       [&](const syntax::FileEntry& entry) { read(entry, known, now); });
    return replace(file, first, end, std::move(now));
}

// From the end, so that the indices before it still hold.
bool UnitChanges::edit_inside(ModuleFile& file, std::uint32_t header, const syntax::FileEntry& block) {
    std::uint32_t base = 0;
    const UnitCell before = *file.units->at_index(header, base);
    const auto& old = *static_cast<const syntax::SplitBlock*>(before.source.get());
    const syntax::SplitBlock& split = *block.item->split;
    const syntax::EntryChange change = syntax::change_between(old, split);
    const std::uint32_t items = header + 1;
    const std::uint32_t end = items + syntax::entry_count(old);
    if (syntax::end_of(old) != syntax::end_of(split)) {
        std::vector<UnitCell> now;
        add(end_cell(block), now);
        if (!replace(file, end, end + 1, std::move(now))) return false;
    }
    const std::vector<UnitCell> out =
        cells_between(*file.units, items + change.first, items + change.old_end);
    const Known known = known_cells(out, block.chunk);
    std::vector<UnitCell> now;
    syntax::each_entry(block, change.first, change.now_end, [&](const syntax::FileEntry& inside) {
        cancel_.poll();
        if (auto it = known.find({block.chunk, inside.source.get()}); it != known.end())
            now.push_back(*it->second);
        else
            add(inside_cell(block, inside), now);
    });
    if (!replace(file, items + change.first, items + change.old_end, std::move(now))) return false;
    std::vector<UnitCell> head;
    add(header_cell(block), head);
    return replace(file, header, header + 1, std::move(head));
}

// Existing labels are kept, and new ones are between them.
bool UnitChanges::replace(ModuleFile& file, std::uint32_t first, std::uint32_t end,
                          std::vector<UnitCell> now) {
    const std::vector<UnitCell> out = cells_between(*file.units, first, end);
    const std::size_t kept = std::min(out.size(), now.size());
    for (std::size_t i = 0; i < kept; ++i) now[i].label = out[i].label;
    std::uint32_t base = 0;
    const UnitCell* left = first > 0 ? file.units->at_index(first - 1, base) : nullptr;
    const UnitCell* right = file.units->at_index(end, base);
    const std::uint64_t before = kept > 0 ? now[kept - 1].label : left ? left->label : 0;
    if (!label(now, kept, before, right ? right->label : 0)) return false;
    for (const UnitCell& cell : out) note(gone_, file.input.id, cell);
    for (const UnitCell& cell : now) note(fresh_, file.input.id, cell);
    file.units = file.units->splice(first, end, std::move(now));
    return true;
}

void UnitChanges::relabel(ModuleFile& file, const ModuleFile& old) {
    const std::vector<UnitCell> before = cells_between(*old.units, 0, old.units->count());
    renew(file, &old, read_file(*file.input.tree, known_cells(before, nullptr)));
}

void UnitChanges::remove(const ModuleFile& old) {
    old.units->each(0, old.units->count(), 0,
                    [&](const UnitCell& cell, std::uint32_t) { note(gone_, old.input.id, cell); });
}

void UnitChanges::bind_files() {
    for (ModuleFile& file : files_) bind_file(file, previous_ ? previous_->file(file.input.id) : nullptr);
    if (previous_)
        for (const ModuleFile& old : previous_->files())
            if (!module_.file(old.input.id)) remove(old);
}

// Units are first bound with the packages_ that the previous_ module declared. Those that name a package
// with another address or version now are bound again.
void UnitChanges::settle_packages(const LockedPackagesPtr& locked) {
    auto declares = [](const UnitChange& change) { return !change.unit->packages.empty(); };
    const bool has_same_locked = packages_->has_same_locked(locked);
    if (has_same_locked && std::ranges::none_of(gone_, declares) && std::ranges::none_of(fresh_, declares))
        return;
    PackagesPtr declared = declared_packages(files_, locked);
    std::set<std::string> names;
    if (language_.additions.schemas) names = declared->changed_from(*packages_, language_);
    if (!has_same_locked)
        for (const std::string& used : used_packages(files_))
            if (declared->choice_of(used, language_) != packages_->choice_of(used, language_))
                names.insert(used);
    packages_ = std::move(declared);
    if (names.empty()) return;
    std::unordered_map<UnitPlace, std::size_t, UnitPlaceHash> known;
    for (std::size_t i = 0; i < fresh_.size(); ++i) known.emplace(fresh_[i].place, i);
    for (ModuleFile& file : files_) bind_readers(file, names, known);
}

void UnitChanges::bind_readers(ModuleFile& file, const std::set<std::string>& names,
                               const std::unordered_map<UnitPlace, std::size_t, UnitPlaceHash>& known) {
    const syntax::File& tree = *file.input.tree;
    const bool is_json = tree.options().syntax == syntax::Syntax::Json;
    const std::vector<std::uint32_t> readers = cells_naming(*file.units, names);
    std::vector<UnitCell> json;
    if (is_json && !readers.empty()) json = read_json_file(file.input.tree);
    for (std::uint32_t reader : readers) {
        cancel_.poll();
        std::uint32_t base = 0;
        const UnitCell old = *file.units->at_index(reader, base);
        UnitCell cell = old;
        if (is_json) {
            cell = json[reader];
        } else {
            const std::uint32_t entry = file.units->entry_at_label(old.label);
            syntax::each_entry(tree, entry, entry + 1, [&](const syntax::FileEntry& found) {
                const std::uint32_t header = file.units->cell_of_entry(entry);
                if (old.role == CellRole::Whole) cell = cell_of(found);
                if (old.role == CellRole::Header) cell = header_cell(found);
                if (old.role == CellRole::Inside)
                    syntax::each_entry(found, reader - header - 1, reader - header,
                                       [&](const syntax::FileEntry& one) { cell = inside_cell(found, one); });
            });
        }
        cell.label = old.label;
        cell.state = nullptr;
        if (!is_json) ++counters_.bound;
        if (auto it = known.find({file.input.id, old.label}); it != known.end()) {
            fresh_[it->second].unit = cell.unit;
            fresh_[it->second].state = nullptr;
        } else {
            note(gone_, file.input.id, old);
            note(fresh_, file.input.id, cell);
        }
        file.units = file.units->splice(reader, reader + 1, {std::move(cell)});
    }
}

}  // namespace hcl::bind
