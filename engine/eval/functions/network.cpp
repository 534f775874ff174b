// IP prefixes: hosts, subnets and netmasks.
#include <fmt/format.h>

#include "engine/base/ip_address.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"

namespace hcl::eval::functions {
namespace {

constexpr std::string_view kNoPrefix = "must be an IP prefix such as \"10.0.0.0/8\"";

AddressBits magnitude(std::int64_t number) {
    return number < 0 ? -static_cast<AddressBits>(number) : static_cast<AddressBits>(number);
}

// The address with the number added above its low `shift` bits. A negative number is treated as in the
// reference: as the magnitude of its two's complement.
AddressBits with_number(const IpPrefix& prefix, std::int64_t number, unsigned shift) {
    const AddressBits moved = shift >= 128 ? 0 : magnitude(number) << shift;
    if (number >= 0) return prefix.address | moved;
    return (~prefix.address & (moved - 1)) + 1;
}

FunctionResult<Value> host(Arguments arguments, const Type&, CallContext& call) {
    auto prefix = parse_ip_prefix(arguments[0].as_string(), LeadingZeros::Allowed);
    if (!prefix) return function_error(std::string("prefix ") + std::string(kNoPrefix));
    auto number = whole_number(arguments[1]);
    if (!number) return std::unexpected(std::move(number.error()));
    const AddressBits most = prefix->host_mask();
    const AddressBits distance = *number < 0 ? magnitude(*number) - 1 : magnitude(*number);
    if (distance > most)
        return function_error(
            fmt::format("a prefix of {} bits has no host numbered {}", prefix->length, *number));
    const AddressBits offset = *number < 0 ? most - distance : distance;
    return text_result(ip_text(prefix->address | offset, prefix->width), call);
}

// An address without a length is a prefix of all its bits.
FunctionResult<Value> contains_address(Arguments arguments, const Type&, CallContext&) {
    auto prefix = parse_ip_prefix(arguments[0].as_string(), LeadingZeros::Allowed);
    if (!prefix) return argument_error(0, std::string(kNoPrefix));
    const std::string_view text = arguments[1].as_string();
    auto inner = parse_ip_prefix(text, LeadingZeros::Allowed);
    if (!inner && text.find('/') == text.npos)
        inner = parse_ip_prefix(std::string(text) + (text.find(':') == text.npos ? "/32" : "/128"),
                                LeadingZeros::Allowed);
    if (!inner) return argument_error(1, "must be an IP address or prefix");
    if (inner->width != prefix->width)
        return function_error("an IPv4 prefix and an IPv6 address or prefix have nothing in common");
    return Value::boolean(inner->length >= prefix->length &&
                          (inner->address & ~prefix->host_mask()) == prefix->address);
}

FunctionResult<Value> netmask(Arguments arguments, const Type&, CallContext& call) {
    auto prefix = parse_ip_prefix(arguments[0].as_string(), LeadingZeros::Allowed);
    if (!prefix) return function_error(std::string("prefix ") + std::string(kNoPrefix));
    if (prefix->width != 32) return function_error("prefix must be of IPv4: IPv6 has no netmasks");
    return text_result(ip_text(~prefix->host_mask() & 0xFFFFFFFF, 32), call);
}

FunctionResult<Value> subnet(Arguments arguments, const Type&, CallContext& call) {
    auto prefix = parse_ip_prefix(arguments[0].as_string(), LeadingZeros::Allowed);
    if (!prefix) return function_error(std::string("prefix ") + std::string(kNoPrefix));
    auto new_bits = whole_number(arguments[1]);
    auto number = whole_number(arguments[2]);
    if (!new_bits) return std::unexpected(std::move(new_bits.error()));
    if (!number) return std::unexpected(std::move(number.error()));
    if (*new_bits > prefix->width || prefix->length + *new_bits > prefix->width)
        return function_error(
            fmt::format("a prefix of {} bits cannot be extended by {}: an address has {} bits",
                        prefix->length, *new_bits, prefix->width));
    if (*new_bits < -static_cast<std::int64_t>(prefix->length))
        return function_error(fmt::format("a prefix of {} bits cannot be shortened by {}", prefix->length,
                                          magnitude(*new_bits)));
    if (*new_bits >= 0 && *new_bits < 64 && magnitude(*number) >> *new_bits != 0)
        return function_error(fmt::format("{} more bits have no subnet numbered {}", *new_bits, *number));
    IpPrefix out = *prefix;
    out.length = static_cast<unsigned>(prefix->length + *new_bits);
    out.address = with_number(*prefix, *number, out.width - out.length);
    return text_result(out.text(), call);
}

FunctionResult<Value> subnets(Arguments arguments, const Type&, CallContext& call) {
    auto prefix = parse_ip_prefix(arguments[0].as_string(), LeadingZeros::Allowed);
    if (!prefix) return argument_error(0, std::string(kNoPrefix));
    if (!pay_elements(arguments.size() - 1, call)) return out_of_budget();
    std::vector<Value> out;
    AddressBits next = prefix->address;  // the first free address
    bool is_full = false;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        auto bits = whole_number(arguments[i]);
        if (!bits) return argument_error(i, std::move(bits.error().message));
        if (*bits < 1) return argument_error(i, "must extend the prefix by at least one bit");
        if (*bits > 32) return argument_error(i, "must not extend the prefix by more than 32 bits");
        IpPrefix one = *prefix;
        one.length = static_cast<unsigned>(prefix->length + *bits);
        if (one.length > one.width)
            return argument_error(i, fmt::format("would extend the prefix to {} bits; an address has {}",
                                                 one.length, one.width));
        const AddressBits mask = one.host_mask();
        one.address = (next + mask) & ~mask;
        if (is_full || one.address < next || (one.address & ~prefix->host_mask()) != prefix->address)
            return argument_error(i, fmt::format("no room is left for a subnet of {} bits", one.length));
        out.push_back(Value::string(one.text()));
        next = one.address + mask + 1;
        is_full = next == 0;
    }
    return Value::list(Type::string(), std::move(out));
}

}  // namespace

void add_network_functions(FunctionTable& table) {
    const Type string = Type::string();
    const Type number = Type::number();
    auto prefix = [&] { return parameter("prefix", string, kPlain, "A prefix such as `10.0.0.0/8`."); };
    table.add("cidrhost",
              define("Returns the address of a host within an IP prefix.", string,
                     {prefix(), parameter("hostnum", number, kPlain,
                                          "The number of the host; negative ones count from the end.")},
                     host));
    table.add("cidrcontains",
              define("Returns true when an IP prefix contains an address or all of another prefix.",
                     Type::boolean(),
                     {parameter("containing_prefix", string, kPlain, "A prefix such as `10.0.0.0/8`."),
                      parameter("contained_ip_or_prefix", string, kPlain, "An address, or another prefix.")},
                     contains_address));
    table.add("cidrnetmask", define("Returns the netmask of an IPv4 prefix.", string, {prefix()}, netmask));
    table.add(
        "cidrsubnet",
        define("Returns a subnet within an IP prefix.", string,
               {prefix(), parameter("newbits", number, kPlain, "By how many bits the prefix gets longer."),
                parameter("netnum", number, kPlain, "The number of the subnet.")},
               subnet));
    table.add("cidrsubnets",
              variadic(define("Returns subnets that follow each other within an IP prefix.",
                              Type::list(string), {prefix()}, subnets),
                       parameter("newbits", number, kPlain, "By how many bits each prefix gets longer.")));
}

}  // namespace hcl::eval::functions
