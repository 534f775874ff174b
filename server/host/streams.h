// The standard streams, for the command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace hcl::server {

void write_output(std::string_view text);
// Flushes buffered output. An error when output was lost, unless the reader closed the pipe early.
Result<void> finish_output();
void write_error(std::string_view text);
// An error when there are more than `most` bytes, or reading fails.
Result<std::string> read_standard_input(std::uint64_t most);
// Reads a pipe or a device to its end. Waits for the writer, so only for inputs named by the user.
Result<std::string> read_stream(const std::string& path, std::uint64_t most);
bool output_is_terminal();
bool input_is_terminal();
bool error_is_terminal();
// False when NO_COLOR (https://no-color.org) is set or the terminal has no colors.
bool environment_wants_color();

}  // namespace hcl::server
