// Comma-separated values as RFC 4180 describes them: records of fields, quoted fields with doubled quotes and
// newlines inside. Empty lines are skipped, "\r\n" counts as "\n".
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

    // The next record, nothing at the end of the text, or what is wrong and on which line.
    std::expected<std::optional<std::vector<std::string>>, std::string> next();

    // The line on which the last record began, from 1.
    std::size_t record_line() const { return record_line_; }

  private:
    std::string next_line();

    std::string_view rest_;
    std::size_t line_ = 0;
    std::size_t record_line_ = 0;
};

}  // namespace hcl::eval::functions
