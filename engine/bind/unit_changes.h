// Finds the units of a module that differ from those of the one before, and binds them. Cells keep their
// labels: a new one gets a number between those of its neighbours.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/syntax/tree/entries.h"

namespace hcl::bind {

struct UnitChange {
    UnitPlace place;
    BoundUnitPtr unit;
    UnitStatePtr state;  // of what is gone; of what is fresh when it was only moved
};

class UnitChanges {
  public:
    // Sets the units of `files`, which belong to the module, and `packages`.
    UnitChanges(const Module& module, const Module* previous, std::vector<ModuleFile>& files,
                PackagesPtr& packages, Counters& counters, const Cancel& cancel)
        : module_(module),
          previous_(previous),
          language_(module.language()),
          files_(files),
          packages_(packages),
          counters_(counters),
          cancel_(cancel) {}

    void bind_files();
    // Units are first bound with the packages that the previous module declared. Those that name a package
    // with another address now are bound again.
    void settle_packages();

    const std::vector<UnitChange>& gone() const { return gone_; }
    const std::vector<UnitChange>& fresh() const { return fresh_; }

  private:
    UnitCell cell_of(const syntax::FileEntry& entry) const;
    static void note(std::vector<UnitChange>& list, FileId file, const UnitCell& cell);
    void bind_file(ModuleFile& file, const ModuleFile* old);
    void read(const syntax::File& tree, std::uint32_t first, std::uint32_t end, std::vector<UnitCell>& cells);
    void edit_file(ModuleFile& file, const ModuleFile& old);
    // There is no room between two labels: the whole file gets new ones.
    void relabel(ModuleFile& file, const ModuleFile& old, const syntax::EntryChange& change,
                 std::vector<UnitCell>& middle);
    void remove(const ModuleFile& old);
    void bind_readers(ModuleFile& file, const std::set<std::string>& names,
                      const std::unordered_map<UnitPlace, std::size_t, UnitPlaceHash>& known);

    const Module& module_;
    const Module* previous_;
    const language::Language& language_;
    std::vector<ModuleFile>& files_;
    PackagesPtr& packages_;
    Counters& counters_;
    const Cancel& cancel_;
    std::vector<UnitChange> gone_;
    std::vector<UnitChange> fresh_;
};

}  // namespace hcl::bind
