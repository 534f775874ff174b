// The parser of native syntax and templates: turns tokens into the nodes of one chunk at a time.
//
// It follows the grammar strictly up to the first error, which it reports. Then the current item (an
// attribute or a block header) is delimited by its layout and parsed again leniently up to that boundary, so
// that an error affects only its own item. See README.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/syntax/file/boundary.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/lex/lexer.h"
#include "engine/syntax/lex/token_buffer.h"

namespace hcl::syntax {

// The span of a diagnostic at the end of the file, until its position is known.
inline constexpr Span kEndOfFile{0xFFFF'FFFF, 0xFFFF'FFFF};

// A node of a chunk under construction.
struct ScratchNode {
    NodeKind kind;
    std::uint8_t flags;
    std::uint32_t first_token;
    std::uint32_t token_end;
    std::uint32_t size;
};

// Reports errors in single tokens in [begin, end), which excludes the last token of the buffer.
void lexical_diagnostics(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin,
                         std::uint32_t end, Diagnostics& out);

// The same for errors that only HCL 1 has, in numbers, strings, heredocs and comments.
void hcl1_token_diagnostics(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin,
                            std::uint32_t end, Diagnostics& out);

// The parser's output for one chunk: tokens [token_begin, token_end) of the buffer, and all
// nodes.
struct ChunkScratch {
    std::uint32_t token_begin = 0;
    std::uint32_t token_end = 0;
    bool has_item = false;
    bool has_unclosed =
        false;               // a block or object was closed by layout, which a later unmatched "}" may refute
    bool has_stray = false;  // contains an unmatched "}"
    bool is_split = false;   // a long block: Parser::units() has the positions to split it
    std::uint32_t looked_to = 0;  // bytes of the text that a broken item was parsed to before giving up
    bool crosses_layout = false;  // parsed with `strict`: a block or object crosses the end of its layout
};

// The end of an item in a top-level block, including its line end; the first mark is after the block's
// "{".
struct UnitMark {
    std::uint32_t token_end;
    std::uint32_t node_end;
    std::uint32_t diagnostic_end;
    bool has_unclosed;  // of this item
    std::uint32_t looked_to;
    bool crosses_layout;
};

// The construct where an item of a block can start.
enum class UnitKind : std::uint8_t { Item, Close, End };

// The position of list or object elements that are parsed separately.
struct ElementPlace {
    bool is_object;
    std::uint32_t depth;   // number of open brackets and blocks
    std::uint32_t indent;  // of the item that contains them
};

// The construct where an element can start; Lost: the whole item must be parsed.
enum class ElementKind : std::uint8_t { Element, Closer, Lost };

// Blocks with more tokens are split: parsing this many is fast enough for each keystroke, and chunks of
// single items take more memory.
inline constexpr std::uint32_t kSplitTokens = 2048;

class Parser {
  public:
    Parser(std::string_view text, const ParseOptions& options, LexMode mode, std::uint32_t start = 0);

    // Parses the next top-level item with the trivia before it; false at the end of the text. With `strict`,
    // only braces decide where blocks end.
    bool next_chunk(ChunkScratch& out, bool strict = false);
    void set_starts_file(bool starts_file) { lexer_.set_starts_file(starts_file); }
    const std::vector<RestSearch>& searches() const { return lexer_.searches(); }
    // Whether the parser reached the end of the text: with more text, the result might differ.
    bool saw_end() const { return saw_end_; }
    // Splits all blocks from that position on, however short.
    void split_from(std::uint32_t position) { split_from_ = position; }
    // Parses the next item of a block that is indented by `indent`, like next_chunk at the top level.
    // Close: a "}" follows, at position().
    UnitKind next_unit(ChunkScratch& out, std::uint32_t indent, bool strict = false);
    const std::vector<UnitMark>& units() const { return units_; }
    std::uint32_t split_indent() const { return split_indent_; }
    // Moves past the first token of the text, which precedes an element. Then elements are parsed one by one
    // as if in the list at that place; leniently with `is_broken`, which reports whether one had an error.
    void start_elements(const ElementPlace& place);
    ElementKind next_element(bool& is_broken);
    bool is_at_for() const { return at_keyword("for"); }
    std::uint32_t next_token() const { return prev_ + 1; }  // after the last element and its separator
    std::uint32_t closer_token() const { return pos_; }
    // Moves back to `position`, the start of a chunk.
    void rewind(std::uint32_t position);

    // Parses the whole text as one chunk.
    void expression_chunk(ChunkScratch& out);
    void template_chunk(ChunkScratch& out);

