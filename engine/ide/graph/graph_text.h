// A graph as text for other programs, and as a picture.
#pragma once

#include <functional>
#include <string>

#include "engine/ide/graph/reference_graph.h"

namespace hcl::ide {

struct GraphPlace {
    std::string file;
    std::uint32_t line = 0;  // from 1
    std::uint32_t column = 0;
};

// Lines and columns as people count them.
GraphPlace graph_place(const world::Snapshot& snapshot, const Location& location,
                       const ShownPath& shown_path);
using GraphPlaceOf = std::function<GraphPlace(const Location&)>;

std::string graph_as_dot(const ReferenceGraph& graph);
std::string graph_as_mermaid(const ReferenceGraph& graph);
// Light or dark as the viewer is. A node's kind and place are its tooltip.
std::string graph_as_svg(const ReferenceGraph& graph, const GraphPlaceOf& place_of);

}  // namespace hcl::ide
