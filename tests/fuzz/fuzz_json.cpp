// JSON syntax on any bytes: tokens tile the text, the tree is well formed, spans of findings lie in the text.
#include <cstdlib>

#include "engine/base/check.h"
#include "engine/syntax/json_parser.h"
#include "engine/syntax/json_text.h"
#include "tests/fuzz/target.h"

using namespace hcl::syntax;

HCL_FUZZ_TARGET(json) {
    JsonTree tree = parse_json(input);
    std::size_t tokens = tree.tokens.kinds.size();
    HCL_CHECK(tree.tokens.starts.size() == tokens + 1);
    HCL_CHECK(tree.tokens.starts.back() == input.size());
    HCL_CHECK(tokens == 0 || tree.tokens.starts[0] == 0);
    for (std::size_t i = 0; i < tokens; ++i) HCL_CHECK(tree.tokens.starts[i] < tree.tokens.starts[i + 1]);

    HCL_CHECK(!tree.nodes.empty());
    for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
        const NodeData& node = tree.nodes[id];
        HCL_CHECK(node.size >= 1 && id + node.size <= tree.nodes.size());
        HCL_CHECK(node.first_token <= tokens);
        if (node.token_count == NodeData::kWide) continue;
        std::uint32_t end = node.first_token + node.token_count;
        HCL_CHECK(end <= tokens);
        // Children follow each other inside their parent.
        std::uint32_t at = node.first_token;
        for (std::size_t child = id + 1; child < id + node.size; child += tree.nodes[child].size) {
            HCL_CHECK(tree.nodes[child].first_token >= at);
            HCL_CHECK(tree.nodes[child].token_count != NodeData::kWide);
            at = tree.nodes[child].first_token + tree.nodes[child].token_count;
            HCL_CHECK(at <= end);
        }
        if (node.kind == NodeKind::JsonProperty) HCL_CHECK(node.size >= 3);
        if (node.kind == NodeKind::JsonString) {
            std::uint32_t start = tree.tokens.starts[node.first_token];
            std::string_view literal = input.substr(start, tree.tokens.starts[node.first_token + 1] - start);
            std::string decoded = decode_json_string(literal);
            HCL_CHECK(json_source_offset(literal, static_cast<std::uint32_t>(decoded.size())) <=
                      literal.size());
        }
    }
    for (const hcl::Diagnostic& diagnostic : tree.diagnostics) {
        HCL_CHECK(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= input.size());
        HCL_CHECK(!diagnostic.title.empty());
        for (const hcl::Fix& fix : diagnostic.fixes)
            for (const hcl::FileEdit& edit : fix.edits) HCL_CHECK(edit.edit.range.end <= input.size());
    }
}
