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

// The expression in a string that is one interpolation; empty for other expressions. What is on several lines
// is put in parentheses.
std::optional<std::string> unwrapped(Node expr) {
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
    std::string text(expr.text().substr(inside.start - expr.span().start, inside.length()));
    const bool is_in_parentheses = kind(first) == TokenKind::OParen && kind(last) == TokenKind::CParen;
    for (std::size_t i = first; i <= last; ++i)
        if (kind(i) == TokenKind::Newline && !is_in_parentheses) return "(" + text + ")";
    return text;
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
                std::optional<std::string> text;
                if (is_type(attribute, block))
                    text = whole_type(attribute.expr);
                else if (extras.unwrap_interpolations)
                    text = unwrapped(attribute.expr);
                if (text) edits.push_back({attribute.expr.span(), std::move(*text)});
            }
            if (item.kind != syntax::BodyItem::Kind::Block) continue;
            const syntax::BlockView nested = item.block();
            if (extras.quote_labels && !nested.is_broken()) labels(nested);
            body(nested.body(), depth == 0 ? nested.type() : std::string_view(), depth + 1);
        }
    }
};

}  // namespace

std::vector<Edit> format_with_extras(const syntax::File& file, FormatOptions options, const Extras& extras,
                                     const ParallelFor& run) {
    if (!extras.any() || file.options().syntax != syntax::Syntax::Native) return format(file, options, run);
    Collector collector{file, extras};
    collector.body(file.body(), {}, 0);
    if (collector.edits.empty()) return format(file, options, run);
    std::ranges::stable_sort(collector.edits, {}, [](const Edit& edit) { return edit.range.start; });
    std::string before = file.text();
    auto changed = syntax::File::parse(apply_edits(before, collector.edits), file.options());
    std::string after = formatted_text(*changed, options);
    // A single edit from the first to the last difference.
    std::size_t same = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < same && before[head] == after[head]) ++head;
    std::size_t tail = 0;
    while (tail < same - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
    // Do not split a character.
    auto is_inside = [](const std::string& text, std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    while (head > 0 && (is_inside(before, head) || is_inside(after, head))) --head;
    while (tail > 0 && (is_inside(before, before.size() - tail) || is_inside(after, after.size() - tail)))
        --tail;
    if (head == before.size() && head == after.size()) return {};
    return {{{static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(before.size() - tail)},
             after.substr(head, after.size() - tail - head)}};
}

}  // namespace hcl::format
