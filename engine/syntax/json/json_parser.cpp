#include "engine/syntax/json/json_parser.h"

#include <algorithm>
#include <string>

#include "engine/base/json_string.h"
#include "engine/syntax/json/json_builder.h"
#include "engine/syntax/json/json_literals.h"
#include "engine/syntax/json/json_messages.h"

namespace hcl::syntax {

namespace {

class JsonParser : private JsonBuilder {
  public:
    JsonParser(std::string_view text, JsonTokens tokens) : JsonBuilder(text, std::move(tokens)) {}

    JsonTree run() {
        nodes_.reserve(count_ / 3 + 4);
        count_brackets();
        frames_.push_back({});
        while (skip_space()) step(tokens_.kinds[at_]);
        at_end();
        std::ranges::sort(wide_nodes_, {}, &WideNode::node);
        return take_tree();
    }

    // Node 0 represents the enclosing values until the end.
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
            // Only the state of the innermost matters: leaving it ends the parse.
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
    // ---------------------------------------------------------------- steps

    // Consumes the token, or changes the state so that a later step will.
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

    // Brackets are missing: a name, or a closing bracket, that is indented less than the line that opened the
    // innermost object or array belongs to an enclosing one.
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
        // No enclosing line is indented less, so it can only belong to the outermost one.
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

    // An opening bracket is missing, for example after an unterminated quote: a closing bracket that is
    // indented more than the line that opened the innermost object or array belongs to the missing one.
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

    // An unquoted name, or one in single quotes.
    void bad_name(TokenKind kind) {
        std::uint32_t first = at_;
        open_property();
        nodes_.back().flags |= kBroken;
        if (kind == TokenKind::Apostrophe && text_of(at_).size() > 1) {
            report_bad_start();
            add_leaf(NodeKind::JsonString, kBroken);
        } else {
            // Other tokens may follow directly: my-name, a1.
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
                    json::add_fix(diagnostic, "Put the name in quotes", span, json_string(word));
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
                if (wants_report())
                    report(make_diagnostic(DiagCode::JsonMissingObjectValue,
                                           is_on_later_line() ? span_of_name() : span_of(at_),
                                           {name_of_property()}));
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

    // A name with a colon on a new line is a new property, even if the previous one is incomplete.
    bool starts_next_property(TokenKind kind) const {
        return kind == TokenKind::JsonString && kind_after(at_) == TokenKind::Colon && is_on_later_line();
    }

    // Whether the current token is on a later line than what is written before.
    bool is_on_later_line() const {
        return text_.substr(last_end(), span_of(at_).start - last_end()).find('\n') != std::string_view::npos;
    }

    void report_missing_at_line_end() {
        if (wants_report())
            report(make_diagnostic(DiagCode::JsonMissingValueAtBrace, {last_end(), last_end()},
                                   {expected(), "line"}));
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
        if (starts_value(kind) && !follows_directly()) {
            frames_.back().state = State::Next;
            return;
        }
        // It is counted among the brackets of the file, but opens nothing.
        if (kind == TokenKind::OBrace || kind == TokenKind::OBrack) note_unpaired();
        consume();
    }

    void value_step(TokenKind kind) {
        bool in_object = frames_.back().open == TokenKind::OBrace;
        switch (kind) {
            case TokenKind::OBrace:
            case TokenKind::OBrack:
                return open_frame(kind);
            case TokenKind::JsonString:
                if (in_object && starts_next_property(kind)) {
                    report_missing_at_line_end();
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
                if (in_object && is_on_later_line())
                    report_missing_at_line_end();
                else
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

    // The comma is the last token that is not white space.
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

    // The innermost object or array is closed by a bracket of the other kind: either the right one is missing
    // before it, or it is a typo, or it is surplus. The brackets of the whole file decide.
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

    // The text ends where something is expected; `opener` is the unclosed bracket.
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
};

}  // namespace

JsonTree parse_json(std::string_view text) {
    return JsonParser(text, lex_json(text)).run();
}

bool parse_json_elements(std::string_view text, const JsonContext& context, JsonTree& tree,
                         JsonSplit& found) {
    JsonTokens tokens = lex_json(text, false);
    if (tokens.is_open) return false;
    return JsonParser(text, std::move(tokens)).run_elements(context, tree, found);
}

}  // namespace hcl::syntax
