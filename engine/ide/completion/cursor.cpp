#include "engine/ide/completion/cursor.h"

#include <algorithm>
#include <cctype>

#include "engine/eval/analysis/json_string.h"
#include "engine/ide/place/foreign_inputs.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

using syntax::NodeKind;
using syntax::TokenKind;

namespace {

// The tokens that end at the cursor and that start or continue there; null chunks at the ends of the file.
struct Neighbours {
    TokenPlace before;
    TokenPlace here;

    Neighbours(const syntax::File& file, std::uint32_t offset) {
        if (offset > 0) before = token_at(file, offset - 1).value_or(TokenPlace());
        if (offset < file.size()) here = token_at(file, offset).value_or(TokenPlace());
    }

    bool allow_completion(std::uint32_t offset) const {
        if (!before.chunk) return true;
        const TokenKind kind = before.kind();
        const bool is_open = before.span().end > offset;
        const bool is_line_comment = kind == TokenKind::Comment && !before.text().starts_with("/*");
        if (kind == TokenKind::Comment && (is_open || (is_line_comment && !before.text().ends_with('\n'))))
            return false;
        if (kind == TokenKind::Number) return false;
        return !((kind == TokenKind::StringLit || kind == TokenKind::OHeredoc) && is_open);
    }

    // The contents of the quoted string at the cursor; empty outside of strings.
    std::optional<Span> quoted_text(std::uint32_t offset) const {
        const bool ends_literal = before.chunk && before.kind() == TokenKind::QuotedLit;
        const bool after_quote = before.chunk && before.kind() == TokenKind::OQuote;
        const bool has_literal = here.chunk && here.kind() == TokenKind::QuotedLit;
        if (!ends_literal && !after_quote && !(has_literal && here.span().start < offset))
            return std::nullopt;
        Span text{offset, offset};
        if (ends_literal) text = before.span();
        return has_literal ? cover(text, here.span()) : text;
    }
};

// The innermost block whose body contains the cursor; null at the top level.
Node block_around(const std::vector<Node>& path) {
    Node block;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (path[i].is(NodeKind::Block) && path[i + 1].is(NodeKind::Body)) block = path[i];
    return block;
}

// Finds the unit and the body of the cursor.
void locate_body(Cursor& cursor) {
    if (Node block = block_around(cursor.path)) {
        const std::uint32_t start = block.span().start;
        cursor.slot = cursor.place.file->unit_at(start);
        if (cursor.slot)
            for (const bind::BoundBlock& bound : cursor.slot->unit->blocks)
                if (!bound.is_elsewhere && bound.type_span.start + cursor.slot->base == start)
                    return cursor.enter(bound.body);
    }
    cursor.slot = cursor.place.slot;
    std::uint32_t innermost = kNone;
    // A long block is split over chunks, and the path of its items does not contain the block.
    if (cursor.slot) {
        const bind::BoundUnit& unit = *cursor.slot->unit;
        for (std::uint32_t i = 1; i < unit.bodies.size(); ++i) {
            const bind::BoundBlock& block = unit.blocks[unit.bodies[i].block];
            if (unit.bodies[i].inside.touches(cursor.place.offset) &&
                (block.is_elsewhere || !block.header_span.touches(cursor.place.offset)) &&
                (innermost == kNone ||
                 unit.bodies[i].inside.length() <= unit.bodies[innermost].inside.length()))
                innermost = i;
        }
    }
    cursor.enter(innermost);
}

}  // namespace

std::optional<Cursor> locate_cursor(const world::FileState& state, const BoundPlace& place,
                                    std::uint32_t offset) {
    const syntax::File& file = *state.tree();
    const Neighbours neighbours(file, offset);
    if (!neighbours.allow_completion(offset)) return std::nullopt;
    Cursor cursor{state, place, offset};
    cursor.tree = state.tree();
    cursor.replaced = {offset, offset};
    std::uint32_t at = offset;
    if (std::optional<Span> text = neighbours.quoted_text(offset)) {
        cursor.in_string = true;
        cursor.replaced = *text;
        at = offset - 1;
    } else if (auto word = token_touching(file, offset, is_name_token);
               word && is_name_token(word->kind()) && word->span().touches(offset)) {
        cursor.replaced = word->span();
        at = cursor.replaced.start;
    } else {
        Edit insertion{{offset, offset}, std::string(kMarker)};
        cursor.tree = file.edited(std::span(&insertion, 1));
    }
    if (auto token = token_at(*cursor.tree, at)) cursor.path = nodes_around(*token);
    locate_body(cursor);
    return cursor;
}

void Cursor::enter(std::uint32_t index) {
    body = index;
    inputs = foreign_inputs(module(), slot ? slot->unit : nullptr, body);
}

std::vector<const BodyDef*> Cursor::body_defs() const {
    if (body == kNone) return {&language().root()};
    return slot->unit->bodies[body].defs;
}

const AttributeDef* Cursor::attribute_def(std::string_view name) const {
    const std::vector<const BodyDef*> defs = body_defs();
    for (const BodyDef* def : defs)
        if (const AttributeDef* found = def->attribute(name)) return found;
    for (const AttributeDef& input : inputs)
        if (input.name == name) return &input;
    for (const BodyDef* def : defs)
        if (def->any_attribute) return def->any_attribute.get();
    return nullptr;
}

const BlockDef* Cursor::block_def(std::string_view type) const {
    const std::vector<const BodyDef*> defs = body_defs();
    for (const BodyDef* def : defs)
        if (const BlockDef* found = def->block(type)) return found;
    for (const BodyDef* def : defs)
        if (def->any_block) return def->any_block.get();
    return nullptr;
}

bool Cursor::is_at_item_start() const {
    const std::uint32_t from = replaced.start > 200 ? replaced.start - 200 : 0;
    const std::string before = file().text({from, replaced.start});
    const std::size_t at = before.find_last_not_of(" \t");
    if (at == std::string::npos) return from == 0;
    return before[at] == '\n' || before[at] == '\r' || before[at] == '{' || before[at] == '}' ||
           before.ends_with("*/");
}

bool Cursor::is_followed_by_header() const {
    const std::uint32_t end = std::min(replaced.end + 80, file().size());
    const std::string rest = file().text({replaced.end, end});
    const std::size_t at = rest.find_first_not_of(" \t");
    if (at == std::string::npos || replaced.is_empty()) return false;
    return rest[at] == '=' || rest[at] == '{' || rest[at] == '"' || rest[at] == ':';
}

bool Cursor::is_followed_by_parenthesis() const {
    return replaced.end < file().size() && file().text({replaced.end, replaced.end + 1}) == "(";
}

bool Cursor::is_in_one_line_block() const {
    for (std::size_t i = path.size(); i-- > 0;)
        if (path[i].is(NodeKind::Block)) return path[i].has(syntax::kOneLine);
    return false;
}

std::string key_text(Node key) {
    if (key.is(NodeKind::JsonString)) return std::string(eval::JsonText(key).text());
    return syntax::label_text(key);
}

std::size_t word_start(std::string_view text) {
    std::size_t start = text.size();
    while (start > 0) {
        const char c = text[start - 1];
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-' && !(c & 0x80)) break;
        --start;
    }
    return start;
}

std::string_view namespace_at_end(std::string_view text) {
    std::size_t start = text.size();
    while (text.substr(0, start).ends_with("::")) {
        const std::size_t word = word_start(text.substr(0, start - 2));
        if (word == start - 2) break;
        start = word;
    }
    return text.substr(start);
}

}  // namespace hcl::ide
