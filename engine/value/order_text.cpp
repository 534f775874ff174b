#include "engine/value/order_text.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include "engine/value/capsule.h"
#include "engine/value/text.h"
#include "engine/value/value.h"

namespace hcl::internal {

namespace {

// A small value with shared parts can have an exponentially long text. Beyond this, structure decides.
constexpr std::size_t kMostText = 1 << 12;

bool is_printable(char32_t c) {
    constexpr std::uint32_t kPrintable = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_P_MASK | U_GC_S_MASK;
    return c == ' ' || (U_MASK(u_charType(static_cast<UChar32>(c))) & kPrintable) != 0;
}

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        const char32_t c = decode_utf8(text, i);
        constexpr std::string_view kControls = "abtnvfr";  // from 7 on
        if (c == '"' || c == '\\') {
            out += '\\';
            out += static_cast<char>(c);
        } else if (c >= 7 && c <= 13) {
            out += '\\';
            out += kControls[c - 7];
        } else if (is_printable(c)) {
            out += text.substr(begin, i - begin);
        } else if (c < 0x80) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        } else {
            out += c < 0x10000 ? fmt::format("\\u{:04x}", static_cast<unsigned>(c))
                               : fmt::format("\\U{:08x}", static_cast<unsigned>(c));
        }
    }
    out += '"';
}

void append_number(std::string& out, const Number& number) {
    // Short integers print as they are.
    if (const auto integer = number.to_int64();
        integer && *integer < 1'000'000 && *integer > -1'000'000 && *integer)
        out += fmt::format("{}", *integer);
    else
        out += number.format('g', 10).value_or("");
}

}  // namespace

void append_order_text(std::string& out, const Value& marked) {
    if (out.size() > kMostText) return;
    const Value& value = marked.unmarked();
    if (value.is_unknown()) {
        out += '?';
        return;
    }
    if (value.is_null()) {
        out += '~';
        return;
    }
    const auto append_all = [&](char open, char close) {
        out += open;
        for (const Value& element : value.elements()) {
            if (out.size() > kMostText) return;
            append_order_text(out, element);
            out += ';';
        }
        out += close;
    };
    switch (value.kind()) {
        case TypeKind::Number:
            append_number(out, value.as_number());
            break;
        case TypeKind::Bool:
            out += value.as_bool() ? 'T' : 'F';
            break;
        case TypeKind::String:
            append_quoted(out, value.as_string());
            break;
        case TypeKind::Map:
            out += '{';
            for (const MapEntry& entry : value.entries()) {
                if (out.size() > kMostText) return;
                append_quoted(out, entry.key.as_string());
                out += ':';
                append_order_text(out, entry.value);
                out += ';';
            }
            out += '}';
            break;
        case TypeKind::List:
        case TypeKind::Set:
            append_all('[', ']');
            break;
        case TypeKind::Tuple:
        case TypeKind::Object:
            append_all('<', '>');
            break;
        case TypeKind::Capsule:
        case TypeKind::Dynamic:
            out += "\xC2\xAB?\xC2\xBB";
            break;
    }
}

}  // namespace hcl::internal
