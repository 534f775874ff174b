// The lexer of native syntax and templates: splits any bytes into tokens that cover them without gaps.
//
// It can stop at a line end and continue, or restart in its plain state anywhere: that is how the parser
// recovers from an unterminated string or interpolation.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/syntax/lex/token_buffer.h"

namespace hcl::syntax {

enum class LexMode : std::uint8_t { Config, Template };

// How an unterminated string ends.
enum class LexRecovery : std::uint8_t {
    Layout,  // a quoted string at the end of its line, a heredoc where the next item starts
    None,    // at the end of the text, as in tools that only use tokens
};

// A search through the text for a line that contains only `marker` (the end of a heredoc), or for the "*/" of
// a comment. Its result affects how the text is split into tokens.
struct RestSearch {
    static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
    std::uint32_t from;   // start of the heredoc or comment
    std::uint32_t found;  // position of the match, or kNowhere
    std::string_view marker;
};
inline constexpr std::string_view kCommentEnd = "*/";
inline constexpr std::string_view kAnyEnd = "";  // something else, or too many searches to record

// Whether the text contains a line with only `marker`, or the end of a comment.
bool holds_end(std::string_view text, std::string_view marker);

class Lexer {
  public:
    Lexer(std::string_view text, LexMode mode, LexRecovery recovery = LexRecovery::Layout);
    // Unterminated heredocs extend to the end of the text, not to where the next item seems to start.
    void take_open_heredocs_whole() { ends_heredocs_ = false; }
    // Lex HCL 1; see hcl1/lexer_hcl1.cpp.
    void set_hcl1(bool hcl1) { hcl1_ = hcl1; }
    // Whether offset 0 is the start of a file, where a byte order mark is allowed.
    void set_starts_file(bool starts_file) { starts_file_ = starts_file; }

    // Adds tokens up to the first line end at or after `soft_limit`, or to the end of the text.
    void lex(TokenBuffer& out, std::uint32_t soft_limit);
    bool is_at_end() const { return pos_ >= text_.size(); }
    std::uint32_t position() const { return pos_; }
    // Continues at `position` in the plain state: outside of all strings.
    void restart(std::uint32_t position);
    // Outside all strings and heredocs.
    bool is_plain() const { return frames_.empty(); }

    // Searches ahead in the text, sorted by position; for comment ends only the failed ones.
    const std::vector<RestSearch>& searches() const { return searches_; }
    std::uint64_t work() const { return work_; }  // bytes that were lexed or searched

  private:
    enum class FrameKind : std::uint8_t { Quote, Heredoc, Bare, Sequence };
    struct Frame {
        FrameKind kind;
        bool at_line_start;        // Heredoc: its end marker may follow
        std::uint32_t marker;      // Heredoc: position of its tag
        std::uint32_t length;      // of the tag
        std::int32_t brace_depth;  // Sequence: the depth at its closing brace; Heredoc: 0, or if unterminated
                                   // the indentation of its first line, plus one
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
    bool breaks_sequence(std::uint32_t line_end) const;
    bool cuts_sequence(TokenBuffer& out, std::uint32_t line_end);
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
    // No "*/" follows after this position; avoids repeated searches.
    std::uint32_t no_comment_end_from_ = 0xFFFF'FFFF;
    std::vector<RestSearch> searches_;
    bool ends_heredocs_ = true;
    bool starts_file_ = true;
    bool hcl1_ = false;
    std::uint32_t failed_searches_ = 0;
    std::uint64_t work_ = 0;
    // By marker, the last line that can end a heredoc; for HCL 1, also with white space before the marker.
    std::unordered_map<std::string_view, std::uint32_t> last_lines_;
    std::unordered_map<std::string_view, std::uint32_t> last_indented_lines_;
};

}  // namespace hcl::syntax
