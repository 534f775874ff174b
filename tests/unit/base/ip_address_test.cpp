#include "engine/base/ip_address.h"

#include <doctest/doctest.h>

#include "engine/base/base64.h"

namespace hcl {
namespace ip_address_test {

std::string v6(std::string_view text) {
    const auto address = parse_ipv6(text, LeadingZeros::Refused);
    return address ? ip_text(*address, 128) : "";
}

std::string prefix(std::string_view text, LeadingZeros zeros = LeadingZeros::Refused) {
    const auto parsed = parse_ip_prefix(text, zeros);
    return parsed ? parsed->text() : "";
}

}  // namespace ip_address_test

using namespace ip_address_test;

TEST_CASE("addresses are written in their shortest form") {
    CHECK(v6("2001:0db8:0:0:0:0:0:1") == "2001:db8::1");
    CHECK(v6("1:0:0:2:0:0:0:3") == "1:0:0:2::3");
    CHECK(v6("1:0:2:3:4:5:6:7") == "1:0:2:3:4:5:6:7");
    CHECK(v6("::") == "::");
    CHECK(v6("1::") == "1::");
    CHECK(v6("::ffff:1.2.3.4") == "1.2.3.4");
    CHECK(v6("64:ff9b::1.2.3.4") == "64:ff9b::102:304");
}

TEST_CASE("invalid addresses are rejected") {
    for (std::string_view text :
         {"", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3",
          "12345::", "g::", "1:2:3:4:5:6:7:8::", "::1.2.3", "::1.2.3.4:5", "::1.2.3.256", "1:", ":1"})
        CHECK_MESSAGE(v6(text).empty(), text);
    for (std::string_view text :
         {"", "1.2.3", "1.2.3.4.5", "256.0.0.1", "1..2.3", "-1.0.0.0", "a.b.c.d", "1.2.3.4 "})
        CHECK_MESSAGE(!parse_ipv4(text, LeadingZeros::Allowed), text);
}

TEST_CASE("prefixes lose the bits behind them") {
    CHECK(prefix("10.1.2.3/8") == "10.0.0.0/8");
    CHECK(prefix("1.2.3.4/0") == "0.0.0.0/0");
    CHECK(prefix("2001:db8::1/32") == "2001:db8::/32");
    CHECK(prefix("::1/128") == "::1/128");
    CHECK(prefix("010.0.0.0/08") == "");
    CHECK(prefix("010.0.0.0/08", LeadingZeros::Allowed) == "10.0.0.0/8");
    for (std::string_view text :
         {"10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "::/129", "/8", "10.0.0.0/-1", "10.0.0.0/8/8"})
        CHECK_MESSAGE(prefix(text).empty(), text);
}

TEST_CASE("Base64 with its padding") {
    for (std::string_view text : {"", "a", "ab", "abc", "abcd"}) CHECK(from_base64(to_base64(text)) == text);
    CHECK(to_base64("\xFF\xFE") == "//4=");
    CHECK(from_base64("SGVs\nbG8=") == "Hello");
    for (std::string_view text : {"a", "ab", "abc", "ab==c", "====", "a===", "ab=c", "a b=", "ab-_"})
        CHECK_MESSAGE(!from_base64(text), text);
}

}  // namespace hcl
