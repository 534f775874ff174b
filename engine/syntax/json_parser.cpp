#include "engine/syntax/json_parser.h"

#include <algorithm>
#include <span>
#include <string>

#include "engine/syntax/json_messages.h"
#include "engine/syntax/json_text.h"

namespace hcl::syntax {

namespace {

bool starts_value(TokenKind kind) {
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

class Parser {
  public:
    Parser(std::string_view text, JsonTokens tokens) : text_(text), tokens_(std::move(tokens)) {
        count_ = static_cast<std::uint32_t>(tokens_.kinds.size());
    }

    JsonTree run() {
        nodes_.reserve(count_ / 3 + 4);
        count_brackets();
        frames_.push_back({});
        while (skip_space()) step(tokens_.kinds[at_]);
        at_end();
        std::ranges::sort(wide_nodes_, {}, &WideNode::node);
        return take_tree();
    }

    // Node 0 stands for all that is around until the end.
    bool run_elements(const JsonContext& context, JsonTree& tree, JsonSplit& found) {
        context_ = &context;
        count_brackets();
        frames_.push_back({});
        frames_.back().state = State::After;
        add_node(NodeKind::Bogus, 0, 0, 0);
        for (const JsonContext::Around& around : context.around) {
            Frame frame;
            frame.open = around.open;
            frame.indent = around.indent;
            // Only what the innermost waits for matters: leaving the others ends it all.
            frame.state = context.is_first ? State::First : State::Next;
            frames_.push_back(frame);
            ++(around.open == TokenKind::OBrace ? open_objects_ : open_arrays_);
        }
        base_ = frames_.size() - 1;
        line_indent_ = context.indent;
        line_start_ = kNoToken;
        while (!is_stopped_ && !has_left_ && skip_space()) step(tokens_.kinds[at_]);
        if (!is_stopped_ || has_left_) return false;
        // Node 0 goes.
        JsonNotes last = frames_.back().notes;
        last.breaks = (nodes_[0].flags & kBroken) != 0;
        nodes_.erase(nodes_.begin());
        for (WideNode& wide : wide_nodes_) --wide.node;
        std::ranges::sort(wide_nodes_, {}, &WideNode::node);
        for (JsonSplit& split : splits_) {
            --split.node;
            for (JsonMark& mark : split.marks) --mark.node;
        }
        for (JsonMark& mark : marks_) --mark.node;
        found = {0, frames_.back().indent, std::move(marks_), last};
        tree = take_tree();
        return true;
    }

  private:
    // What the innermost object or array waits for.
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
        std::uint32_t property = 0;  // the property whose value is awaited
        std::uint32_t indent = 0;    // of the line that the opening bracket stands on
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
    // Where the last token that is no white space ends.
    std::uint32_t last_end() const { return tokens_.starts[last_end_token_]; }

    // Stands on the next token that is no white space; false at the end.
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

    // The next token after `token` that is no white space.
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

    // ---------------------------------------------------------------- findings

    // One mistake often makes several tokens look wrong: after a finding, those up to the next comma, bracket
    // or line are taken to be part of it.
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
        const NodeData& name = nodes_[frames_.back().property + 1];
        if (name.token_count == 0) return "this property";
        Span first = span_of(name.first_token);
        Span last = span_of(name.first_token + name.token_count - 1u);
        return json::quote(text_.substr(first.start, last.end - first.start));
    }

    // What would be right here, for messages.
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

    // The token is nothing that may start what is expected.
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
        if (is_long && is_paired && marks_.size() > frame.mark_begin) {
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

    // Behind a comma: all that is known here is what is around.
    void mark() {
        TokenKind next = kind_after(at_ - 1);
        if (next == TokenKind::EndOfFile || next == TokenKind::CBrace || next == TokenKind::CBrack) return;
        Frame& frame = frames_.back();
        std::uint8_t& flags = nodes_[frame.node].flags;
        frame.notes.breaks = (flags & kBroken) != 0;
        flags &= static_cast<std::uint8_t>(~kBroken);
        marks_.push_back({at_, static_cast<std::uint32_t>(nodes_.size()), frame.notes});
        frame.all.add(frame.notes);
        frame.all.breaks |= frame.notes.breaks;
        frame.notes = {};
        if (is_in_order()) is_stopped_ = context_->stop(tokens_.starts[at_], false);
    }

    // Whether reading may stop here, where it was told to look for that.
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

    // Ends the innermost object or array without its closing bracket.
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

    // ---------------------------------------------------------------- steps

    // Takes the token, or changes the state so that a later step will.
    void step(TokenKind kind) {
        if (is_first_on_line() && frames_.size() > 1) {
            note_line(kind);
            if (more_openers_ && frames_.size() > 2 && leaves_by_indentation(kind)) return;
            if (stays_by_indentation(kind)) return;
        }
        switch (frames_.back().open) {
            case TokenKind::OBrace:
                return object_step(kind);
            case TokenKind::OBrack:
                return array_step(kind);
            default:
                return file_step(kind);
        }
    }

    void note_line(TokenKind kind) {
        const Frame& frame = frames_.back();
        bool is_closer = kind == TokenKind::CBrace || kind == TokenKind::CBrack;
        if ((kind == TokenKind::JsonString && line_indent_ <= frame.indent && frames_.size() > 2) ||
            (is_closer && line_indent_ != frame.indent))
            frames_.back().notes.irregular = true;
    }

    // Brackets are missing somewhere: a name, or a bracket that closes, further left than the line that
    // opened the innermost object or array belongs to one around it.
    bool leaves_by_indentation(TokenKind kind) {
        bool is_name = kind == TokenKind::JsonString && kind_after(at_) == TokenKind::Colon;
        bool is_closer = kind == TokenKind::CBrace || kind == TokenKind::CBrack;
        if (!is_name && !is_closer) return false;
        if (is_name && line_indent_ > frames_.back().indent) return false;
        if (is_closer && line_indent_ >= frames_.back().indent) return false;
        TokenKind wanted = kind == TokenKind::CBrack ? TokenKind::OBrack : TokenKind::OBrace;
        std::size_t target = frames_.size() - 1;
        while (target > 0) {
            const Frame& frame = frames_[target];
            bool is_deeper = frame.indent < line_indent_;
            bool fits = is_deeper || (frame.indent == line_indent_ && (is_closer || target == 1));
            if (frame.open == wanted && fits) break;
            --target;
        }
        // Nothing around it stands further left: all that can be known is that this is the outermost.
        if (target == 0) return false;
        if (is_closer && frames_[target].indent != line_indent_) return false;
        if (target == frames_.size() - 1) return false;
        if (target < base_) {
            has_left_ = true;
            return true;
        }
        for (bool is_first = true; frames_.size() - 1 > target; is_first = false) {
            --(frames_.back().open == TokenKind::OBrace ? braces_ : brackets_);
            abandon_frame(is_first);
        }
        if (is_name) frames_.back().state = State::Next;
        more_openers_ = braces_ > 0 || brackets_ > 0;
        return true;
    }

    // An opening bracket is missing somewhere, as behind a quote that was left open: a bracket that closes
    // further right than the line that opened the innermost object or array belongs to what was not opened.
    bool stays_by_indentation(TokenKind kind) {
        bool is_brace = kind == TokenKind::CBrace && braces_ < 0;
        bool is_bracket = kind == TokenKind::CBrack && brackets_ < 0;
        if ((!is_brace && !is_bracket) || line_indent_ <= frames_.back().indent) return false;
        report_here(DiagCode::JsonInvalidStart, {expected(), found()});
        ++(is_brace ? braces_ : brackets_);
        note_unpaired();
        consume();
        return true;
    }

    void file_step(TokenKind kind) {
        if (frames_.back().state == State::First) {
            if (starts_value(kind)) return value_step(kind);
            if (kind == TokenKind::CBrace)
                report_here(DiagCode::JsonMissingValueAtBrace, {expected(), "\"}\""});
            else if (kind == TokenKind::CBrack)
                report_here(DiagCode::JsonMissingElement, {expected()});
            else
                report_bad_start();
            return consume();
        }
        if (kind == TokenKind::Comment || wants_report()) {
            Diagnostic diagnostic = make_diagnostic(DiagCode::JsonExtraneousData, span_of(at_), {found()});
            json::add_token_fix(diagnostic, kind, span_of(at_), text_of(at_));
            report(std::move(diagnostic));
        }
        if (kind == TokenKind::Comment) return consume();
        std::uint32_t rest = open_node(NodeKind::Bogus, at_);
        nodes_[rest].flags |= kBroken;
        while (skip_space()) consume();
        close_node(rest);
        is_quiet_ = true;
    }

    void object_step(TokenKind kind) {
        switch (frames_.back().state) {
            case State::First:
            case State::Next:
                return name_step(kind);
            case State::Colon:
                return colon_step(kind);
            case State::Value:
                return value_step(kind);
            case State::After:
                return after_property_step(kind);
        }
    }

    void name_step(TokenKind kind) {
        Frame& frame = frames_.back();
        switch (kind) {
            case TokenKind::JsonString:
                open_property();
                take_string();
                frames_.back().state = State::Colon;
                return;
            case TokenKind::CBrace:
                if (frame.state == State::Next) report_trailing_comma(DiagCode::JsonTrailingCommaInObject);
                return take_closer();
            case TokenKind::CBrack:
                report_here(DiagCode::JsonMissingElement, {expected()});
                return wrong_closer();
            case TokenKind::JsonKeyword:
            case TokenKind::JsonNumber:
            case TokenKind::Apostrophe:
                return bad_name(kind);
            case TokenKind::OBrace:
            case TokenKind::OBrack:
                report_here(DiagCode::JsonInvalidName,
                            {kind == TokenKind::OBrace ? "the start of an object" : "the start of an array"});
                return open_nameless_property();
            case TokenKind::Colon:
            case TokenKind::Equal:
            case TokenKind::FatArrow:
                report_bad_start();
                open_nameless_property();
                return consume();
            default:
                report_bad_start();
                return consume();
        }
    }

    // A name without its quotes, or with single ones.
    void bad_name(TokenKind kind) {
        std::uint32_t first = at_;
        open_property();
        nodes_.back().flags |= kBroken;
        if (kind == TokenKind::Apostrophe && text_of(at_).size() > 1) {
            report_bad_start();
            add_leaf(NodeKind::JsonString, kBroken);
        } else {
            // Other tokens may stick to it: my-name, a1.
            std::uint32_t end = at_ + 1;
            while (kind_of(end) == TokenKind::JsonKeyword || kind_of(end) == TokenKind::JsonNumber ||
                   kind_of(end) == TokenKind::Invalid)
                ++end;
            Span span = cover(span_of(first), span_of(end - 1));
            std::string_view word = text_.substr(span.start, span.length());
            bool is_json_word = word == "true" || word == "false" || word == "null";
            if (wants_report()) {
                if (kind == TokenKind::JsonKeyword && !is_json_word) {
                    report(json::bad_keyword(span, word, true));
                } else if (kind == TokenKind::Apostrophe) {
                    report_bad_start();
                } else if (kind == TokenKind::JsonNumber && !check_json_number(text_of(first)).empty()) {
                    report(json::bad_number(span, text_of(first), check_json_number(text_of(first))));
                } else {
                    Diagnostic diagnostic =
                        make_diagnostic(DiagCode::JsonInvalidName, span, {json::describe(kind, word)});
                    json::add_fix(diagnostic, "Put the name in quotes", span, encode_json_string(word));
                    report(std::move(diagnostic));
                }
            }
            add_node(NodeKind::Bogus, kBroken, first, end);
            at_ = end - 1;
            consume();
        }
        frames_.back().state = State::Colon;
    }

    void colon_step(TokenKind kind) {
        switch (kind) {
            case TokenKind::Colon:
                frames_.back().state = State::Value;
                return consume();
            case TokenKind::Equal:
            case TokenKind::FatArrow:
                report_missing_colon(false);
                frames_.back().state = State::Value;
                return consume();
            case TokenKind::Comma:
            case TokenKind::CBrace:
                if (wants_report()) report_here(DiagCode::JsonMissingObjectValue, {name_of_property()});
                return add_missing();
            case TokenKind::CBrack:
                report_missing_colon(false);
                return add_missing();
            default:
                break;
        }
        if (!starts_value(kind)) {
            report_missing_colon(false);
            return consume();
        }
        if (starts_next_property(kind)) {
            report_missing_colon(true);
            add_missing();
            frames_.back().state = State::Next;
            return;
        }
        report_missing_colon(false);
        frames_.back().state = State::Value;
    }

    // A name with its colon on a new line is a property of its own, whatever the one before it lacks.
    bool starts_next_property(TokenKind kind) const {
        return kind == TokenKind::JsonString && kind_after(at_) == TokenKind::Colon &&
               text_.substr(last_end(), span_of(at_).start - last_end()).find('\n') != std::string_view::npos;
    }

    void after_property_step(TokenKind kind) {
        switch (kind) {
            case TokenKind::Comma:
                return take_comma();
            case TokenKind::CBrace:
                return take_closer();
            case TokenKind::CBrack:
                report_wrong_closer(DiagCode::JsonMismatchedBraces, "Replace it by \"}\"", "}");
                return wrong_closer();
            case TokenKind::JsonString:
                report_missing_comma();
                frames_.back().state = State::Next;
                return;
            case TokenKind::OBrace:
            case TokenKind::OBrack:
                report_missing_comma();
                nodes_[frames_.back().node].flags |= kBroken;
                return open_nameless_property();
            case TokenKind::JsonKeyword:
            case TokenKind::Apostrophe: {
                report_missing_comma();
                TokenKind next = kind_after(at_);
                if (!follows_directly() && (next == TokenKind::Colon || next == TokenKind::Equal)) {
                    frames_.back().state = State::Next;
                    return;
                }
                return consume();
            }
            default:
                report_missing_comma();
                return consume();
        }
    }

    // The comma was swallowed by a string without an end.
    bool follows_open_string() const {
        std::uint32_t last = last_end_token_ - 1;
        return kind_of(last) == TokenKind::JsonString &&
               std::ranges::binary_search(tokens_.odd_strings, last) &&
               check_json_string(text_of(last)).kind == JsonStringProblem::Kind::Unterminated;
    }

    // No white space before the token: it belongs to a malformed literal rather than being one of its own.
    bool follows_directly() const { return at_ == last_end_token_; }

    void array_step(TokenKind kind) {
        Frame& frame = frames_.back();
        if (frame.state != State::After) {
            if (kind == TokenKind::CBrack) {
                if (frame.state == State::Next) report_trailing_comma(DiagCode::JsonTrailingCommaInArray);
                return take_closer();
            }
            if (kind == TokenKind::CBrace) {
                report_here(DiagCode::JsonMissingValueAtBrace, {expected(), "\"}\""});
                return wrong_closer();
            }
            return value_step(kind);
        }
        switch (kind) {
            case TokenKind::Comma:
                return take_comma();
            case TokenKind::CBrack:
                return take_closer();
            case TokenKind::CBrace:
                report_wrong_closer(DiagCode::JsonMismatchedBrackets, "Replace it by \"]\"", "]");
                return wrong_closer();
            case TokenKind::Colon:
                report_here(DiagCode::JsonColonInArray, {});
                frames_.back().state = State::Next;
                return consume();
            default:
                break;
        }
        report_missing_comma();
        if (!starts_value(kind) || follows_directly()) return consume();
        frames_.back().state = State::Next;
    }

    void value_step(TokenKind kind) {
        bool in_object = frames_.back().open == TokenKind::OBrace;
        switch (kind) {
            case TokenKind::OBrace:
            case TokenKind::OBrack:
                return open_frame(kind);
            case TokenKind::JsonString:
                if (in_object && starts_next_property(kind)) {
                    if (wants_report())
                        report(make_diagnostic(DiagCode::JsonMissingValueAtBrace, {last_end(), last_end()},
                                               {expected(), "line"}));
                    add_missing();
                    frames_.back().state = State::Next;
                    return;
                }
                take_string();
                return value_done();
            case TokenKind::JsonNumber:
                take_number();
                return value_done();
            case TokenKind::JsonKeyword:
                take_keyword();
                return value_done();
            case TokenKind::Apostrophe:
                report_bad_start();
                if (text_of(at_).size() == 1) return consume();
                add_leaf(NodeKind::JsonString, kBroken);
                return value_done();
            case TokenKind::CBrace:
                report_here(DiagCode::JsonMissingValueAtBrace, {expected(), "\"}\""});
                return add_missing();
            case TokenKind::CBrack:
                report_here(DiagCode::JsonMissingElement, {expected()});
                return add_missing();
            case TokenKind::Comma:
                report_bad_start();
                return add_missing();
            default:
                report_bad_start();
                return consume();
        }
    }

    // ---------------------------------------------------------------- literals

    void take_string() {
        std::uint8_t flags = 0;
        while (odd_ < tokens_.odd_strings.size() && tokens_.odd_strings[odd_] < at_) ++odd_;
        if (odd_ < tokens_.odd_strings.size() && tokens_.odd_strings[odd_] == at_ &&
            check_json_string(text_of(at_)).kind != JsonStringProblem::Kind::None) {
            flags = kBroken;
            if (wants_report()) report(json::bad_string(span_of(at_), text_of(at_)));
            mute();
        }
        add_leaf(NodeKind::JsonString, flags);
    }

    void take_number() {
        std::string_view reason = check_json_number(text_of(at_));
        if (!reason.empty()) report(json::bad_number(span_of(at_), text_of(at_), reason));
        add_leaf(NodeKind::JsonNumber, reason.empty() ? 0 : kBroken);
    }

    void take_keyword() {
        std::string_view word = text_of(at_);
        if (word == "true") return add_leaf(NodeKind::JsonBool, kTrue);
        if (word == "false") return add_leaf(NodeKind::JsonBool);
        if (word == "null") return add_leaf(NodeKind::JsonNull);
        if (wants_report()) report(json::bad_keyword(span_of(at_), word, false));
        mute();
        add_leaf(NodeKind::Bogus, kBroken);
    }

    // ---------------------------------------------------------------- commas and brackets

    void take_comma() {
        frames_.back().state = State::Next;
        is_quiet_ = false;
        consume();
        mark();
    }

    void take_closer() {
        bool is_paired = kind_of(at_) ==
                         (frames_.back().open == TokenKind::OBrace ? TokenKind::CBrace : TokenKind::CBrack);
        if (context_ && frames_.size() - 1 == base_) {
            if (is_paired && is_in_order()) is_stopped_ = context_->stop(tokens_.starts[at_], true);
            has_left_ = !is_stopped_;
            return;
        }
        consume();
        close_frame(is_paired);
        is_quiet_ = false;
    }

    // The comma is the last token that is no white space.
    void report_trailing_comma(DiagCode code) {
        Span comma = span_of(last_end_token_ - 1);
        if (kind_of(last_end_token_ - 1) != TokenKind::Comma) return;
        Diagnostic diagnostic = make_diagnostic(code, comma);
        json::add_fix(diagnostic, "Remove the comma", comma, "");
        report(std::move(diagnostic));
    }

    void report_wrong_closer(DiagCode code, std::string_view fix, std::string_view replacement) {
        if (!wants_report()) return mute();
        Diagnostic diagnostic = make_diagnostic(code, span_of(at_));
        diagnostic.related.push_back(
            {Location{diagnostic.file, span_of(nodes_[frames_.back().node].first_token)},
             frames_.back().open == TokenKind::OBrace ? "The object starts here."
                                                      : "The array starts here."});
        json::add_fix(diagnostic, std::string(fix), span_of(at_), std::string(replacement), false);
        report(std::move(diagnostic));
    }

    // The innermost frame meets the other kind's bracket: either the right one is missing before it, or it is
    // a slip of the hand, or it is one too many. Which of them, the brackets of the whole file tell.
    void wrong_closer() {
        bool in_object = frames_.back().open == TokenKind::OBrace;
        bool has_partner = (in_object ? open_arrays_ : open_objects_) > 0;
        std::int64_t own = in_object ? braces_ : brackets_;
        std::int64_t other = in_object ? brackets_ : braces_;
        bool is_slip = own > 0 && other < 0;
        note_unpaired();
        if (context_ && frames_.size() - 1 == base_) {
            has_left_ = true;
            return;
        }
        if (has_partner && !is_slip) {
            TokenKind partner = in_object ? TokenKind::OBrack : TokenKind::OBrace;
            std::size_t target = frames_.size() - 1;
            while (frames_[target].open != partner) --target;
            if (context_ && target <= base_) {
                has_left_ = true;
                return;
            }
            while (frames_.back().open != partner) {
                --(frames_.back().open == TokenKind::OBrace ? braces_ : brackets_);
                abandon_frame(false);
            }
            more_openers_ = braces_ > 0 || brackets_ > 0;
            if (frames_.back().open == TokenKind::OBrace &&
                (frames_.back().state == State::Colon || frames_.back().state == State::Value))
                add_missing();
            return take_closer();
        }
        if (is_slip) {
            --(in_object ? braces_ : brackets_);
            ++(in_object ? brackets_ : braces_);
            more_openers_ = braces_ > 0 || brackets_ > 0;
            return take_closer();
        }
        ++(in_object ? brackets_ : braces_);
        more_openers_ = braces_ > 0 || brackets_ > 0;
        consume();
    }

    void at_end() {
        at_ = count_;
        Frame& frame = frames_.back();
        if (frame.open == TokenKind::EndOfFile) {
            if (frame.state == State::First) {
                report_end({});
                add_node(NodeKind::Missing, kBroken, 0, 0);
            } else if (!nodes_.empty() && diagnostics_.empty() && nodes_[0].kind != NodeKind::JsonObject &&
                       nodes_[0].kind != NodeKind::JsonArray) {
                report_root();
            }
            return;
        }
        if (frame.state == State::Colon) {
            if (wants_report()) report_here(DiagCode::JsonMissingColon, {name_of_property(), found()});
        } else if (frame.state == State::After) {
            report_unclosed();
        } else {
            report_end(span_of(nodes_[frame.node].first_token));
        }
        while (frames_.size() > 1) abandon_frame(false);
    }

    // The text ends where something was expected; `opener` is the bracket that waits for it.
    void report_end(Span opener) {
        if (!wants_report()) return mute();
        Diagnostic diagnostic = make_diagnostic(DiagCode::JsonMissingValueAtEnd, span_of(at_), {expected()});
        if (!opener.is_empty())
            diagnostic.related.push_back({Location{diagnostic.file, opener}, "This is not closed yet."});
        report(std::move(diagnostic));
    }

    void report_root() {
        const NodeData& root = nodes_[0];
        Span span = cover(span_of(root.first_token), span_of(root.first_token + root.token_count - 1u));
        report(make_diagnostic(DiagCode::JsonRootNotObject, span,
                               {json::describe(kind_of(root.first_token), text_of(root.first_token))}));
    }

    std::string_view text_;
    JsonTokens tokens_;
    std::uint32_t count_ = 0;
    std::vector<NodeData> nodes_;
    std::vector<WideNode> wide_nodes_;
    Diagnostics diagnostics_;
    std::vector<Frame> frames_;  // the first is the file
    std::uint32_t at_ = 0;
    std::uint32_t last_end_token_ = 0;  // one past the last token that is no white space
    std::size_t odd_ = 0;
    bool is_quiet_ = false;
    // Opened minus closed, in the whole file.
    std::int64_t braces_ = 0;
    std::int64_t brackets_ = 0;
    bool more_openers_ = false;
    std::uint32_t open_objects_ = 0;
    std::uint32_t open_arrays_ = 0;
    // Of the line at hand.
    std::uint32_t line_indent_ = 0;
    std::uint32_t line_start_ = 0;
    // Where the text can be cut: of the objects and arrays at hand, those of the outermost first.
    std::vector<JsonMark> marks_;
    std::vector<JsonSplit> splits_;
    // Of elements that are read by themselves.
    const JsonContext* context_ = nullptr;
    std::size_t base_ = 0;  // frame of the innermost object or array around
    bool is_stopped_ = false;
    bool has_left_ = false;  // they end what is around
};

}  // namespace

JsonTree parse_json(std::string_view text) {
    return Parser(text, lex_json(text)).run();
}

bool parse_json_elements(std::string_view text, const JsonContext& context, JsonTree& tree,
                         JsonSplit& found) {
    JsonTokens tokens = lex_json(text, false);
    if (tokens.is_open) return false;
    return Parser(text, std::move(tokens)).run_elements(context, tree, found);
}

}  // namespace hcl::syntax
