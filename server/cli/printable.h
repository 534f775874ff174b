// Makes file contents and names safe to print on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hcl::server {

struct Character {
    std::uint32_t code = 0;
    std::uint32_t length = 1;
    bool is_valid = true;
};

// The character at a byte; each byte that is not part of valid UTF-8 is an invalid character.
Character read_character(std::string_view text, std::size_t at);

// Escapes control characters, bidirectional controls, and invalid UTF-8, for example as "\x1b" or
// "\u202e"; keeps everything else.
std::string printable(std::string_view text);
// The same, but keeps line breaks, for messages of several lines.
std::string printable_lines(std::string_view text);

}  // namespace hcl::server
