#include "engine/ide/annotation/token_refinements.h"

#include <algorithm>

#include "engine/ide/navigation/bound_names.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

namespace {

using language::Decoder;
using syntax::Node;
using syntax::NodeKind;

struct Refinements {
    std::vector<TokenRefinement> all;
};

// Classifies the nodes of an expression by the attribute's definition.
void expression(const bind::BoundAttribute& attribute, std::vector<TokenRefinement>& out) {
    const bind::AttributeDef& def = *attribute.def;
    const bool is_type = def.decoder == Decoder::Type;
    const bool is_word = def.decoder == Decoder::Keyword;
    if (!is_type && !is_word && def.rules.values.empty()) return;
    const syntax::Chunk& chunk = attribute.expr.chunk();
    std::uint32_t end = attribute.expr.id() + attribute.expr.data().size;
    for (std::uint32_t id = attribute.expr.id(); id < end; ++id) {
        Node node(&chunk, attribute.expr.base(), id);
        if (is_type) {
            // Object keys keep their class.
            if (node.is(NodeKind::ObjectItem)) {
                if (Node key = node.child(0)) id = key.id() + key.data().size - 1;
                continue;
            }
            if (node.is(NodeKind::Variable) || node.is(NodeKind::FunctionName))
                out.push_back({node.span(), TokenClass::Type});
        } else if (is_word) {
            if (node.is(NodeKind::Variable)) out.push_back({node.span(), TokenClass::Choice});
        } else if (node.is(NodeKind::Template) && syntax::is_string_literal(node)) {
            std::string text = syntax::template_items(node)[0].text;
            if (def.rules.choice_of(text)) out.push_back({node.span(), TokenClass::Choice});
        }
    }
}

Refinements refine(const bind::BoundUnit& unit) {
    Refinements made;
    std::vector<TokenRefinement>& out = made.all;
    for (const bind::BoundAttribute& attribute : unit.attributes) {
        if (!attribute.def) continue;
        if (attribute.def->notes.is_deprecated)
            out.push_back({attribute.name_span, TokenClass::Plain, false, true});
        if (attribute.expr && !attribute.expr.is(NodeKind::Missing)) expression(attribute, out);
    }
    for (const bind::BoundBlock& block : unit.blocks)
        if (block.def && block.def->notes.is_deprecated && !block.is_elsewhere && !block.is_key_elsewhere)
            out.push_back({block.type_span, TokenClass::Plain, false, true});
    for (const bind::Declaration& declaration : unit.declarations)
        out.push_back({declaration.name_span, TokenClass::Plain, true, false});
    for (const bind::Callable& callable : unit.callables)
        if (!unit.blocks[callable.block].labels.empty())
            out.push_back({unit.blocks[callable.block].labels[0].span, TokenClass::Plain, true, false});
    // Parameters, at their definition and at their uses.
    for (const bind::Callable& callable : unit.callables)
        for (std::uint32_t index : unit.bodies[unit.blocks[callable.block].body].attributes) {
            const bind::BoundAttribute& attribute = unit.attributes[index];
            const language::CallableDef& def = *unit.blocks[callable.block].def->callable;
            if (!attribute.expr || (attribute.name != def.parameters && attribute.name != def.variadic))
                continue;
            auto add = [&](Node node) {
                if (node.is(NodeKind::Variable))
                    out.push_back({node.span(), TokenClass::LoopVariable, true, false});
            };
            add(attribute.expr);
            for (Node child : attribute.expr.children()) add(child);
        }
    for (const bind::Reference& reference : unit.references) {
        if (reference.is_text) {
            out.push_back({reference.span, TokenClass::Variable});
        } else if (!unit.callables.empty()) {
            std::uint32_t body = unit.attributes[reference.attribute].body;
            if (!local_definitions(unit, body, reference.steps[0].name).empty())
                out.push_back({reference.steps[0].span, TokenClass::LoopVariable});
        }
    }
    std::ranges::stable_sort(out, {}, &TokenRefinement::span);
    return made;
}

}  // namespace

const std::vector<TokenRefinement>& token_refinements(const bind::BoundUnit& unit) {
    return unit.memo.get<Refinements>([&] { return refine(unit); }).all;
}

}  // namespace hcl::ide
