#include "engine/source/position.h"

#include <unicode/uchar.h>

#include <cstring>

namespace hcl {

namespace {

// One character: its code point and length. Each invalid UTF-8 byte is a character.
struct Character {
    std::uint32_t code = 0xFFFD;
    std::uint32_t length = 1;
};

Character decode(std::string_view text, std::size_t at) {
    auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    std::uint32_t lead = byte(at);
    if (lead < 0x80) return {lead, 1};
    std::uint32_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return {};
    std::uint32_t code = lead & (0xFFu >> (length + 1));
    for (std::uint32_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) return {};
        code = code << 6 | (byte(at + i) & 0x3Fu);
    }
    bool is_overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (is_overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
    return {code, length};
}

bool is_ascii(std::string_view text) {
    std::size_t i = 0;
    std::uint64_t seen = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + i, 8);
        seen |= word;
    }
    for (; i < text.size(); ++i) seen |= static_cast<std::uint8_t>(text[i]);
    return (seen & 0x8080'8080'8080'8080ull) == 0;
}

// The boundaries of extended grapheme clusters (UAX #29), character by character.
class Clusters {
  public:
    // True when a cluster starts with `code`, given all characters fed before it.
    bool starts_cluster(std::uint32_t code) {
        auto current = static_cast<UGraphemeClusterBreak>(
            u_getIntPropertyValue(static_cast<UChar32>(code), UCHAR_GRAPHEME_CLUSTER_BREAK));
        bool is_pictographic = u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_EXTENDED_PICTOGRAPHIC);
        bool is_start = is_first_ || breaks(previous_, current, is_pictographic);
        is_first_ = false;
        regional_ = current == U_GCB_REGIONAL_INDICATOR ? (is_start ? 1 : regional_ + 1) : 0;
        if (is_pictographic)
            emoji_ = Emoji::Base;
        else if (emoji_ == Emoji::Base && current == U_GCB_EXTEND)
            emoji_ = Emoji::Base;
        else if (emoji_ == Emoji::Base && current == U_GCB_ZWJ)
            emoji_ = Emoji::Joined;
        else
            emoji_ = Emoji::None;
        previous_ = current;
        return is_start;
    }

  private:
    enum class Emoji : std::uint8_t { None, Base, Joined };

    static bool is_control(UGraphemeClusterBreak kind) {
        return kind == U_GCB_CONTROL || kind == U_GCB_CR || kind == U_GCB_LF;
    }

    bool breaks(UGraphemeClusterBreak a, UGraphemeClusterBreak b, bool is_pictographic) const {
        if (a == U_GCB_CR && b == U_GCB_LF) return false;
        if (is_control(a) || is_control(b)) return true;
        if (a == U_GCB_L && (b == U_GCB_L || b == U_GCB_V || b == U_GCB_LV || b == U_GCB_LVT)) return false;
        if ((a == U_GCB_LV || a == U_GCB_V) && (b == U_GCB_V || b == U_GCB_T)) return false;
        if ((a == U_GCB_LVT || a == U_GCB_T) && b == U_GCB_T) return false;
        if (b == U_GCB_EXTEND || b == U_GCB_ZWJ || b == U_GCB_SPACING_MARK || a == U_GCB_PREPEND)
            return false;
        if (emoji_ == Emoji::Joined && is_pictographic) return false;
        return !(a == U_GCB_REGIONAL_INDICATOR && b == U_GCB_REGIONAL_INDICATOR && regional_ % 2 == 1);
    }

    UGraphemeClusterBreak previous_ = U_GCB_OTHER;
    Emoji emoji_ = Emoji::None;
    std::uint32_t regional_ = 0;
    bool is_first_ = true;
};

std::uint32_t units_of(const Character& character, ColumnUnit unit) {
    switch (unit) {
        case ColumnUnit::Utf8:
            return character.length;
        case ColumnUnit::Utf16:
            return character.length == 4 ? 2 : 1;
        default:
            return 1;
    }
}

}  // namespace

std::uint32_t count_units(std::string_view text, ColumnUnit unit) {
    const auto size = static_cast<std::uint32_t>(text.size());
    if (unit == ColumnUnit::Utf8) return size;
    bool is_plain = is_ascii(text);
    if (is_plain && (unit != ColumnUnit::Grapheme || text.find('\r') == std::string_view::npos)) return size;
    std::uint32_t units = 0;
    Clusters clusters;
    for (std::size_t i = 0; i < text.size();) {
        Character character = decode(text, i);
        i += character.length;
        if (unit != ColumnUnit::Grapheme)
            units += units_of(character, unit);
        else if (clusters.starts_cluster(character.code))
            ++units;
    }
    return units;
}

std::uint32_t bytes_of_units(std::string_view line, std::uint32_t units, ColumnUnit unit) {
    Clusters clusters;
    std::uint32_t seen = 0;
    std::uint32_t bytes = 0;
    while (bytes < line.size()) {
        Character character = decode(line, bytes);
        if (unit == ColumnUnit::Grapheme) {
            if (clusters.starts_cluster(character.code) && seen++ == units) return bytes;
        } else {
            seen += units_of(character, unit);
            if (seen > units) return bytes;
        }
        bytes += character.length;
    }
    return bytes;
}

}  // namespace hcl
