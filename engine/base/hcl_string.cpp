#include "engine/base/hcl_string.h"

namespace hcl {

void append_hcl_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\t') {
            out += "\\t";
        } else if ((c == '$' || c == '%') && i + 1 < text.size() && text[i + 1] == '{') {
            out.append(2, c);
        } else if (byte < 0x20 || byte == 0x7F) {
            constexpr std::string_view kHex = "0123456789abcdef";
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

std::string hcl_string(std::string_view text) {
    std::string out;
    append_hcl_string(out, text);
    return out;
}

}  // namespace hcl
