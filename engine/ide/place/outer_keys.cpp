#include "engine/ide/place/outer_keys.h"

#include "engine/ide/place/places.h"

namespace hcl::ide {

using syntax::Node;
using syntax::NodeKind;

namespace {

Node key_of(Node property) {
    return property.is(NodeKind::JsonProperty) ? property.child(0) : Node();
}

// The first unit in the value of a property whose key is in no unit.
std::optional<bind::UnitSlot> first_inside(const bind::ModuleFile& file, Node value) {
    while (value && value.child(0)) {
        const Node first = value.child(0);
        if (auto slot = file.unit_at(first.span().start)) return slot;
        value = key_of(first) ? first.child(1) : first;
    }
    return std::nullopt;
}

}  // namespace

std::optional<OuterKey> outer_key_at(const bind::ModuleFile& file, std::uint32_t offset) {
    const syntax::File& tree = *file.input.tree;
    if (tree.options().syntax != syntax::Syntax::Json) return std::nullopt;
    const std::optional<TokenPlace> token = token_touching(
        tree, offset, [](syntax::TokenKind kind) { return kind == syntax::TokenKind::JsonString; });
    if (!token) return std::nullopt;
    std::uint32_t depth = 0;
    for (const Node property : nodes_around(*token)) {
        const Node key = key_of(property);
        if (!key) continue;
        if (!key.span().touches(offset)) {
            ++depth;
            continue;
        }
        const std::optional<bind::UnitSlot> slot = first_inside(file, property.child(1));
        if (!slot) return std::nullopt;
        OuterKey found{key.span(), *slot, 0, {}};
        if (depth > 0) found.label = depth - 1;
        for (const bind::BoundBlock& block : slot->unit->blocks) {
            const bool is_it = depth == 0
                                   ? block.is_key_elsewhere
                                   : depth <= block.labels.size() && block.labels[depth - 1].is_elsewhere;
            if (is_it && block.def) return found;
            ++found.block;
        }
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace hcl::ide
