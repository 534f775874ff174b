#include "engine/syntax/lex/literal.h"

#include <algorithm>

#include "engine/base/ascii.h"
#include "engine/base/utf8.h"
#include "engine/source/position.h"
#include "engine/syntax/hcl1/scan.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::syntax {

namespace {

bool is_escaped_introducer(std::string_view text, std::size_t at) {
    return at + 2 < text.size() && text[at + 1] == text[at] && text[at + 2] == '{';
}

// The character of a one-letter escape, or 0.
char simple_escape(char selector) {
    switch (selector) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case '"':
        case '\\':
            return selector;
        default:
            return 0;
    }
}

struct EscapeReader {
    std::string_view text;
    const EscapeProblem& problem;
    std::string& out;

    void complain(std::size_t from, std::size_t to, std::string_view why) const {
        if (problem) problem(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), why);
    }

    // Appends the decoded escape whose backslash is at `at`; returns its end.
    std::size_t read(std::size_t at) const {
        if (at + 1 >= text.size()) {
            complain(at, at + 1,
                     "A backslash starts an escape, but nothing follows it. Write \\\\ for a backslash.");
            out += text[at];
            return at + 1;
        }
        const char selector = text[at + 1];
        if (char c = simple_escape(selector)) {
            out += c;
            return at + 2;
        }
        if (selector == 'u') return code_point(at, 4);
        if (selector == 'U') return code_point(at, 8);
        Utf8Char character = decode_utf8(text, at + 1);
        const std::size_t end = at + 1 + std::max(character.length, 1u);
        std::string message = "There is no escape \"";
        message += text.substr(at, end - at);
        message += "\". Write \\\\ for a backslash; \\n, \\r, \\t, \\\", \\u and \\U are the other escapes.";
        complain(at, end, message);
        out += text.substr(at + 1, end - at - 1);
        return end;
    }

    std::size_t code_point(std::size_t at, std::size_t digits) const {
        std::size_t end = at + 2;
        std::uint32_t code = 0;
        while (end < text.size() && end < at + 2 + digits && ascii::is_hex_digit(text[end]))
            code = code << 4 | static_cast<std::uint32_t>(ascii::hex_digit(text[end++]));
        const bool is_short = end != at + 2 + digits;
        const bool is_character = code < 0xD800 || (code > 0xDFFF && code <= 0x10FFFF);
        if (!is_short && is_character) {
            append_code_point(out, code);
            return end;
        }
        complain(at, end,
                 !is_short     ? "This is not a character: surrogates and numbers above 10FFFF are not."
                 : digits == 4 ? "\\u is followed by four hexadecimal digits."
                               : "\\U is followed by eight hexadecimal digits.");
        out += text.substr(at, end - at);
        return end;
    }
};

}  // namespace

std::string decode_quoted(std::string_view text, const EscapeProblem& problem) {
    std::string out;
    out.reserve(text.size());
    const EscapeReader escape{text, problem, out};
    for (std::size_t i = 0; i < text.size();) {
        char c = text[i];
        if ((c == '$' || c == '%') && is_escaped_introducer(text, i)) {
            out += c;
            out += '{';
            i += 3;
        } else if (c == '\\') {
            i = escape.read(i);
        } else {
            out += c;
            ++i;
        }
    }
    return out;
}

std::string decode_unquoted(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        if ((text[i] == '$' || text[i] == '%') && is_escaped_introducer(text, i)) {
            out += text[i];
            out += '{';
            i += 3;
        } else {
            out += text[i++];
        }
    }
    return out;
}

std::string number_text(Node number) {
    if (!number.has(kHcl1)) return std::string(number.text());
    return hcl1::decimal(number.text()).value_or("");
}

