#include "engine/base/ip_address.h"

#include <array>
#include <charconv>

namespace hcl {

namespace {

constexpr std::size_t kGroups = 8;

// A number of at most `digits` digits and at most `most`; empty for other text.
std::optional<unsigned> number(std::string_view text, int base, std::size_t digits, unsigned most) {
    unsigned value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || text.size() > digits || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value <= most ? std::optional(value) : std::nullopt;
}

std::optional<unsigned> decimal(std::string_view text, LeadingZeros zeros, unsigned most) {
    if (zeros == LeadingZeros::Refused && text.size() > 1 && text[0] == '0') return std::nullopt;
    return number(text, 10, 8, most);
}

// Parses groups up to the end or to `::`; returns their number. The last can be an IPv4 address.
std::optional<std::size_t> parse_groups(std::string_view text, LeadingZeros zeros,
                                        std::array<std::uint16_t, kGroups>& groups) {
    std::size_t count = 0;
    while (!text.empty()) {
        const std::size_t colon = text.find(':');
        const std::string_view part = text.substr(0, colon);
        if (part.find('.') != std::string_view::npos) {
            auto v4 = colon == std::string_view::npos ? parse_ipv4(part, zeros) : std::nullopt;
            if (!v4 || count + 2 > kGroups) return std::nullopt;
            groups[count++] = static_cast<std::uint16_t>(*v4 >> 16);
            groups[count++] = static_cast<std::uint16_t>(*v4 & 0xFFFF);
            return count;
        }
        auto value = number(part, 16, 4, 0xFFFF);
        if (!value || count == kGroups) return std::nullopt;
        groups[count++] = static_cast<std::uint16_t>(*value);
        if (colon == std::string_view::npos) return count;
        text.remove_prefix(colon + 1);
        if (text.empty()) return std::nullopt;
    }
    return count;
}

std::string v4_text(AddressBits address) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) {
        if (!out.empty()) out += '.';
        out += std::to_string(static_cast<unsigned>(address >> shift) & 255);
    }
    return out;
}

std::string v6_text(AddressBits address) {
    std::array<unsigned, kGroups> groups{};
    for (std::size_t i = 0; i < kGroups; ++i)
        groups[i] = static_cast<unsigned>(address >> (112 - 16 * i)) & 0xFFFF;
    // The longest run of at least two zeros is omitted; the first of equal ones.
    std::size_t start = kGroups, length = 1;
    for (std::size_t i = 0; i < kGroups;) {
        std::size_t end = i;
        while (end < kGroups && groups[end] == 0) ++end;
        if (end - i > length) {
            start = i;
            length = end - i;
        }
        i = end == i ? i + 1 : end;
    }
    std::string out;
    for (std::size_t i = 0; i < kGroups; ++i) {
        if (i == start) {
            out += "::";
            i += length - 1;
            continue;
        }
        if (!out.empty() && out.back() != ':') out += ':';
        std::array<char, 4> digits{};
        auto end = std::to_chars(digits.data(), digits.data() + digits.size(), groups[i], 16).ptr;
        out.append(digits.data(), end);
    }
    return out;
}

}  // namespace

AddressBits IpPrefix::host_mask() const {
    const unsigned bits = width - length;
    return bits >= 128 ? ~AddressBits{0} : (AddressBits{1} << bits) - 1;
}

std::string IpPrefix::text() const {
    return ip_text(address, width) + "/" + std::to_string(length);
}

std::string ip_text(AddressBits address, unsigned width) {
    if (width == 32) return v4_text(address);
    return address >> 32 == 0xFFFF ? v4_text(address) : v6_text(address);
}

std::optional<AddressBits> parse_ipv4(std::string_view text, LeadingZeros zeros) {
    AddressBits address = 0;
    for (int octet = 0; octet < 4; ++octet) {
        const std::size_t dot = text.find('.');
        if ((dot == std::string_view::npos) != (octet == 3)) return std::nullopt;
        auto value = decimal(text.substr(0, dot), zeros, 255);
        if (!value) return std::nullopt;
        address = address << 8 | *value;
        if (octet < 3) text.remove_prefix(dot + 1);
    }
    return address;
}

std::optional<AddressBits> parse_ipv6(std::string_view text, LeadingZeros zeros) {
    std::array<std::uint16_t, kGroups> head{};
    std::array<std::uint16_t, kGroups> tail{};
    const std::size_t gap = text.find("::");
    auto before = parse_groups(text.substr(0, gap), zeros, head);
    if (!before) return std::nullopt;
    if (gap == std::string_view::npos) {
        if (*before != kGroups) return std::nullopt;
    } else {
        auto after = parse_groups(text.substr(gap + 2), zeros, tail);
        if (!after || *before + *after >= kGroups) return std::nullopt;
        for (std::size_t i = 0; i < *after; ++i) head[kGroups - *after + i] = tail[i];
    }
    AddressBits address = 0;
    for (std::uint16_t group : head) address = address << 16 | group;
    return address;
}

std::optional<IpPrefix> parse_ip_prefix(std::string_view text, LeadingZeros zeros) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    IpPrefix out;
    auto address = parse_ipv4(text.substr(0, slash), zeros);
    if (!address) {
        address = parse_ipv6(text.substr(0, slash), zeros);
        out.width = 128;
    }
    auto length = decimal(text.substr(slash + 1), zeros, out.width);
    if (!address || !length) return std::nullopt;
    out.length = *length;
    out.address = *address & ~out.host_mask();
    return out;
}

}  // namespace hcl
