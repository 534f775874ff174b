// Refinements of an unknown value: constraints on every value that it can become.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "engine/value/number.h"

namespace hcl {

struct NumberBound {
    Number number;
    bool inclusive = true;
    bool operator==(const NumberBound&) const = default;
};

struct Refinements {
    // No collection is longer, so it is the upper bound for the length of an unknown one.
    static constexpr std::uint64_t kNoMaxLength = std::numeric_limits<std::int64_t>::max();

    bool not_null = false;
    std::string prefix;                       // strings: NFC
    std::optional<NumberBound> min;           // numbers
    std::optional<NumberBound> max;           // numbers
    std::uint64_t min_length = 0;             // lists, sets, maps; strings: characters
    std::uint64_t max_length = kNoMaxLength;  // the same

    static Refinements present() {
        Refinements r;
        r.not_null = true;
        return r;
    }
    bool empty() const { return *this == Refinements(); }
    bool operator==(const Refinements&) const = default;
};

}  // namespace hcl
