// Diagnostics as people read them in a terminal: title, place, the line with the part underlined, message,
// fixes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"

namespace hcl::server {

// A text by lines. The text must outlive it.
class SourceLines {
  public:
    explicit SourceLines(std::string_view text);
    std::uint32_t line_of(std::uint32_t offset) const;  // from 0
    std::uint32_t start_of(std::uint32_t line) const { return starts_[line]; }
    std::string_view text_of(std::uint32_t line) const;   // without its end
    std::uint32_t column_of(std::uint32_t offset) const;  // from 0, as a person counts
    std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }

  private:
    std::string_view text_;
    std::vector<std::uint32_t> starts_;
};

// A line as a terminal shows it, and where the bytes [start, end) of it begin and end there: tabs become
// spaces, wide characters take two cells, controls are shown as a dot, very long lines are cut around the
// part.
struct ShownLine {
    std::string text;
    std::uint32_t start = 0;  // cells
    std::uint32_t end = 0;    // at least start + 1
};
ShownLine show_line(std::string_view line, std::uint32_t start, std::uint32_t end);

struct RenderOptions {
    bool color = false;
    // How a related place in another file is named ("spec.hcldec:3:5"); without it such places are left out.
    std::function<std::string(Location)> name_place{};
};

// `path` is how the file is to be named.
std::string render_diagnostic(const Diagnostic& diagnostic, std::string_view path, const SourceLines& lines,
                              const RenderOptions& options);
// path:line:column
std::string name_place(std::string_view path, const SourceLines& lines, std::uint32_t offset);

// "2 errors, 1 warning"
std::string count_line(std::size_t errors, std::size_t warnings);

}  // namespace hcl::server
