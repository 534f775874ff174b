#include "engine/ide/annotation/keyword_hover.h"

#include <string>
#include <string_view>

#include "engine/ide/place/expressions.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

std::string_view meaning_in_if(std::string_view word) {
    if (word == "if")
        return "The text up to `%{ else }` or `%{ endif }` is taken when the condition is true.";
    if (word == "else") return "The text up to `%{ endif }` is taken when the condition is false.";
    return word == "endif" ? "The end of `%{ if CONDITION }`." : "";
}

std::string_view meaning_in_for(Node loop, std::string_view word) {
    const bool is_start = word == "for" || word == "in";
    if (loop.is(NodeKind::ForDirective)) {
        if (word == "endfor") return "The end of `%{ for NAME in COLLECTION }`.";
        return is_start
                   ? "`%{ for NAME in COLLECTION }`: the text up to `%{ endfor }`, once for each element."
                   : "";
    }
    if (word == "if") return "Takes only the elements for which the condition is true.";
    if (word == "...") return "Collects the values of equal keys in lists.";
    if (!is_start) return "";
    return loop.is(NodeKind::ForTuple)
               ? "`[for NAME in COLLECTION : RESULT]`: a list with one result for each element."
               : "`{ for KEY, NAME in COLLECTION : NEW_KEY => RESULT }`: an object with one entry for each "
                 "element.";
}

}  // namespace

std::optional<Hover> keyword_hover(std::span<const Node> path, std::uint32_t offset) {
    if (path.empty()) return std::nullopt;
    // The word may be right behind a part of the loop, which touches the offset, too.
    const bool is_behind = path.size() > 1 && !path.back().span().contains(offset);
    const Node node = is_behind ? path[path.size() - 2] : path.back();
    const bool is_if = node.is(NodeKind::IfDirective);
    if (!is_if && !is_for(node)) return std::nullopt;
    for (std::uint32_t t = node.first_token(); t < node.token_end(); ++t) {
        const Span span = node.token_span(t);
        if (!span.contains(offset)) continue;
        const std::string_view word = node.token_text(t);
        const std::string_view meaning = is_if ? meaning_in_if(word) : meaning_in_for(node, word);
        if (meaning.empty()) return std::nullopt;
        return Hover{span, code_block(word) + "\n\n" + std::string(meaning)};
    }
    return std::nullopt;
}

}  // namespace hcl::ide
