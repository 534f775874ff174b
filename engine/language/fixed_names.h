// Names that a pack defines: first words of addresses, and names that some blocks add to their scope.
// Messages about undeclared names distinguish them from unknown names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hcl::language {

struct FixedNames {
    // A name that is visible only inside some blocks: `each`.
    struct Scoped {
        std::string name;
        std::vector<std::string> needs;   // attributes that enable it in a block; empty: always enabled
        std::vector<std::string> blocks;  // types of the blocks that add it
        std::string member{};             // the first, if the pack writes it as an object of its members
    };
    std::map<std::string, std::string, std::less<>> roots;  // with a whole name: `data`, `data.TYPE.NAME`
    std::vector<Scoped> scoped;                             // sorted by name

    bool is_root(std::string_view name) const { return roots.contains(name); }
    const Scoped* find_scoped(std::string_view name) const;
};

}  // namespace hcl::language
