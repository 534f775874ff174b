#include "engine/ide/completion/completion.h"

#include <algorithm>

#include "engine/ide/completion/completer.h"
#include "engine/ide/place/places.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

using language::Decoder;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

bool is_word(TokenKind kind) {
    return kind == TokenKind::Ident;
}

}  // namespace

bool Completer::native() {
    const syntax::File& original = *state.tree();
    // The token before the cursor, and the one that holds the byte behind it.
    TokenPlace before;
    TokenPlace here;
    if (offset > 0) before = token_at(original, offset - 1).value_or(TokenPlace());
    if (offset < original.size()) here = token_at(original, offset).value_or(TokenPlace());
    if (before.chunk) {
        TokenKind kind = before.kind();
        bool is_open = before.span().end > offset;
        bool is_line_comment = kind == TokenKind::Comment && !before.text().starts_with("/*");
        if (kind == TokenKind::Comment && (is_open || (is_line_comment && !before.text().ends_with('\n'))))
            return false;
        if (kind == TokenKind::Number) return false;
        if ((kind == TokenKind::StringLit || kind == TokenKind::OHeredoc) && is_open) return false;
    }
    bool is_behind_text =
        before.chunk && (before.kind() == TokenKind::OQuote || before.kind() == TokenKind::QuotedLit);
    bool is_in_literal = here.chunk && here.kind() == TokenKind::QuotedLit && here.span().start < offset;
    bool in_text = is_behind_text || is_in_literal;
    std::uint32_t ask = offset;
    if (in_text) {
        tree = state.tree();
        Span text{offset, offset};
        if (before.chunk && before.kind() == TokenKind::QuotedLit) text = before.span();
        if (here.chunk && here.kind() == TokenKind::QuotedLit) text = cover(text, here.span());
        replaced = text;
        ask = offset - 1;
    } else {
        auto word = token_touching(original, offset, is_word);
        if (word && is_word(word->kind()) && word->span().touches(offset)) {
            replaced = word->span();
            tree = state.tree();
            ask = replaced.start;
        } else {
            replaced = {offset, offset};
            Edit insertion{{offset, offset}, std::string(kMarker)};
            tree = original.edited(std::span(&insertion, 1));
        }
    }
    auto token = token_at(*tree, ask);
    if (!token) return true;
    path = nodes_around(*token);
    return true;
}

// The block whose body holds the cursor, as a bound body.
void Completer::find_body() {
    Node block;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (path[i].is(NodeKind::Block) && path[i + 1].is(NodeKind::Body)) block = path[i];
    std::uint32_t start = block ? block.span().start : 0;
    if (block) {
        slot = at_cursor.file->unit_at(start);
        if (slot)
            for (std::uint32_t i = 0; i < slot->unit->blocks.size(); ++i)
                if (slot->unit->blocks[i].type_span.start + slot->base == start)
                    body = slot->unit->blocks[i].body;
        if (body != kNone) return;
    }
    slot = at_cursor.slot;
    if (!slot) return;
    // Long blocks lie in several chunks, which hold no node of the block itself.
    for (std::uint32_t i = 1; i < slot->unit->bodies.size(); ++i)
        if (slot->unit->bodies[i].inside.touches(at_cursor.offset) && !is_in_header(i) &&
            (body == kNone ||
             slot->unit->bodies[i].inside.length() <= slot->unit->bodies[body].inside.length()))
            body = i;
}

bool Completer::is_in_header(std::uint32_t index) const {
    const bind::BoundBlock& block = slot->unit->blocks[slot->unit->bodies[index].block];
    return block.header_span.touches(at_cursor.offset);
}

std::vector<const BodyDef*> Completer::body_defs() const {
    if (body == kNone) return {&language().root()};
    return slot->unit->bodies[body].defs;
}

const AttributeDef* Completer::attribute_def(std::string_view name) const {
    std::vector<const BodyDef*> defs = body_defs();
    for (const BodyDef* def : defs)
        if (const AttributeDef* found = def->attribute(name)) return found;
    for (const AttributeDef& input : inputs())
        if (input.name == name) return &input;
    for (const BodyDef* def : defs)
        if (def->any_attribute) return def->any_attribute.get();
    return nullptr;
}

