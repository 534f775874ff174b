// How the lines of a text end. Edits are made with LF; those of a text whose lines end with CR LF are adapted
// when they leave the engine.
#pragma once

#include <string>
#include <string_view>

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"

namespace hcl::syntax {

class LineEndStyle {
  public:
    // The text must outlive the object.
    explicit LineEndStyle(const File& file);
    explicit LineEndStyle(std::string_view text);

    // Whether the first line ends with CR LF.
    bool is_crlf() const { return is_crlf_; }
    // An inserted text with the line ends of the file.
    std::string adapted(std::string text) const;
    // The same for an edit, which also does not part a CR from its LF.
    Edit adapted(Edit edit) const;

  private:
    bool parts_line_end(std::uint32_t offset) const;

    const File* file_ = nullptr;
    std::string_view text_;
    bool is_crlf_ = false;
};

}  // namespace hcl::syntax
