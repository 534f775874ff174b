// The parser of native syntax and templates: tokens in, the nodes of one chunk at a time out.
//
// It follows the grammar strictly until something does not fit, and reports that once. Then the item at hand
// (an attribute or a block's header) is bounded by its layout and read again, leniently, up to that bound: so
// a mistake spoils only its own item. See README.md.
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

// A diagnostic at the end of the whole file has this span until the file is known.
inline constexpr Span kEndOfFile{0xFFFF'FFFF, 0xFFFF'FFFF};

// A node while its chunk is being built.
struct ScratchNode {
    NodeKind kind;
    std::uint8_t flags;
    std::uint32_t first_token;
    std::uint32_t token_end;
    std::uint32_t size;
};

// The findings about single tokens in [begin, end), which is not the last token of the buffer.
void lexical_diagnostics(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin,
                         std::uint32_t end, Diagnostics& out);

// The same for what only HCL 1 finds wrong with numbers, strings, heredocs and comments.
void hcl1_token_diagnostics(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin,
                            std::uint32_t end, Diagnostics& out);

// The parser's output for one chunk: tokens [token_begin, token_end) of the buffer, and all of the
// nodes.
struct ChunkScratch {
    std::uint32_t token_begin = 0;
    std::uint32_t token_end = 0;
    bool has_item = false;
    bool has_unclosed =
        false;               // a block or object was closed by layout: a later stray "}" may prove that wrong
    bool has_stray = false;  // holds a "}" that closes nothing
    bool is_split = false;   // a long block: Parser::units() says where to cut
    std::uint32_t looked_to = 0;  // bytes of the text: how far a broken item was read before it was given up
    bool crosses_layout = false;  // read with `strict`: a block or object goes on where its layout ends it
};

// Where an item of a top-level block ended, its line end included; the first one stands behind the block's
// "{".
struct UnitMark {
    std::uint32_t token_end;
    std::uint32_t node_end;
    std::uint32_t diagnostic_end;
    bool has_unclosed;  // this item
    std::uint32_t looked_to;
    bool crosses_layout;
};

// The kind of thing where an item of a block may start.
enum class UnitKind : std::uint8_t { Item, Close, End };

// The elements of a list or object that are read outside of it.
struct ElementPlace {
    bool is_object;
    std::uint32_t depth;   // brackets and blocks that are open there
    std::uint32_t indent;  // of the item that holds them
};

// The kind of thing where an element may start; Lost: the whole item must be read.
enum class ElementKind : std::uint8_t { Element, Closer, Lost };

// Blocks of more tokens than this are cut: reading so many costs little enough after every keystroke, and
// chunks of single items take more memory.
inline constexpr std::uint32_t kSplitTokens = 2048;

class Parser {
  public:
    Parser(std::string_view text, const ParseOptions& options, LexMode mode, std::uint32_t start = 0);

    // Reads the next top-level item with the trivia before it; false when nothing is left. With `strict`,
    // braces alone decide where blocks end.
    bool next_chunk(ChunkScratch& out, bool strict = false);
    void set_starts_file(bool starts_file) { lexer_.set_starts_file(starts_file); }
    const std::vector<RestSearch>& searches() const { return lexer_.searches(); }
    // Whether the end of the text was looked at: with more text behind it, it might have been read otherwise.
    bool saw_end() const { return saw_end_; }
    // Cuts every block from there on that can be, however short.
    void split_from(std::uint32_t position) { split_from_ = position; }
    // Reads the next item of a block that is indented by `indent`, as next_chunk does at the top level.
    // Close: a "}" is next, at position().
    UnitKind next_unit(ChunkScratch& out, std::uint32_t indent, bool strict = false);
    const std::vector<UnitMark>& units() const { return units_; }
    std::uint32_t split_indent() const { return split_indent_; }
    // Goes behind the first token of the text, which stands before an element. One element after the other is
    // read as in the list at that place; with `is_broken`, which says whether one did not fit, leniently.
    void start_elements(const ElementPlace& place);
    ElementKind next_element(bool& is_broken);
    bool is_at_for() const { return at_keyword("for"); }
    std::uint32_t next_token() const { return prev_ + 1; }  // behind the last element and what separates it
    std::uint32_t closer_token() const { return pos_; }
    // Goes back to `position`, the start of a chunk.
    void rewind(std::uint32_t position);

