#include "engine/syntax/tree/tree.h"

#include <algorithm>

namespace hcl::syntax {

std::uint32_t Chunk::wide_token_count(std::uint32_t node) const {
    auto it = std::ranges::lower_bound(wide_nodes, node, {}, &WideNode::node);
    HCL_CHECK(it != wide_nodes.end() && it->node == node);
    return it->token_count;
}

}  // namespace hcl::syntax
