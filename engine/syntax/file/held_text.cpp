#include "engine/syntax/file/held_text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/file/file_data.h"

namespace hcl::syntax {

namespace {

enum class ByteClass : std::uint8_t { Blank, LineEnd, Word, High, Quote, Comment, Mark };
constexpr std::size_t kClasses = 7;

constexpr std::array<ByteClass, 256> kClassOf = [] {
    std::array<ByteClass, 256> classes{};
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const bool is_word =
            (i >= '0' && i <= '9') || (i >= 'A' && i <= 'Z') || (i >= 'a' && i <= 'z') || i == '_';
        classes[i] = is_word                  ? ByteClass::Word
                     : i == ' ' || i == '\t'  ? ByteClass::Blank
                     : i == '\n' || i == '\r' ? ByteClass::LineEnd
                     : i >= 0x80              ? ByteClass::High
                     : i == '"'               ? ByteClass::Quote
                     : i == '#' || i == '/'   ? ByteClass::Comment
                                              : ByteClass::Mark;
    }
    return classes;
}();

// Bytes for a byte of one class (second index) after one of another (first index).
using Weights = std::array<std::array<std::uint16_t, kClasses>, kClasses>;

// Bytes that are not UTF-8 are tokens.
constexpr std::uint16_t kBadByte = 5;

struct Costs {
    std::uint16_t blank;          // a token of white space
    std::uint16_t token;          // another token, with its node
    std::uint16_t quote;          // of a string
    std::uint16_t line;           // a line that is not indented: likely a chunk of its own
    std::uint16_t indented_line;  // an item of a long block is a chunk as well
};

constexpr Weights weights_of(const Costs& costs) {
    Weights weights{};
    for (std::size_t before = 0; before < kClasses; ++before) {
        auto& row = weights[before];
        auto cost = [&](ByteClass of) -> std::uint16_t& { return row[static_cast<std::size_t>(of)]; };
        const auto previous = static_cast<ByteClass>(before);
        const bool starts_line = previous == ByteClass::LineEnd;
        const std::uint16_t line = starts_line ? costs.line : 0;
        cost(ByteClass::Blank) = previous == ByteClass::Blank ? 0 : costs.blank;
        if (starts_line) cost(ByteClass::Blank) += costs.indented_line;
        cost(ByteClass::LineEnd) = costs.blank;
        const bool is_in_word = previous == ByteClass::Word || previous == ByteClass::High;
        cost(ByteClass::Word) = is_in_word ? 0 : costs.token + line;
        cost(ByteClass::High) = cost(ByteClass::Word) + kBadByte;
        cost(ByteClass::Quote) = costs.quote + line;
        cost(ByteClass::Mark) = costs.token + line;
        cost(ByteClass::Comment) = costs.token;  // comments before an item belong to its chunk
    }
    return weights;
}

// Measured with many small items: a chunk takes some 300 bytes, a token 5, a node 12, and as much again while
// a long item is parsed. JSON has no chunks for short items, but marks where it can be split.
constexpr Weights kNative = weights_of({8, 24, 24, 450, 120});
constexpr Weights kHcl1 = weights_of({8, 90, 24, 450, 120});  // items can share a line
constexpr Weights kJson = weights_of({10, 45, 20, 0, 0});
constexpr Weights kTemplate = weights_of({8, 24, 24, 0, 0});

const Weights& weights_for(const ParseOptions& options) {
    switch (options.syntax) {
        case Syntax::Json:
            return kJson;
        case Syntax::Template:
            return kTemplate;
        default:
            return options.hcl1 ? kHcl1 : kNative;
    }
}

bool is_too_heavy(std::size_t size, std::uint64_t weight) {
    return size > kAlwaysParsed && weight > limits::tree_bytes;
}

// The blocks of a plain text. A block ends with a line where possible, and never within "\r\n" or a
// character.
std::vector<ChunkEntry> text_blocks(std::string_view text) {
    constexpr std::size_t kBlock = 64 * 1024;
    std::vector<ChunkEntry> entries;
    entries.reserve(text.size() / kBlock * 2 + 1);
    while (!text.empty()) {
        std::size_t end = text.size();
        if (end > kBlock) {
            end = kBlock;
            const std::size_t line = text.substr(0, kBlock).rfind('\n');
            if (line != std::string_view::npos && line >= kBlock / 2) {
                end = line + 1;
            } else {
                const auto is_inside = [&](std::size_t at) {
                    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80 ||
                           (text[at] == '\n' && text[at - 1] == '\r');
                };
                while (end < text.size() && end < kBlock + 4 && is_inside(end)) ++end;
            }
        }
        const TokenKind kind = TokenKind::Invalid;
        const std::uint32_t start = 0;
        ChunkParts parts;
        parts.text = text.substr(0, end);
        parts.token_kinds = {&kind, 1};
        parts.token_starts = {&start, 1};
        entries.push_back({make_chunk(parts), nullptr});
        text.remove_prefix(end);
    }
    return entries;
}

}  // namespace

