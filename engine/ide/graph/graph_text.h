// A graph as text for other programs, and as an image.
#pragma once

#include <functional>
#include <string>

#include "engine/ide/graph/reference_graph.h"

namespace hcl::ide {

struct GraphPlace {
    std::string file;
    std::uint32_t line = 0;  // one-based
    std::uint32_t column = 0;
};

// One-based lines and columns for users.
GraphPlace graph_place(const world::Snapshot& snapshot, const Location& location,
                       const ShownPath& shown_path);
using GraphPlaceOf = std::function<GraphPlace(const Location&)>;

std::string graph_as_dot(const ReferenceGraph& graph);
std::string graph_as_mermaid(const ReferenceGraph& graph);
// Adapts to a light or dark viewer. The tooltip of a node shows its kind and location.
std::string graph_as_svg(const ReferenceGraph& graph, const GraphPlaceOf& place_of);

}  // namespace hcl::ide
