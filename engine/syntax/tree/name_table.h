// How often each argument of a body is set, when its arguments lie in chunks of their own. Persistent: an
// edit makes a new table that shares all but a few changes with the old one, and one that changes no name
// shares it whole.
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
    // For rule sets in which arguments may be repeated: knows of none, and stays so.
    static NameTablePtr none();
    // Hashes of names, in any order; those in both cancel out.
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
        std::vector<Slot> slots;  // a power of two, open addressing
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
    std::vector<Change> changes_;   // by hash
    std::uint32_t duplicates_ = 0;  // names that are there more than once
};

}  // namespace hcl::syntax
