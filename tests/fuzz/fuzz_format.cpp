// The formatter on any text: only white space changes, edits are ascending and minimal, and formatting
// valid text twice changes nothing.
#include <string>

#include "engine/base/check.h"
#include "engine/format/format.h"
#include "tests/fuzz/target.h"

using namespace hcl;

namespace {

// All tokens except white space, each with its text.
std::string significant(const syntax::File& file) {
    std::string all;
    for (std::uint32_t i = 0; i < file.chunk_count(); ++i) {
        auto chunk = file.chunk(i);
        for (std::uint32_t t = 0; t < chunk->token_kinds.size(); ++t) {
            auto kind = chunk->token_kinds[t];
            if (kind == syntax::TokenKind::Whitespace || kind == syntax::TokenKind::Bom) continue;
            all += static_cast<char>(kind);
            all += chunk->token_text(t);
            all += '\0';
        }
    }
    return all;
}

void check_edits(std::string_view text, const std::vector<Edit>& edits) {
    std::uint32_t at = 0;
    for (const Edit& edit : edits) {
        HCL_CHECK(edit.range.start >= at && edit.range.end >= edit.range.start &&
                  edit.range.end <= text.size());
        HCL_CHECK(text.substr(edit.range.start, edit.range.length()) != edit.replacement);
        at = edit.range.end;
    }
}

void check_native(std::string_view text) {
    auto file = syntax::File::parse(text);
    auto edits = format::format(*file);
    check_edits(text, edits);
    std::string formatted = format::apply_edits(text, edits);
    if (has_errors(file->diagnostics())) return;
    auto again = syntax::File::parse(formatted);
    HCL_CHECK(!has_errors(again->diagnostics()));
    HCL_CHECK(significant(*file) == significant(*again));
    HCL_CHECK(format::formatted_text(*again) == format::format_text(formatted));
    HCL_CHECK(format::format_text(text) == formatted);
    // Formatting of a range gives valid edits, too.
    Span half{0, file->size() / 2};
    check_edits(text, format::format_ranges(*file, std::span<const Span>(&half, 1)));
}

}  // namespace

HCL_FUZZ_TARGET(format) {
    // The first byte selects the operation on the rest.
    if (input.empty()) return;
    std::string_view text = input.substr(1);
    switch (input[0] % 3) {
        case 0:
            check_native(text);
            break;
        case 1: {
            auto file = syntax::File::parse(text, {syntax::Syntax::Json, false});
            auto edits = format::format(*file, {format::JsonFiles::Print});
            check_edits(text, edits);
            auto again = syntax::File::parse(format::apply_edits(text, edits), {syntax::Syntax::Json, false});
            HCL_CHECK(significant(*file) == significant(*again));
            HCL_CHECK(format::format(*again, {format::JsonFiles::Print}).empty());
            break;
        }
        case 2: {
            auto file = syntax::File::parse(text);
            // A client may ask anywhere, whatever the text has there.
            for (std::uint32_t offset = 0; offset <= text.size() && offset < 200; ++offset)
                for (const char typed : {'\n', '}', '='})
                    check_edits(text, format::format_on_type(*file, offset, typed));
            break;
        }
    }
}
