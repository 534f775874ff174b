// IP addresses and their prefixes as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hcl {

// 128 bits; an IPv4 address is in the low 32.
__extension__ using AddressBits = unsigned __int128;

struct IpPrefix {
    AddressBits address = 0;  // the first of the prefix
    unsigned width = 32;      // bits of an address: 32 or 128
    unsigned length = 0;      // bits of the prefix

    // Bits of `width - length` ones.
    AddressBits host_mask() const;
    std::string text() const;  // "10.0.0.0/8"
};

// Whether decimal parts of an address may begin with zeros.
enum class LeadingZeros : bool { Refused, Allowed };

std::optional<AddressBits> parse_ipv4(std::string_view text, LeadingZeros zeros);
// Without a zone; the last two groups may be written as an IPv4 address.
std::optional<AddressBits> parse_ipv6(std::string_view text, LeadingZeros zeros);
// `ADDRESS/LENGTH`. Bits behind the prefix are cleared.
std::optional<IpPrefix> parse_ip_prefix(std::string_view text, LeadingZeros zeros);
// In the shortest form of RFC 5952.
std::string ip_text(AddressBits address, unsigned width);

}  // namespace hcl
