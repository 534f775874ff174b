// Cycles of a graph that is read once.
#include "engine/base/cycle_graph.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "engine/base/cancel.h"

namespace hcl::test {

TEST_CASE("cycle graph: members of a cycle against its direction, without what leads to it or from it") {
    const std::map<std::string, std::vector<std::string>> edges{
        {"in", {"a"}}, {"a", {"b", "out", "b"}}, {"b", {"c"}}, {"c", {"a", "out"}}, {"self", {"self"}}};
    const CycleGraph<std::string> graph(
        std::vector<std::string>{"in", "self"},
        [&](const std::string& node) {
            const auto at = edges.find(node);
            return at == edges.end() ? std::vector<std::string>() : at->second;
        },
        Cancel());
    CHECK(graph.cycle_through("a", 3) == std::vector<std::string>{"a", "c", "b"});
    CHECK(graph.cycle_through("b", 3) == std::vector<std::string>{"b", "a", "c"});
    CHECK(graph.cycle_through("a", 2).empty());
    CHECK(graph.cycle_through("self", 1) == std::vector<std::string>{"self"});
    for (const char* node : {"in", "out", "unknown"}) {
        CHECK_FALSE(graph.is_in_cycle(node));
        CHECK(graph.cycle_through(node, 9).empty());
    }
}

TEST_CASE("cycle graph: each node is read once, however many are asked about") {
    constexpr std::size_t kCount = 5000;
    std::size_t reads = 0;
    std::vector<std::size_t> all(kCount);
    for (std::size_t i = 0; i < kCount; ++i) all[i] = i;
    const CycleGraph<std::size_t> graph(
        all,
        [&](std::size_t node) {
            ++reads;
            return std::vector<std::size_t>{(node + 1) % kCount, (node + 2) % kCount};
        },
        Cancel());
    for (const std::size_t node : all) {
        CHECK(graph.is_in_cycle(node));
        CHECK(graph.cycle_through(node, 30).empty());
    }
    CHECK(reads == kCount);
}

}  // namespace hcl::test
