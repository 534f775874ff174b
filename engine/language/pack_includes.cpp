#include "engine/language/pack_includes.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/components.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/language/pack_names.h"
#include "engine/language/reading.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;

bool is_group(std::string_view type) {
    return type == "object" || type == "array" || type == "transform" || type == "default";
}

namespace {

struct IncludesCheck {
    const Language& language;
    Diagnostics& out;
    Diagnostics unwanted{};
    Reading read{language, unwanted};

    static constexpr int kMaxDepth = 100;

    void contradiction(Span place, const std::string& sentence) {
        out.push_back(make_diagnostic(DiagCode::PackContradiction, place, {sentence}));
    }

    void add_includes(const BodyView& view, std::vector<std::pair<std::string, Span>>& list, int nesting) {
        const PackBlock items(view);
        for (Node node : read.elements(items.find("include")))
            if (const eval::Traversal path = eval::traversal_of(node);
                path.size() == 2 && path[0].name == "body")
                list.emplace_back(path[1].name, node.span());
        for (const BlockView& child : items.blocks)
            if (is_group(child.type()) && nesting < kMaxDepth) add_includes(child.body(), list, nesting + 1);
    }

    void run() {
        struct Body {
            std::string name;
            std::vector<std::pair<std::string, Span>> includes{};
        };
        std::vector<Body> bodies;
        std::map<std::string_view, std::uint32_t> numbers;
        for (const auto& [name, named] : language.bodies()) {
            bodies.push_back({name});
            add_includes(named->source(), bodies.back().includes, 0);
        }
        for (std::uint32_t i = 0; i < bodies.size(); ++i) numbers.emplace(bodies[i].name, i);
        std::vector<std::vector<std::uint32_t>> next(bodies.size());
        for (std::uint32_t i = 0; i < bodies.size(); ++i)
            for (const auto& [name, place] : bodies[i].includes)
                if (auto found = numbers.find(name); found != numbers.end()) next[i].push_back(found->second);
        std::vector<std::uint32_t> group(bodies.size());  // a member of the component
        each_component(next, Cancel(), [&](std::span<const std::uint32_t> component) {
            for (std::uint32_t member : component) group[member] = component[0];
        });
        for (std::uint32_t i = 0; i < bodies.size(); ++i)
            for (const auto& [name, place] : bodies[i].includes) {
                auto to = numbers.find(name);
                if (to == numbers.end() || group[to->second] != group[i]) continue;
                contradiction(place, "The body \"" + bodies[i].name + "\" includes itself" +
                                         (to->second == i ? "." : " through \"" + name + "\"."));
            }
    }
};

}  // namespace

void check_includes(const Language& language, Diagnostics& out) {
    IncludesCheck{language, out}.run();
}

}  // namespace hcl::language
