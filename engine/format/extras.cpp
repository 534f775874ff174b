#include "engine/format/extras.h"

#include <algorithm>

namespace hcl::format {

namespace {

using syntax::Node;
using syntax::NodeKind;

constexpr int kMaxDepth = 200;

// Expressions without operators, which never need parentheses.
bool is_closed(Node node) {
    switch (node.kind()) {
        case NodeKind::Variable:
        case NodeKind::GetAttr:
        case NodeKind::Index:
        case NodeKind::LegacyIndex:
        case NodeKind::AttrSplat:
        case NodeKind::FullSplat:
        case NodeKind::Call:
        case NodeKind::Paren:
            return true;
        default:
            return false;
    }
}

// Whether following text would become part of the unwrapped expression.
bool is_step(Node node) {
    return is_closed(node) && !node.is(NodeKind::Variable) && !node.is(NodeKind::Call) &&
           !node.is(NodeKind::Paren);
}

struct Collector {
    const Extras& extras;
    std::vector<Edit> edits{};

    void labels(const syntax::BlockView& block) {
        for (const syntax::LabelView& label : block.labels()) {
            if (label.is_quoted || label.span.is_empty()) continue;
            edits.push_back({{label.span.start, label.span.start}, "\""});
            edits.push_back({{label.span.end, label.span.end}, "\""});
        }
    }

    // A template that is a single interpolation has the value of its expression.
    void expression(Node node, int depth) {
        if (!node || depth > kMaxDepth) return;
        if (node.is(NodeKind::Template) && node.child_count() == 1 &&
            node.child(0).is(NodeKind::Interpolation)) {
            Node inner = node.child(0).child(0);
            std::string text = inner ? std::string(node.text()) : std::string();
            // Strip markers, comments and line breaks are left to the user.
            bool is_plain = inner && is_closed(inner) && text.starts_with("\"${") && text.ends_with("}\"") &&
                            text.find('~') == std::string::npos && text.find('\n') == std::string::npos &&
                            text.find("/*") == std::string::npos;
            if (is_plain && !node.is_broken()) {
                edits.push_back({{node.span().start, inner.span().start}, ""});
                edits.push_back({{inner.span().end, node.span().end}, ""});
                return expression(inner, depth + 1);
            }
        }
        // Object keys are not changed: an unquoted name would be the key itself.
        if (node.is(NodeKind::ObjectItem)) return expression(node.child(1), depth + 1);
        bool is_first = true;
        for (Node child : node.children()) {
            bool keeps = is_first && is_step(node) && child.is(NodeKind::Template);
            is_first = false;
            if (!keeps) expression(child, depth + 1);
        }
    }

    void body(const syntax::BodyView& view, int depth) {
        if (depth > kMaxDepth) return;
        for (const syntax::BodyItem& item : view.items()) {
            if (item.kind == syntax::BodyItem::Kind::Attribute && extras.unwrap_interpolations)
                expression(item.attribute().expr, 0);
            if (item.kind != syntax::BodyItem::Kind::Block) continue;
            if (extras.quote_labels) labels(item.block());
            body(item.block().body(), depth + 1);
        }
    }
};

}  // namespace

std::vector<Edit> format_with_extras(const syntax::File& file, FormatOptions options, Extras extras) {
    if (!extras.any() || file.options().syntax != syntax::Syntax::Native) return format(file, options);
    Collector collector{extras};
    collector.body(file.body(), 0);
    if (collector.edits.empty()) return format(file, options);
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
