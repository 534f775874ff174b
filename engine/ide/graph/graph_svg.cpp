#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "engine/ide/graph/graph_text.h"
#include "engine/ide/graph/layered_layout.h"
#include "engine/value/text.h"

namespace hcl::ide {

namespace {

constexpr double kMargin = 20;
constexpr double kNodeHeight = 30;
constexpr double kCharacter = 7.9;  // average character width in the font below
constexpr double kPadding = 12;
constexpr double kGap = 12;
constexpr double kRowWidth = 900;  // width of rows of nodes without edges

constexpr std::string_view kStyle =
    "  <style>\n"
    "    svg { background: #fff }\n"
    "    rect { fill: var(--fill); stroke: var(--line); stroke-width: 1.2 }\n"
    "    text { font: 13px ui-monospace, monospace; fill: #1b1f24 }\n"
    "    path { fill: none; stroke: #8a929b; stroke-width: 1.2 }\n"
    "    path.set { stroke-dasharray: 4 3 }\n"
    "    marker path { fill: #8a929b; stroke: none }\n"
    "    @media (prefers-color-scheme: dark) {\n"
    "      svg { background: #16191d }\n"
    "      rect { fill: var(--dark) }\n"
    "      text { fill: #e6e9ec }\n"
    "    }\n"
    "  </style>\n"
    "  <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
    "markerHeight=\"7\" "
    "orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n";

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                // XML does not allow other control characters.
                out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
        }
    }
    return out;
}

// Kinds get distant hues, in order of appearance.
std::string colors_of(std::size_t kind) {
    const int hue = static_cast<int>(kind * 137 + 210) % 360;
    return fmt::format("--fill: hsl({0} 70% 94%); --line: hsl({0} 45% 55%); --dark: hsl({0} 35% 20%)", hue);
}

std::string curve(const std::vector<LayoutPoint>& way) {
    std::string out = fmt::format("M{:.1f} {:.1f}", way[0].x, way[0].y);
    for (std::size_t i = 1; i < way.size(); ++i) {
        const double middle = (way[i - 1].x + way[i].x) / 2;
        out += fmt::format("C{0:.1f} {1:.1f} {0:.1f} {2:.1f} {3:.1f} {2:.1f}", middle, way[i - 1].y, way[i].y,
                           way[i].x);
    }
    return out;
}

// Unconnected nodes are in rows below the others.
void add_rows(Layout& layout, const LayoutInput& sizes, const std::vector<std::uint32_t>& alone) {
    double x = 0;
    double y = layout.height == 0 ? 0 : layout.height + 2 * kGap;
    const double right = std::max(layout.width, kRowWidth);
    for (std::uint32_t node : alone) {
        const double width = sizes.sizes[node].first;
        if (x > 0 && x + width > right) {
            x = 0;
            y += kNodeHeight + kGap;
        }
        layout.nodes[node] = {x, y};
        layout.width = std::max(layout.width, x + width);
        layout.height = y + kNodeHeight;
        x += width + kGap;
    }
}

Layout layout_of(const LayoutInput& all) {
    constexpr std::uint32_t kAlone = 0xFFFF'FFFF;
    std::vector<std::uint32_t> place(all.sizes.size(), kAlone);
    for (const auto& [from, to] : all.edges)
        if (from != to) place[from] = place[to] = 0;
    LayoutInput connected;
    std::vector<std::uint32_t> alone;
    for (std::uint32_t i = 0; i < place.size(); ++i) {
        if (place[i] == kAlone) {
            alone.push_back(i);
            continue;
        }
        place[i] = static_cast<std::uint32_t>(connected.sizes.size());
        connected.sizes.push_back(all.sizes[i]);
    }
    for (const auto& [from, to] : all.edges)
        connected.edges.emplace_back(from == to ? 0 : place[from], from == to ? 0 : place[to]);
    Layout some = layered_layout(connected);
    std::vector<LayoutPoint> nodes(all.sizes.size());
    for (std::uint32_t i = 0; i < place.size(); ++i)
        if (place[i] != kAlone) nodes[i] = some.nodes[place[i]];
    some.nodes = std::move(nodes);
    add_rows(some, all, alone);
    return some;
}

}  // namespace

std::string graph_as_svg(const ReferenceGraph& graph, const GraphPlaceOf& place_of) {
    LayoutInput input;
    std::map<std::string_view, std::size_t> kinds;
    for (const GraphNode& node : graph.nodes) {
        kinds.try_emplace(node.kind, kinds.size());
        input.sizes.emplace_back(static_cast<double>(grapheme_count(node.name)) * kCharacter + 2 * kPadding,
                                 kNodeHeight);
    }
    for (const GraphEdge& e : graph.edges) input.edges.emplace_back(e.from, e.to);
    const Layout layout = layout_of(input);
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1:.0f} {2:.0f}\" width=\"{1:.0f}\" "
        "height=\"{2:.0f}\">\n",
        -kMargin, layout.width + 2 * kMargin, layout.height + 2 * kMargin);
    out += kStyle;
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        if (layout.edges[i].size() < 2) continue;
        const GraphEdge& e = graph.edges[i];
        out += fmt::format("  <path{} d=\"{}\" marker-end=\"url(#tip)\"><title>{} {} {}</title></path>\n",
                           e.kind == GraphEdge::Kind::SetBy ? " class=\"set\"" : "", curve(layout.edges[i]),
                           escaped(graph.nodes[e.from].name), graph_edge_word(e.kind),
                           escaped(graph.nodes[e.to].name));
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphNode& node = graph.nodes[i];
        const LayoutPoint at = layout.nodes[i];
        const GraphPlace place = place_of(node.place);
        out += fmt::format(
            "  <g style=\"{}\"><title>{}, {}:{}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
            "height=\"{}\" rx=\"5\"/><text x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n",
            colors_of(kinds[node.kind]), escaped(node.kind), escaped(place.file), place.line, at.x, at.y,
            input.sizes[i].first, kNodeHeight, at.x + kPadding, at.y + kNodeHeight / 2 + 4.5,
            escaped(node.name));
    }
    return out + "</svg>\n";
}

}  // namespace hcl::ide
