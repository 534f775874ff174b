#include "engine/eval/analysis/literal_part.h"

#include "engine/eval/analysis/expr_view.h"

namespace hcl::eval {

using syntax::Node;
using syntax::NodeKind;

Node literal_part(Node node, const Path& path) {
    for (const PathStep& step : path) {
        Node inner = without_parens(node);
        Node next;
        if (inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray)) {
            if (!step.key.is_known_number()) return node;
            auto index = step.key.as_number().to_int64();
            if (index && *index >= 0 && *index < 1'000'000)
                next = inner.child(static_cast<std::uint32_t>(*index));
        } else if (inner.is(NodeKind::Object) || inner.is(NodeKind::JsonObject)) {
            if (!step.key.is_known_string()) return node;
            std::string quoted = "\"" + std::string(step.key.as_string()) + "\"";
            for (Node item : inner.children())
                if (Node key = item.child(0);
                    key && item.child(1) && (key.text() == step.key.as_string() || key.text() == quoted))
                    next = item.child(1);
        }
        if (!next) return node;
        node = next;
    }
    return node;
}

}  // namespace hcl::eval
