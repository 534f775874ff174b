#include "engine/syntax/file/item_reader.h"

#include <algorithm>

namespace hcl::syntax {

namespace {

// A part of the text that was just parsed.
struct Piece {
    std::uint32_t token_begin;
    std::uint32_t token_end;
    std::uint32_t node_begin;
    std::uint32_t node_end;
    std::size_t diagnostic_begin;
    std::size_t diagnostic_end;
    std::uint32_t looked_to;
};

std::shared_ptr<StoredChunk> chunk_of(Parser& parser, std::string_view text, const Piece& piece,
                                      std::span<const ScratchNode> nodes) {
    const TokenBuffer& tokens = parser.tokens();
    std::uint32_t begin = tokens.start(piece.token_begin);
    std::uint32_t end = piece.token_end < tokens.size() ? tokens.start(piece.token_end)
                                                        : static_cast<std::uint32_t>(text.size());
    ChunkParts parts;
    parts.text = text.substr(begin, end - begin);
    parts.base = begin;
    parts.token_begin = piece.token_begin;
    std::size_t count = piece.token_end - piece.token_begin;
    parts.token_kinds = {tokens.kinds() + piece.token_begin, count};
    parts.token_starts = {tokens.starts() + piece.token_begin, count};
    parts.nodes = nodes;
    parts.diagnostics = parser.take_diagnostics(piece.token_begin, piece.token_end, piece.diagnostic_begin,
                                                piece.diagnostic_end);
    auto chunk = make_chunk(parts);
    chunk->reach = piece.looked_to > end ? piece.looked_to - end : 0;

    const std::vector<RestSearch>& searches = parser.searches();
    if (!searches.empty()) [[unlikely]] {
        auto at = std::ranges::lower_bound(searches, begin, {}, &RestSearch::from);
        std::vector<std::string> awaited;
        for (; at != searches.end() && at->from < end; ++at) {
            if (at->found < end || std::ranges::find(awaited, at->marker) != awaited.end()) continue;
            constexpr std::size_t kMost = 64;
            if (awaited.size() == kMost) {
                awaited = {std::string(kAnyEnd)};
                break;
            }
            awaited.emplace_back(at->marker);
        }
        if (!awaited.empty())
            chunk->extra = std::make_unique<const ChunkExtra>(ChunkExtra{std::move(awaited), nullptr});
    }
    return chunk;
}

std::shared_ptr<StoredChunk> chunk_of(Parser& parser, std::string_view text, const ChunkScratch& scratch) {
    Piece piece{scratch.token_begin,       scratch.token_end, 0, 0, 0,
                parser.diagnostic_count(), scratch.looked_to};
    auto chunk = chunk_of(parser, text, piece, parser.nodes());
    chunk->has_unclosed = scratch.has_unclosed;
    chunk->has_stray = scratch.has_stray;
    chunk->crosses_layout = scratch.crosses_layout;
    return chunk;
}

}  // namespace

StoredChunkPtr whole_chunk(Parser& parser, std::string_view text, const ChunkScratch& scratch) {
    return chunk_of(parser, text, scratch);
}

NameTablePtr name_table(const ChunkTree& body, const ParseOptions& options) {
    return options.hcl1 ? NameTable::none() : NameTable::build(body);
}

ItemReader::ItemReader(std::string_view text, const ParseOptions& options, bool starts_file)
    : text_(text), options_(options), parser_(text, options, LexMode::Config) {
    parser_.set_starts_file(starts_file);
}

bool ItemReader::next() {
    ChunkScratch scratch;
    if (!parser_.next_chunk(scratch)) return false;
    std::uint32_t start = parser_.token_offset(scratch.token_begin);
    // The last line of the item may have another such "}".
    while (scratch.has_stray && !provisional_.empty()) start = close_by_braces(scratch, start);
    if (scratch.has_unclosed) provisional_.push_back(entries_.size());
    starts_.push_back(start);
    end_ = parser_.token_offset(scratch.token_end);
    entries_.push_back(entry_of(scratch));
    return true;
}

// The item at `start` contains an unmatched "}": the last item that was closed by its layout is parsed by its
// braces up to there; another such "}" does the same for the item around it. Each level parses its contents
// again, so after several levels the outermost item is parsed, which in correct text contains all others.
// Sets `scratch`, and returns the start of the parsed item.
std::uint32_t ItemReader::close_by_braces(ChunkScratch& scratch, std::uint32_t start) {
    constexpr std::uint32_t kMostLevels = 8;
    // At the end of the file, blanks and comments can follow the "}".
    std::uint32_t last = scratch.token_end;
    while (last > scratch.token_begin + 1 && parser_.tokens().kind(last - 1) != TokenKind::CBrace) --last;
    const std::uint32_t stray_end = parser_.token_offset(last);
    const bool is_inside = starts_[provisional_.back()] <= reread_;
    const std::size_t place = is_inside && levels_ >= kMostLevels ? 0 : provisional_.size() - 1;
    const std::size_t index = provisional_[place];
    const std::uint32_t item = starts_[index];
    parser_.rewind(item);
    if (parser_.next_chunk(scratch, true) && !scratch.has_unclosed &&
        parser_.token_offset(scratch.token_end) >= stray_end) {
        levels_ = is_inside ? levels_ + 1 : 1;
        reread_ = item;
        entries_.resize(index);
        starts_.resize(index);
        provisional_.resize(place);
        return parser_.token_offset(scratch.token_begin);
    }
    provisional_.clear();
    parser_.rewind(start);
    parser_.next_chunk(scratch);
    return start;
}

ChunkEntry ItemReader::entry_of(const ChunkScratch& scratch) {
    if (!scratch.is_split) return {chunk_of(parser_, text_, scratch), nullptr};
    const std::vector<UnitMark>& units = parser_.units();
    const std::vector<ScratchNode>& nodes = parser_.nodes();
    auto split = std::make_shared<SplitBlock>();
    split->indent = parser_.split_indent();

    // The header: the block with an empty body after its "{".
    const UnitMark& header = units.front();
    std::vector<ScratchNode> block(nodes.begin(), nodes.begin() + header.node_end);
    std::uint32_t inside = block.back().first_token;
    block.front().size = static_cast<std::uint32_t>(block.size());
    block.front().flags |= kSplit;
    block.front().token_end = inside;
    block.back() = {NodeKind::Body, 0, inside, inside, 1};
    auto open = chunk_of(parser_, text_,
                         {scratch.token_begin, header.token_end, 0, header.node_end, 0, header.diagnostic_end,
                          header.looked_to},
                         block);
    open->has_unclosed = header.has_unclosed;
    split->open = std::move(open);

    std::vector<ChunkEntry> items;
    items.reserve(units.size() - 1);
    for (std::size_t i = 1; i < units.size(); ++i) {
        const UnitMark& before = units[i - 1];
        const UnitMark& unit = units[i];
        auto chunk = chunk_of(parser_, text_,
                              {before.token_end, unit.token_end, before.node_end, unit.node_end,
                               before.diagnostic_end, unit.diagnostic_end, unit.looked_to},
                              std::span(nodes).subspan(before.node_end, unit.node_end - before.node_end));
        chunk->has_unclosed = unit.has_unclosed;
        chunk->crosses_layout = unit.crosses_layout;
        items.push_back({std::move(chunk), nullptr});
    }
    split->items = ChunkTree::build(std::move(items));

    const UnitMark& last = units.back();
    split->close = chunk_of(parser_, text_,
                            {last.token_end, scratch.token_end, last.node_end, last.node_end,
                             last.diagnostic_end, parser_.diagnostic_count(), 0},
                            {});
    split->names = name_table(*split->items, options_);
    return {nullptr, std::move(split)};
}

UnitReader::UnitReader(std::string_view text, const ParseOptions& options, std::uint32_t indent, bool strict)
    : text_(text), indent_(indent), strict_(strict), parser_(text, options, LexMode::Config) {
    parser_.set_starts_file(false);
}

UnitKind UnitReader::next() {
    ChunkScratch scratch;
    UnitKind kind = parser_.next_unit(scratch, indent_, strict_);
    if (kind != UnitKind::Item) return kind;
    has_unclosed_ |= scratch.has_unclosed;
    end_ = parser_.token_offset(scratch.token_end);
    entries_.push_back({chunk_of(parser_, text_, scratch), nullptr});
    return kind;
}

}  // namespace hcl::syntax
