// The lexer of native syntax and templates: any bytes in, tokens that tile them out.
//
// It can stop at a line end and go on, or start again in its plain state anywhere: that is how the parser
// gets past a string or interpolation that was never closed.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/syntax/lex/token_buffer.h"

namespace hcl::syntax {

enum class LexMode : std::uint8_t { Config, Template };

// Where a string ends that is never closed.
enum class LexRecovery : std::uint8_t {
    Layout,  // a quoted one ends with its line, a heredoc where the next item starts
    None,    // the end of the text: how programs see it that only look at tokens
};

// A look through the text for a line that holds only `marker` (the end of a heredoc), or for
// the "*/" of a comment. What it found decides how tokens are cut.
struct RestSearch {
    static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
    std::uint32_t from;   // where what is to be ended starts
    std::uint32_t found;  // where one starts, kNowhere when there is none
    std::string_view marker;
};
inline constexpr std::string_view kCommentEnd = "*/";
inline constexpr std::string_view kAnyEnd = "";  // something else, or too many to tell

// Whether a line that holds only `marker`, or the end of a comment, is in the text.
bool holds_end(std::string_view text, std::string_view marker);

class Lexer {
  public:
    Lexer(std::string_view text, LexMode mode, LexRecovery recovery = LexRecovery::Layout);
    // Heredocs without end marker take all that follows; else they end where the next item seems to start.
    void take_open_heredocs_whole() { ends_heredocs_ = false; }
    // Lex HCL 1; see hcl1/lexer_hcl1.cpp.
    void set_hcl1(bool hcl1) { hcl1_ = hcl1; }
    // Whether offset 0 is the start of a file, where a byte order mark may stand.
    void set_starts_file(bool starts_file) { starts_file_ = starts_file; }

    // Adds tokens until the first line end at or behind `soft_limit`, or to the end of the text.
    void lex(TokenBuffer& out, std::uint32_t soft_limit);
    bool is_at_end() const { return pos_ >= text_.size(); }
    std::uint32_t position() const { return pos_; }
    // Goes on at `position` in the plain state: outside all strings.
    void restart(std::uint32_t position);
    // Outside all strings and heredocs.
    bool is_plain() const { return frames_.empty(); }

    // Searches in the text ahead, by place; for ends of comments only the failed ones.
    const std::vector<RestSearch>& searches() const { return searches_; }
    std::uint64_t work() const { return work_; }  // bytes that were lexed or searched

  private:
    enum class FrameKind : std::uint8_t { Quote, Heredoc, Bare, Sequence };
    struct Frame {
        FrameKind kind;
        bool at_line_start;        // Heredoc: its end marker may stand here
        std::uint32_t marker;      // Heredoc: where its tag stands
        std::uint32_t length;      // of the tag
        std::int32_t brace_depth;  // Sequence: the depth at its closing brace; Heredoc: 0, or when it has no
                                   // end the indentation of the line it starts on, plus one
    };

    void run(TokenBuffer& out, std::uint32_t soft_limit);
    void lex_plain(TokenBuffer& out, std::uint32_t soft_limit);
    void lex_quote(TokenBuffer& out);
    void lex_lines(TokenBuffer& out, std::uint32_t soft_limit);
    bool try_heredoc(TokenBuffer& out);
    std::uint32_t find_line(std::string_view marker, std::uint32_t from, bool is_flush = false);
    bool ends_heredoc(std::string_view line, std::string_view marker, bool is_flush) const;
    void index_lines();
    void pop_to_lines();
    void open_sequence(TokenBuffer& out, TokenKind kind);
    void number(TokenBuffer& out);
    void slash(TokenBuffer& out);
    bool closing_brace(TokenBuffer& out);
    std::uint32_t quoted_run_end(std::uint32_t p) const;
    std::uint32_t line_run_end(std::uint32_t start, bool is_heredoc) const;
    void slow_character(TokenBuffer& out);
    bool find_comment_end(std::uint32_t from, std::uint32_t& end);
    void lex_hcl1(TokenBuffer& out, std::uint32_t soft_limit);
    void hcl1_string(TokenBuffer& out);
    bool hcl1_heredoc(TokenBuffer& out);
    void hcl1_comment(TokenBuffer& out);
    void push_hcl1_text(TokenBuffer& out, TokenKind kind, std::uint32_t from, std::uint32_t to);
    char at(std::uint32_t i) const { return i < text_.size() ? text_[i] : '\0'; }

    std::string_view text_;
    LexRecovery recovery_;
    std::uint32_t pos_ = 0;
    std::int32_t braces_ = 0;
    std::vector<Frame> frames_;
    // Behind this place no "*/" follows; saves looking again and again.
    std::uint32_t no_comment_end_from_ = 0xFFFF'FFFF;
    std::vector<RestSearch> searches_;
    bool ends_heredocs_ = true;
    bool starts_file_ = true;
    bool hcl1_ = false;
    std::uint32_t failed_searches_ = 0;
    std::uint64_t work_ = 0;
    // The last line that could end a heredoc, by its marker; HCL 1: of those with blanks before the marker.
    std::unordered_map<std::string_view, std::uint32_t> last_lines_;
    std::unordered_map<std::string_view, std::uint32_t> last_indented_lines_;
};

}  // namespace hcl::syntax
