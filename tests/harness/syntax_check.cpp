#include "tests/harness/syntax_check.h"

#include <algorithm>
#include <vector>

namespace hcl::test {

using namespace syntax;

std::string flattened(const File& file) {
    std::string out;
    auto number = [&](std::uint64_t n) {
        out += std::to_string(n);
        out += ' ';
    };
    for (std::uint32_t i = 0; i < file.chunk_count(); ++i) {
        ChunkPtr chunk = file.chunk(i);
        std::uint32_t base = file.chunk_start(i);
        out += "chunk ";
        number(base);
        for (std::uint32_t t = 0; t < chunk->token_kinds.size(); ++t) {
            number(static_cast<unsigned>(chunk->token_kinds[t]));
            number(base + chunk->token_starts[t]);
        }
        out += "\n";
        for (std::uint32_t n = 0; n < chunk->nodes.size(); ++n) {
            Node node(chunk.get(), base, n);
            out += kind_name(node.kind());
            out += ' ';
            number(node.data().flags);
            number(node.span().start);
            number(node.span().end);
            number(node.data().size);
        }
        out += "\n";
    }
    for (const Diagnostic& d : file.diagnostics()) {
        out += d.title;
        out += ' ';
        number(d.span.start);
        number(d.span.end);
        out += d.message;
        out += "\n";
    }
    return out;
}

std::string broken_invariant(const File& file, std::string_view text) {
    if (file.text() != text) return "the text does not come back";
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < file.chunk_count(); ++i) {
        ChunkPtr chunk = file.chunk(i);
        if (file.chunk_start(i) != at) return "a chunk is not where the one before it ends";
        at += static_cast<std::uint32_t>(chunk->text.size());
        std::uint32_t token_end = 0;
        for (std::uint32_t t = 0; t < chunk->token_kinds.size(); ++t) {
            if (chunk->token_starts[t] != token_end) return "tokens do not tile";
            if (chunk->token_starts[t + 1] <= token_end) return "an empty token";
            token_end = chunk->token_starts[t + 1];
        }
        if (token_end != chunk->text.size()) return "tokens end early";
        // Nodes lie within their parents, in order, with bounded height.
        struct Open {
            std::uint32_t end;
            std::uint32_t first;
            std::uint32_t last;
        };
        std::vector<Open> open;
        for (std::uint32_t n = 0; n < chunk->nodes.size(); ++n) {
            while (!open.empty() && open.back().end <= n) open.pop_back();
            const NodeData& data = chunk->nodes[n];
            if (data.size == 0 || n + data.size > chunk->nodes.size())
                return "a subtree is longer than the tree";
            std::uint32_t first = data.first_token;
            std::uint32_t last = chunk->token_end(n);
            if (last < first || last > chunk->token_kinds.size())
                return "a node has tokens that are not there";
            if (!open.empty()) {
                if (n + data.size > open.back().end) return "a subtree leaves its parent";
                if (first < open.back().first || last > open.back().last)
                    return "a node leaves its parent: " + std::string(kind_name(data.kind)) + " in " +
                           std::string(kind_name(chunk->nodes[n - 1].kind));
                open.back().first = std::max(first, last);  // siblings are in order
            }
            open.push_back({n + data.size, first, last});
            constexpr std::size_t kBound = 20'000;
            if (open.size() > kBound) return "the tree is too high";
        }
    }
    if (at != text.size()) return "chunks end early";
    for (const Diagnostic& d : file.diagnostics())
        if (d.span.end > text.size() || d.span.start > d.span.end)
            return "a diagnostic points outside: " + d.title;
    return "";
}

std::string edit_fault(const File& edited, std::string_view text, std::string_view before, const Edit& edit) {
    std::string fault = flattened(edited) == flattened(*File::parse(text, edited.options()))
                            ? broken_invariant(edited, text)
                            : "it is not as a fresh parse";
    if (fault.empty()) return fault;
    return fault + "; " + std::to_string(edit.range.start) + "-" + std::to_string(edit.range.end) +
           " became \"" + edit.replacement + "\" in:\n" + std::string(before);
}

}  // namespace hcl::test
