// How JSON writes the characters that cannot stand in its strings as they are.
#pragma once

#include <string>

namespace hcl {

// Appends the escape of a quote, a backslash, or any other ASCII character.
inline void append_json_escape(std::string& out, char c) {
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

}  // namespace hcl
