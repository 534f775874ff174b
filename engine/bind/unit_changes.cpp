#include "engine/bind/unit_changes.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

#include "engine/syntax/tree/entries.h"

namespace hcl::bind {

namespace {

constexpr std::uint64_t kLabelGap = std::uint64_t{1} << 40;

syntax::BodyItem shifted_to_start(const syntax::BodyItem& item) {
    const syntax::Chunk* chunk = &item.node.chunk();
    std::uint32_t base = item.node.base();
    return {item.kind,
            syntax::Node(chunk, 0, item.node.id()),
            {item.span.start - base, item.span.end - base},
            item.split};
}

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
    FileId id = file.input.id;
    if (old && old->input.tree == file.input.tree) {
        file.units = old->units;
        return;
    }
    const Limits& limits = module_.limits();
    if (is_bound_by_item(tree, limits)) {
        if (!old || !is_bound_by_item(*old->input.tree, limits)) {
            if (old) remove(*old);
            std::vector<UnitCell> cells;
            cells.reserve(syntax::entry_count(tree));
            read(tree, 0, syntax::entry_count(tree), cells);
            label(cells, 0, 0, 0);
            for (const UnitCell& cell : cells) note(fresh_, id, cell);
            file.units = UnitTree::build(std::move(cells));
            return;
        }
        edit_file(file, *old);
        return;
    }
    if (old) remove(*old);
    std::vector<UnitCell> cells;
    if (tree.options().syntax == syntax::Syntax::Json) {
        UnitCell cell;
        cell.source = file.input.tree;
        cell.size = tree.size();
        cell.label = kLabelGap;
        if (tree.size() <= limits.bound_json_file) {
            cell.unit = bind_json(tree, language_, *packages_);
            ++counters_.bound;
        }
        note(fresh_, id, cell);
        cells.push_back(std::move(cell));
    }
    file.units = UnitTree::build(std::move(cells));
}

void UnitChanges::read(const syntax::File& tree, std::uint32_t first, std::uint32_t end,
                       std::vector<UnitCell>& cells) {
    syntax::each_entry(tree, first, end, [&](const syntax::FileEntry& entry) {
        cancel_.poll();
        cells.push_back(cell_of(entry));
        if (cells.back().unit) ++counters_.bound;
    });
}

void UnitChanges::edit_file(ModuleFile& file, const ModuleFile& old) {
    FileId id = file.input.id;
    const syntax::File& tree = *file.input.tree;
    syntax::EntryChange change = syntax::change_between(*old.input.tree, tree);
    std::vector<UnitCell> out;
    std::unordered_map<const void*, const UnitCell*> known;
    old.units->each(change.first, change.old_end, 0,
                    [&](const UnitCell& cell, std::uint32_t) { out.push_back(cell); });
    for (const UnitCell& cell : out) known.emplace(cell.source.get(), &cell);
    std::vector<UnitCell> now;
    syntax::each_entry(tree, change.first, change.now_end, [&](const syntax::FileEntry& entry) {
        cancel_.poll();
        if (auto it = known.find(entry.source.get()); it != known.end()) {
            now.push_back(*it->second);
            return;
        }
        now.push_back(cell_of(entry));
        if (now.back().unit) ++counters_.bound;
    });
    // Existing labels are kept, and new ones are between them.
    std::size_t kept = std::min(out.size(), now.size());
    for (std::size_t i = 0; i < kept; ++i) now[i].label = out[i].label;
    std::uint32_t base = 0;
    const UnitCell* left = change.first > 0 ? old.units->at_index(change.first - 1, base) : nullptr;
    const UnitCell* right = old.units->at_index(change.old_end, base);
    std::uint64_t before = kept > 0 ? now[kept - 1].label : left ? left->label : 0;
    if (!label(now, kept, before, right ? right->label : 0)) {
        relabel(file, old, change, now);
        return;
    }
    for (const UnitCell& cell : out) note(gone_, id, cell);
    for (const UnitCell& cell : now) note(fresh_, id, cell);
    file.units = old.units->splice(change.first, change.old_end, std::move(now));
}

void UnitChanges::relabel(ModuleFile& file, const ModuleFile& old, const syntax::EntryChange& change,
                          std::vector<UnitCell>& middle) {
    remove(old);
    std::vector<UnitCell> cells;
    auto keep = [&](const UnitCell& cell, std::uint32_t) { cells.push_back(cell); };
    old.units->each(0, change.first, 0, keep);
    cells.insert(cells.end(), middle.begin(), middle.end());
    old.units->each(change.old_end, old.units->count(), 0, keep);
    label(cells, 0, 0, 0);
    for (const UnitCell& cell : cells) note(fresh_, file.input.id, cell);
    file.units = UnitTree::build(std::move(cells));
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
    for (std::uint32_t reader : cells_naming(*file.units, names)) {
        cancel_.poll();
        std::uint32_t base = 0;
        const UnitCell old = *file.units->at_index(reader, base);
        UnitCell cell = old;
        if (tree.options().syntax == syntax::Syntax::Json)
            cell.unit = bind_json(tree, language_, *packages_);
        else
            syntax::each_entry(tree, reader, reader + 1,
                               [&](const syntax::FileEntry& entry) { cell = cell_of(entry); });
        cell.label = old.label;
        cell.state = nullptr;
        ++counters_.bound;
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
