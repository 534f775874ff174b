#include "engine/ide/completion/completion_json.h"

#include <algorithm>
#include <cctype>

#include "engine/ide/completion/body_names.h"
#include "engine/ide/completion/expression_values.h"
#include "engine/ide/completion/string_values.h"
#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

using language::Decoder;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

// Walks back over tokens, across chunks.
class TokenWalker {
  public:
    TokenWalker(const syntax::File& file, std::optional<TokenPlace> start) : file_(file), token_(start) {}

    const std::optional<TokenPlace>& token() const { return token_; }
    bool is(TokenKind kind) const { return token_ && token_->kind() == kind; }
    void step_back() {
        if (token_->index > 0) {
            --token_->index;
        } else {
            const std::uint32_t start = token_->base;
            token_ = start > 0 ? token_at(file_, start - 1) : std::nullopt;
        }
    }
    void skip_whitespace() {
        while (is(TokenKind::Whitespace) || is(TokenKind::Newline)) step_back();
    }

  private:
    const syntax::File& file_;
    std::optional<TokenPlace> token_;
};

bool is_container(Node node) {
    return node.is(NodeKind::JsonObject) || node.is(NodeKind::JsonArray) || node.is(NodeKind::JsonProperty);
}

// Keys name arguments and blocks; strings in values may be templates.
class JsonCompletion {
  public:
    JsonCompletion(Cursor& cursor, Draft& draft) : cursor_(cursor), draft_(draft) {}

    void run() {
        if (!locate()) return;
        const bind::BoundAttribute* attribute = cursor_.slot ? locate_attribute() : nullptr;
        if (cursor_.slot && cursor_.path.empty() && wants_value_) return;
        if (!wants_value_ && !attribute && label_key()) return;
        if (attribute && attribute->def && !cursor_.path.empty()) return in_attribute(*attribute);
        if (wants_value_) {
            if (cursor_.slot) unbound_value();
            return;
        }
        draft_.style.in_quotes = cursor_.in_string;
        add_body_names(draft_);
    }

  private:
    // Finds the string at the cursor and whether a key or a value belongs there. False where neither does.
    bool locate() {
        const std::uint32_t offset = cursor_.offset;
        cursor_.tree = cursor_.state.tree();
        cursor_.slot = cursor_.place.slot;
        cursor_.replaced = {offset, offset};
        TokenWalker previous(cursor_.file(),
                             offset > 0 ? token_at(cursor_.file(), offset - 1) : std::nullopt);
        locate_string(previous);
        previous.skip_whitespace();
        const std::uint32_t at = cursor_.in_string  ? offset - 1
                                 : previous.token() ? previous.token()->span().start
                                                    : 0;
        if (auto token = token_at(cursor_.file(), at)) cursor_.path = nodes_around(*token);
        if (!cursor_.in_string)
            while (!cursor_.path.empty() && !is_container(cursor_.path.back())) cursor_.path.pop_back();
        wants_value_ = previous.is(TokenKind::Colon) || previous.is(TokenKind::OBrack);
        if (previous.is(TokenKind::Comma)) wants_value_ = is_in_array();
        locate_body();
        return wants_value_ || cursor_.in_string || !previous.token() || previous.is(TokenKind::OBrace) ||
               previous.is(TokenKind::Comma);
    }

    // Sets the contents of the string at the cursor and steps over it.
    void locate_string(TokenWalker& previous) {
        if (!previous.is(TokenKind::JsonString)) return;
        const Span span = previous.token()->span();
        const std::string_view text = previous.token()->text();
        const bool is_closed = text.size() >= 2 && text.ends_with('"');
        if (span.end <= cursor_.offset && is_closed) return;
        cursor_.in_string = true;
        cursor_.replaced = {span.start + 1, is_closed ? span.end - 1 : span.end};
        cursor_.replaced.end = std::max(cursor_.replaced.end, cursor_.offset);
        previous.step_back();
    }

    bool is_in_array() const {
        for (std::size_t i = cursor_.path.size(); i-- > 0;)
            if (cursor_.path[i].is(NodeKind::JsonArray) || cursor_.path[i].is(NodeKind::JsonObject))
                return cursor_.path[i].is(NodeKind::JsonArray);
        return wants_value_;
    }

    void locate_body() {
        const std::uint32_t body =
            cursor_.slot ? innermost_body(*cursor_.slot->unit, cursor_.place.offset) : 0;
        cursor_.enter(body == 0 ? kNone : body);
    }

    // The attribute whose value contains the cursor.
    const bind::BoundAttribute* locate_attribute() const {
        const std::uint32_t offset = cursor_.place.offset;
        const bind::BoundAttribute* found = nullptr;
        for (const bind::BoundAttribute& a : cursor_.slot->unit->attributes) {
            Span reach = a.span;
            // A property without a value ends before the cursor.
            const Node around = wants_value_ && !cursor_.path.empty() ? cursor_.path.back() : Node();
            if (around && around.is(NodeKind::JsonProperty) && around.span().start == a.name_span.start)
                reach = cover(reach, around.span());
            if (reach.start <= offset && offset <= reach.end && offset > a.name_span.end) found = &a;
        }
        return found;
    }

