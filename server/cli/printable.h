// Text of files and their names, made safe for a terminal.
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

// The character at a byte; of bytes that are not UTF-8, each is one character that is not valid.
Character read_character(std::string_view text, std::size_t at);

// Control characters, marks that reverse the direction of text, and bytes that are not UTF-8 written as "\n",
// "\x1b" or "\u202e". Anything else stays.
std::string printable(std::string_view text);
// The same, but line ends stay: for messages of several lines.
std::string printable_lines(std::string_view text);

}  // namespace hcl::server