    const TokenBuffer& tokens() const { return tokens_; }
    const std::vector<ScratchNode>& nodes() const { return nodes_; }
    // The findings of tokens [token_begin, token_end); the parser's own ones have the numbers [first,
    // last). Spans are positions in the text. Lexical findings come first, as in the reference
    // implementation. Valid until the next call.
    std::span<Diagnostic> take_diagnostics(std::uint32_t token_begin, std::uint32_t token_end,
                                           std::size_t first, std::size_t last);
    std::size_t diagnostic_count() const { return diagnostics_.size(); }
    std::uint32_t token_offset(std::uint32_t token) const { return tokens_.start(token); }
    std::uint32_t position() const { return tokens_.start(pos_); }
    // Bytes that were lexed or searched, and tokens that were examined more than once. Lets tests
    // check that the cost is linear.
    std::uint64_t work() const { return work_ + lexer_.work(); }

  private:
    // A node to be inserted before existing nodes: the operand of a chain is parsed before its
    // operators.
    struct Wrapper {
        NodeKind kind;
        std::uint8_t flags;
        std::uint32_t node_end;  // end of its last child
        std::uint32_t token_end;
    };
    enum class PartsEnd : std::uint8_t { None, Closer, Else, EndIf, EndFor };
    // After an element: the separator was found, is missing, or no element follows.
    enum class ElementEnd : std::uint8_t { Separated, Unseparated, Last };
    struct TemplateState;

    // Tokens
    void fill();
    void settle(std::uint32_t token);
    void settle_slow(std::uint32_t token);
    void advance() {
        prev_ = pos_;
        settle(pos_ + 1);
    }
    bool is_at(TokenKind kind) const { return cur_ == kind; }
    bool at_line_end(std::uint32_t token) const;
    std::string_view token_text(std::uint32_t token) const;
    Span token_span(std::uint32_t token) const;
    bool at_keyword(std::string_view word) const {
        return cur_ == TokenKind::Ident && token_text(pos_) == word;
    }
    std::string describe() const;
    // Whether a value starts here that is no name of an argument: where a separator is missing before it,
    // that is likely all that is.
    bool begins_value() const;
    bool continues_header() const;
    struct NewlineMode;

    // Nodes
    std::uint32_t open(NodeKind kind, std::uint32_t first_token, std::uint8_t flags = 0);
    void close(std::uint32_t node, std::uint32_t token_end);
    void leaf(NodeKind kind, std::uint32_t token, std::uint8_t flags = 0);
    void missing();
    void wrap(std::uint32_t start, std::size_t wrappers);
    Span node_span(std::uint32_t node) const;

    // Diagnostics
    void add_finding(DiagCode code, Span span, std::initializer_list<std::string_view> args);
    Diagnostic* report(DiagCode code, Span span, std::initializer_list<std::string_view> args = {});
    Diagnostic* fail(DiagCode code, Span span, std::initializer_list<std::string_view> args = {});
    Diagnostic* fail_unless_lexical(DiagCode code, std::initializer_list<std::string_view> args = {});
    void add_fix(Diagnostic* diagnostic, std::string title, Span range, std::string replacement,
                 bool preferred = true);
    bool too_deep();
    // At an opening bracket: skips what is nested too deeply, and closes its node.
    bool leave_out_if_too_deep(std::uint32_t node);

    // Structure
    struct BodyContext {
        std::uint32_t indent;  // of the line where the enclosing block starts
        bool is_block;
        bool closes_on_line;
    };
    void start_chunk(bool strict);
    void mark_unit();
    void note_look();
    void item(const BodyContext& body);
    void item_strict(const BodyContext& body);
    void attribute(bool is_one_line);
    void block(const BodyContext& body);
    bool block_header();
    void block_body(std::uint32_t block_node, std::uint32_t brace, std::uint32_t indent);
    void one_line_body();
    void report_unclosed(std::uint32_t brace, Span after, std::uint32_t indent);
    void check_redefined(std::uint32_t body_node, std::size_t first_diagnostic);
    void label();

    // HCL 1: see hcl1/parser_hcl1.cpp.
    void hcl1_item(const BodyContext& body);
    bool is_at_hcl1_key() const;
    bool is_behind_hcl1_word(std::uint32_t first) const;
    bool is_behind_line_end() const;
    void hcl1_key(NodeKind kind);
    void hcl1_string_rest(std::uint32_t node, bool is_value);
    void hcl1_equals_after_labels();
    void hcl1_no_value(std::uint32_t first);
    void hcl1_separator();
    void hcl1_end_line(std::uint32_t token);
    // Each adds one node.
    void hcl1_value(std::uint32_t before);
    void hcl1_string();
    void hcl1_heredoc();
    void hcl1_list();
    void hcl1_object();
    void hcl1_property(std::uint32_t keys);

