#include "engine/ide/navigation/names.h"

#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/ide/place/places.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

namespace {

using syntax::BodyItem;
using syntax::Chunk;
using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

// Shorter prefixes of a block type match by chance.
constexpr std::size_t kMinAbbreviation = 3;

// The span without the quotes.
NameStep quoted_step(Node key) {
    Span span = key.span();
    std::string_view text = key.text();
    if (text.size() < 2) return {};
    return {text.substr(1, text.size() - 2), {span.start + 1, span.end - 1}};
}

void append_steps(Node chain, std::vector<NameStep>& out) {
    const std::size_t first = out.size();
    for (; eval::is_static_step(chain); chain = chain.child(0)) {
        if (chain.is(NodeKind::GetAttr)) {
            if (chain.is_broken()) continue;
            std::uint32_t last = chain.token_end() - 1;
            if (chain.token_kind(last) == TokenKind::Ident)
                out.push_back({chain.token_text(last), chain.token_span(last)});
        } else if (chain.is(NodeKind::Index)) {
            Node key = chain.child(1);
            if (!key.is(NodeKind::Template)) continue;
            NameStep step = quoted_step(key);
            if (!step.name.empty()) out.push_back(step);
        }
    }
    if (!chain.is(NodeKind::Variable)) {
        out.resize(first);
        return;
    }
    out.push_back({chain.text(), chain.span()});
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

void define_attribute(const syntax::AttributeView& attribute, std::string_view block_type,
                      std::vector<NameDefinition>& out) {
    if (attribute.name.empty()) return;
    NameDefinition& definition = out.emplace_back();
    definition.type = block_type;
    definition.names.emplace_back(attribute.name);
    definition.is_reached_by_names = block_type.empty();
    definition.is_block = false;
    definition.header = definition.name = attribute.name_span;
    definition.span = attribute.span;
}

void define(const syntax::File& file, const Cancel& cancel, std::vector<NameDefinition>& out) {
    for (const BodyItem& item : file.body().items()) {
        cancel.poll();
        if (item.kind == BodyItem::Kind::Attribute) {
            define_attribute(item.attribute(), "", out);
        } else if (item.kind == BodyItem::Kind::Block) {
            syntax::BlockView block = item.block();
            std::vector<syntax::LabelView> labels = block.labels();
            if (labels.empty()) {
                for (const syntax::AttributeView& attribute : block.body().attributes())
                    define_attribute(attribute, block.type(), out);
                continue;
            }
            NameDefinition& definition = out.emplace_back();
            definition.type = block.type();
            for (syntax::LabelView& label : labels) definition.names.push_back(std::move(label.value));
            definition.header = block.header_span();
            definition.name = labels.back().span;
            if (labels.back().is_quoted && definition.name.length() >= 2)
                definition.name = {definition.name.start + 1, definition.name.end - 1};
            definition.span = block.span();
        }
    }
}

NameIndex build(const world::FileState& state, const Cancel& cancel) {
    NameIndex index;
    index.tree = state.tree();
    index.references.push_back(0);
    if (index.tree->options().syntax == syntax::Syntax::Json) return index;
    each_chunk(*index.tree, {0, index.tree->size()}, cancel, [&](const Chunk& chunk, std::uint32_t base) {
        if (chunk.nodes.empty()) return;
        eval::each_reference(Node(&chunk, base, 0), [&](Node chain, std::string_view) {
            append_steps(chain, index.steps);
            if (index.steps.size() != index.references.back())
                index.references.push_back(static_cast<std::uint32_t>(index.steps.size()));
        });
        for (std::uint32_t id = 0; id < chunk.nodes.size(); ++id)
            if (chunk.nodes[id].kind == NodeKind::FunctionName) {
                Node node(&chunk, base, id);
                index.calls.push_back({node.text(), node.span()});
            }
    });
    if (index.tree->options().syntax == syntax::Syntax::Native)
        define(*index.tree, cancel, index.definitions);
    return index;
}

}  // namespace

const NameIndex& name_index(const world::FileState& state, const Cancel& cancel) {
    return state.memo().get<NameIndex>([&] { return build(state, cancel); });
}

std::size_t match(const NameDefinition& definition, std::span<const NameStep> reference) {
    auto names_from = [&](std::size_t from) {
        if (reference.size() < from + definition.names.size()) return false;
        for (std::size_t i = 0; i < definition.names.size(); ++i)
            if (reference[from + i].name != definition.names[i]) return false;
        return true;
    };
    if (reference.empty()) return 0;
    std::string_view root = reference[0].name;
    bool is_type =
        !definition.type.empty() &&
        (root == definition.type || (root.size() >= kMinAbbreviation && definition.type.starts_with(root)));
    if (is_type && names_from(1)) return definition.names.size() + 1;
    if (definition.is_reached_by_names && names_from(0)) return definition.names.size();
    return 0;
}

std::vector<NameStep> steps_of(Node chain) {
    std::vector<NameStep> steps;
    append_steps(chain, steps);
    return steps;
}

}  // namespace hcl::ide