namespace {

// The text of a TemplateLiteral.
std::string decode_literal(Node literal) {
    std::string_view text = literal.text();
    if (literal.has(kHcl1)) return hcl1::decode_string(text);
    return literal.token_kind(literal.first_token()) == TokenKind::QuotedLit ? decode_quoted(text)
                                                                             : decode_unquoted(text);
}

// The single part of an HCL 1 heredoc.
TemplateItem hcl1_heredoc(Node node) {
    const std::uint32_t first = node.first_token() + 1;
    std::uint32_t end = first;
    while (end < node.token_end() && node.token_kind(end) != TokenKind::CHeredoc) ++end;
    const Span span{node.token_span(node.first_token()).end, node.token_span(end - 1).end};
    std::string_view indent;
    if (end < node.token_end()) {
        indent = node.token_text(end);
        indent = indent.substr(0, indent.size() - trim_left_space(indent).size());
    }
    std::string_view raw = node.text().substr(span.start - node.span().start, span.length());
    return {Node(), span, hcl1::decode_heredoc(raw, indent, node.has(kFlush))};
}

}  // namespace

std::string label_text(Node label) {
    if (!label.has(kQuoted)) return std::string(label.text());
    std::string out;
    std::uint32_t depth = 0;
    for (std::uint32_t t = label.first_token(); t < label.token_end(); ++t) {
        switch (label.token_kind(t)) {
            case TokenKind::TemplateInterp:
            case TokenKind::TemplateControl:
                if (depth++ == 0) {
                    out += label.token_kind(t) == TokenKind::TemplateInterp ? "$" : "%";
                    out += "{ ... }";
                }
                break;
            case TokenKind::TemplateSeqEnd:
                --depth;
                break;
            case TokenKind::QuotedLit:
                if (label.has(kHcl1))
                    out += hcl1::decode_string(label.token_text(t));
                else if (depth == 0)
                    out += decode_quoted(label.token_text(t));
                break;
            default:
                break;
        }
    }
    return out;
}

namespace {

// The parts of a template in text order, including directives and their ends: trimming affects
// adjacent text, at any place in the tree.
struct FlatPart {
    enum class Kind : std::uint8_t { Literal, Sequence, Directive, Else, End } kind;
    Node node;
    Span span;
    std::string text;
};

class Flattener {
  public:
    explicit Flattener(Node root) : root_(root) {}

    std::vector<FlatPart> run() {
        for (Node part : root_.children()) add(part);
        return std::move(parts_);
    }

  private:
    void add(Node part) {
        switch (part.kind()) {
            case NodeKind::TemplateLiteral: {
                std::string text = decode_literal(part);
                if (trim_next_) text = std::string(trim_left_space(text));
                trim_next_ = false;
                parts_.push_back({FlatPart::Kind::Literal, part, part.span(), std::move(text)});
                break;
            }
            case NodeKind::IfDirective: {
                marker(part, part.first_token(), FlatPart::Kind::Directive);
                Node first = part.child(1);
                Node second = part.has(kHasElse) ? part.child(2) : Node();
                for (Node inner : first.children()) add(inner);
                if (second) {
                    marker(part, first.token_end(), FlatPart::Kind::Else);
                    for (Node inner : second.children()) add(inner);
                }
                marker(part, (second ? second : first).token_end(), FlatPart::Kind::End);
                break;
            }
            case NodeKind::ForDirective: {
                marker(part, part.first_token(), FlatPart::Kind::Directive);
                Node body = part.child(part.child_count() - 1);
                for (Node inner : body.children()) add(inner);
                marker(part, body.token_end(), FlatPart::Kind::End);
                break;
            }
            default:
                marker(part, part.first_token(), FlatPart::Kind::Sequence);
                break;
        }
    }

    // A "${" or "%{" at `token`: its strip markers affect the adjacent text.
    void marker(Node node, std::uint32_t token, FlatPart::Kind kind) {
        trim_next_ = false;
        bool is_sequence = token < node.token_end() && (node.token_kind(token) == TokenKind::TemplateInterp ||
                                                        node.token_kind(token) == TokenKind::TemplateControl);
        if (is_sequence && node.token_text(token).ends_with('~') && !parts_.empty() &&
            parts_.back().kind == FlatPart::Kind::Literal) {
            parts_.back().text = std::string(trim_right_space(parts_.back().text));
        }
        Span span = node.span();
        if (is_sequence) {
            std::uint32_t end = sequence_end(node, token);
            trim_next_ = end < node.token_end() && node.token_text(end).starts_with('~');
            span = {node.token_span(token).start,
                    end < node.token_end() ? node.token_span(end).end : node.span().end};
        }
        parts_.push_back({kind, node, span, {}});
    }

