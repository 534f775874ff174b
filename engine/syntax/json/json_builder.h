// The base class of the JSON parser: tokens with positions, nodes, findings, and the stack of open objects
// and arrays. The grammar is in json_parser.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/syntax/json/json_literals.h"
#include "engine/syntax/json/json_messages.h"
#include "engine/syntax/json/json_parser.h"

namespace hcl::syntax {

class JsonBuilder {
  protected:
    JsonBuilder(std::string_view text, JsonTokens tokens) : text_(text), tokens_(std::move(tokens)) {
        count_ = static_cast<std::uint32_t>(tokens_.kinds.size());
    }

    // The token that the innermost object or array expects.
    enum class State : std::uint8_t {
        First,  // the first property or element, or the end
        Next,   // one after a comma
        Colon,  // after a name
        Value,  // after a colon
        After,  // a comma or the end
    };

    struct Frame {
        TokenKind open = TokenKind::EndOfFile;  // OBrace, OBrack; EndOfFile for the file itself
        State state = State::First;
        std::uint32_t node = 0;
        std::uint32_t property = 0;  // the property whose value is expected
        std::uint32_t indent = 0;    // of the line with the opening bracket
        std::size_t mark_begin = 0;
        JsonNotes notes{};  // since the last mark
        JsonNotes all{};    // before it
    };
    static constexpr std::uint32_t kNoToken = 0xFFFF'FFFF;

    JsonTree take_tree() {
        return {std::move(tokens_), std::move(nodes_), std::move(wide_nodes_), std::move(diagnostics_),
                std::move(splits_)};
    }

    // ---------------------------------------------------------------- tokens

