// Arranges the nodes of a directed graph in layers from left to right, with edges to the right unless they
// are part of a cycle, and few crossings.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hcl::ide {

struct LayoutPoint {
    double x = 0;
    double y = 0;
};

struct LayoutInput {
    std::vector<std::pair<double, double>> sizes;                // width and height of nodes
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // between nodes
};

struct Layout {
    std::vector<LayoutPoint> nodes;               // upper left corners
    std::vector<std::vector<LayoutPoint>> edges;  // from side to side of two nodes, with bends
    double width = 0;
    double height = 0;
};

Layout layered_layout(const LayoutInput& input);

}  // namespace hcl::ide