    // The token that closes the sequence opened at `token`.
    static std::uint32_t sequence_end(Node node, std::uint32_t token) {
        std::uint32_t depth = 0;
        for (; token < node.token_end(); ++token) {
            TokenKind kind = node.token_kind(token);
            if (kind == TokenKind::TemplateInterp || kind == TokenKind::TemplateControl) ++depth;
            if (kind == TokenKind::TemplateSeqEnd && --depth == 0) break;
        }
        return token;
    }

    Node root_;
    std::vector<FlatPart> parts_;
    bool trim_next_ = false;
};

// Removes the common indentation from all lines of a flush heredoc.
void flush(std::vector<FlatPart>& parts) {
    constexpr std::uint32_t kBlank = 0xFFFF'FFFF;
    std::uint32_t smallest = kBlank;
    bool at_line_start = true;
    std::vector<FlatPart*> adjusted;
    for (FlatPart& part : parts) {
        bool is_literal = part.kind == FlatPart::Kind::Literal;
        if (at_line_start) {
            at_line_start = false;
            std::uint32_t spaces = 0;
            if (is_literal) {
                std::string_view rest = trim_left_space(part.text);
                if (rest.empty() && part.text.ends_with('\n')) {
                    spaces = kBlank;
                } else {
                    spaces =
                        count_units(std::string_view(part.text).substr(0, part.text.size() - rest.size()),
                                    ColumnUnit::Grapheme);
                    adjusted.push_back(&part);
                }
            }
            smallest = std::min(smallest, spaces);
        }
        if (is_literal && part.text.ends_with('\n')) at_line_start = true;
    }
    if (smallest == kBlank || smallest == 0) return;
    for (FlatPart* part : adjusted) {
        std::uint32_t bytes = bytes_of_units(part->text, smallest, ColumnUnit::Grapheme);
        part->text.erase(0, bytes);
        part->span.start += bytes;
    }
}

std::vector<TemplateItem> build(const std::vector<FlatPart>& parts, std::size_t& at) {
    std::vector<TemplateItem> items;
    for (; at < parts.size(); ++at) {
        const FlatPart& part = parts[at];
        switch (part.kind) {
            case FlatPart::Kind::Else:
            case FlatPart::Kind::End:
                return items;
            case FlatPart::Kind::Literal:
                if (!items.empty() && items.back().is_literal()) {
                    items.back().text += part.text;
                    items.back().span.end = part.span.end;
                } else {
                    items.push_back({Node(), part.span, part.text});
                }
                break;
            case FlatPart::Kind::Sequence:
                items.push_back({part.node, part.span, {}});
                break;
            case FlatPart::Kind::Directive: {
                TemplateItem item{part.node, part.node.span(), {}};
                item.first = build(parts, ++at);
                if (at < parts.size() && parts[at].kind == FlatPart::Kind::Else)
                    item.second = build(parts, ++at);
                items.push_back(std::move(item));
                break;
            }
        }
    }
    return items;
}

}  // namespace

std::vector<TemplateItem> template_items(Node node) {
    if (node.is(NodeKind::Heredoc) && node.has(kHcl1)) return {hcl1_heredoc(node)};
    std::vector<FlatPart> parts = Flattener(node).run();
    if (node.is(NodeKind::Heredoc) && node.has(kFlush)) flush(parts);
    std::size_t at = 0;
    std::vector<TemplateItem> items = build(parts, at);
    if (items.empty()) {
        std::uint32_t place = node.span().start;
        // The end of the first token after the opener, which for an empty string is its closing quote.
        if (!node.is(NodeKind::TemplateBody) && node.token_end() > node.first_token() + 1)
            place = node.token_span(node.first_token() + 1).end;
        items.push_back({Node(), {place, place}, {}});
    }
    return items;
}

bool is_string_literal(Node node) {
    if (!node.is(NodeKind::Template) && !node.is(NodeKind::Heredoc)) return false;
    for (Node part : node.children())
        if (!part.is(NodeKind::TemplateLiteral)) return false;
    return true;
}

std::optional<std::string> quoted_text(Node node) {
    if (!node.is(NodeKind::Template) || !is_string_literal(node)) return std::nullopt;
    return template_items(node)[0].text;
}

}  // namespace hcl::syntax
