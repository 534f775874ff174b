// The parser's infrastructure: the current token, nodes under construction,
// diagnostics, and the loop over chunks.
#include "engine/syntax/parse/parser.h"

#include <algorithm>

#include "engine/base/ascii.h"
#include "engine/base/check.h"
#include "engine/base/utf8.h"
#include "engine/syntax/parse/line_layout.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

constexpr std::uint32_t kSmallestBatch = 128;
constexpr std::uint32_t kBatch = 16 * 1024;
constexpr std::size_t kShownOfToken = 32;
constexpr std::uint32_t kBeforeFirst = 0xFFFF'FFFF;

}  // namespace

Parser::Parser(std::string_view text, const ParseOptions& options, LexMode mode, std::uint32_t start)
    : text_(text), options_(options), lexer_(text, mode), batch_(kSmallestBatch * 4) {
    skip_ = bits(TokenKind::Whitespace, TokenKind::Comment, TokenKind::Bom, TokenKind::EndOfFile);
    lexer_.set_hcl1(options.hcl1);
    if (start != 0) lexer_.restart(start);
    tokens_.push(TokenKind::EndOfFile, start);
    prev_ = kBeforeFirst;
}

void Parser::rewind(std::uint32_t position) {
    tokens_.truncate(0);
    lexer_.restart(position);
    tokens_.push(TokenKind::EndOfFile, position);
    batch_ = kSmallestBatch;
    nodes_.clear();
    diagnostics_.clear();
    prev_ = kBeforeFirst;
}

// The tokens end with EndOfFile, which is replaced when more text is lexed.
void Parser::fill() {
    tokens_.truncate(tokens_.size() - 1);
    // Nodes of a long item; see TokenBuffer.
    if (nodes_.size() > kBatch && nodes_.capacity() - nodes_.size() < kBatch)
        nodes_.reserve(nodes_.size() * 4);
    lexer_.lex(tokens_, lexer_.position() + batch_);
    batch_ = std::min(batch_ * 2, kBatch);
    tokens_.push(TokenKind::EndOfFile, lexer_.position());
}

void Parser::settle(std::uint32_t token) {
    TokenKind kind = tokens_.kind(token);
    if (kind == TokenKind::Whitespace) kind = tokens_.kind(++token);
    if (is_in(kind, skip_)) [[unlikely]] {
        settle_slow(token);
        return;
    }
    pos_ = token;
    cur_ = kind;
}

void Parser::settle_slow(std::uint32_t token) {
    for (;; ++token) {
        TokenKind kind = tokens_.kind(token);
        if (kind == TokenKind::EndOfFile && token + 1 == tokens_.size() && !lexer_.is_at_end()) {
            fill();
            kind = tokens_.kind(token);
        }
        if (kind == TokenKind::EndOfFile && token + 1 == tokens_.size()) saw_end_ = true;
        if (kind == TokenKind::Comment && newlines_ && at_line_end(token)) kind = TokenKind::Newline;
        if (kind == TokenKind::EndOfFile || !is_in(kind, skip_)) {
            pos_ = token;
            cur_ = kind;
            return;
        }
    }
}

// A line comment includes its line end.
bool Parser::at_line_end(std::uint32_t token) const {
    return text_[tokens_.start(token + 1) - 1] == '\n';
}

std::string_view Parser::token_text(std::uint32_t token) const {
    Span span = token_span(token);
    return text_.substr(span.start, span.length());
}

Span Parser::token_span(std::uint32_t token) const {
    if (token + 1 >= tokens_.size()) return {tokens_.start(token), tokens_.start(token)};
    return {tokens_.start(token), tokens_.start(token + 1)};
}