    void in_attribute(const bind::BoundAttribute& attribute) {
        std::size_t first = 0;
        while (first < cursor_.last() && cursor_.path[first].span() != attribute.expr.span()) ++first;
        const std::size_t last = cursor_.last();
        const Node node = cursor_.path[last];
        const Expectation top = Expectation::of(*attribute.def);
        cursor_.enter(attribute.body);
        Expectation wanted = expectation_at(cursor_, draft_.scope, top, first, last);
        if (node.is(NodeKind::JsonArray) && !cursor_.in_string) wanted = wanted.element();
        if (wants_value_) return value(node, top, wanted);
        if (node.is(NodeKind::JsonObject)) {
            draft_.style.in_quotes = cursor_.in_string;
            return add_object_keys(draft_, node, wanted, cursor_.in_string);
        }
        if (!cursor_.in_string) return value(node, top, wanted);
        const bool is_key = last >= 2 && cursor_.path[last - 1].is(NodeKind::JsonProperty) &&
                            cursor_.path[last - 1].child(0) == node;
        if (is_key) add_object_keys(draft_, cursor_.path[last - 2], wanted, true);
    }

    void value(Node node, const Expectation& top, const Expectation& wanted) {
        if (!cursor_.in_string) {
            add_expected_values(draft_, wanted);
            return add_fallback_words(draft_, wanted);
        }
        if (top.def->decoder == Decoder::Type) {
            narrow_to_word();
            return add_type_words(draft_, *top.def, false);
        }
        if (node.is(NodeKind::JsonString) && interpolation(node)) return;
        add_string_contents(draft_, wanted);
    }

    // A key that is a label of a block: walks down the enclosing properties from the file's body.
    bool label_key() {
        const BodyDef* body = &draft_.language().root();
        const BlockDef* block = nullptr;
        std::size_t labels = 0;  // number of labels around the cursor
        for (std::size_t i = 0; i < cursor_.path.size(); ++i) {
            const Node property = cursor_.path[i];
            if (!property.is(NodeKind::JsonProperty) || !property.child(0)) continue;
            if (property.child(0).span().touches(cursor_.offset)) break;
            if (block && labels < block->labels.size()) {
                ++labels;
                continue;
            }
            if (block) body = &block->body->get();
            labels = 0;
            block = body->block(key_text(property.child(0)));
            if (!block) return false;
        }
        if (!block || labels >= block->labels.size()) return false;
        add_labels(draft_, *block, labels, cursor_.in_string ? Quotes::None : Quotes::Add);
        return true;
    }

    // A property whose attribute is not bound yet, because it has no value.
    void unbound_value() {
        const std::size_t last = cursor_.last();
        Node property = cursor_.path[last].is(NodeKind::JsonProperty) ? cursor_.path[last] : Node();
        if (!property && cursor_.in_string && last >= 1 && cursor_.path[last - 1].is(NodeKind::JsonProperty))
            property = cursor_.path[last - 1];
        const AttributeDef* def =
            property && property.child(0) ? cursor_.attribute_def(key_text(property.child(0))) : nullptr;
        if (!def) return;
        const Expectation wanted = Expectation::of(*def);
        if (cursor_.in_string)
            add_string_contents(draft_, wanted);
        else
            add_expected_values(draft_, wanted);
    }

    // Type expressions are written as strings: only the word at the cursor is replaced.
    void narrow_to_word() {
        const std::string whole = cursor_.file().text(cursor_.replaced);
        auto is_part = [&](std::size_t i) { return whole[i] >= 'a' && whole[i] <= 'z'; };
        std::size_t from = cursor_.offset - cursor_.replaced.start;
        std::size_t to = from;
        while (from > 0 && is_part(from - 1)) --from;
        while (to < whole.size() && is_part(to)) ++to;
        const std::uint32_t start = cursor_.replaced.start;
        cursor_.replaced = {start + static_cast<std::uint32_t>(from), start + static_cast<std::uint32_t>(to)};
    }

    // Inside "${" in a string: completes the expression up to the cursor. False elsewhere.
    bool interpolation(Node string) {
        const std::string typed = cursor_.file().text({string.span().start + 1, cursor_.offset});
        const std::size_t open = typed.rfind("${");
        if (open == std::string::npos || typed.find('}', open) != std::string::npos) return false;
        const std::string inside = typed.substr(open + 2);
        std::size_t word = inside.size();
        while (word > 0 && (std::isalnum(static_cast<unsigned char>(inside[word - 1])) ||
                            inside[word - 1] == '_' || inside[word - 1] == '-'))
            --word;
        cursor_.replaced = {cursor_.offset - static_cast<std::uint32_t>(inside.size() - word),
                            cursor_.offset};
        cursor_.tree = syntax::parse_expression(inside.substr(0, word) + std::string(kMarker));
        auto token = token_at(*cursor_.tree, static_cast<std::uint32_t>(word));
        cursor_.path = token ? nodes_around(*token) : std::vector<Node>();
        if (cursor_.path.empty()) return true;
        const std::size_t last = cursor_.last();
        const Node node = cursor_.path[last];
        const Expectation any{Type::string()};
        if (node.is(NodeKind::GetAttr))
            add_members(draft_, node.child(0), cursor_.path_to(last), any);
        else
            add_roots(draft_, expectation_at(cursor_, draft_.scope, any, 0, last), cursor_.path_to(last));
        return true;
    }

    Cursor& cursor_;
    Draft& draft_;
    bool wants_value_ = false;
};

}  // namespace

void complete_json(Cursor& cursor, Draft& draft) {
    JsonCompletion(cursor, draft).run();
}

}  // namespace hcl::ide
