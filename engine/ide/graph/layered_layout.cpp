// The algorithm of Sugiyama, Tagawa and Toda: cycles are broken, layers assigned, long edges split into
// pieces, layers ordered by the mean of neighbours, and nodes moved close to their neighbours.
#include "engine/ide/graph/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hcl::ide {

namespace {

constexpr double kGapInLayer = 12;
constexpr double kGapOfLayers = 70;
constexpr int kSweeps = 12;
// In graphs that would get too many pieces, edges are not split.
constexpr std::size_t kMostPieces = 100'000;

class LayeredLayout {
  public:
    explicit LayeredLayout(const LayoutInput& input) : in_(input), count_(input.sizes.size()) {}

    Layout run() {
        break_cycles();
        assign_layers();
        cut_long_edges();
        order_layers();
        place_in_layers();
        return result();
    }

  private:
    using Index = std::uint32_t;

    // Reverses edges that lead back to a node on the current path.
    void break_cycles() {
        std::vector<std::vector<Index>> next(count_);
        for (Index e = 0; e < in_.edges.size(); ++e) next[in_.edges[e].first].push_back(e);
        turned_.assign(in_.edges.size(), false);
        enum : std::uint8_t { New, Open, Done };
        std::vector<std::uint8_t> state(count_, New);
        std::vector<std::pair<Index, std::size_t>> way;
        for (Index root = 0; root < count_; ++root) {
            if (state[root] != New) continue;
            way.emplace_back(root, 0);
            state[root] = Open;
            while (!way.empty()) {
                auto& [node, at] = way.back();
                if (at == next[node].size()) {
                    state[node] = Done;
                    way.pop_back();
                    continue;
                }
                const Index e = next[node][at++];
                const Index to = in_.edges[e].second;
                if (state[to] == Open) turned_[e] = true;
                if (state[to] != New) continue;
                state[to] = Open;
                way.emplace_back(to, 0);
            }
        }
    }

    std::pair<Index, Index> ends(Index e) const {
        auto [from, to] = in_.edges[e];
        return turned_[e] ? std::pair(to, from) : std::pair(from, to);
    }

    // The longest path from a node without incoming edges.
    void assign_layers() {
        std::vector<std::vector<Index>> next(count_);
        std::vector<Index> waiting(count_, 0);
        for (Index e = 0; e < in_.edges.size(); ++e) {
            auto [from, to] = ends(e);
            if (from == to) continue;
            next[from].push_back(to);
            ++waiting[to];
        }
        layer_.assign(count_, 0);
        std::vector<Index> ready;
        for (Index i = 0; i < count_; ++i)
            if (waiting[i] == 0) ready.push_back(i);
        for (std::size_t i = 0; i < ready.size(); ++i)
            for (Index to : next[ready[i]]) {
                layer_[to] = std::max(layer_[to], layer_[ready[i]] + 1);
                if (--waiting[to] == 0) ready.push_back(to);
            }
        // A node without incoming edges is placed next to its first target.
        for (Index i = 0; i < count_; ++i) {
            if (layer_[i] != 0 || next[i].empty()) continue;
            Index least = layer_[next[i].front()];
            for (Index to : next[i]) least = std::min(least, layer_[to]);
            if (least > 0) layer_[i] = least - 1;
        }
    }

    void cut_long_edges() {
        std::size_t pieces = 0;
        for (Index e = 0; e < in_.edges.size(); ++e) {
            auto [from, to] = ends(e);
            if (from != to) pieces += layer_[to] - layer_[from] - 1;
        }
        const bool cuts = pieces <= kMostPieces;
        chains_.resize(in_.edges.size());
        for (Index e = 0; e < in_.edges.size(); ++e) {
            auto [from, to] = ends(e);
            if (from == to) continue;
            std::vector<Index>& chain = chains_[e];
            chain.push_back(from);
            for (Index layer = layer_[from] + 1; cuts && layer < layer_[to]; ++layer) {
                chain.push_back(static_cast<Index>(layer_.size()));
                layer_.push_back(layer);
            }
            chain.push_back(to);
        }
        const std::size_t all = layer_.size();
        before_.resize(all);
        after_.resize(all);
        for (const std::vector<Index>& chain : chains_)
            for (std::size_t i = 1; i < chain.size(); ++i) {
                after_[chain[i - 1]].push_back(chain[i]);
                before_[chain[i]].push_back(chain[i - 1]);
            }
        Index last = 0;
        for (Index layer : layer_) last = std::max(last, layer);
        layers_.resize(all == 0 ? 0 : last + 1);
        for (Index i = 0; i < all; ++i) layers_[layer_[i]].push_back(i);
    }

