#include "engine/base/json_string.h"

#include "engine/base/utf8.h"

namespace hcl {

namespace {

// Appends the escape of an ASCII character.
void append_escape(std::string& out, char c) {
    static constexpr char kHex[] = "0123456789abcdef";
    switch (c) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\b':
            out += "\\b";
            return;
        case '\f':
            out += "\\f";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            out += "\\u00";
            out += kHex[(c >> 4) & 15];
            out += kHex[c & 15];
    }
}

template <JsonEscapes kEscapes>
bool is_plain(unsigned char c) {
    if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') return false;
    return kEscapes == JsonEscapes::Needed || (c != '<' && c != '>' && c != '&');
}

template <JsonEscapes kEscapes>
void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    std::size_t start = 0;  // start of the text that is not copied yet
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (is_plain<kEscapes>(c)) {
            ++i;
            continue;
        }
        const std::size_t length = c < 0x80 ? 1 : utf8_length_at(text, i);
        const std::string_view character = text.substr(i, length);
        const bool is_separator =
            kEscapes == JsonEscapes::HtmlSafe && (character == "\u2028" || character == "\u2029");
        if (length > 1 && !is_separator) {
            i += length;
            continue;
        }
        out.append(text.substr(start, i - start));
        if (is_separator)
            out += character == "\u2028" ? "\\u2028" : "\\u2029";
        else if (length == 1)
            append_escape(out, text[i]);
        else
            out += kEscapes == JsonEscapes::HtmlSafe ? std::string_view("\\ufffd") : kReplacement;
        i += length == 0 ? 1 : length;
        start = i;
    }
    out.append(text.substr(start));
    out += '"';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text, JsonEscapes escapes) {
    if (escapes == JsonEscapes::HtmlSafe)
        append_quoted<JsonEscapes::HtmlSafe>(out, text);
    else
        append_quoted<JsonEscapes::Needed>(out, text);
}

std::string json_string(std::string_view text, JsonEscapes escapes) {
    std::string out;
    append_json_string(out, text, escapes);
    return out;
}

}  // namespace hcl
