// Reads lines from a terminal, with editing, history and completion (libedit).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hcl::server {

struct LineCompletion {
    std::vector<std::string> candidates;
    std::size_t replaces = 0;  // number of bytes before the cursor that a candidate replaces
};

class LineEditor {
  public:
    virtual ~LineEditor() = default;
    // The next line without its line break; empty at the end of input.
    virtual std::optional<std::string> read_line(std::string_view prompt) = 0;
    // True when the user discarded the last line with Ctrl-C, and with it the whole input so far.
    virtual bool was_dropped() const = 0;
    virtual void remember(std::string_view line) = 0;
};

// `complete` receives the text before the cursor.
std::unique_ptr<LineEditor> make_line_editor(std::function<LineCompletion(std::string_view)> complete);

}  // namespace hcl::server