    void order_layers() {
        rank_.resize(layer_.size());
        auto number = [&](const std::vector<Index>& layer) {
            for (std::size_t i = 0; i < layer.size(); ++i) rank_[layer[i]] = static_cast<double>(i);
        };
        for (const auto& layer : layers_) number(layer);
        std::vector<double> mean(layer_.size());
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            const bool is_down = sweep % 2 == 0;
            for (std::size_t i = 0; i < layers_.size(); ++i) {
                std::vector<Index>& layer = layers_[is_down ? i : layers_.size() - 1 - i];
                for (Index node : layer)
                    mean[node] = mean_of(is_down ? before_[node] : after_[node], rank_, rank_[node]);
                std::ranges::stable_sort(layer, {}, [&](Index node) { return mean[node]; });
                number(layer);
            }
        }
    }

    static double mean_of(const std::vector<Index>& nodes, const std::vector<double>& values,
                          double otherwise) {
        if (nodes.empty()) return otherwise;
        double sum = 0;
        for (Index node : nodes) sum += values[node];
        return sum / static_cast<double>(nodes.size());
    }

    double height_of(Index node) const { return node < count_ ? in_.sizes[node].second : 2; }

    // Moves the nodes of a layer to the mean of their neighbours as far as order and gaps allow: minimises
    // the sum of squares, by merging neighbours that would overlap.
    void place_layer(const std::vector<Index>& layer, const std::vector<double>& wanted) {
        struct Group {
            double sum = 0;  // of wanted positions, minus the offsets inside the group
            std::size_t first = 0;
            std::size_t count = 0;
            double at() const { return sum / static_cast<double>(count); }
        };
        std::vector<double> offset(layer.size());
        for (std::size_t i = 1; i < layer.size(); ++i)
            offset[i] = offset[i - 1] + (height_of(layer[i - 1]) + height_of(layer[i])) / 2 + kGapInLayer;
        std::vector<Group> groups;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            Group now{wanted[layer[i]] - offset[i], i, 1};
            while (!groups.empty() && groups.back().at() >= now.at()) {
                now = {groups.back().sum + now.sum, groups.back().first, groups.back().count + now.count};
                groups.pop_back();
            }
            groups.push_back(now);
        }
        for (const Group& group : groups)
            for (std::size_t i = group.first; i < group.first + group.count; ++i)
                y_[layer[i]] = group.at() + offset[i];
    }

    void place_in_layers() {
        y_.assign(layer_.size(), 0);
        for (const auto& layer : layers_) place_layer(layer, y_);
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            std::vector<double> wanted = y_;
            const bool is_down = sweep % 2 == 0;
            for (std::size_t i = 0; i < layers_.size(); ++i) {
                const std::vector<Index>& layer = layers_[is_down ? i : layers_.size() - 1 - i];
                for (Index node : layer)
                    wanted[node] = mean_of(is_down ? before_[node] : after_[node], y_, y_[node]);
                place_layer(layer, wanted);
            }
        }
    }

    Layout result() const {
        Layout out;
        std::vector<double> left(layers_.size() + 1, 0);
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            double width = 0;
            for (Index node : layers_[i])
                if (node < count_) width = std::max(width, in_.sizes[node].first);
            left[i + 1] = left[i] + width + kGapOfLayers;
        }
        double top = 0;
        for (Index i = 0; i < layer_.size(); ++i) top = std::min(top, y_[i] - height_of(i) / 2);
        for (Index i = 0; i < count_; ++i) {
            const auto& [width, height] = in_.sizes[i];
            out.nodes.push_back({left[layer_[i]], y_[i] - height / 2 - top});
            out.width = std::max(out.width, out.nodes.back().x + width);
            out.height = std::max(out.height, out.nodes.back().y + height);
        }
        for (Index e = 0; e < chains_.size(); ++e) {
            const std::vector<Index>& chain = chains_[e];
            std::vector<LayoutPoint> way;
            for (std::size_t i = 0; i < chain.size(); ++i) {
                const Index node = chain[i];
                double x = left[layer_[node]];
                if (i == 0) x += in_.sizes[node].first;
                way.push_back({x, y_[node] - top});
                // A piece crosses its layer in a straight line.
                if (node >= count_) way.push_back({left[layer_[node] + 1] - kGapOfLayers, y_[node] - top});
            }
            if (turned_[e]) std::ranges::reverse(way);
            out.edges.push_back(std::move(way));
        }
        return out;
    }

    const LayoutInput& in_;
    const std::size_t count_;
    std::vector<bool> turned_;
    std::vector<Index> layer_;                // of nodes, followed by pieces of edges
    std::vector<std::vector<Index>> chains_;  // of edges: the ends and the pieces between them;
                                              // empty for loops
    std::vector<std::vector<Index>> before_;
    std::vector<std::vector<Index>> after_;
    std::vector<std::vector<Index>> layers_;
    std::vector<double> rank_;
    std::vector<double> y_;  // of the centre
};

}  // namespace

Layout layered_layout(const LayoutInput& input) {
    return LayeredLayout(input).run();
}

}  // namespace hcl::ide
