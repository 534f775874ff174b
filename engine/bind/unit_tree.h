// The units of a file in order: a persistent balanced tree that sums up bytes, so that a place is found, a
// few units are replaced, and what is kept about parts of the file is found again, at the cost of the
// logarithm of their number.
//
// Each unit has a label that rises through the file and that it keeps while others come and go: what refers
// to a unit from elsewhere names it by its label.
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

// A unit where it is kept.
struct UnitCell {
    std::shared_ptr<const BoundUnit> unit;  // null: nothing that means anything
    std::shared_ptr<const UnitState> state;
    std::shared_ptr<const void> source;  // the entry of the file that it is made from; keeps its nodes alive
    std::uint64_t label = 0;
    std::uint32_t size = 0;  // bytes
};

// A unit as it is seen: valid while the module lives.
struct UnitSlot {
    const BoundUnit* unit = nullptr;
    const UnitState* state = nullptr;  // null only while the module is built
    std::uint32_t base = 0;            // where the unit starts in the file
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
    // The states of the cells with these labels, which must exist, ascending.
    struct NewState {
        std::uint64_t label;
        std::shared_ptr<const UnitState> state;
    };
    UnitTreePtr with_states(std::span<const NewState> states) const;

    std::uint32_t count() const { return count_; }
    std::uint32_t bytes() const { return bytes_; }

    // Null when there is none; `base` is where it starts, `index` which it is.
    const UnitCell* at_index(std::uint32_t index, std::uint32_t& base) const;
    const UnitCell* at_offset(std::uint32_t offset, std::uint32_t& base) const;  // the last one for the end
    const UnitCell* at_label(std::uint64_t label, std::uint32_t& base) const;
    const UnitCell* at_label(std::uint64_t label) const;

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

    // For what is kept about a part of the file.
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

    // Copied from the children, so that a search touches only those it descends into.
    struct Fence {
        std::uint64_t last_label;
        std::uint32_t bytes;
        std::uint32_t count;
    };

    std::vector<UnitTreePtr> children_;  // of one height
    std::vector<Fence> fences_;
    std::vector<UnitCell> cells_;
    std::uint32_t count_ = 0;
    std::uint32_t bytes_ = 0;
    std::uint64_t last_label_ = 0;
    Memo memo_;
};

}  // namespace hcl::bind
