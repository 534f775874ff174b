// Lines and columns. Only this file and position.cpp know the units of
// columns.
#pragma once

#include <cstdint>
#include <string_view>

namespace hcl {

// Grapheme is the unit of the language and of messages: lines end with "\n". The others are for editors,
// whose protocol also treats a single "\r" as a line end.
enum class ColumnUnit : std::uint8_t { Utf8, Utf16, Utf32, Grapheme };

// Zero-based; messages show one more.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    auto operator<=>(const Position&) const = default;
};

// The length of the text in the unit. Each invalid UTF-8 byte counts as one unit.
std::uint32_t count_units(std::string_view text, ColumnUnit unit);

// The number of bytes of `line` that make `units` units; stops at the end and never splits a character.
std::uint32_t bytes_of_units(std::string_view line, std::uint32_t units, ColumnUnit unit);

}  // namespace hcl
