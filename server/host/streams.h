// The three standard streams, for the command line.
#pragma once

#include <string>
#include <string_view>

namespace hcl::server {

void write_output(std::string_view text);
void write_error(std::string_view text);
std::string read_standard_input();
bool output_is_terminal();
bool input_is_terminal();
bool error_is_terminal();
// What people ask for by NO_COLOR (https://no-color.org) or by a terminal that has no colours.
bool environment_wants_color();

}  // namespace hcl::server
