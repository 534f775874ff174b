#include "engine/language/pack_includes.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

    using Includes = std::map<std::string, std::vector<std::pair<std::string, Span>>, std::less<>>;

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
        Includes includes;
        for (const auto& [name, named] : language.bodies()) add_includes(named->source(), includes[name], 0);
        for (const auto& [from, list] : includes)
            for (const auto& [to, place] : list) {
                Words seen;
                std::vector<std::string> open{to};
                while (!open.empty() && !seen.contains(from)) {
                    const std::string name = std::move(open.back());
                    open.pop_back();
                    const auto next = includes.find(name);
                    if (!seen.insert(name).second || next == includes.end()) continue;
                    for (const auto& [other, span] : next->second) open.push_back(other);
                }
                if (seen.contains(from))
                    contradiction(place, "The body \"" + from + "\" includes itself" +
                                             (to == from ? "." : " through \"" + to + "\"."));
            }
    }
};

}  // namespace

void check_includes(const Language& language, Diagnostics& out) {
    IncludesCheck{language, out}.run();
}

}  // namespace hcl::language
