#include "engine/format/extras.h"

#include <algorithm>
#include <optional>

#include "engine/base/hcl_string.h"
#include "engine/format/format_parallel.h"

namespace hcl::format {

namespace {

using syntax::Node;
using syntax::TokenKind;

constexpr int kMaxDepth = 200;

// The tokens of an expression without white space.
std::vector<std::uint32_t> tokens_of(Node expr) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t t = expr.first_token(); t < expr.token_end(); ++t)
        if (expr.token_kind(t) != TokenKind::Whitespace) out.push_back(t);
    return out;
}

// The expression in a string that is one interpolation.
struct Unwrapped {
    Span inside;
    bool needs_parentheses;  // it is on several lines
};

std::optional<Unwrapped> unwrapped(Node expr) {
    const std::vector<std::uint32_t> tokens = tokens_of(expr);
    if (tokens.size() < 5) return std::nullopt;
    auto kind = [&](std::size_t i) { return expr.token_kind(tokens[i]); };
    std::size_t first = 2;
    std::size_t last = tokens.size() - 3;
    if (kind(0) != TokenKind::OQuote || kind(1) != TokenKind::TemplateInterp ||
        kind(last + 1) != TokenKind::TemplateSeqEnd || kind(last + 2) != TokenKind::CQuote)
        return std::nullopt;
    int quotes = 0;
    for (std::size_t i = first; i <= last; ++i) {
        if (kind(i) == TokenKind::OQuote) ++quotes;
        if (kind(i) == TokenKind::CQuote) --quotes;
        // Other parts of the string, or a heredoc with such parts.
        const bool is_part = kind(i) == TokenKind::TemplateInterp || kind(i) == TokenKind::TemplateSeqEnd ||
                             kind(i) == TokenKind::QuotedLit;
        if (quotes == 0 && is_part) return std::nullopt;
    }
    while (first < last && kind(first) == TokenKind::Newline) ++first;
    while (first < last && kind(last) == TokenKind::Newline) --last;
    const Span inside{expr.token_span(tokens[first]).start, expr.token_span(tokens[last]).end};
    const bool is_in_parentheses = kind(first) == TokenKind::OParen && kind(last) == TokenKind::CParen;
    for (std::size_t i = first; i <= last; ++i)
        if (kind(i) == TokenKind::Newline && !is_in_parentheses) return Unwrapped{inside, true};
    return Unwrapped{inside, false};
}

// The type that an old notation of one means; empty for others.
std::optional<std::string> whole_type(Node expr) {
    const std::vector<std::uint32_t> tokens = tokens_of(expr);
    if (tokens.size() == 1 && expr.token_kind(tokens[0]) == TokenKind::Ident) {
        const std::string_view word = expr.text();
        if (word == "list" || word == "map" || word == "set") return std::string(word) + "(any)";
    }
    if (tokens.size() == 3 && expr.token_kind(tokens[1]) == TokenKind::QuotedLit) {
        const std::string_view word = expr.token_text(tokens[1]);
        if (word == "string") return "string";
        if (word == "list" || word == "map") return std::string(word) + "(string)";
    }
    return std::nullopt;
}

struct Collector {
    const syntax::File& tree;
    const Extras& extras;
    std::vector<Edit> edits{};

