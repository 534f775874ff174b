// Comma-separated values according to RFC 4180: records of fields, quoted fields with doubled quotes and
// embedded newlines. Skips empty lines and reads "\r\n" as "\n".
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hcl::eval::functions {

class CsvReader {
  public:
    explicit CsvReader(std::string_view text) : rest_(text) {}

    // The next record, empty at the end of the text, or an error message with the line.
    std::expected<std::optional<std::vector<std::string>>, std::string> next();

    // The line where the last record started, one-based.
    std::size_t record_line() const { return record_line_; }

  private:
    std::string next_line();

    std::string_view rest_;
    std::size_t line_ = 0;
    std::size_t record_line_ = 0;
};

}  // namespace hcl::eval::functions
