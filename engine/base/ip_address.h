// IP addresses and prefixes as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hcl {

// 128 bits; IPv4 addresses use the low 32.
__extension__ using AddressBits = unsigned __int128;

struct IpPrefix {
    AddressBits address = 0;  // the first address of the prefix
    unsigned width = 32;      // address width in bits: 32 or 128
    unsigned length = 0;      // prefix length in bits

    // A mask of the low `width - length` bits.
    AddressBits host_mask() const;
    std::string text() const;  // "10.0.0.0/8"
};

// Whether decimal parts may have leading zeros.
enum class LeadingZeros : bool { Refused, Allowed };

std::optional<AddressBits> parse_ipv4(std::string_view text, LeadingZeros zeros);
// Without zone; the last two groups can be an IPv4 address.
std::optional<AddressBits> parse_ipv6(std::string_view text, LeadingZeros zeros);
// Parses `ADDRESS/LENGTH` and clears the host bits.
std::optional<IpPrefix> parse_ip_prefix(std::string_view text, LeadingZeros zeros);
// In the shortest form of RFC 5952.
std::string ip_text(AddressBits address, unsigned width);

}  // namespace hcl