std::uint64_t tree_weight(std::string_view text, const ParseOptions& options, char before) {
    const Weights& weights = weights_for(options);
    std::uint64_t weight = 0;
    auto previous = static_cast<std::size_t>(kClassOf[static_cast<unsigned char>(before)]);
    for (char c : text) {
        const auto now = static_cast<std::size_t>(kClassOf[static_cast<unsigned char>(c)]);
        weight += weights[previous][now];
        previous = now;
    }
    return weight;
}

FilePtr parse_bounded(std::string_view text, ParseOptions options) {
    return FileBuilder::parse_bounded(text, options);
}

bool is_held_as_text(const File& file) {
    return FileBuilder::is_held_as_text(file);
}

bool FileBuilder::is_held_as_text(const File& file) {
    return file.data_->bound.is_held;
}

FilePtr FileBuilder::parse_bounded(std::string_view text, const ParseOptions& options) {
    const std::uint64_t weight = text.size() > kAlwaysParsed ? tree_weight(text, options) : 0;
    if (is_too_heavy(text.size(), weight)) return hold(text, options, weight);
    FilePtr file = parse(text, options);
    file->data_->bound = {true, false, weight};
    return file;
}

FilePtr FileBuilder::hold(std::string_view text, const ParseOptions& options, std::uint64_t weight) {
    std::shared_ptr<File> file(new File());
    file->data_ = std::make_unique<File::Data>();
    file->data_->options = options;
    file->data_->bound = {true, true, weight};
    file->data_->chunks = ChunkTree::build(text_blocks(text));
    return file;
}

FilePtr FileBuilder::edited(const File& old, std::span<const Edit> edits, std::uint64_t* work) {
    if (!old.data_->bound.is_bounded) return edited_tree(old, edits, work);
    std::size_t most = old.size();
    for (const Edit& edit : edits) most += edit.replacement.size();
    if (most <= kAlwaysParsed || edits.empty()) {
        FilePtr file = edited_tree(old, edits, work);
        file->data_->bound = old.data_->bound;
        return file;
    }
    FilePtr file = edited_bounded(old, edits.front(), work);
    for (const Edit& edit : edits.subspan(1)) file = edited_bounded(*file, edit, work);
    return file;
}

FilePtr FileBuilder::edited_bounded(const File& old, const Edit& wanted, std::uint64_t* work) {
    Edit edit = wanted;
    const std::uint32_t size = old.size();
    edit.range.end = std::min(edit.range.end, size);
    edit.range.start = std::min(edit.range.start, edit.range.end);
    const ParseOptions& options = old.data_->options;
    const std::size_t new_size = size - edit.range.length() + edit.replacement.size();
    std::uint64_t weight = 0;
    if (new_size > kAlwaysParsed) {
        weight = old.data_->bound.weight;
        if (weight == 0) weight = tree_weight(old.text(), options);
        // The byte after the edit weighs differently after another byte.
        const char before =
            edit.range.start == 0 ? '\n' : old.text({edit.range.start - 1, edit.range.start})[0];
        const std::string after = old.text({edit.range.end, edit.range.end + 1});
        weight -= tree_weight(old.text(edit.range) + after, options, before);
        weight += tree_weight(edit.replacement + after, options, before);
    }
    const bool is_held = is_too_heavy(new_size, weight);
    if (is_held && old.data_->bound.is_held) return edited_text(old, edit, weight);
    FilePtr file;
    if (!is_held && !old.data_->bound.is_held) {
        file = edited_tree(old, std::span(&edit, 1), work);
    } else {
        std::string text = old.text({0, edit.range.start});
        text += edit.replacement;
        text += old.text({edit.range.end, size});
        if (is_held) return hold(text, options, weight);
        file = parse(text, options, work);
    }
    file->data_->bound = {true, false, weight};
    return file;
}

FilePtr FileBuilder::edited_text(const File& old, const Edit& edit, std::uint64_t weight) {
    const ChunkTree& blocks = *old.data_->chunks;
    ChunkPlace first;
    blocks.entry_at_offset(edit.range.start, first);
    ChunkPlace last;
    blocks.entry_at_offset(edit.range.end, last);
    // With the neighbours, because a line end can now be in two blocks.
    const std::uint32_t from = first.entry == 0 ? 0 : first.entry - 1;
    const std::uint32_t to = std::min(last.entry + 2, blocks.summary().entries);
    ChunkPlace begin;
    blocks.entry(from, begin);
    std::uint32_t end = old.size();
    if (to < blocks.summary().entries) {
        ChunkPlace next;
        blocks.entry(to, next);
        end = next.offset;
    }
    std::string text = old.text({begin.offset, edit.range.start});
    text += edit.replacement;
    text += old.text({edit.range.end, end});
    std::shared_ptr<File> file(new File());
    file->data_ = std::make_unique<File::Data>(*old.data_);
    file->data_->bound.weight = weight;
    file->data_->chunks = blocks.splice(from, to, text_blocks(text));
    return file;
}

}  // namespace hcl::syntax
