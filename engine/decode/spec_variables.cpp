// Collects the references and calls that decoding a body with a spec evaluates.
#include <algorithm>
#include <functional>

#include "engine/decode/evaluate.h"
#include "engine/decode/spec.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::decode {

namespace {

// Visits every attribute whose expression the spec reads.
struct Walk {
    const Rules& rules;
    const std::function<void(const Attribute&)>& add;

    void body(const Body& body, const Spec& spec) {
        PartialResult read = body.partial_content(implied_schema(spec, rules));
        same_body(read.content, spec);
    }

    void same_body(const BodyContent& content, const Spec& spec) {
        switch (spec.kind) {
            case Spec::Kind::Attr:
                if (const Attribute* attr = content.find(spec.name)) add(*attr);
                return;
            case Spec::Kind::Block:
            case Spec::Kind::BlockList:
            case Spec::Kind::BlockSet:
            case Spec::Kind::BlockMap:
                for (const Block& block : content.blocks) {
                    if (block.type != spec.name) continue;
                    body(block.body, *spec.children.front());
                    if (spec.kind == Spec::Kind::Block) return;
                }
                return;
            case Spec::Kind::BlockAttrs: {
                auto block = std::ranges::find(content.blocks, spec.name, &Block::type);
                if (block == content.blocks.end()) return;
                AttributesResult attrs = block->body.just_attributes();
                if (has_errors(attrs.diagnostics)) return;
                for (const Attribute& attr : attrs.attributes) add(attr);
                return;
            }
            default:
                for (const SpecPtr& child : spec.children) same_body(content, *child);
        }
    }
};

}  // namespace

std::vector<Reference> references(const Body& body, const Spec& spec, const Rules& rules) {
    std::vector<Reference> found;
    std::function<void(const Attribute&)> add = [&](const Attribute& attr) {
        for (Reference& reference : attribute_references(attr)) found.push_back(std::move(reference));
    };
    Walk{.rules = rules, .add = add}.body(body, spec);
    return found;
}

std::vector<FunctionUse> functions_used(const Body& body, const Spec& spec, const Rules& rules) {
    std::vector<FunctionUse> found;
    std::function<void(const Attribute&)> add = [&](const Attribute& attr) {
        if (!attr.expr.is_node()) return;
        eval::each_call(attr.expr.node(), [&](syntax::Node call, std::string_view name) {
            found.push_back({std::string(name), {attr.span.file, eval::call_start_span(call)}});
        });
    };
    Walk{.rules = rules, .add = add}.body(body, spec);
    return found;
}

}  // namespace hcl::decode
