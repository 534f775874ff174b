#include "engine/ide/outline/folding.h"

#include <algorithm>

#include "engine/bind/pack_text.h"
#include "engine/ide/place/bound_place.h"
#include "engine/ide/place/places.h"

namespace hcl::ide {

namespace {

using syntax::Chunk;
using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

std::string_view without_line_end(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

// "region" or "endregion" when a line comment is such a marker, else empty.
enum class Marker : std::uint8_t { None, Begin, End };

Marker marker_of(std::string_view comment) {
    if (comment.starts_with("//"))
        comment.remove_prefix(2);
    else if (comment.starts_with('#'))
        comment.remove_prefix(1);
    else
        return Marker::None;
    while (comment.starts_with(' ') || comment.starts_with('\t')) comment.remove_prefix(1);
    if (comment.starts_with('#')) comment.remove_prefix(1);
    auto is_word = [&](std::string_view word) {
        if (!comment.starts_with(word)) return false;
        std::string_view rest = comment.substr(word.size());
        return rest.empty() || rest[0] == ' ' || rest[0] == '\t' || rest[0] == ':';
    };
    if (is_word("region")) return Marker::Begin;
    if (is_word("endregion")) return Marker::End;
    return Marker::None;
}

class Folder {
  public:
    Folder(const syntax::File& file, const Cancel& cancel) : file_(file), cancel_(cancel) {}

    std::vector<Fold> run() {
        if (file_.options().syntax == syntax::Syntax::Native) split_blocks(file_.body());
        each_chunk(file_, {0, file_.size()}, cancel_, [&](const Chunk& chunk, std::uint32_t base) {
            nodes(chunk, base);
            comments(chunk, base);
        });
        end_run();
        std::ranges::stable_sort(folds_, [](const Fold& a, const Fold& b) {
            return a.span.start != b.span.start ? a.span.start < b.span.start : a.span.end > b.span.end;
        });
        return std::move(folds_);
    }

  private:
    // Blocks that are split over chunks have no node with both braces.
    void split_blocks(const syntax::BodyView& body) {
        for (const syntax::BodyItem& item : body.items()) {
            if (!item.split) continue;
            cancel_.poll();
            syntax::BlockView block = item.block();
            folds_.push_back(
                {{block.open_brace().end, block.close_brace().start}, FoldKind::Code, false, {}});
            split_blocks(block.body());
        }
    }

    void nodes(const Chunk& chunk, std::uint32_t base) {
        // A chunk on one line has nothing to fold.
        if (chunk.newlines + chunk.lone_returns < 1) return;
        for (std::uint32_t id = 0; id < chunk.nodes.size(); ++id) {
            Node node(&chunk, base, id);
            if (node.has(syntax::kSplit) && node.is(NodeKind::Block)) continue;
            if (node.is(NodeKind::Heredoc)) {
                std::uint32_t first = node.first_token();
                std::uint32_t last = node.token_end() - 1;
                if (last <= first) continue;
                Span open = node.token_span(first);
                open.end =
                    open.start + static_cast<std::uint32_t>(without_line_end(node.token_text(first)).size());
                bool is_closed = node.token_kind(last) == TokenKind::CHeredoc;
                add(chunk, base, {open.end, is_closed ? node.token_span(last).start : node.span().end},
                    FoldKind::Code);
                continue;
            }
            BracketPair pair = brackets_of(node);
            if (pair.open.is_empty()) continue;
            std::uint32_t end = pair.close.is_empty() ? node.span().end : pair.close.start;
            add(chunk, base, {pair.open.end, end}, FoldKind::Code);
        }
    }

    void add(const Chunk& chunk, std::uint32_t base, Span span, FoldKind kind) {
        if (span.end <= span.start) return;
        std::string_view inside = chunk.text.substr(span.start - base, span.length());
        if (inside.find('\n') != std::string_view::npos) folds_.push_back({span, kind, false, {}});
    }

    void comments(const Chunk& chunk, std::uint32_t base) {
        const auto tokens = static_cast<std::uint32_t>(chunk.token_kinds.size());
        for (std::uint32_t t = 0; t < tokens; ++t) {
            TokenKind kind = chunk.token_kinds[t];
            if (kind == TokenKind::Whitespace) continue;
            if (kind != TokenKind::Comment) {
                end_run();
                is_line_start_ = kind == TokenKind::Newline || kind == TokenKind::OHeredoc;
                continue;
            }
            Span span = chunk.token_span(t).shifted(base);
            std::string_view text = chunk.token_text(t);
            span.end = span.start + static_cast<std::uint32_t>(without_line_end(text).size());
            bool stands_alone = is_line_start_;
            if (text.starts_with("/*")) {
                end_run();
                is_line_start_ = false;
                if (text.find('\n') != std::string_view::npos)
                    folds_.push_back({span, FoldKind::Comment, false, {}});
                continue;
            }
            is_line_start_ = true;
            switch (marker_of(without_line_end(text))) {
                case Marker::Begin:
                    end_run();
                    regions_.push_back(span.end);
                    continue;
                case Marker::End:
                    end_run();
                    if (regions_.empty()) continue;
                    folds_.push_back({{regions_.back(), span.end}, FoldKind::Region, false, {}});
                    regions_.pop_back();
                    continue;
                case Marker::None:
                    break;
            }
            if (!stands_alone) {
                end_run();
                continue;
            }
            if (run_length_++ == 0) run_.start = span.end;
            run_.end = span.end;
        }
    }

    void end_run() {
        if (run_length_ > 1) folds_.push_back({run_, FoldKind::Comment, false, {}});
        run_length_ = 0;
    }

    const syntax::File& file_;
    const Cancel& cancel_;
    std::vector<Fold> folds_;
    std::vector<std::uint32_t> regions_;
    Span run_;  // the current run of line comments, from the end of its first line
    int run_length_ = 0;
    bool is_line_start_ = true;
};

// Applies the pack's settings: blocks that do not fold, and placeholder texts.
void refine(const BoundPlace& place, std::vector<Fold>& folds, const Cancel& cancel) {
    using bind::BlockDef;
    bool has_gone = false;
    place.file->each_unit([&](const bind::UnitSlot& slot) {
        for (std::uint32_t i = 0; i < slot.unit->blocks.size(); ++i) {
            const BlockDef* def = slot.unit->blocks[i].def;
            if (!def || (def->fold == BlockDef::Fold::Block && !def->fold_text)) continue;
            if (slot.unit->blocks[i].is_elsewhere) continue;
            cancel.poll();
            const std::uint32_t start = slot.unit->bodies[slot.unit->blocks[i].body].inside.start + slot.base;
            auto fold =
                std::ranges::lower_bound(folds, start, {}, [](const Fold& f) { return f.span.start; });
            if (fold == folds.end() || fold->span.start != start || fold->kind != FoldKind::Code) continue;
            if (def->fold == BlockDef::Fold::None) {
                fold->span.end = fold->span.start;
                has_gone = true;
            }
            fold->is_block = true;
            if (def->fold == BlockDef::Fold::Region) fold->kind = FoldKind::Region;
            if (def->fold == BlockDef::Fold::Imports) fold->kind = FoldKind::Imports;
            if (auto text = bind::pack_text(*place.module, slot, i, def->fold_text)) fold->text = *text;
        }
    });
    if (has_gone) std::erase_if(folds, [](const Fold& fold) { return fold.span.is_empty(); });
}

}  // namespace

std::vector<Fold> folds(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    std::vector<Fold> found = Folder(*state->tree(), cancel).run();
    if (auto place = bound_at(snapshot, file, 0, cancel)) refine(*place, found, cancel);
    return found;
}

}  // namespace hcl::ide
