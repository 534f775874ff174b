// Counts how often each argument of a body is set, when its arguments are in separate chunks.
// Persistent: an edit creates a table that shares all but a few changes with the old one, and one
// that changes no name shares all of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hcl::syntax {

class ChunkTree;
class NameTable;
using NameTablePtr = std::shared_ptr<const NameTable>;

class NameTable {
  public:
    static NameTablePtr build(const ChunkTree& body);
    // For rule sets that allow repeated arguments: always empty.
    static NameTablePtr none();
    // `removed` and `added` are hashes of names, in any order; equal ones cancel out.
    static NameTablePtr changed(const NameTablePtr& old, std::vector<std::uint64_t> removed,
                                std::vector<std::uint64_t> added);

    bool has_duplicates() const { return duplicates_ != 0; }
    bool is_repeated(std::uint64_t hash) const { return count(hash) > 1; }

  private:
    struct Slot {
        std::uint64_t hash = 0;  // 0: free
        std::uint32_t count = 0;
    };
    struct Base {
        std::vector<Slot> slots;  // size is a power of two, open addressing
        std::size_t used = 0;
        Slot& at(std::uint64_t hash);
        std::uint32_t count(std::uint64_t hash) const;
        void reserve(std::size_t names);
    };
    struct Change {
        std::uint64_t hash;
        std::int32_t by;
    };

    std::int64_t count(std::uint64_t hash) const;
    void add(std::uint64_t hash, std::int32_t by);

    std::shared_ptr<const Base> base_;
    std::vector<Change> changes_;   // sorted by hash
    std::uint32_t duplicates_ = 0;  // number of names that occur more than once
};

}  // namespace hcl::syntax