const std::deque<AttributeDef>& Completer::inputs() const {
    if (known_inputs) return *known_inputs;
    known_inputs.emplace();
    std::string folder;
    std::string other;  // language
    std::string kind;
    const std::uint32_t block = body == kNone ? kNone : slot->unit->bodies[body].block;
    if (block == kNone) {
        other = language().sets.language;
        kind = language().sets.kind;
    } else if (const bind::BoundBlock& b = slot->unit->blocks[block]; b.def && b.def->call) {
        folder = bind::called_folder(*slot->unit, b);
        kind = b.def->call->inputs;
    }
    if (folder.empty() && other.empty()) return *known_inputs;
    if (bind::InterfacePtr there = module().foreign(folder, other))
        for (const bind::InterfaceItem& item : there->items) {
            if (item.kind != kind) continue;
            AttributeDef& input = known_inputs->emplace_back();
            input.name = item.name;
            input.type = item.type;
            input.is_required = item.is_required;
        }
    return *known_inputs;
}

const ScopePtr& Completer::names() {
    if (scope) return scope;
    if (slot) {
        scope = module().scope_of(*slot, body == kNone ? 0 : body);
    } else {
        auto functions = std::make_shared<eval::MapScope>();
        functions->allow_variables();
        functions->set_functions(language().functions);
        scope = std::move(functions);
    }
    return scope;
}

void Completer::run_native() {
    if (!native()) return;
    find_body();
    std::size_t depth = path.size();
    std::size_t attribute = depth;
    for (std::size_t i = 0; i < depth; ++i)
        if (path[i].is(NodeKind::Attribute)) attribute = i;
    if (attribute + 1 >= depth) {
        native_item();
        return;
    }
    Node name = path[attribute].child(0);
    if (path[attribute + 1] == name) {
        body_names();
        return;
    }
    const AttributeDef* def = attribute_def(key_text(name));
    value(attribute + 1, def);
}

// Outside of values: names, labels.
void Completer::native_item() {
    if (path.empty()) {
        body_names();
        return;
    }
    Node last = path.back();
    Node parent = path.size() > 1 ? path[path.size() - 2] : Node();
    for (std::size_t i = path.size(); i-- > 0;)
        if (path[i].is(NodeKind::Label)) {
            Node block = i > 0 ? path[i - 1] : Node();
            if (!block) return;
            // The label stands in the body around its block.
            const BlockDef* def = outer_block_def(block);
            std::size_t index = 0;
            for (Node child : block.children()) {
                if (child == path[i]) break;
                if (child.is(NodeKind::Label)) ++index;
            }
            bool quoted = path[i].token_kind(path[i].first_token()) != TokenKind::OQuote;
            if (def) label(*def, index, quoted);
            return;
        }
    if (last.is(NodeKind::Attribute)) {
        // Behind the name, before or at the "=".
        if (last.child(0) && offset > last.child(0).span().end &&
            tree->text({last.child(0).span().end, offset}).find('=') != std::string::npos) {
            const AttributeDef* def = attribute_def(key_text(last.child(0)));
            path.push_back(last.child(1) ? last.child(1) : last);
            value(path.size() - 1, def);
        }
        return;
    }
    if (last.is(NodeKind::Name) && parent && parent.is(NodeKind::Block)) {
        body_names();
        return;
    }
    if (last.is(NodeKind::Body) || last.is(NodeKind::Bogus) || last.is(NodeKind::Block)) {
        if (!is_at_item_start()) return;
        body_names();
    }
}

const BlockDef* Completer::outer_block_def(Node block) const {
    std::string type;
    if (block.child(0)) type = key_text(block.child(0));
    for (const BodyDef* def : body_defs())
        if (const BlockDef* found = def->block(type)) return found;
    for (const BodyDef* def : body_defs())
        if (def->any_block) return def->any_block.get();
    return nullptr;
}

// Nothing but blanks, an opening brace or the word itself stands before the cursor on its line.
bool Completer::is_at_item_start() const {
    const syntax::File& original = *state.tree();
    std::uint32_t from = replaced.start > 200 ? replaced.start - 200 : 0;
    std::string before = original.text({from, replaced.start});
    std::size_t at = before.find_last_not_of(" \t");
    if (at == std::string::npos) return from == 0;
    return before[at] == '\n' || before[at] == '\r' || before[at] == '{' || before[at] == '}' ||
           before.ends_with("*/");
}

