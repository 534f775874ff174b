// JSON syntax on any bytes: tokens tile the text, the tree is well formed, spans of findings lie in the text.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/base/check.h"
#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/json/json_literals.h"
#include "engine/syntax/json/json_parser.h"
#include "tests/fuzz/target.h"
#include "tests/harness/syntax_check.h"

using namespace hcl::syntax;

namespace {

// A file with so many elements that it is split into pieces, and an edit among those:
// equal to parsing from scratch.
void check_edit(std::string_view input) {
    constexpr std::size_t kLongest = 64;
    if (input.size() < 6 || input.size() > kLongest + 6) return;
    auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(input[i]); };
    std::string_view element = input.substr(6);
    const bool has_lines = (byte(0) & 1) == 0;
    const bool is_odd =
        (byte(0) & 2) != 0;  // the input is among the elements; otherwise only the edit inserts it
    std::string text = "{\"a\": {\"b\": [";
    for (int i = 0; i < 400; ++i) {
        text += has_lines ? "\n    " : " ";
        text += is_odd && i % 100 == 50 ? std::string(element) : "{\"c\": [1, 2]}";
        text += ',';
    }
    text += "0]}, \"d\": null}";
    hcl::Edit edit;
    edit.range.start = (byte(1) + 256u * byte(2)) % (static_cast<std::uint32_t>(text.size()) + 1);
    edit.range.end = std::min(static_cast<std::uint32_t>(text.size()), edit.range.start + byte(3) % 40);
    edit.replacement = element.substr(std::min<std::size_t>(byte(4), element.size()), byte(5) % 16);
    constexpr ParseOptions kJson{.syntax = Syntax::Json, .hcl1 = false};
    FilePtr edited = File::parse(text, kJson)->edited({&edit, 1});
    text.replace(edit.range.start, edit.range.length(), edit.replacement);
    std::string problem = hcl::test::broken_invariant(*edited, text);
    if (problem.empty() && hcl::test::flattened(*edited) != hcl::test::flattened(*File::parse(text, kJson)))
        problem = "an edit gives another tree than reading anew";
    if (problem.empty()) return;
    std::fprintf(stderr, "%s\n", problem.c_str());
    std::abort();
}

}  // namespace

HCL_FUZZ_TARGET(json) {
    check_edit(input);
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
            std::vector<std::uint32_t> offsets = json_string_offsets(literal);
            HCL_CHECK(offsets.empty() || offsets.size() == decoded.size() + 1);
            for (std::uint32_t offset : offsets) HCL_CHECK(offset <= literal.size());
        }
    }
    for (const hcl::Diagnostic& diagnostic : tree.diagnostics) {
        HCL_CHECK(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= input.size());
        HCL_CHECK(!diagnostic.title.empty());
        for (const hcl::Fix& fix : diagnostic.fixes)
            for (const hcl::FileEdit& edit : fix.edits) HCL_CHECK(edit.edit.range.end <= input.size());
    }
}
