#include "engine/eval/analysis/variables.h"

#include <utility>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/value/text.h"

namespace hcl::eval {

using syntax::Chunk;
using syntax::Node;
using syntax::NodeKind;

namespace {

// The part of a tree in which the names of a for expression are bound, as a range of nodes.
struct BoundNames {
    std::uint32_t begin;
    std::uint32_t end;
    std::string_view names[2];
};

// A tree is an array in preorder, so a single scan from left to right visits it in
// source order, at any depth.
class Finder {
  public:
    explicit Finder(const std::function<void(Node, std::string_view)>& visit) : visit_(visit) {}

    void scan(Node top) {
        const Chunk* chunk = &top.chunk();
        std::uint32_t end = top.id() + top.data().size;
        for (std::uint32_t id = top.id(); id < end;) {
            while (!bound_.empty() && bound_.back().end <= id) bound_.pop_back();
            id = step(Node(chunk, top.base(), id));
        }
        bound_.clear();
    }

  private:
    // Visits one node and returns the next one to visit.
    std::uint32_t step(Node node) {
        std::uint32_t after = node.id() + node.data().size;
        switch (node.kind()) {
            case NodeKind::Variable:
                found(node, node);
                return after;
            case NodeKind::GetAttr:
            case NodeKind::LegacyIndex:
            case NodeKind::Index: {
                Node chain = node;
                // After a dot without a name the step is ignored, but not the expression before it.
                while (chain.is(NodeKind::GetAttr) && chain.is_broken() && chain.child(0))
                    chain = chain.child(0);
                Node base = chain;
                while (is_static_step(base)) base = base.child(0);
                if (!base.is(NodeKind::Variable)) return base.id() == node.id() ? node.id() + 1 : base.id();
                found(chain, base);
                return after;
            }
            case NodeKind::ForTuple:
            case NodeKind::ForObject:
            case NodeKind::ForDirective: {
                BoundNames bound{0, after, {}};
                int count = 0;
                for (Node child : node.children()) {
                    if (child.is(NodeKind::Name)) {
                        if (count < 2) bound.names[count++] = child.text();
                        continue;
                    }
                    bound.begin = child.id() + child.data().size;
                    break;
                }
                if (bound.begin != 0) bound_.push_back(bound);
                return node.id() + 1;
            }
            case NodeKind::ObjectItem: {
                Node key = node.child(0);
                if (!key) return after;
                bool is_name = key.is(NodeKind::Variable) || key.is(NodeKind::Bool) || key.is(NodeKind::Null);
                return is_name ? key.id() + key.data().size : node.id() + 1;
            }
            case NodeKind::JsonString: {
                JsonText text(node);
                if (!text.may_be_template()) return after;
                JsonTemplate parsed = text.as_template();
                if (parsed.root) {
                    Finder inner(visit_);
                    inner.scan(parsed.root);
                }
                return after;
            }
            default:
                return node.id() + 1;
        }
    }

    void found(Node chain, Node variable) {
        std::string_view name = variable.text();
        for (const BoundNames& b : bound_)
            if (b.begin <= variable.id() && (is_same(b.names[0], name) || is_same(b.names[1], name))) return;
        visit_(chain, name);
    }

    // Names are compared in NFC.
    static bool is_same(std::string_view a, std::string_view b) {
        if (a == b) return true;
        return !is_ascii(a) && !is_ascii(b) && to_nfc(a) == to_nfc(b);
    }

    const std::function<void(Node, std::string_view)>& visit_;
    std::vector<BoundNames> bound_;
};

}  // namespace

void each_reference(Node expr, const std::function<void(Node chain, std::string_view root)>& visit) {
    Finder(visit).scan(expr);
}

void each_call(Node expr, const std::function<void(Node call, std::string_view name)>& visit) {
    std::uint32_t end = expr.id() + expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        Node node(&expr.chunk(), expr.base(), id);
        if (node.is(NodeKind::Call)) visit(node, call_name(node).view());
        if (!node.is(NodeKind::JsonString)) continue;
        JsonText text(node);
        if (!text.may_be_template()) continue;
        JsonTemplate parsed = text.as_template();
        if (parsed.root) each_call(parsed.root, visit);
    }
}

std::vector<Traversal> variables(Node expr) {
    std::vector<Traversal> all;
    // That of a reference with a broken step is empty.
    each_reference(expr, [&](Node chain, std::string_view) {
        if (Traversal path = traversal_of(chain); !path.empty()) all.push_back(std::move(path));
    });
    return all;
}

}  // namespace hcl::eval