// Whether the line up to the current token is the name of a block, with labels or without.
bool Parser::continues_header() const {
    if (!is_in(cur_, bits(TokenKind::OQuote, TokenKind::OBrace))) return false;
    std::string_view line = text_.substr(0, tokens_.start(pos_));
    line.remove_prefix(line.rfind('\n') + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return !line.empty() && ascii::is_name_part(line.front()) &&
           line.find_first_of("=:,.([{") == std::string_view::npos;
}

bool Parser::begins_value() const {
    constexpr std::uint64_t kFirst =
        bits(TokenKind::Ident, TokenKind::Number, TokenKind::OQuote, TokenKind::OHeredoc, TokenKind::OBrack,
             TokenKind::OBrace, TokenKind::OParen, TokenKind::Minus, TokenKind::Bang);
    if (!is_in(cur_, kFirst) || continues_header()) return false;
    if (cur_ != TokenKind::Ident) return true;
    std::string_view rest = text_.substr(token_span(pos_).end);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    // The next argument or block of the body.
    if (rest.starts_with('{') || rest.starts_with('"')) return false;
    return !rest.starts_with('=') || rest.starts_with("==");
}

// The current token in messages: its name, or its text.
std::string Parser::describe() const {
    switch (cur_) {
        case TokenKind::EndOfFile:
            return "the end of the file";
        case TokenKind::Newline:
        case TokenKind::QuotedNewline:
            return "the end of the line";
        case TokenKind::OQuote:
            return "a string";
        case TokenKind::CQuote:
            return "the closing quote";
        case TokenKind::OHeredoc:
            return "a heredoc";
        case TokenKind::CHeredoc:
            return "the end of the heredoc";
        case TokenKind::QuotedLit:
        case TokenKind::StringLit:
            return std::string(spelling(cur_));
        default:
            return '"' + shortened(token_text(pos_), kShownOfToken, "...") + '"';
    }
}

std::uint32_t Parser::open(NodeKind kind, std::uint32_t first_token, std::uint8_t flags) {
    nodes_.push_back({kind, flags, first_token, first_token, 1});
    return static_cast<std::uint32_t>(nodes_.size()) - 1;
}

void Parser::close(std::uint32_t node, std::uint32_t token_end) {
    nodes_[node].size = static_cast<std::uint32_t>(nodes_.size()) - node;
    nodes_[node].token_end = token_end;
}

void Parser::leaf(NodeKind kind, std::uint32_t token, std::uint8_t flags) {
    nodes_.push_back({kind, flags, token, token + 1, 1});
}

void Parser::missing() {
    std::uint32_t at = prev_ == kBeforeFirst ? pos_ : prev_ + 1;
    nodes_.push_back({NodeKind::Missing, kBroken, at, at, 1});
}

// Wraps the tree that starts at `start` in the wrappers from index `wrappers` on, innermost first.
void Parser::wrap(std::uint32_t start, std::size_t wrappers) {
    auto count = static_cast<std::uint32_t>(wrappers_.size() - wrappers);
    if (count == 0) return;
    // Every operator moves its operand, usually of a few nodes.
    constexpr std::size_t kFew = 64;
    if (std::size_t moved = nodes_.size() - start; moved > kFew) work_ += moved / kFew;
    std::uint32_t first_token = nodes_[start].first_token;
    nodes_.insert(nodes_.begin() + start, count, ScratchNode{});
    for (std::uint32_t i = 0; i < count; ++i) {
        const Wrapper& w = wrappers_[wrappers + i];
        nodes_[start + count - 1 - i] = {w.kind, w.flags, first_token, w.token_end,
                                         w.node_end - start + i + 1};
    }
    wrappers_.resize(wrappers);
}

Span Parser::node_span(std::uint32_t node) const {
    const ScratchNode& n = nodes_[node];
    return {tokens_.start(n.first_token),
            n.token_end > n.first_token ? tokens_.start(n.token_end) : tokens_.start(n.first_token)};
}

Diagnostic* Parser::report(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    if (failed_ || lenient_) return nullptr;
    add_finding(code, span, args);
    return &diagnostics_.back();
}

// Texts that depend only on the code are filled in on demand: see File::diagnostics.
void Parser::add_finding(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    if (args.size() != 0) {
        diagnostics_.push_back(make_diagnostic(code, span, args));
        return;
    }
    Diagnostic& finding = diagnostics_.emplace_back();
    finding.code = code;
    finding.span = span;
}

Diagnostic* Parser::fail(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    if (failed_ || lenient_) return nullptr;
    error_token_ = pos_;
    add_finding(code, span, args);
    failed_ = true;
    return &diagnostics_.back();
}

// Reports at the current token, unless the lexer has reported that token.
Diagnostic* Parser::fail_unless_lexical(DiagCode code, std::initializer_list<std::string_view> args) {
    if (failed_ || lenient_) return nullptr;
    if (is_in(cur_, kLexicalErrors)) {
        error_token_ = pos_;
        failed_ = true;
        return nullptr;
    }
    return fail(code, token_span(pos_), args);
}

void Parser::add_fix(Diagnostic* diagnostic, std::string title, Span range, std::string replacement,
                     bool preferred) {
    if (!diagnostic) return;
    Fix fix;
    fix.title = std::move(title);
    fix.edits.push_back({FileId{}, Edit{range, std::move(replacement)}});
    fix.preferred = preferred;
    diagnostic->fixes.push_back(std::move(fix));
}

bool Parser::too_deep() {
    if (depth_ < kMaxNesting) return false;
    fail(DiagCode::TooDeep, token_span(pos_), {std::to_string(kMaxNesting)});
    return true;
}

bool Parser::leave_out_if_too_deep(std::uint32_t node) {
    if (!too_deep()) return false;
    nodes_[node].kind = NodeKind::BogusExpr;
    skip_nesting();
    close(node, prev_ + 1);
    return true;
}

// Prepares for the next chunk and resets the state of the last one.
void Parser::start_chunk(bool strict) {
    std::uint32_t begin = prev_ == kBeforeFirst ? 0 : prev_ + 1;
    settle(begin);
    // Drops consumed tokens, but not for every chunk.
    constexpr std::uint32_t kEnough = 4096;
    if (begin >= kEnough) {
        tokens_.drop_front(begin);
        pos_ -= begin;
        prev_ = kBeforeFirst;
    }
    nodes_.clear();
    diagnostics_.clear();
    units_.clear();
    is_splittable_ = false;
    strict_ = strict;
    has_unclosed_ = has_stray_ = crosses_layout_ = false;
    looked_to_ = 0;
    is_end_reported_ = false;
}

bool Parser::next_chunk(ChunkScratch& out, bool strict) {
    start_chunk(strict);
    std::uint32_t begin = prev_ == kBeforeFirst ? 0 : prev_ + 1;
    while (is_in(cur_, kLineEnds)) advance();
    bool has_item = !is_at(TokenKind::EndOfFile);
    if (has_item) {
        item({0, false, false});
        if (is_in(cur_, kLineEnds)) advance();
    }
    out.token_begin = begin;
    // White space before the next item belongs to it; at the end of the text, the rest belongs here.
    out.token_end = has_item ? prev_ + 1 : pos_;
    out.has_item = has_item;
    out.has_unclosed = has_unclosed_;
    out.looked_to = looked_to_;
    for (const UnitMark& unit : units_) {
        out.has_unclosed |= unit.has_unclosed;
        out.looked_to = std::max(out.looked_to, unit.looked_to);
    }
    out.has_stray = has_stray_;
    bool is_long = out.token_end - out.token_begin > kSplitTokens || tokens_.start(begin) >= split_from_;
    out.is_split = is_splittable_ && is_long && units_.size() > 2 &&
                   text_[tokens_.start(units_[0].token_end) - 1] == '\n';
    if (is_splittable_ && !out.is_split) check_redefined(split_body_, split_diagnostics_);
    if (!has_item) prev_ = pos_ - 1;
    return out.token_end > out.token_begin;
}

UnitKind Parser::next_unit(ChunkScratch& out, std::uint32_t indent, bool strict) {
    start_chunk(strict);
    DepthScope depth(depth_);
    std::uint32_t begin = prev_ == kBeforeFirst ? 0 : prev_ + 1;
    while (is_in(cur_, kLineEnds)) advance();
    if (is_at(TokenKind::CBrace)) return UnitKind::Close;
    if (is_at(TokenKind::EndOfFile) || ends_by_layout(indent)) return UnitKind::End;
    item({indent, true, false});
    if (is_in(cur_, kLineEnds)) advance();
    out = {begin, prev_ + 1, true, has_unclosed_, has_stray_, false, looked_to_, crosses_layout_};
    return UnitKind::Item;
}

// Marks the end of an item in a top-level block.
void Parser::mark_unit() {
    std::uint32_t token = is_in(cur_, kLineEnds) ? pos_ + 1 : prev_ + 1;
    units_.push_back({token, static_cast<std::uint32_t>(nodes_.size()),
                      static_cast<std::uint32_t>(diagnostics_.size()), has_unclosed_, looked_to_,
                      crosses_layout_});
    has_unclosed_ = crosses_layout_ = false;
    looked_to_ = 0;
}

// Notes that an item was given up here: its result depends on the text up to the end of this line.
void Parser::note_look() {
    std::uint32_t token = std::max(pos_, error_token_);
    std::uint32_t from = token + 1 < tokens_.size() ? tokens_.start(token + 1) : tokens_.start(token);
    std::size_t line_end = text_.find('\n', from);
    looked_to_ = std::max(looked_to_, static_cast<std::uint32_t>(std::min(line_end, text_.size())));
}

void Parser::expression_chunk(ChunkScratch& out) {
    NewlineMode mode(*this, false);
    strict_ = true;  // the layout could not separate a following item
    for (bool again = true; again;) {
        expression();
        again = false;
        if (!failed_ && !lenient_ && !is_at(TokenKind::EndOfFile)) {
            fail_unless_lexical(DiagCode::TrailingCharacters, {describe()});
        }
        if (failed_) {
            failed_ = false;
            lenient_ = again = true;
            nodes_.clear();
            wrappers_.clear();
            prev_ = kBeforeFirst;
            settle(0);
        }
    }
    lenient_ = false;
    while (!is_at(TokenKind::EndOfFile)) advance();
    out = {0, pos_, true, false, false, false};
}

std::span<Diagnostic> Parser::take_diagnostics(std::uint32_t token_begin, std::uint32_t token_end,
                                               std::size_t first, std::size_t last) {
    taken_.clear();
    lexical_diagnostics(text_, tokens_, token_begin, token_end, taken_);
    if (options_.hcl1) hcl1_token_diagnostics(text_, tokens_, token_begin, token_end, taken_);
    for (std::size_t i = first; i < last; ++i) taken_.push_back(std::move(diagnostics_[i]));
    return taken_;
}

}  // namespace hcl::syntax