    // The whole text as one chunk.
    void expression_chunk(ChunkScratch& out);
    void template_chunk(ChunkScratch& out);

    const TokenBuffer& tokens() const { return tokens_; }
    const std::vector<ScratchNode>& nodes() const { return nodes_; }
    // The findings of tokens [token_begin, token_end), of which the parser's own are numbered [first, last).
    // Spans are of the text. Lexical findings come first, as people know them from the reference. Good until
    // the next call.
    std::span<Diagnostic> take_diagnostics(std::uint32_t token_begin, std::uint32_t token_end,
                                           std::size_t first, std::size_t last);
    std::size_t diagnostic_count() const { return diagnostics_.size(); }
    std::uint32_t token_offset(std::uint32_t token) const { return tokens_.start(token); }
    std::uint32_t position() const { return tokens_.start(pos_); }
    // Bytes that were lexed or searched, and tokens that were looked at more than once. For tests: what any
    // text costs grows as the text does.
    std::uint64_t work() const { return work_ + lexer_.work(); }

  private:
    // A node that will be put before nodes already there: the operand of a chain is read before its
    // operators.
    struct Wrapper {
        NodeKind kind;
        std::uint8_t flags;
        std::uint32_t node_end;  // where its last child ends
        std::uint32_t token_end;
    };
    enum class PartsEnd : std::uint8_t { None, Closer, Else, EndIf, EndFor };
    // Behind an element: what separates it from the next was there, was not, or nothing follows.
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

    // Structure
    struct BodyContext {
        std::uint32_t indent;  // of the line on which the enclosing block starts
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
    bool is_behind_line_end() const;
    void hcl1_key(NodeKind kind);
    void hcl1_string_rest(std::uint32_t node, bool is_value);
    void hcl1_equals_after_labels();
    void hcl1_no_value(std::uint32_t first);
    void hcl1_separator();
    void hcl1_end_line(std::uint32_t token);
    // Each leaves one node.
    void hcl1_value(std::uint32_t before);
    void hcl1_string();
    void hcl1_heredoc();
    void hcl1_list();
    void hcl1_object();
    void hcl1_property(std::uint32_t keys);

    void stray_token(const BodyContext& body);
    void leave_at(std::uint32_t boundary);
    bool is_at_item_end() const;
    std::uint32_t find_boundary(std::uint32_t first, std::uint32_t error, const BodyContext& body);
    std::uint32_t token_indent(std::uint32_t token) const;
    bool starts_line(std::uint32_t token) const;
    bool is_layout_end(std::uint32_t token, std::uint32_t indent) const;
    bool ends_by_layout(std::uint32_t indent);

    // Expressions; each leaves one node at the end of nodes_ and returns the height of its tree.
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
    std::uint64_t skip_ = 0;  // kinds that settle() passes over or looks at twice
    bool newlines_ = true;

    std::vector<ScratchNode> nodes_;
    std::vector<Wrapper> wrappers_;
    OpenBrackets open_;                 // scratch of find_boundary
    std::vector<std::uint32_t> names_;  // scratch of check_redefined
    Diagnostics diagnostics_;
    Diagnostics taken_;     // scratch of take_diagnostics
    bool failed_ = false;   // the item at hand does not fit the grammar
    bool lenient_ = false;  // second reading: make the best of it, silently
    bool strict_ = false;
    std::uint32_t error_token_ = 0;
    // The last item was left open, or a heredoc in it took all up to here: that is the finding, not the open
    // blocks around.
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
        false;  // the elements that are read outside of their list: ElementPlace::is_object

    // The current top-level block, which may be split.
    std::uint32_t split_from_ = 0xFFFF'FFFF;
    std::vector<UnitMark> units_;
    bool is_splittable_ = false;
    std::uint32_t split_body_ = 0;  // node
    std::size_t split_diagnostics_ = 0;
    std::uint32_t split_indent_ = 0;
};

// The finding with its texts, which are left out where they follow from the code alone.
Diagnostic with_texts(Diagnostic finding);

}  // namespace hcl::syntax
