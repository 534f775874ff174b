// Lookups in units that need no module.
#include <algorithm>

#include "engine/base/path.h"
#include "engine/bind/ignore_comments.h"
#include "engine/bind/unit.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/language/call_folder.h"
#include "engine/syntax/lex/literal.h"
#include "engine/syntax/tree/entries.h"
#include "engine/value/text.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

const AttributeDef* BoundBody::attribute(std::string_view name) const {
    for (const BodyDef* def : defs)
        if (const AttributeDef* found = def->attribute(name)) return found;
    return nullptr;
}

const BlockDef* BoundBody::block_def(std::string_view type) const {
    for (const BodyDef* def : defs)
        if (const BlockDef* found = def->block(type)) return found;
    return nullptr;
}

std::uint32_t attribute_in(const BoundUnit& unit, std::uint32_t body, std::string_view name) {
    for (std::uint32_t i : unit.bodies[body].attributes)
        if (unit.attributes[i].name == name) return i;
    return kNone;
}

std::uint32_t attribute_inside(const BoundUnit& unit, std::uint32_t body, std::span<const std::string> path) {
    if (path.size() == 1) return attribute_in(unit, body, path.front());
    for (std::uint32_t block : unit.bodies[body].blocks) {
        if (unit.blocks[block].type != path.front()) continue;
        const std::uint32_t found = attribute_inside(unit, unit.blocks[block].body, path.subspan(1));
        if (found != kNone) return found;
    }
    return kNone;
}

bool BoundBody::may_be_made() const {
    return is_lenient || std::ranges::any_of(defs, [](const BodyDef* def) {
               return def->generated_by || def->any_generator;
           });
}

namespace {

// Only free names, each a symbol by itself or nothing.
bool has_only_names(const BodyDef& body) {
    if (!body.any_attribute || !body.attributes.empty() || !body.blocks.empty() || body.any_block ||
        body.any_generator || body.generated_by || !body.relations.empty() || !body.cases.empty() ||
        !body.checks.empty() || body.is_lenient)
        return false;
    const AttributeDef& name = *body.any_attribute;
    return name.validates.empty() && name.needs_others.empty() && !name.required_if &&
           name.package_source.empty() &&
           (!name.symbol || name.symbol->visibility == language::Visibility::Module);
}

}  // namespace

bool is_list_of_names(const BlockDef& block) {
    const bool is_alone = block.min_items == 0 && block.max_items == 0 && !block.is_unique &&
                          block.unique_by.empty() && !block.merges && block.needs_others.empty() &&
                          !block.required_if && !block.symbol && !block.callable && !block.call;
    const bool is_plain = block.cases.empty() && block.scopes.empty() && block.lenses.empty() &&
                          !block.outline && !block.link && !block.fold_text;
    return block.labels.empty() && is_alone && is_plain && has_only_names(block.body->get());
}

bool is_bound_in_parts(const syntax::BodyItem& block, const language::Language& language) {
    const BlockDef* def = language.root().block(normalised(std::string(block.block().type())));
    if (!block.split || !def || !is_list_of_names(*def)) return false;
    // A comment before the block covers all of it.
    BoundUnit header;
    find_ignore_comments(*syntax::header_of(*block.split), 0, header);
    return header.ignores.empty();
}

syntax::BodyItem shifted_to_start(const syntax::BodyItem& item) {
    const syntax::Chunk* chunk = &item.node.chunk();
    const std::uint32_t base = item.node.base();
    return {item.kind,
            syntax::Node(chunk, 0, item.node.id()),
            {item.span.start - base, item.span.end - base},
            item.split};
}

std::string literal_text(Node expr) {
    if (!expr) return {};
    Node inner = eval::without_parens(expr);
    if (inner.is(NodeKind::JsonString)) return std::string(eval::JsonText(inner).text());
    if (auto text = syntax::quoted_text(inner)) return *text;
    if (inner.is(NodeKind::Variable) || inner.is(NodeKind::Number) || inner.is(NodeKind::Bool) ||
        inner.is(NodeKind::JsonNumber) || inner.is(NodeKind::JsonBool))
        return std::string(inner.text());
    return {};
}

namespace {

bool has_versions(const AttributeDef& attribute) {
    return attribute.rules.format == language::Format::VersionConstraint;
}

// Whether the call names a package: its language has versions of such, and the text is no path.
bool is_downloaded(const BoundUnit& unit, const BoundBlock& block, std::string_view text) {
    const bool is_path = is_relative_path(text) || text.starts_with('/');
    return !is_path && !block.labels.empty() &&
           std::ranges::any_of(unit.bodies[block.body].defs, [](const BodyDef* def) {
               return std::ranges::any_of(def->attributes, has_versions);
           });
}

// In the notation of language/call_folder.h.
std::string downloaded(const BoundUnit& unit, const BoundBlock& block, const std::string& source) {
    std::string versions;
    for (std::uint32_t i : unit.bodies[block.body].attributes)
        if (const BoundAttribute& attribute = unit.attributes[i];
            attribute.def && has_versions(*attribute.def))
            versions = literal_text(attribute.expr);
    return language::kDownloaded + block.labels.back().value + '\n' + versions + '\n' + source;
}

}  // namespace

std::string called_folder(const BoundUnit& unit, const BoundBlock& block) {
    if (!block.def || !block.def->call) return {};
    constexpr std::string_view kLabel = "label.";
    if (const std::string& from = block.def->call->folder; from.starts_with(kLabel)) {
        const auto& labels = block.def->labels;
        for (std::size_t i = 0; i < labels.size() && i < block.labels.size(); ++i)
            if (labels[i].name == std::string_view(from).substr(kLabel.size())) return block.labels[i].value;
        return {};
    }
    const language::CallDef& call = *block.def->call;
    // That of another language in the folder of the file.
    if (call.folder.empty() && !call.language.empty())
        return language::kOtherLanguage + call.language + language::kOtherLanguage;
    for (std::uint32_t i : unit.bodies[block.body].attributes) {
        if (unit.attributes[i].name != call.folder) continue;
        std::string text = written_path(unit.attributes[i].expr, call.paths);
        if (text.empty()) return text;
        if (call.language.empty())
            return is_downloaded(unit, block, text) ? downloaded(unit, block, text) : text;
        return language::kOtherLanguage + call.language + language::kOtherLanguage + text;
    }
    return {};
}

Span place_of_called_folder(const BoundUnit& unit, const BoundBlock& block) {
    if (!block.def || !block.def->call) return block.header_span;
    const std::string& names_folder = block.def->call->folder;
    for (std::uint32_t i : unit.bodies[block.body].attributes)
        if (unit.attributes[i].name == names_folder && unit.attributes[i].expr)
            return unit.attributes[i].expr.span();
    const auto& labels = block.def->labels;
    for (std::size_t i = 0; i < labels.size() && i < block.labels.size(); ++i)
        if (names_folder == "label." + labels[i].name) return block.labels[i].span;
    return block.header_span;
}

}  // namespace hcl::bind
