// Positions in source text. Offsets are bytes from the start of a file; 32 bits limit a file to 4 GiB.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/base/id.h"

namespace hcl {

// Half-open byte range.
struct Span {
    std::uint32_t start = 0;
    std::uint32_t end = 0;

    constexpr std::uint32_t length() const { return end - start; }
    constexpr bool is_empty() const { return start == end; }
    constexpr bool contains(std::uint32_t offset) const { return start <= offset && offset < end; }
    // Also true at the end: a cursor right after a word touches it.
    constexpr bool touches(std::uint32_t offset) const { return start <= offset && offset <= end; }
    constexpr Span shifted(std::uint32_t by) const { return {start + by, end + by}; }
    constexpr auto operator<=>(const Span&) const = default;
};

constexpr Span cover(Span a, Span b) {
    return {a.start < b.start ? a.start : b.start, a.end > b.end ? a.end : b.end};
}

// A span in one of several files.
struct Location {
    FileId file;
    Span span;
    constexpr auto operator<=>(const Location&) const = default;
};

}  // namespace hcl