    Diagnostic* fail_alone(std::uint32_t name);
    void stray_token(const BodyContext& body);
    void leave_at(std::uint32_t boundary);
    bool is_at_item_end() const;
    std::uint32_t find_boundary(std::uint32_t first, std::uint32_t error, const BodyContext& body);
    std::uint32_t token_indent(std::uint32_t token) const;
    bool starts_line(std::uint32_t token) const;
    bool is_layout_end(std::uint32_t token, std::uint32_t indent) const;
    bool ends_by_layout(std::uint32_t indent);

    // Expressions; each function adds one node at the end of nodes_ and returns the height of its tree.
    std::uint32_t expression();
    std::uint32_t binary(int level);
    std::uint32_t with_postfix();
    std::uint32_t postfix(std::uint32_t start, std::uint32_t height);
    std::uint32_t attribute_splat(std::uint32_t marker);
    std::uint32_t term();
    std::uint32_t no_term();
    std::uint32_t paren();
    std::uint32_t tuple();
    std::uint32_t object();
    ElementEnd tuple_element(std::uint32_t bracket, std::uint32_t& height);
    ElementEnd object_element(std::uint32_t brace, std::uint32_t& height);
    void fail_without_value(std::uint32_t item);
    std::uint32_t for_expression(std::uint32_t node, TokenKind closer);
    std::uint32_t call();
    std::uint32_t string_template();
    void check_number(std::uint32_t token);
    void skip_to(std::uint64_t stops);
    void skip_nesting();
    void skip_nesting_from(std::uint32_t control);

    // Templates
    PartsEnd template_parts(TokenKind closer, NodeKind around, TemplateState& state, std::uint32_t& height);
    void report_unbalanced(TemplateState& state, DiagCode code, Span span,
                           std::initializer_list<std::string_view> args);
    void fail_unterminated(TokenKind closer, const TemplateState& state);
    PartsEnd directive(TokenKind closer, NodeKind around, TemplateState& state, std::uint32_t& height);
    void directive_end(std::string_view keyword);
    PartsEnd directive_body(NodeKind around, TokenKind closer, TemplateState& state, std::uint32_t& height);
    void if_directive_bodies(std::uint32_t node, TokenKind closer, TemplateState& state,
                             std::uint32_t& height);
    std::uint32_t for_directive_header(std::uint32_t node);
    void for_directive_body(std::uint32_t node, TokenKind closer, TemplateState& state,
                            std::uint32_t& height);
    void interpolation(TokenKind closer, TemplateState& state, std::uint32_t& height);
    void check_escapes(std::uint32_t token);

    std::string_view text_;
    ParseOptions options_;
    Lexer lexer_;
    TokenBuffer tokens_;
    std::uint32_t batch_;
    std::uint32_t pos_ = 0;
    std::uint32_t prev_ = 0;
    TokenKind cur_ = TokenKind::EndOfFile;
    std::uint64_t skip_ = 0;  // kinds that settle() skips or examines
    bool newlines_ = true;

    std::vector<ScratchNode> nodes_;
    std::vector<Wrapper> wrappers_;
    OpenBrackets open_;                 // scratch of find_boundary
    std::vector<std::uint32_t> names_;  // scratch of check_redefined
    Diagnostics diagnostics_;
    Diagnostics taken_;     // scratch of take_diagnostics
    bool failed_ = false;   // the current item has a syntax error
    bool lenient_ = false;  // second pass: accept as much as possible, without reports
    bool strict_ = false;
    std::uint32_t error_token_ = 0;
    // The last item was left open, or a heredoc in it extends up to here: that is reported,
    // not the open blocks around it.
    bool is_end_reported_ = false;
    std::uint32_t limit_ = 0xFFFF'FFFF;
    std::uint32_t depth_ = 0;
    std::uint32_t item_indent_ = 0;
    bool has_unclosed_ = false;
    bool has_stray_ = false;
    bool crosses_layout_ = false;
    bool saw_end_ = false;
    std::uint32_t looked_to_ = 0;
    std::uint64_t work_ = 0;

    bool are_properties_ =
        false;  // the elements that are parsed outside of their list: ElementPlace::is_object

    // The current top-level block, which may be split.
    std::uint32_t split_from_ = 0xFFFF'FFFF;
    std::vector<UnitMark> units_;
    bool is_splittable_ = false;
    std::uint32_t split_body_ = 0;  // node
    std::size_t split_diagnostics_ = 0;
    std::uint32_t split_indent_ = 0;
};

// Adds the title and message, which are omitted when they follow from the code alone.
Diagnostic with_texts(Diagnostic finding);

}  // namespace hcl::syntax
