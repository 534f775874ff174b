// Folding ranges, selection ranges, linked editing.
#include "protocol/model/generated/structure.h"

#include "engine/ide/outline/folding.h"
#include "engine/ide/outline/linked_editing.h"
#include "engine/ide/outline/selection.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/positions.h"

namespace hcl::server {

namespace {

std::optional<std::string> fold_kind(ide::FoldKind kind) {
    if (kind == ide::FoldKind::Comment) return "comment";
    if (kind == ide::FoldKind::Region) return "region";
    if (kind == ide::FoldKind::Imports) return "imports";
    return std::nullopt;
}

}  // namespace

Reply folding_range(const Context& context, const lsp::FoldingRangeParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    const bool lines_only = context.client->folds_lines_only;
    std::vector<lsp::FoldingRange> ranges;
    std::uint32_t last_start = 0;
    Positions positions(tree, context.unit());
    for (const ide::Fold& fold : ide::folds(*context.snapshot, state->id(), context.cancel)) {
        context.cancel.poll();
        lsp::Range range = positions.range(fold.span);
        lsp::FoldingRange out;
        out.start_line = range.start.line;
        out.end_line = range.end.line;
        out.kind = fold_kind(fold.kind);
        if (context.client->folded_text && !fold.text.empty()) out.collapsed_text = fold.text;
        if (lines_only) {
            // The line of the closing bracket stays visible. A line can start one fold only: the outermost.
            bool is_bracket = fold.kind == ide::FoldKind::Code || fold.is_block;
            if (is_bracket && out.end_line > 0) --out.end_line;
            if (out.end_line <= out.start_line) continue;
            if (!ranges.empty() && last_start == out.start_line) continue;
        } else {
            out.start_character = range.start.character;
            out.end_character = range.end.character;
        }
        last_start = out.start_line;
        ranges.push_back(std::move(out));
        if (context.client->max_folds != 0 && ranges.size() >= context.client->max_folds) break;
    }
    return reply(ranges);
}

Reply selection_range(const Context& context, const lsp::SelectionRangeParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    std::vector<lsp::SelectionRange> answers;
    for (const lsp::Position& position : params.positions) {
        std::vector<Span> spans = ide::selection_spans(
            *context.snapshot, state->id(), to_offset(tree, position, context.unit()), context.cancel);
        std::shared_ptr<lsp::SelectionRange> outer;
        for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
            auto inner = std::make_shared<lsp::SelectionRange>();
            inner->range = to_range(tree, *span, context.unit());
            inner->parent = std::move(outer);
            outer = std::move(inner);
        }
        answers.push_back(std::move(*outer));
    }
    return reply(answers);
}

Reply linked_editing_range(const Context& context, const lsp::LinkedEditingRangeParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    std::vector<Span> spans = ide::linked_spans(
        *context.snapshot, state->id(), to_offset(tree, params.position, context.unit()), context.cancel);
    if (spans.empty()) return "null";
    lsp::LinkedEditingRanges answer;
    for (Span span : spans) answer.ranges.push_back(to_range(tree, span, context.unit()));
    answer.word_pattern = "[\\p{L}_][\\p{L}\\p{N}_-]*";
    return reply(answer);
}

}  // namespace hcl::server