    TokenKind kind_of(std::uint32_t token) const {
        return token < count_ ? tokens_.kinds[token] : TokenKind::EndOfFile;
    }
    Span span_of(std::uint32_t token) const {
        if (token >= count_) return {size(), size()};
        return {tokens_.starts[token], tokens_.starts[token + 1]};
    }
    std::string_view text_of(std::uint32_t token) const {
        Span span = span_of(token);
        return text_.substr(span.start, span.length());
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
    // The end of the last token that is not white space.
    std::uint32_t last_end() const { return tokens_.starts[last_end_token_]; }

    // Moves to the next token that is not white space; false at the end.
    bool skip_space() {
        while (at_ < count_ && tokens_.kinds[at_] == TokenKind::Whitespace) {
            std::uint32_t begin = tokens_.starts[at_];
            std::uint32_t end = tokens_.starts[at_ + 1];
            std::uint32_t line = end;
            while (line > begin && text_[line - 1] != '\n') --line;
            if (line > begin) {
                is_quiet_ = false;
                line_indent_ = end - line;
                line_start_ = at_ + 1;
            }
            ++at_;
        }
        return at_ < count_;
    }

    void consume() {
        ++at_;
        last_end_token_ = at_;
    }

    bool is_first_on_line() const { return at_ == line_start_; }

    // The next token after `token` that is not white space.
    TokenKind kind_after(std::uint32_t token) const {
        ++token;
        while (token < count_ && tokens_.kinds[token] == TokenKind::Whitespace) ++token;
        return kind_of(token);
    }

    void count_brackets() {
        std::uint32_t size = count_;
        if (context_)
            size = static_cast<std::uint32_t>(std::ranges::lower_bound(tokens_.starts, context_->end) -
                                              tokens_.starts.begin());
        for (TokenKind kind : std::span(tokens_.kinds).first(std::min(size, count_))) {
            braces_ += (kind == TokenKind::OBrace) - (kind == TokenKind::CBrace);
            brackets_ += (kind == TokenKind::OBrack) - (kind == TokenKind::CBrack);
        }
        more_openers_ = braces_ > 0 || brackets_ > 0;
    }

    // Whether the last token is an unterminated string, which includes the comma.
    bool follows_open_string() const {
        std::uint32_t last = last_end_token_ - 1;
        return kind_of(last) == TokenKind::JsonString &&
               std::ranges::binary_search(tokens_.odd_strings, last) &&
               check_json_string(text_of(last)).kind == JsonStringProblem::Kind::Unterminated;
    }

    // Whether no white space precedes the token: it is probably part of a malformed literal.
    bool follows_directly() const { return at_ == last_end_token_; }

    // ---------------------------------------------------------------- findings

    // One error often makes several tokens look wrong, so after a finding, further ones are suppressed up to
    // the next comma, bracket or line.
    void report(Diagnostic diagnostic) {
        if (wants_report()) diagnostics_.push_back(std::move(diagnostic));
        mute();
    }

    void mute() {
        if (frames_.back().open != TokenKind::EndOfFile) nodes_[frames_.back().node].flags |= kBroken;
        is_quiet_ = true;
    }

    bool wants_report() const { return !is_quiet_ && diagnostics_.size() < kMostJsonDiagnostics; }

    std::string name_of_property() const {
        const Span name = span_of_name();
        if (name.is_empty()) return "this property";
        return json::quote(text_.substr(name.start, name.length()));
    }

    // Of the property; where it has none, behind what is written before.
    Span span_of_name() const {
        const NodeData& name = nodes_[frames_.back().property + 1];
        if (name.token_count == 0) return {last_end(), last_end()};
        return {span_of(name.first_token).start, span_of(name.first_token + name.token_count - 1u).end};
    }

    // The expected token, for messages.
    std::string expected() const {
        const Frame& frame = frames_.back();
        if (frame.open == TokenKind::EndOfFile) return "a value";
        if (frame.open == TokenKind::OBrack) {
            return frame.state == State::First ? "an element or \"]\"" : "an element";
        }
        switch (frame.state) {
            case State::First:
                return "the name of a property or \"}\"";
            case State::Next:
                return "the name of a property";
            default:
                return "the value of " + name_of_property();
        }
    }

    std::string found() const { return json::describe(kind_of(at_), text_of(at_)); }

    void report_here(DiagCode code, std::initializer_list<std::string_view> args) {
        if (!wants_report()) return mute();
        Diagnostic diagnostic = make_diagnostic(code, span_of(at_), args);
        json::add_token_fix(diagnostic, kind_of(at_), span_of(at_), text_of(at_));
        report(std::move(diagnostic));
    }

    // The token cannot start the expected construct.
    void report_bad_start() {
        if (!wants_report()) return mute();
        if (kind_of(at_) == TokenKind::Bom) {
            Diagnostic diagnostic = make_diagnostic(DiagCode::JsonByteOrderMark, span_of(at_));
            json::add_fix(diagnostic, "Remove the byte order mark", span_of(at_), "");
            return report(std::move(diagnostic));
        }
        report_here(DiagCode::JsonInvalidStart, {expected(), found()});
    }

    void report_missing_comma() {
        if (!wants_report() || follows_open_string()) return mute();
        bool is_object = frames_.back().open == TokenKind::OBrace;
        bool is_next = starts_value(kind_of(at_)) && !follows_directly();
        Span place = is_next ? Span{last_end(), last_end()} : span_of(at_);
        Diagnostic diagnostic =
            make_diagnostic(DiagCode::JsonMissingComma, place,
                            {is_object ? "\"}\"" : "\"]\"", is_object ? "property" : "element", found()});
        if (is_next) json::add_fix(diagnostic, "Insert a comma", place, ",");
        json::add_token_fix(diagnostic, kind_of(at_), span_of(at_), text_of(at_));
        report(std::move(diagnostic));
    }

    void report_missing_colon(bool at_name) {
        if (!wants_report()) return mute();
        Span name_end{last_end(), last_end()};
        TokenKind kind = kind_of(at_);
        Diagnostic diagnostic = make_diagnostic(DiagCode::JsonMissingColon, at_name ? name_end : span_of(at_),
                                                {name_of_property(), found()});
        if (kind == TokenKind::Equal || kind == TokenKind::FatArrow)
            json::add_fix(diagnostic, "Replace it by a colon", span_of(at_), ":");
        else if (starts_value(kind) && !at_name)
            json::add_fix(diagnostic, "Insert a colon", name_end, ":");
        json::add_token_fix(diagnostic, kind, span_of(at_), text_of(at_));
        report(std::move(diagnostic));
    }

    // ---------------------------------------------------------------- nodes

    std::uint32_t add_node(NodeKind kind, std::uint8_t flags, std::uint32_t first_token,
                           std::uint32_t token_end) {
        auto node = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({kind, flags, 0, first_token, 1});
        set_token_end(node, token_end);
        return node;
    }

    void set_token_end(std::uint32_t node, std::uint32_t token_end) {
        NodeData& data = nodes_[node];
        std::uint32_t count = token_end > data.first_token ? token_end - data.first_token : 0;
        data.token_count = static_cast<std::uint16_t>(std::min<std::uint32_t>(count, NodeData::kWide));
        if (count >= NodeData::kWide) wide_nodes_.push_back({node, count});
    }

    std::uint32_t open_node(NodeKind kind, std::uint32_t first_token) {
        return add_node(kind, 0, first_token, first_token);
    }

    void close_node(std::uint32_t node) {
        set_token_end(node, last_end_token_);
        nodes_[node].size = static_cast<std::uint32_t>(nodes_.size()) - node;
    }

    void add_leaf(NodeKind kind, std::uint8_t flags = 0) {
        add_node(kind, flags, at_, at_ + 1);
        consume();
    }

    void add_missing() {
        add_node(NodeKind::Missing, kBroken, last_end_token_, last_end_token_);
        value_done();
    }

    void value_done() {
        Frame& frame = frames_.back();
        if (frame.open == TokenKind::OBrace) close_node(frame.property);
        frame.state = State::After;
    }

    void open_property() { frames_.back().property = open_node(NodeKind::JsonProperty, at_); }

    void open_nameless_property() {
        open_property();
        nodes_.back().flags |= kBroken;
        add_node(NodeKind::Bogus, kBroken, at_, at_);
        frames_.back().state = State::Value;
    }

    void open_frame(TokenKind open) {
        bool is_object = open == TokenKind::OBrace;
        if (frames_.size() > kMaxJsonDepth) return skip_too_deep(is_object);
        Frame frame;
        frame.open = open;
        frame.node = open_node(is_object ? NodeKind::JsonObject : NodeKind::JsonArray, at_);
        frame.indent = line_indent_;
        frame.mark_begin = marks_.size();
        frames_.push_back(frame);
        ++(is_object ? open_objects_ : open_arrays_);
        is_quiet_ = false;
        consume();
    }

    void close_frame(bool is_paired) {
        Frame frame = frames_.back();
        frames_.pop_back();
        --(frame.open == TokenKind::OBrace ? open_objects_ : open_arrays_);
        close_node(frame.node);
        NodeData& data = nodes_[frame.node];
        frame.notes.breaks = (data.flags & kBroken) != 0;
        bool is_long = last_end_token_ - data.first_token > kJsonSplitTokens;
        if (is_long && is_paired) {
            auto first = marks_.begin() + static_cast<std::ptrdiff_t>(frame.mark_begin);
            splits_.push_back({frame.node, frame.indent, {first, marks_.end()}, frame.notes});
        }
        marks_.resize(frame.mark_begin);
        if (frame.all.breaks) data.flags |= kBroken;
        frames_.back().notes.add(frame.notes);
        frames_.back().notes.add(frame.all);
        if (!is_paired) note_unpaired();
        value_done();
    }

    void note_unpaired() { frames_.back().notes.unpaired = true; }

    // Merges short elements into one chunk, because a chunk has a fixed overhead; a long element stays
    // separate, as it may be split itself.
    void merge_short_stretches(Frame& frame) {
        const std::size_t count = marks_.size() - frame.mark_begin;
        if (count == 0) return;
        const JsonMark last = marks_.back();
        const std::uint32_t before =
            count > 1 ? marks_[marks_.size() - 2].token : nodes_[frame.node].first_token + 1;
        if (at_ - before > kJsonChunkTokens) return;
        marks_.pop_back();
        frame.notes.add(last.notes);
        frame.notes.breaks |= last.notes.breaks;
    }

    // After a comma, the state consists only of the enclosing brackets.
    void mark() {
        TokenKind next = kind_after(at_ - 1);
        if (next == TokenKind::EndOfFile || next == TokenKind::CBrace || next == TokenKind::CBrack) return;
        Frame& frame = frames_.back();
        std::uint8_t& flags = nodes_[frame.node].flags;
        frame.notes.breaks = (flags & kBroken) != 0;
        flags &= static_cast<std::uint8_t>(~kBroken);
        frame.all.add(frame.notes);
        frame.all.breaks |= frame.notes.breaks;
        merge_short_stretches(frame);
        marks_.push_back({at_, static_cast<std::uint32_t>(nodes_.size()), frame.notes});
        frame.notes = {};
        if (is_in_order()) is_stopped_ = context_->stop(tokens_.starts[at_], false);
    }

    // Whether parsing may stop here, when it was asked to look for that.
    bool is_in_order() const {
        return context_ && frames_.size() - 1 == base_ && braces_ == 0 && brackets_ == 0;
    }

    void skip_too_deep(bool is_object) {
        report_here(DiagCode::JsonTooDeep, {std::to_string(kMaxJsonDepth)});
        std::uint32_t node = open_node(is_object ? NodeKind::JsonObject : NodeKind::JsonArray, at_);
        nodes_[node].flags |= kBroken;
        std::uint32_t depth = 0;
        for (; at_ < count_; ++at_) {
            TokenKind kind = tokens_.kinds[at_];
            if (kind == TokenKind::OBrace || kind == TokenKind::OBrack) ++depth;
            if ((kind == TokenKind::CBrace || kind == TokenKind::CBrack) && --depth == 0) {
                ++at_;
                break;
            }
        }
        last_end_token_ = at_;
        close_node(node);
        note_unpaired();
        value_done();
    }

    // Closes the innermost object or array without its closing bracket.
    void abandon_frame(bool with_report) {
        bool is_object = frames_.back().open == TokenKind::OBrace;
        if (is_object && (frames_.back().state == State::Colon || frames_.back().state == State::Value))
            add_missing();
        nodes_[frames_.back().node].flags |= kBroken;
        if (with_report) report_unclosed();
        close_frame(false);
    }

    void report_unclosed() {
        if (!wants_report()) return mute();
        bool is_object = frames_.back().open == TokenKind::OBrace;
        Diagnostic diagnostic =
            make_diagnostic(DiagCode::JsonUnclosed, span_of(nodes_[frames_.back().node].first_token),
                            {is_object ? "object" : "array", is_object ? "\"}\"" : "\"]\""});
        json::add_fix(diagnostic, is_object ? "Insert \"}\"" : "Insert \"]\"", {last_end(), last_end()},
                      is_object ? "}" : "]");
        report(std::move(diagnostic));
    }

    static bool starts_value(TokenKind kind) {
        switch (kind) {
            case TokenKind::OBrace:
            case TokenKind::OBrack:
            case TokenKind::JsonString:
            case TokenKind::JsonNumber:
            case TokenKind::JsonKeyword:
            case TokenKind::Apostrophe:
                return true;
            default:
                return false;
        }
    }

    std::string_view text_;
    JsonTokens tokens_;
    std::uint32_t count_ = 0;
    std::vector<NodeData> nodes_;
    std::vector<WideNode> wide_nodes_;
    Diagnostics diagnostics_;
    std::vector<Frame> frames_;  // the first one is the file
    std::uint32_t at_ = 0;
    std::uint32_t last_end_token_ = 0;  // one past the last token that is not white space
    std::size_t odd_ = 0;
    bool is_quiet_ = false;
    // Opening minus closing brackets in the whole file.
    std::int64_t braces_ = 0;
    std::int64_t brackets_ = 0;
    bool more_openers_ = false;
    std::uint32_t open_objects_ = 0;
    std::uint32_t open_arrays_ = 0;
    // The indentation of the current line.
    std::uint32_t line_indent_ = 0;
    std::uint32_t line_start_ = 0;
    // Positions where the text can be split: of all open objects and arrays, outermost first.
    std::vector<JsonMark> marks_;
    std::vector<JsonSplit> splits_;
    // For elements that are parsed outside of their object or array.
    const JsonContext* context_ = nullptr;
    std::size_t base_ = 0;  // frame of the innermost enclosing object or array
    bool is_stopped_ = false;
    bool has_left_ = false;  // the elements close an enclosing object or array
};

}  // namespace hcl::syntax
