// Which references decoding a body by a spec will evaluate.
#include <algorithm>

#include "engine/schema/evaluate.h"
#include "engine/schema/spec.h"

namespace hcl::schema {

namespace {

struct Walk {
    const Rules& rules;
    std::vector<Reference> found;

    void add(std::vector<Reference>&& more) {
        found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }

    void body(const Body& body, const Spec& spec) {
        PartialResult read = body.partial_content(implied_schema(spec, rules));
        same_body(read.content, spec);
    }

    void same_body(const BodyContent& content, const Spec& spec) {
        switch (spec.kind) {
            case Spec::Kind::Attr:
                if (const Attribute* attr = content.find(spec.name)) add(attribute_references(*attr));
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
                for (const Attribute& attr : attrs.attributes) add(attribute_references(attr));
                return;
            }
            default:
                for (const SpecPtr& child : spec.children) same_body(content, *child);
        }
    }
};

}  // namespace

std::vector<Reference> references(const Body& body, const Spec& spec, const Rules& rules) {
    Walk walk{.rules = rules, .found = {}};
    walk.body(body, spec);
    return std::move(walk.found);
}

}  // namespace hcl::schema
