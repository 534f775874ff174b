// Versions, and constraints that text can make arbitrarily long.
#include "engine/language/version_order.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace hcl::test {

using language::admits_from;
using language::is_admitted;

TEST_CASE("version constraints: what they admit") {
    CHECK(is_admitted("1.2.3", ">= 1.2, < 2"));
    CHECK(!is_admitted("2.0.0", ">= 1.2, < 2"));
    CHECK(is_admitted("1.2.9", "~> 1.2.3, != 1.2.4"));
    CHECK(!is_admitted("1.2.4", "~> 1.2.3, != 1.2.4"));
    CHECK(admits_from("0.0.0", ">= 1.2, != 1.2, < 1.3"));
    CHECK(!admits_from("0.0.0", "> 2, < 1"));
    CHECK(!admits_from("0.0.0", "= 1.0, = 1.1"));
    CHECK(!admits_from("0.0.0", "~> 1.1.0, ~> 1.2.0"));
    CHECK(admits_from("0.0.0", "~> 1.1, ~> 1.2"));
    CHECK(!admits_from("1.5.0", "< 1.5.0"));
    CHECK(!admits_from("0.0.0", "1.0, != 1.0"));
}

TEST_CASE("version constraints: many conditions and long versions are read once") {
    const auto started = std::chrono::steady_clock::now();
    std::string alike, different, nested;
    for (int i = 0; i < 100'000; ++i) {
        alike += "!=1,";
        different += "=1." + std::to_string(i) + ",";
    }
    CHECK(admits_from("0.0.0", alike));
    CHECK(!admits_from("0.0.0", alike + "> 2, < 1"));
    CHECK(!is_admitted("1.0.0", alike));
    // More than are compared: admits all.
    CHECK(admits_from("0.0.0", different));
    CHECK(is_admitted("5.0.0", different));
    for (int i = 0; i < 100'000; ++i) nested += ".0";
    CHECK(admits_from("0.0.0", ">= 1" + nested + ", < 1"));
    CHECK(is_admitted("1" + nested, "< 1"));
    // As many as are compared, for each of many packages.
    std::string most;
    for (int i = 0; i < 100; ++i) most += "~>1." + std::to_string(i) + ",";
    for (int i = 0; i < 1'000; ++i) CHECK(admits_from("0.0.0", most));
    CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(20));
}

}  // namespace hcl::test
