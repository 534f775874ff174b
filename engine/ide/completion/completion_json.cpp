// Completion in JSON syntax.
#include <algorithm>
#include <cctype>

#include "engine/eval/analysis/json_string.h"
#include "engine/ide/completion/completer.h"
#include "engine/ide/place/places.h"

namespace hcl::ide {

using language::Decoder;
using syntax::NodeKind;
using syntax::TokenKind;

// The words of a JSON file are strings: keys name arguments and blocks, values may be templates.
void Completer::run_json() {
    style.json = true;
    const syntax::File& original = *state.tree();
    std::optional<TokenPlace> before = offset > 0 ? token_at(original, offset - 1) : std::nullopt;
    bool in_quotes =
        before && before->kind() == TokenKind::JsonString &&
        (before->span().end > offset || (before->text().size() < 2 || !before->text().ends_with('"')));
    replaced = {offset, offset};
    tree = state.tree();
    slot = at_cursor.slot;
    // What comes before the cursor says whether a key or a value is wanted.
    std::optional<TokenPlace> previous = before;
    if (in_quotes) {
        replaced = {before->span().start + 1, before->span().end};
        if (before->text().size() >= 2 && before->text().ends_with('"')) --replaced.end;
        replaced.end = std::max(replaced.end, offset);
    }
    auto step_back = [&] {
        if (previous->index > 0) {
            --previous->index;
        } else {
            std::uint32_t start = previous->base;
            previous = start > 0 ? token_at(original, start - 1) : std::nullopt;
        }
    };
    if (in_quotes) step_back();
    while (previous && (previous->kind() == TokenKind::Whitespace || previous->kind() == TokenKind::Newline))
        step_back();
    bool wants_value =
        previous && (previous->kind() == TokenKind::Colon || previous->kind() == TokenKind::OBrack);
    auto token = token_at(original, in_quotes ? offset - 1 : (previous ? previous->span().start : 0));
    if (token) path = nodes_around(*token);
    while (!path.empty() && !in_quotes &&
           !(path.back().is(NodeKind::JsonObject) || path.back().is(NodeKind::JsonArray) ||
             path.back().is(NodeKind::JsonProperty)))
        path.pop_back();
    // Behind a comma: in an array a value, in an object a key.
    if (previous && previous->kind() == TokenKind::Comma) {
        for (std::size_t i = path.size(); i-- > 0;)
            if (path[i].is(NodeKind::JsonArray) || path[i].is(NodeKind::JsonObject)) {
                wants_value = path[i].is(NodeKind::JsonArray);
                break;
            }
    }
    if (!wants_value && !in_quotes && previous && previous->kind() != TokenKind::OBrace &&
        previous->kind() != TokenKind::Comma)
        return;
    if (!slot) {
        if (!wants_value) {
            style.in_quotes = in_quotes;
            body_names();
        }
        return;
    }
    const bind::BoundUnit& unit = *slot->unit;
    for (std::uint32_t i = 1; i < unit.bodies.size(); ++i)
        if (unit.bodies[i].inside.touches(at_cursor.offset) &&
            (body == kNone || unit.bodies[i].inside.length() <= unit.bodies[body].inside.length()))
            body = i;
    const bind::BoundAttribute* attribute = nullptr;
    for (const bind::BoundAttribute& a : unit.attributes) {
        Span reach = a.span;
        if (wants_value && !path.empty() && path.back().is(NodeKind::JsonProperty))
            reach = cover(reach, path.back().span());
        if (reach.start <= at_cursor.offset && at_cursor.offset <= reach.end &&
            at_cursor.offset > a.name_span.end)
            attribute = &a;
    }
    std::size_t last = path.empty() ? 0 : path.size() - 1;
    if (path.empty() && !wants_value) {
        style.in_quotes = in_quotes;
        body_names();
        return;
    }
    if (path.empty()) return;
    if (attribute && attribute->def) {
        std::size_t first = path.size();
        for (std::size_t i = 0; i < path.size(); ++i)
            if (path[i].span() == attribute->expr.span()) {
                first = i;
                break;
            }
        if (first >= path.size()) first = last;
        Expectation top = Expectation::of(*attribute->def);
        body = attribute->body;
        Expectation wanted = along(top, first, last);
        if (path[last].is(NodeKind::JsonArray) && !in_quotes) {
            Expectation element;
            element.rules = wanted.rules;
            element.fields = wanted.fields;
            element.by_path = wanted.by_path;
            if (wanted.type.is_collection()) element.type = wanted.type.element();
            wanted = element;
        }
        if (!wants_value && path[last].is(NodeKind::JsonObject)) {
            style.in_quotes = in_quotes;
            object_keys(path[last], wanted, in_quotes);
            return;
        }
        if (in_quotes && !wants_value) {
            if (last >= 1 && path[last - 1].is(NodeKind::JsonProperty) &&
                path[last - 1].child(0) == path[last] && last >= 2)
                object_keys(path[last - 2], wanted, true);
            return;
        }
        if (in_quotes && top.def->decoder == Decoder::Type) {
            // Its text is an expression: what is replaced is the word at the cursor.
            std::string whole = original.text(replaced);
            std::size_t from = offset - replaced.start;
            std::size_t to = from;
            auto is_part = [&](std::size_t i) { return whole[i] >= 'a' && whole[i] <= 'z'; };
            while (from > 0 && is_part(from - 1)) --from;
            while (to < whole.size() && is_part(to)) ++to;
            replaced = {replaced.start + static_cast<std::uint32_t>(from),
                        replaced.start + static_cast<std::uint32_t>(to)};
            type_words(false);
            return;
        }
        if (in_quotes && json_template(path[last], last, wanted)) return;
        is_replacing_text = in_quotes;
        if (in_quotes) {
            if (wanted.rules) text(*wanted.rules, original.text(replaced), wanted.by_path);
        } else {
            expected(wanted, true);
            if (!wanted.type.is_bool())
                for (std::string_view word : {"true", "false"}) keyword(word, rank::kUnfitting);
            keyword("null", rank::kUnfitting);
        }
        return;
    }
    if (wants_value) {
        // The value of a property whose name is known but which has no value yet.
        Node property = !path.empty() && path[last].is(NodeKind::JsonProperty) ? path[last] : Node();
        if (!property && in_quotes && last >= 1 && path[last - 1].is(NodeKind::JsonProperty))
            property = path[last - 1];
        const AttributeDef* def =
            property && property.child(0) ? attribute_def(key_text(property.child(0))) : nullptr;
        if (!def) return;
        Expectation wanted = Expectation::of(*def);
        if (in_quotes)
            text(def->rules, original.text(replaced), wanted.by_path);
        else
            expected(wanted, true);
        return;
    }
    style.in_quotes = in_quotes;
    body_names();
}

// Inside of `${` of a string: what is written there until the cursor, as an expression of its own.
bool Completer::json_template(Node string, std::size_t, const Expectation& wanted) {
    if (!string.is(NodeKind::JsonString)) return false;
    std::string typed = state.tree()->text({string.span().start + 1, offset});
    std::size_t open = typed.rfind("${");
    if (open == std::string::npos || typed.find('}', open) != std::string::npos) return false;
    std::string inside = typed.substr(open + 2);
    // Words end where the cursor is: what follows is replaced as far as it is a word.
    std::size_t word = inside.size();
    while (word > 0 && (std::isalnum(static_cast<unsigned char>(inside[word - 1])) ||
                        inside[word - 1] == '_' || inside[word - 1] == '-'))
        --word;
    replaced = {offset - static_cast<std::uint32_t>(inside.size() - word), offset};
    std::string text_with = inside.substr(0, word) + std::string(kMarker);
    tree = syntax::parse_expression(text_with);
    auto token = token_at(*tree, static_cast<std::uint32_t>(word));
    if (!token) return true;
    path = nodes_around(*token);
    if (path.empty()) return true;
    std::size_t last = path.size() - 1;
    Expectation any;
    any.type = Type::string();
    (void)wanted;
    if (path[last].is(NodeKind::GetAttr))
        members(path[last].child(0), std::span(path).first(last + 1), any);
    else
        roots(along(any, 0, last), std::span(path).first(last + 1));
    return true;
}

}  // namespace hcl::ide
