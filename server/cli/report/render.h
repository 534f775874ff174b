// Diagnostics for terminals: title, position, source line with the range underlined, message, fixes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"

namespace hcl::server {

// Splits a text into lines. The text must outlive this object.
class SourceLines {
  public:
    explicit SourceLines(std::string_view text);
    std::uint32_t line_of(std::uint32_t offset) const;  // zero-based
    std::uint32_t start_of(std::uint32_t line) const { return starts_[line]; }
    std::string_view text_of(std::uint32_t line) const;   // without the line break
    std::uint32_t column_of(std::uint32_t offset) const;  // in grapheme clusters, zero-based
    std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }

  private:
    std::string_view text_;
    std::vector<std::uint32_t> starts_;
    // The last computed column; not thread-safe.
    mutable std::uint32_t known_offset_ = 0;
    mutable std::uint32_t known_column_ = 0;
};

// A line as displayed, and the cells of the bytes [start, end): tabs are expanded, wide characters take two
// cells, control characters become dots, and very long lines are truncated around the range.
struct ShownLine {
    std::string text;
    std::uint32_t start = 0;  // cells
    std::uint32_t end = 0;    // at least start + 1
};
ShownLine show_line(std::string_view line, std::uint32_t start, std::uint32_t end);

struct RenderSource {
    std::string_view name;
    const SourceLines* lines = nullptr;  // null: unknown file
};

struct RenderOptions {
    bool color = false;
    // Finds the files of related locations; those in unknown files are shown without an excerpt.
    std::function<RenderSource(FileId)> find_source{};
};

// `path` is the displayed file name.
std::string render_diagnostic(const Diagnostic& diagnostic, std::string_view path, const SourceLines& lines,
                              const RenderOptions& options);
// path:line:column
std::string name_place(std::string_view path, const SourceLines& lines, std::uint32_t offset);

// "2 errors, 1 warning"
std::string count_line(std::size_t errors, std::size_t warnings);

}  // namespace hcl::server
