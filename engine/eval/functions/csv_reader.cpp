#include "engine/eval/functions/csv_reader.h"

#include <fmt/format.h>

namespace hcl::eval::functions {

// A line with its newline normalised to "\n"; the last one may have none. Empty only at the end.
std::string CsvReader::next_line() {
    ++line_;
    const std::size_t newline = rest_.find('\n');
    const bool last = newline == std::string_view::npos;
    std::string line(rest_.substr(0, last ? rest_.size() : newline));
    rest_.remove_prefix(last ? rest_.size() : newline + 1);
    if (line.ends_with('\r')) line.pop_back();
    if (!last) line += '\n';
    return line;
}

std::expected<std::optional<std::vector<std::string>>, std::string> CsvReader::next() {
    std::string buffer;
    do {
        if (rest_.empty()) return std::nullopt;
        buffer = next_line();
    } while (buffer.empty() || buffer == "\n");
    record_line_ = line_;

    std::vector<std::string> fields;
    std::string_view line = buffer;
    while (true) {
        std::string field;
        if (!line.starts_with('"')) {
            const std::size_t comma = line.find(',');
            std::string_view plain = line.substr(0, comma);
            if (comma == std::string_view::npos && plain.ends_with('\n')) plain.remove_suffix(1);
            if (plain.contains('"'))
                return std::unexpected(fmt::format(
                    "line {} of the CSV text has a quote inside a field that does not begin with one",
                    line_));
            fields.emplace_back(plain);
            if (comma == std::string_view::npos) return fields;
            line.remove_prefix(comma + 1);
            continue;
        }
        line.remove_prefix(1);
        bool ends_record = false;
        while (true) {
            const std::size_t quote = line.find('"');
            if (quote == std::string_view::npos) {
                if (line.empty() && rest_.empty())
                    return std::unexpected(
                        fmt::format("line {} of the CSV text has a quoted field without its closing quote",
                                    record_line_));
                field += line;
                buffer = rest_.empty() ? std::string() : next_line();
                line = buffer;
                continue;
            }
            field += line.substr(0, quote);
            line.remove_prefix(quote + 1);
            if (line.starts_with('"')) {
                field += '"';
                line.remove_prefix(1);
                continue;
            }
            if (line.starts_with(',')) {
                line.remove_prefix(1);
                break;
            }
            if (line.empty() || line == "\n") {
                ends_record = true;
                break;
            }
            return std::unexpected(
                fmt::format("line {} of the CSV text has text after the closing quote of a field", line_));
        }
        fields.push_back(std::move(field));
        if (ends_record) return fields;
    }
}

}  // namespace hcl::eval::functions
