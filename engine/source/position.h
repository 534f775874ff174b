// Lines and columns. This file and position.cpp are the only place that knows the units in which columns
// count.
#pragma once

#include <cstdint>
#include <string_view>

namespace hcl {

// Grapheme is how people and the language count: a line ends with "\n". The others are for editors, whose
// protocol says that a return by itself ends a line too.
enum class ColumnUnit : std::uint8_t { Utf8, Utf16, Utf32, Grapheme };

// Both from 0. People see one more.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    auto operator<=>(const Position&) const = default;
};

// How many units the text takes. Invalid UTF-8 counts one unit a byte.
std::uint32_t count_units(std::string_view text, ColumnUnit unit);

// Bytes of the prefix of `line` that takes `units` units; stops at the end and never splits a character.
std::uint32_t bytes_of_units(std::string_view line, std::uint32_t units, ColumnUnit unit);

}  // namespace hcl
