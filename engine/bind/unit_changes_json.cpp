// JSON files: a single unit, or one for each chunk of a long file.
#include "engine/bind/unit_changes.h"

namespace hcl::bind {

using syntax::JsonEntry;

bool UnitChanges::is_json_in_parts(const syntax::File& tree) const {
    const Limits& limits = module_.limits();
    return may_be_in_parts(language_) && tree.size() <= limits.bound_json_file &&
           syntax::root_entry(tree).split && syntax::part_count(tree) <= most_parts(limits);
}

void UnitChanges::bind_json_file(ModuleFile& file, const ModuleFile* old) {
    const syntax::File& tree = *file.input.tree;
    const bool was_json = old && old->input.tree->options().syntax == syntax::Syntax::Json;
    if (was_json && is_json_in_parts(tree) && is_json_in_parts(*old->input.tree)) {
        const std::size_t gone = gone_.size();
        const std::size_t fresh = fresh_.size();
        file.units = old->units;
        if (edit_json(file, syntax::root_entry(*old->input.tree), syntax::root_entry(tree), {})) return;
        gone_.erase(gone_.begin() + static_cast<std::ptrdiff_t>(gone), gone_.end());
        fresh_.erase(fresh_.begin() + static_cast<std::ptrdiff_t>(fresh), fresh_.end());
    }
    renew(file, old, read_json_file(file.input.tree));
}

std::vector<UnitCell> UnitChanges::read_json_file(const syntax::FilePtr& tree) {
    std::vector<UnitCell> cells;
    if (is_json_in_parts(*tree)) {
        read_json_inside(syntax::root_entry(*tree), {}, cells);
        return cells;
    }
    UnitCell cell;
    cell.source = tree;
    cell.size = tree->size();
    if (tree->size() <= module_.limits().bound_json_file) cell.unit = bind_json(*tree, language_, *packages_);
    add(std::move(cell), cells);
    return cells;
}

UnitCell UnitChanges::json_cell(const JsonEntry& entry, const JsonAround& around) const {
    UnitCell cell;
    const syntax::ChunkPtr chunk = entry.chunk ? entry.chunk : syntax::joined_json(entry.split);
    cell.source = chunk;
    cell.size = entry.size;
    if (around.is_list_of_names) cell.role = CellRole::Inside;
    cell.unit = bind_json_elements(around, *chunk, language_, *packages_);
    return cell;
}

UnitCell UnitChanges::json_header_cell(const JsonEntry& split, const JsonAround& inside) const {
    UnitCell cell;
    const std::shared_ptr<const syntax::Chunk> header = syntax::header_of(*split.split);
    cell.source = split.split;
    cell.size = static_cast<std::uint32_t>(header->text.size());
    if (!inside.is_list_of_names) return cell;
    cell.role = CellRole::Header;
    const auto end = static_cast<std::uint32_t>(syntax::end_of(*split.split)->token_starts[1]);
    const std::uint32_t end_at =
        split.size - static_cast<std::uint32_t>(syntax::end_of(*split.split)->text.size());
    cell.unit = bind_json_header(inside, *header, end_at + end, language_, *packages_);
    return cell;
}

UnitCell UnitChanges::json_end_cell(const JsonEntry& split, const JsonAround& inside) {
    UnitCell cell;
    cell.source = syntax::end_of(*split.split);
    cell.size = static_cast<std::uint32_t>(syntax::end_of(*split.split)->text.size());
    if (inside.is_list_of_names) cell.role = CellRole::Inside;
    return cell;
}

void UnitChanges::read_json(const JsonEntry& entry, const JsonAround& around, std::vector<UnitCell>& cells) {
    cancel_.poll();
    std::optional<JsonAround> inside;
    if (entry.split) inside = inside_of(around, *entry.split, language_);
    if (inside) return read_json_inside(entry, *inside, cells);
    add(json_cell(entry, around), cells);
}

void UnitChanges::read_json_inside(const JsonEntry& split, const JsonAround& inside,
                                   std::vector<UnitCell>& cells) {
    add(json_header_cell(split, inside), cells);
    syntax::each_entry(split, 0, syntax::entry_count(*split.split),
                       [&](const JsonEntry& element) { read_json(element, inside, cells); });
    add(json_end_cell(split, inside), cells);
}

// From the end, so that the offsets before it still hold.
bool UnitChanges::edit_json(ModuleFile& file, const JsonEntry& old, const JsonEntry& now,
                            const JsonAround& inside) {
    const auto header = static_cast<std::uint32_t>(syntax::header_of(*old.split)->text.size());
    const auto close = static_cast<std::uint32_t>(syntax::end_of(*old.split)->text.size());
    const std::uint32_t end = old.start + old.size;
    const bool has_same_header = syntax::header_of(*old.split) == syntax::header_of(*now.split);
    if (syntax::end_of(*old.split) != syntax::end_of(*now.split) &&
        !replace_bytes(file, end - close, end, {json_end_cell(now, inside)}))
        return false;
    const syntax::EntryChange change = syntax::change_between(*old.split, *now.split);
    std::vector<JsonEntry> out;
    std::vector<JsonEntry> in;
    std::uint32_t at = old.start + header;
    syntax::each_entry(old, change.first, change.old_end,
                       [&](const JsonEntry& element) { out.push_back(element); });
    syntax::each_entry(now, change.first, change.now_end,
                       [&](const JsonEntry& element) { in.push_back(element); });
    if (!out.empty())
        at = out.front().start;
    else if (change.first > 0)
        syntax::each_entry(old, change.first - 1, change.first,
                           [&](const JsonEntry& element) { at = element.start + element.size; });
    bool is_done = false;
    if (out.size() == 1 && in.size() == 1 && out[0].split && in[0].split) {
        const std::optional<JsonAround> before = inside_of(inside, *out[0].split, language_);
        if (before && before == inside_of(inside, *in[0].split, language_)) {
            if (!edit_json(file, out[0], in[0], *before)) return false;
            is_done = true;
        }
    }
    if (!is_done) {
        std::vector<UnitCell> cells;
        for (const JsonEntry& element : in) read_json(element, inside, cells);
        const std::uint32_t behind = out.empty() ? at : out.back().start + out.back().size;
        if (!replace_bytes(file, at, behind, std::move(cells))) return false;
    }
    if (has_same_header && !inside.is_list_of_names) return true;
    std::vector<UnitCell> head;
    add(json_header_cell(now, inside), head);
    return replace_bytes(file, old.start, old.start + header, std::move(head));
}

bool UnitChanges::replace_bytes(ModuleFile& file, std::uint32_t first, std::uint32_t end,
                                std::vector<UnitCell> now) {
    return replace(file, file.units->index_at_offset(first), file.units->index_at_offset(end),
                   std::move(now));
}

}  // namespace hcl::bind