// `path[first]` is the attribute's expression.
void Completer::value(std::size_t first, const AttributeDef* def) {
    Expectation top;
    if (def) top = Expectation::of(*def);
    std::size_t last = path.size() - 1;
    Node node = path[last];
    // Text in quotes.
    bool in_text = tree == state.tree() && offset > 0 && is_text_token(offset - 1);
    if (in_text) {
        std::size_t at = last;
        while (at > first && !path[at].is(NodeKind::Template)) --at;
        if (path[at].is(NodeKind::Template)) quoted_text(first, at, top);
        return;
    }
    if (node.is(NodeKind::TemplateLiteral) || node.is(NodeKind::Heredoc) || node.is(NodeKind::Template))
        return;
    Node parent = last > first ? path[last - 1] : Node();
    if (node.is(NodeKind::Name)) return;  // binds a new name
    if (def && def->decoder == Decoder::Type) {
        // Types hold types; keys of objects are names of one's own.
        bool is_key = node.is(NodeKind::Object) ||
                      (parent && parent.is(NodeKind::ObjectItem) && parent.child(0) == node);
        if (!is_key && !node.is(NodeKind::GetAttr)) type_words(false);
        style.is_followed = is_followed_by_parenthesis();
        return;
    }
    if (node.is(NodeKind::GetAttr)) {
        members(node.child(0), std::span(path).first(last + 1), along(top, first, last));
        return;
    }
    if (node.is(NodeKind::FunctionName) && last > first) {
        Expectation wanted = along(top, first, last - 1);
        functions(wanted);
        return;
    }
    if (parent && parent.is(NodeKind::ObjectItem) && parent.child(0) == node) {
        Expectation wanted = along(top, first, last);
        if (last >= 2) object_keys(path[last - 2], wanted, false);
        return;
    }
    if (node.is(NodeKind::Object)) {
        object_keys(node, along(top, first, last), false);
        return;
    }
    if (parent && parent.is(NodeKind::Index) && parent.child(1) == node)
        keys_of(worth(parent.child(0), std::span(path).first(last)), {}, true);
    Expectation wanted = along(top, first, last);
    expression(wanted, std::span(path).first(last + 1));
}

bool Completer::is_text_token(std::uint32_t at) const {
    auto token = token_at(*state.tree(), at);
    if (token && (token->kind() == TokenKind::OQuote || token->kind() == TokenKind::QuotedLit)) return true;
    auto next = at + 1 < state.tree()->size() ? token_at(*state.tree(), at + 1) : std::nullopt;
    return next && next->kind() == TokenKind::QuotedLit && next->span().start <= at;
}

void Completer::quoted_text(std::size_t first, std::size_t at, const Expectation& top) {
    Node text_node = path[at];
    // A text with parts of other kinds is none that anybody listed.
    if (text_node.child_count() > 1 ||
        (text_node.child(0) && !text_node.child(0).is(NodeKind::TemplateLiteral)))
        return;
    std::string typed = state.tree()->text(replaced);
    Node parent = at > first ? path[at - 1] : Node();
    is_replacing_text = true;
    if (parent && parent.is(NodeKind::Index) && parent.child(1) == text_node) {
        keys_of(worth(parent.child(0), std::span(path).first(at)), {}, false);
        return;
    }
    if (parent && parent.is(NodeKind::ObjectItem) && parent.child(0) == text_node) {
        if (at >= 2) object_keys(path[at - 2], along(top, first, at), true);
        return;
    }
    Expectation wanted = along(top, first, at);
    if (wanted.rules) text(*wanted.rules, typed, wanted.by_path);
}

Completions complete(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                     const CompletionOptions& options, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state || state->info().options.syntax == syntax::Syntax::Template) return {};
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return {};
    cancel.poll();
    // The word up to the cursor ranks; it is known before anything else.
    const syntax::File& tree = *state->tree();
    std::uint32_t from = offset;
    std::string before = tree.text({offset > 200 ? offset - 200 : 0, offset});
    while (from > 0 && offset - from < before.size()) {
        char c = before[before.size() - 1 - (offset - from)];
        bool is_part = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || (c & 0x80);
        if (!is_part) break;
        --from;
    }
    CompletionList list(before.substr(before.size() - (offset - from)), options);
    Completer completer{snapshot, *state, *place, offset, options, list};
    completer.style.snippets = options.snippets;
    completer.style.documentation = options.documentation;
    if (state->info().options.syntax == syntax::Syntax::Json)
        completer.run_json();
    else
        completer.run_native();
    Completions out;
    out.items = list.take(completer.style, out.is_cut);
    out.replaced = completer.replaced;
    out.cursor = offset;
    return out;
}

}  // namespace hcl::ide
