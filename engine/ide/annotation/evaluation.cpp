#include "engine/ide/annotation/evaluation.h"

#include "engine/eval/text/print.h"
#include "engine/ide/place/expressions.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

constexpr std::size_t kMostPrinted = 100'000;

Span without_space_around(std::string_view text, Span span) {
    constexpr std::string_view kSpace = " \t\r\n";
    while (span.start < span.end && kSpace.contains(text[span.start])) ++span.start;
    while (span.end > span.start && kSpace.contains(text[span.end - 1])) --span.end;
    return span;
}

// A key of an object is a name, not a value.
bool is_key(Node node, Node around) {
    return around && (around.is(NodeKind::ObjectItem) || around.is(NodeKind::JsonProperty)) &&
           around.child(0) == node;
}

}  // namespace

std::optional<Evaluation> evaluate(const world::Snapshot& snapshot, FileId file, Span selection,
                                   const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return std::nullopt;
    selection = without_space_around(state->tree()->text(), selection);
    auto place = bound_at(snapshot, file, selection.start, cancel);
    if (!place) return std::nullopt;
    auto at = expression_at(*place);
    if (!at) return std::nullopt;
    const std::uint32_t end = selection.end - place->slot->base;
    for (std::size_t up = 0; up < at->path.size(); ++up) {
        const Node node = at->around(up);
        if (node.span().end < end || is_key(node, at->around(up + 1))) continue;
        const ScopePtr scope =
            scope_in(*place, at->attribute->body, std::span(at->path).first(at->path.size() - up));
        const auto value = value_of(*place, node, *scope);
        if (!value) continue;
        return Evaluation{place->in_file(node.span()), value->unmarked().type().to_source(),
                          eval::print_value(*value, {.width = 80, .most_bytes = kMostPrinted})};
    }
    return std::nullopt;
}

}  // namespace hcl::ide
