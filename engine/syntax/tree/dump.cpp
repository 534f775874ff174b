#include "engine/syntax/tree/dump.h"

#include <string_view>

namespace hcl::syntax {

namespace {

void append_text(std::string& out, std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    for (char c : text) {
        auto byte = static_cast<unsigned char>(c);
        if (c == '\n')
            out += "\\n";
        else if (c == '\r')
            out += "\\r";
        else if (c == '\t')
            out += "\\t";
        else if (byte < 0x20 || byte == 0x7F)
            out.append("\\x").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
        else
            out += c;
    }
}

void append_head(std::string& out, std::string_view kind, Span span, std::size_t depth) {
    out.append(depth * 2, ' ').append(kind);
    out.append(" [")
        .append(std::to_string(span.start))
        .append("..")
        .append(std::to_string(span.end))
        .append(")");
}

void append_flags(std::string& out, Node node) {
    for (std::string_view word : flag_words(node)) out.append(" ").append(word);
}

void dump_node(std::string& out, Node node, std::size_t depth) {
    append_head(out, kind_name(node.kind()), node.span(), depth);
    append_flags(out, node);
    if (node.children().is_empty() && !node.span().is_empty()) {
        out += ' ';
        append_text(out, node.text());
    }
    out += '\n';
    for (Node child : node.children()) dump_node(out, child, depth + 1);
}

void dump_body(std::string& out, const BodyView& body, std::size_t depth) {
    append_head(out, "Body", body.span(), depth);
    out += '\n';
    for (const BodyItem& item : body.items()) {
        if (item.kind != BodyItem::Kind::Block) {
            dump_node(out, item.node, depth + 1);
            continue;
        }
        BlockView block = item.block();
        append_head(out, "Block", block.span(), depth + 1);
        append_flags(out, block.node());
        out += '\n';
        for (Node child : block.node().children()) {
            if (child.is(NodeKind::Body))
                dump_body(out, block.body(), depth + 2);
            else
                dump_node(out, child, depth + 2);
        }
    }
}

}  // namespace

std::vector<std::string_view> flag_words(Node node) {
    std::vector<std::string_view> words;
    auto word = [&](NodeFlag flag, std::string_view name) {
        if (node.has(flag)) words.push_back(name);
    };
    switch (node.kind()) {
        case NodeKind::Unary:
            words.push_back(spelling(node.unary_op()));
            break;
        case NodeKind::Binary:
            words.push_back(spelling(node.binary_op()));
            break;
        case NodeKind::Call:
            word(kExpand, "expand");
            break;
        case NodeKind::Heredoc:
            word(kFlush, "flush");
            break;
        case NodeKind::IfDirective:
            word(kHasElse, "else");
            break;
        case NodeKind::Block:
            word(kOneLine, "one-line");
            break;
        case NodeKind::ForTuple:
        case NodeKind::ForObject:
        case NodeKind::ForDirective:
            word(kHasKeyName, "key");
            if (node.kind() == NodeKind::ForDirective) break;
            word(kHasCondition, "condition");
            word(kGroup, "group");
            break;
        default:
            break;
    }
    word(kBroken, "broken");
    return words;
}

std::string dump_tokens(const File& file) {
    std::string out;
    for (std::uint32_t c = 0; c < file.chunk_count(); ++c) {
        ChunkPtr chunk = file.chunk(c);
        std::uint32_t start = file.chunk_start(c);
        for (std::uint32_t t = 0; t < chunk->token_kinds.size(); ++t) {
            append_head(out, kind_name(chunk->token_kinds[t]), chunk->token_span(t).shifted(start), 0);
            if (!chunk->token_text(t).empty()) out += ' ';
            append_text(out, chunk->token_text(t));
            out += '\n';
        }
    }
    return out;
}

std::string dump_tree(const File& file) {
    std::string out;
    if (file.options().syntax == Syntax::Native)
        dump_body(out, file.body(), 0);
    else if (Node root = file.root())
        dump_node(out, root, 0);
    return out;
}

}  // namespace hcl::syntax
