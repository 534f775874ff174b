// Modes lex and parse.
#include <nlohmann/json.hpp>
#include <string>

#include "engine/syntax/lex/lexer.h"
#include "tests/harness/conformance/ast.h"
#include "tests/harness/conformance/diagnostics.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/source_text.h"

namespace hcl::test {

namespace {

using nlohmann::json;
using namespace syntax;

std::uint32_t first_place(const File& file) {
    // The start of the first token in the grammar: line breaks count, whitespace and comments do not.
    std::uint32_t offset = 0;
    for (std::uint32_t i = 0; i < file.chunk_count(); ++i) {
        ChunkPtr chunk = file.chunk(i);
        for (std::uint32_t t = 0; t < chunk->token_kinds.size(); ++t) {
            TokenKind kind = chunk->token_kinds[t];
            bool is_skipped = kind == TokenKind::Whitespace || kind == TokenKind::Bom ||
                              (kind == TokenKind::Comment && !chunk->token_text(t).ends_with('\n'));
            if (!is_skipped) return offset + chunk->token_starts[t];
        }
        offset += static_cast<std::uint32_t>(chunk->text.size());
    }
    return offset;
}

json body_json(const BodyView& body, Span span, Span end);

json block_json(const BlockView& block) {
    json labels = json::array();
    json label_ranges = json::array();
    for (const LabelView& label : block.labels()) {
        labels.push_back(printable(label.value));
        label_ranges.push_back(pair_of(label.span));
    }
    Span open = block.open_brace();
    Span close = block.close_brace();
    Span inner{open.start, close.end};
    Span end{close.end, close.end};
    // A body on one line has one argument.
    std::vector<AttributeView> attributes = block.body().attributes();
    if (block.is_one_line() && !attributes.empty()) {
        inner = attributes.front().span;
        end = {inner.end, inner.end};
    }
    return {{"type", block.type()},
            {"labels", labels},
            {"label_ranges", label_ranges},
            {"range", pair_of(block.span())},
            {"type_range", pair_of(block.type_span())},
            {"open_brace_range", pair_of(open)},
            {"close_brace_range", pair_of(close)},
            {"body", body_json(block.body(), inner, end)}};
}

json body_json(const BodyView& body, Span span, Span end) {
    json attributes = json::array();
    for (const AttributeView& a : body.attributes())
        attributes.push_back({{"name", a.name},
                              {"range", pair_of(a.span)},
                              {"name_range", pair_of(a.name_span)},
                              {"equals_range", pair_of(a.equals_span)},
                              {"expr_range", pair_of(a.expr.span())},
                              {"expr", print_ast(a.expr)}});
    json blocks = json::array();
    for (const BlockView& b : body.blocks()) blocks.push_back(block_json(b));
    return {{"range", pair_of(span)},
            {"end_range", pair_of(end)},
            {"attributes", attributes},
            {"blocks", blocks}};
}

std::string token_name(TokenKind kind) {
    if (kind == TokenKind::Number) return "NumberLit";
    return std::string(kind_name(kind));
}

}  // namespace

CaseOutcome run_parse(const json& test_case) {
    std::string text = source_text(test_case["input"]);
    const json& output = test_case["output"];
    FilePtr file = File::parse(text);
    Diagnostics ours = file->diagnostics();
    CaseOutcome outcome;
    outcome.passed = file->text() == text && same_syntax_errors(output["diags"], ours, *file);
    outcome.expected = output["diags"].dump();
    outcome.actual = describe(ours, *file);
    if (outcome.passed && output["diags"].empty()) {
        std::uint32_t size = file->size();
        json body = body_json(file->body(), {first_place(*file), size}, {size, size});
        outcome.passed = body == output["body"];
        outcome.expected = output["body"].dump();
        outcome.actual = body.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    return outcome;
}

CaseOutcome run_lex(const json& test_case) {
    std::string text = source_text(test_case["input"]);
    const json& output = test_case["output"];
    bool is_template = test_case["input"].value("as", "") == "template";
    TokenBuffer tokens;
    Lexer lexer(text, is_template ? LexMode::Template : LexMode::Config);
    lexer.take_open_heredocs_whole();
    lexer.lex(tokens, 0xFFFF'FFFF);
    const auto size = static_cast<std::uint32_t>(text.size());
    tokens.push(TokenKind::EndOfFile, size);

    // Lines and columns come from the file; lexical errors are reported by the parser.
    FilePtr file = is_template ? parse_template(text) : File::parse(text);
    json found = json::array();
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
        TokenKind kind = tokens.kind(i);
        if (kind == TokenKind::Whitespace || kind == TokenKind::Bom) continue;
        Position at = file->position(tokens.start(i), ColumnUnit::Grapheme);
        bool is_last = kind == TokenKind::EndOfFile;
        found.push_back({is_last ? "EOF" : token_name(kind), tokens.start(i),
                         is_last ? size : tokens.start(i + 1), at.line + 1, at.column + 1});
    }
    Diagnostics lexical;
    for (const Diagnostic& d : file->diagnostics())
        if (first_syntax_error({d})->code == d.code && d.code >= DiagCode::UnsupportedOperator &&
            d.code <= DiagCode::MultiLineString)
            lexical.push_back(d);
    CaseOutcome outcome;
    outcome.expected = output.dump();
    outcome.actual = found.dump() + " " + describe(lexical, *file);
    outcome.passed = same_syntax_errors(output["diags"], lexical, *file) &&
                     (!output["diags"].empty() || found == output["tokens"]);
    return outcome;
}

}  // namespace hcl::test
