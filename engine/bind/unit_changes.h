// Finds the units of a module that differ from those of the previous one, and binds them. Cells keep their
// labels: a new cell gets a number between those of its neighbours. An edit inside of a long block that is
// bound in parts replaces the cells of its header, which knows where the block ends, and of the parts that it
// changed.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/bind/unit_json.h"
#include "engine/syntax/tree/entries.h"

namespace hcl::bind {

struct UnitChange {
    UnitPlace place;
    BoundUnitPtr unit;
    UnitStatePtr state;  // for a removed unit; for a new one only when it was moved
};

// The most parts of a file or block that become units of their own.
std::uint64_t most_parts(const Limits& limits);

class UnitChanges {
  public:
    // Fills the units of `files`, which belong to the module, and `packages`.
    UnitChanges(const Module& module, const Module* previous, FileTable& files, PackagesPtr& packages,
                Counters& counters, const Cancel& cancel)
        : module_(module),
          previous_(previous),
          language_(module.language()),
          files_(files),
          packages_(packages),
          counters_(counters),
          cancel_(cancel) {}

    void bind_files();
    // Units are first bound with the packages of the previous module. Units that name a package whose address
    // or version has changed are bound again.
    void settle_packages(const LockedPackagesPtr& locked);

    const std::vector<UnitChange>& gone() const { return gone_; }
    const std::vector<UnitChange>& fresh() const { return fresh_; }

  private:
    // Cells by what they were bound from: their own text, and the header of the block around them.
    using Known = std::map<std::pair<const void*, const void*>, const UnitCell*>;

    static void note(std::vector<UnitChange>& list, FileId file, const UnitCell& cell);
    void bind_file(ModuleFile& file, const ModuleFile* old);
    UnitCell cell_of(const syntax::FileEntry& entry) const;
    UnitCell header_cell(const syntax::FileEntry& block) const;
    UnitCell inside_cell(const syntax::FileEntry& block, const syntax::FileEntry& entry) const;
    UnitCell end_cell(const syntax::FileEntry& block) const;
    bool is_in_parts(const syntax::FileEntry& entry) const;
    void add(UnitCell cell, std::vector<UnitCell>& cells);
    // The cells of an entry, where possible known ones.
    void read(const syntax::FileEntry& entry, const Known& known, std::vector<UnitCell>& cells);
    std::vector<UnitCell> read_file(const syntax::File& tree, const Known& known);
    static Known known_cells(const std::vector<UnitCell>& cells, const void* header);
    void edit_file(ModuleFile& file, const ModuleFile& old);
    // False when no number is left between two labels.
    bool edit_entries(ModuleFile& file, const syntax::EntryChange& change);
    bool edit_inside(ModuleFile& file, std::uint32_t header, const syntax::FileEntry& block);
    bool replace(ModuleFile& file, std::uint32_t first, std::uint32_t end, std::vector<UnitCell> now);
    // JSON (unit_changes_json.cpp).
    bool is_json_in_parts(const syntax::File& tree) const;
    void bind_json_file(ModuleFile& file, const ModuleFile* old);
    UnitCell json_cell(const syntax::JsonEntry& entry, const JsonAround& around) const;
    UnitCell json_header_cell(const syntax::JsonEntry& split, const JsonAround& inside) const;
    static UnitCell json_end_cell(const syntax::JsonEntry& split, const JsonAround& inside);
    void read_json(const syntax::JsonEntry& entry, const JsonAround& around, std::vector<UnitCell>& cells);
    void read_json_inside(const syntax::JsonEntry& split, const JsonAround& inside,
                          std::vector<UnitCell>& cells);
    std::vector<UnitCell> read_json_file(const syntax::FilePtr& tree);
    // The elements of a long element that the edit changed, and its header and end.
    bool edit_json(ModuleFile& file, const syntax::JsonEntry& old, const syntax::JsonEntry& now,
                   const JsonAround& inside);
    // Replaces what stands in these bytes by the cells.
    bool replace_bytes(ModuleFile& file, std::uint32_t first, std::uint32_t end, std::vector<UnitCell> now);
    // Assigns new labels to the whole file.
    void relabel(ModuleFile& file, const ModuleFile& old);
    // Replaces all units of the file.
    void renew(ModuleFile& file, const ModuleFile* old, std::vector<UnitCell> cells);
    void remove(const ModuleFile& old);
    void bind_readers(ModuleFile& file, const std::set<std::string>& names,
                      const std::unordered_map<UnitPlace, std::size_t, UnitPlaceHash>& known);

    const Module& module_;
    const Module* previous_;
    const language::Language& language_;
    FileTable& files_;
    PackagesPtr& packages_;
    Counters& counters_;
    const Cancel& cancel_;
    std::vector<UnitChange> gone_;
    std::vector<UnitChange> fresh_;
};

}  // namespace hcl::bind
