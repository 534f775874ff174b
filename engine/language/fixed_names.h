// Names that a pack writes out itself: first words of addresses, and names that some blocks bring. Messages
// about names that are not declared tell them from names that nobody knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hcl::language {

struct FixedNames {
    // A name that is known only within some blocks: `each`.
    struct Scoped {
        std::string name;
        std::vector<std::string> needs;   // attributes that a block must set for it; empty: none decides
        std::vector<std::string> blocks;  // types of the blocks that bring it
    };
    std::vector<std::string> roots;  // sorted: `data`, `var`
    std::vector<Scoped> scoped;      // sorted by name

    bool is_root(std::string_view name) const;
    const Scoped* find_scoped(std::string_view name) const;
};

}  // namespace hcl::language