    // Labels in quotes, without needless escapes, and without comments between them.
    void labels(const syntax::BlockView& block) {
        const std::vector<syntax::LabelView> all = block.labels();
        std::string text;
        bool is_same = true;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const syntax::LabelView& label = all[i];
            if (label.span.is_empty()) return;
            const bool is_plain = label.is_quoted && tree.text(label.span).find('\\') == std::string::npos;
            const bool has_comment =
                i > 0 && tree.text({all[i - 1].span.end, label.span.start}).find("/*") != std::string::npos;
            is_same = is_same && is_plain && !has_comment;
            if (i > 0) text += ' ';
            text += is_plain ? tree.text(label.span) : hcl_string(label.value);
        }
        if (!is_same) edits.push_back({{all.front().span.start, all.back().span.end}, std::move(text)});
    }

    bool is_type(const syntax::AttributeView& attribute, std::string_view block) const {
        return std::ranges::any_of(extras.types, [&](const Extras::TypeArgument& one) {
            return one.block == block && one.name == attribute.name;
        });
    }

    // `block`: the type of the top-level block whose body this is; empty elsewhere.
    void body(const syntax::BodyView& view, std::string_view block, int depth) {
        if (depth > kMaxDepth) return;
        for (const syntax::BodyItem& item : view.items()) {
            if (item.kind == syntax::BodyItem::Kind::Attribute) {
                const syntax::AttributeView attribute = item.attribute();
                if (attribute.expr.is_broken() || item.node.is_broken()) continue;
                const Span whole = attribute.expr.span();
                if (is_type(attribute, block)) {
                    if (auto text = whole_type(attribute.expr)) edits.push_back({whole, std::move(*text)});
                } else if (const auto inner =
                               extras.unwrap_interpolations ? unwrapped(attribute.expr) : std::nullopt) {
                    edits.push_back(
                        {{whole.start, inner->inside.start}, inner->needs_parentheses ? "(" : ""});
                    edits.push_back({{inner->inside.end, whole.end}, inner->needs_parentheses ? ")" : ""});
                }
            }
            if (item.kind != syntax::BodyItem::Kind::Block) continue;
            const syntax::BlockView nested = item.block();
            if (extras.quote_labels && !nested.is_broken()) labels(nested);
            body(nested.body(), depth == 0 ? nested.type() : std::string_view(), depth + 1);
        }
    }
};

// The place of a change in the text before it and in the text between both steps.
struct Placed {
    Span before;
    Span after;
};

// The edits that do at once what `first`, and then `second` on its result, do. Those that touch each other
// are one.
std::vector<Edit> composed(std::string_view text, const std::vector<Edit>& first, std::string_view between,
                           const std::vector<Edit>& second) {
    std::vector<Edit> out;
    std::size_t a = 0;
    std::size_t b = 0;
    std::int64_t shift = 0;  // of text behind the edits so far, from `text` to `between`
    const auto moved = [&](const Edit& edit) {
        const auto start = static_cast<std::uint32_t>(edit.range.start + shift);
        return Span{start, start + static_cast<std::uint32_t>(edit.replacement.size())};
    };
    while (a < first.size() || b < second.size()) {
        const bool is_first =
            b == second.size() || (a < first.size() && moved(first[a]).start <= second[b].range.start);
        const std::uint32_t start = is_first ? moved(first[a]).start : second[b].range.start;
        Placed group{{static_cast<std::uint32_t>(start - shift), 0}, {start, start}};
        std::string replacement;
        std::uint32_t copied = start;
        for (bool grows = true; grows;) {
            grows = false;
            if (a < first.size() && moved(first[a]).start <= group.after.end) {
                group.after.end = std::max(group.after.end, moved(first[a]).end);
                shift += static_cast<std::int64_t>(first[a].replacement.size()) - first[a].range.length();
                ++a;
                grows = true;
            }
            if (b < second.size() && second[b].range.start <= group.after.end) {
                replacement += between.substr(copied, second[b].range.start - copied);
                replacement += second[b].replacement;
                copied = second[b].range.end;
                group.after.end = std::max(group.after.end, copied);
                ++b;
                grows = true;
            }
        }
        replacement += between.substr(copied, group.after.end - copied);
        group.before.end = static_cast<std::uint32_t>(group.after.end - shift);
        if (text.substr(group.before.start, group.before.length()) != replacement)
            out.push_back({group.before, std::move(replacement)});
    }
    return out;
}

}  // namespace

std::vector<Edit> format_with_extras(const syntax::File& file, FormatOptions options, const Extras& extras,
                                     const ParallelFor& run) {
    if (!extras.any() || file.options().syntax != syntax::Syntax::Native) return format(file, options, run);
    Collector collector{file, extras};
    collector.body(file.body(), {}, 0);
    if (collector.edits.empty()) return format(file, options, run);
    std::ranges::stable_sort(collector.edits, {}, [](const Edit& edit) { return edit.range.start; });
    const std::string before = file.text();
    const std::string between = apply_edits(before, collector.edits);
    const auto changed = syntax::File::parse(between, file.options());
    return composed(before, collector.edits, between, format(*changed, options, run));
}

}  // namespace hcl::format
