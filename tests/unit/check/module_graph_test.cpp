#include "engine/check/module_graph.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/language/language.h"

using namespace hcl;

namespace {

bind::ModulePtr module_of(std::uint32_t id) {
    const auto language = language::LanguageSet::builtin().of_file("a.hcl", "");
    return bind::Module::build(
        language, {{FileId(id), "/" + std::to_string(id) + ".hcl", syntax::File::parse("a = 1\n")}}, nullptr,
        {});
}

}  // namespace

TEST_CASE("module graph: a module that was built again is the same place") {
    // Modules are not kept: each time that one is asked for it can be another object.
    std::vector<bind::ModulePtr> alive;
    const std::map<std::uint32_t, std::vector<std::uint32_t>> edges{{0, {1}}, {1, {0, 2}}, {2, {}}};
    const check::ModuleGraph::Next next = [&](const bind::Module& from) {
        std::vector<bind::ModulePtr> out;
        for (const std::uint32_t to : edges.at(check::ModuleGraph::key_of(from).value)) {
            out.push_back(module_of(to));
            alive.push_back(out.back());
        }
        return out;
    };
    check::ModuleGraph graph;
    const std::uint32_t first = graph.find(module_of(0), next, {});
    const std::uint32_t second = graph.find(module_of(1), next, {});
    const std::uint32_t third = graph.find(module_of(2), next, {});
    CHECK(graph.find(module_of(0), next, {}) == first);
    CHECK(graph.at(first).group == graph.at(second).group);
    CHECK(graph.at(first).group != graph.at(third).group);
}
