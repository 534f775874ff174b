// The units of a file in order: a persistent balanced tree that sums up sizes. Finding a
// position, replacing a few units, and finding data that is cached with parts of the file cost
// the logarithm of the number of units.
//
// Labels of units rise through the file and are stable while other units are added and removed, so other data
// structures refer to a unit by its label.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/id.h"
#include "engine/base/once.h"
#include "engine/bind/unit.h"

namespace hcl::bind {

struct UnitState;

// Whether a unit was made from a whole entry of the file, or from the header of a long block or what follows
// that (see is_bound_in_parts()).
enum class CellRole : std::uint8_t { Whole, Header, Inside };

// A unit as stored in the tree.
struct UnitCell {
    std::shared_ptr<const BoundUnit> unit;  // null: nothing to bind
    std::shared_ptr<const UnitState> state;
    std::shared_ptr<const void> source;  // the file entry that the unit was bound from; keeps its nodes alive
    std::uint64_t label = 0;
    std::uint32_t size = 0;  // bytes
    CellRole role = CellRole::Whole;

    bool begins_entry() const { return role != CellRole::Inside; }
};

// A view of a unit, valid while the module lives.
struct UnitSlot {
    const BoundUnit* unit = nullptr;
    const UnitState* state = nullptr;  // null only while the module is built
    std::uint32_t base = 0;            // start of the unit in the file
    std::uint64_t label = 0;
    FileId file;
};

class UnitTree;
using UnitTreePtr = std::shared_ptr<const UnitTree>;

class UnitTree {
  public:
    static constexpr std::size_t kFanout = 32;

    static UnitTreePtr build(std::vector<UnitCell> cells);
    // Replaces cells [first, end).
    UnitTreePtr splice(std::uint32_t first, std::uint32_t end, std::vector<UnitCell> cells) const;
    // States for the cells with these labels, which must exist, in ascending order.
    struct NewState {
        std::uint64_t label;
        std::shared_ptr<const UnitState> state;
    };
    UnitTreePtr with_states(std::span<const NewState> states) const;

    std::uint32_t count() const { return count_; }
    std::uint32_t bytes() const { return bytes_; }

    // Null when there is none. `base` receives the start of the cell.
    const UnitCell* at_index(std::uint32_t index, std::uint32_t& base) const;
    const UnitCell* at_offset(std::uint32_t offset, std::uint32_t& base) const;  // the last one for the end
    const UnitCell* at_label(std::uint64_t label, std::uint32_t& base) const;
    const UnitCell* at_label(std::uint64_t label) const;

    // The index of the cell at the offset, which is where a cell starts; count() for the end.
    std::uint32_t index_at_offset(std::uint32_t offset) const;

    // The index of the first cell of an entry of the file; count() behind the last entry.
    std::uint32_t cell_of_entry(std::uint32_t entry) const;
    // The entry of the cell with this label, which must exist.
    std::uint32_t entry_at_label(std::uint64_t label) const;

    // Calls visit(cell, base) for cells [first, end).
    template <typename Visit>
    void each(std::uint32_t first, std::uint32_t end, std::uint32_t base, const Visit& visit) const {
        std::uint32_t at = 0;
        for (const UnitTreePtr& child : children_) {
            std::uint32_t next = at + child->count_;
            if (at < end && next > first)
                child->each(first > at ? first - at : 0, std::min(end, next) - at, base, visit);
            base += child->bytes_;
            at = next;
        }
        for (const UnitCell& cell : cells_) {
            if (at >= first && at < end) visit(cell, base);
            base += cell.size;
            ++at;
        }
    }

    // For data that is cached with a part of the file.
    const std::vector<UnitTreePtr>& children() const { return children_; }
    const std::vector<UnitCell>& cells() const { return cells_; }  // of a leaf
    const Memo& memo() const { return memo_; }

    UnitTree() = default;
    explicit UnitTree(std::vector<UnitCell> cells);
    explicit UnitTree(std::vector<UnitTreePtr> children);

  private:
    bool is_leaf() const { return children_.empty(); }
    std::vector<UnitTreePtr> spliced(std::uint32_t first, std::uint32_t end,
                                     std::vector<UnitCell>& replacement) const;

    // Copied from the children, so that a search touches only the children that it descends into.
    struct Fence {
        std::uint64_t last_label;
        std::uint32_t bytes;
        std::uint32_t count;
        std::uint32_t entries;  // of the file, that begin here
    };

    // The index of the first cell behind `amount` of what is counted, which is less than the tree has.
    template <typename OfCell>
    std::uint32_t index_behind(std::uint32_t amount, std::uint32_t Fence::* of_child,
                               const OfCell& of_cell) const;

    std::vector<UnitTreePtr> children_;  // all of the same height
    std::vector<Fence> fences_;
    std::vector<UnitCell> cells_;
    std::uint32_t count_ = 0;
    std::uint32_t bytes_ = 0;
    std::uint32_t entries_ = 0;
    std::uint64_t last_label_ = 0;
    Memo memo_;
};

}  // namespace hcl::bind
