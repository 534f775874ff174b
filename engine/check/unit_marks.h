// Finds the units of a file with some property. Parts of the file remember whether they contain such units,
// so that after an edit only new parts are searched. For rules, here and in extensions.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/bind/unit_tree.h"

namespace hcl::check {

// The marked children of an inner node, or units of a leaf. Each kind of mark is a type derived from this.
struct Marked {
    std::vector<std::uint32_t> list;
};

// `is_marked(cell, base)` must depend on what the cell holds alone.
template <typename Marks, typename IsMarked>
const Marks& marks_of(const bind::UnitTree& tree, std::uint32_t base, const IsMarked& is_marked) {
    return tree.memo().get<Marks>([&] {
        Marks out;
        for (std::uint32_t i = 0; i < tree.children().size(); ++i) {
            if (!marks_of<Marks>(*tree.children()[i], base, is_marked).list.empty()) out.list.push_back(i);
            base += tree.children()[i]->bytes();
        }
        for (std::uint32_t i = 0; i < tree.cells().size(); ++i) {
            if (is_marked(tree.cells()[i], base)) out.list.push_back(i);
            base += tree.cells()[i].size;
        }
        out.list.shrink_to_fit();
        return out;
    });
}

// Calls visit(cell, base) for the marked units in order.
template <typename Marks, typename IsMarked, typename Visit>
void each_marked(const bind::UnitTree& tree, std::uint32_t base, const IsMarked& is_marked,
                 const Visit& visit) {
    std::uint32_t at = 0;
    for (std::uint32_t index : marks_of<Marks>(tree, base, is_marked).list) {
        for (; at < index; ++at)
            base += tree.children().empty() ? tree.cells()[at].size : tree.children()[at]->bytes();
        if (tree.children().empty())
            visit(tree.cells()[index], base);
        else
            each_marked<Marks>(*tree.children()[index], base, is_marked, visit);
    }
}

}  // namespace hcl::check
