#include "engine/syntax/file/line_ends.h"

#include <utility>

namespace hcl::syntax {

LineEndStyle::LineEndStyle(const File& file) : file_(&file) {
    if (file.line_count() < 2) return;
    const std::uint32_t second = file.offset({1, 0}, ColumnUnit::Utf8);
    is_crlf_ = second >= 2 && parts_line_end(second - 1);
}

LineEndStyle::LineEndStyle(std::string_view text) : text_(text) {
    const std::size_t first = text.find('\n');
    is_crlf_ = first != std::string_view::npos && first > 0 && text[first - 1] == '\r';
}

bool LineEndStyle::parts_line_end(std::uint32_t offset) const {
    if (offset == 0) return false;
    if (file_) return offset < file_->size() && file_->text({offset - 1, offset + 1}) == "\r\n";
    return text_.substr(offset - 1, 2) == "\r\n";
}

std::string LineEndStyle::adapted(std::string text) const {
    if (!is_crlf_ || text.find('\n') == std::string::npos) return text;
    std::string out;
    out.reserve(text.size() + 8);
    for (const char c : text) {
        if (c == '\n' && !out.ends_with('\r')) out += '\r';
        out += c;
    }
    return out;
}

Edit LineEndStyle::adapted(Edit edit) const {
    if (!is_crlf_) return edit;
    if (edit.range.end > edit.range.start && parts_line_end(edit.range.end)) --edit.range.end;
    if (parts_line_end(edit.range.start)) {
        if (edit.range.is_empty())
            --edit.range.end;
        else
            edit.replacement.insert(0, "\r");
        --edit.range.start;
    }
    edit.replacement = adapted(std::move(edit.replacement));
    return edit;
}

}  // namespace hcl::syntax
