#include "engine/syntax/tree/chunk.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>

#include "engine/syntax/lex/chars.h"

namespace hcl::syntax {

namespace {

// Allocates additional memory after the object: a chunk and its arrays are one allocation.
template <typename T>
struct RoomyAllocator {
    using value_type = T;
    std::size_t room;
    char** end;

    RoomyAllocator(std::size_t room_behind, char** where) : room(room_behind), end(where) {}
    template <typename U>
    RoomyAllocator(const RoomyAllocator<U>& other)
        : room(other.room), end(other.end) {}  // NOLINT: as allocators do
    T* allocate(std::size_t n) {
        auto* memory = static_cast<char*>(::operator new(n * sizeof(T) + room));
        *end = memory + n * sizeof(T);
        return reinterpret_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory); }
    template <typename U>
    bool operator==(const RoomyAllocator<U>& other) const {
        return room == other.room;
    }
};

// Sixteen bytes at a time.
using Bytes = std::uint8_t __attribute__((vector_size(16)));

bool is_line_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The end bits of lines that consist of a single word. Most lines end with a bracket, quote or
// comma and are skipped quickly.
std::uint64_t lone_words(std::string_view text) {
    std::uint64_t bits = 0;
    std::size_t line = 0;
    while (line < text.size()) {
        const void* found = std::memchr(text.data() + line, '\n', text.size() - line);
        if (!found) break;
        auto end = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
        std::size_t word_end = end;
        while (word_end > line && is_line_space(text[word_end - 1])) --word_end;
        std::size_t word = word_end;
        while (word > line && is_ascii_ident_part(text[word - 1])) --word;
        if (word < word_end) {
            std::size_t start = word;
            while (start > line && is_line_space(text[start - 1])) --start;
            if (start == line) bits |= end_bit(text.substr(word, word_end - word));
        }
        line = end + 1;
    }
    return bits;
}

std::uint32_t count_lone_returns(std::string_view text) {
    std::uint32_t count = 0;
    for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
        count += !text.substr(at + 1).starts_with('\n');
    return count;
}

}  // namespace

void rebase(Diagnostics& diagnostics, std::uint32_t base) {
    auto shifted = [&](Span span) {
        return span == kEndOfFile ? span : Span{span.start - base, span.end - base};
    };
    for (Diagnostic& d : diagnostics) {
        d.span = shifted(d.span);
        if (d.context) d.context = shifted(*d.context);
        for (RelatedPlace& place : d.related) place.where.span = shifted(place.where.span);
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits) edit.edit.range = shifted(edit.edit.range);
    }
}

std::uint64_t hash_of_name(std::string_view name) {
    std::uint64_t hash = 0x9E37'79B9'7F4A'7C15ull ^ name.size();
    while (name.size() >= 8) {
        std::uint64_t word;
        std::memcpy(&word, name.data(), 8);
        hash = (hash ^ word) * 0xFF51'AFD7'ED55'8CCDull;
        hash ^= hash >> 32;
        name.remove_prefix(8);
    }
    std::uint64_t word = 0;
    if (!name.empty()) std::memcpy(&word, name.data(), name.size());
    hash = (hash ^ word) * 0xFF51'AFD7'ED55'8CCDull;
    hash ^= hash >> 32;
    hash *= 0xC4CE'B9FE'1A85'EC53ull;
    hash ^= hash >> 29;
    return hash == 0 ? 1 : hash;
}

std::uint64_t end_bit(std::string_view marker) {
    if (marker == kCommentEnd) return 1;
    return std::uint64_t{1} << (1 + hash_of_name(marker) % 63);
}

std::shared_ptr<StoredChunk> allocate_chunk(std::size_t room, char*& begin) {
    return std::allocate_shared<StoredChunk>(RoomyAllocator<StoredChunk>(room, &begin));
}

std::uint32_t count_newlines(std::string_view text) {
    std::uint32_t count = 0;
    const char* at = text.data();
    std::size_t left = text.size();
    while (left >= 32) {
        Bytes lines[2] = {};
        for (int i = 0; i < 255 && left >= 32; ++i, at += 32, left -= 32) {
            Bytes here[2];
            std::memcpy(here, at, 32);
            lines[0] -= reinterpret_cast<Bytes>(here[0] == '\n');
            lines[1] -= reinterpret_cast<Bytes>(here[1] == '\n');
        }
        for (int i = 0; i < 16; ++i) count += std::uint32_t{lines[0][i]} + lines[1][i];
    }
    for (; left > 0; ++at, --left) count += *at == '\n';
    return count;
}

void scan_text(StoredChunk& chunk) {
    // The byte counters are summed up before they overflow.
    std::string_view text = chunk.text;
    const char* at = text.data();
    std::size_t left = text.size();
    std::uint32_t newlines = 0;
    bool has_return = false;
    std::uint8_t high = 0;
    bool has_comment_end = false;
    auto one = [&](char c, char before) {
        newlines += c == '\n';
        has_return |= c == '\r';
        high |= static_cast<std::uint8_t>(c);
        has_comment_end |= c == '/' && before == '*';
    };
    if (left != 0) {
        one(*at, '\0');
        ++at;
        --left;
    }
    while (left >= 16) {
        Bytes lines{};
        Bytes tops{};
        Bytes ends{};
        Bytes returns{};
        for (int i = 0; i < 255 && left >= 16; ++i, at += 16, left -= 16) {
            Bytes here;
            Bytes before;
            std::memcpy(&here, at, 16);
            std::memcpy(&before, at - 1, 16);
            lines -= reinterpret_cast<Bytes>(here == '\n');
            tops |= here;
            returns |= reinterpret_cast<Bytes>(here == '\r');
            ends |= reinterpret_cast<Bytes>((here == '/') & (before == '*'));
        }
        for (int i = 0; i < 16; ++i) {
            newlines += lines[i];
            high |= tops[i];
            has_return |= returns[i] != 0;
            has_comment_end |= ends[i] != 0;
        }
    }
    for (; left > 0; ++at, --left) one(*at, at[-1]);
    chunk.newlines = newlines;
    chunk.lone_returns = has_return ? count_lone_returns(text) : 0;
    chunk.is_ascii = high < 0x80;
    chunk.ends = has_comment_end ? 1 : 0;
    // Non-ASCII white space is rare, so such chunks simply match every marker.
    chunk.ends |= chunk.is_ascii ? lone_words(text) : ~std::uint64_t{1};
}

std::shared_ptr<StoredChunk> allocate_chunk(std::size_t text, std::size_t tokens, std::size_t nodes,
                                            std::size_t wide, ChunkArrays& arrays) {
    // Widest alignment first; text and kinds need none.
    const std::size_t nodes_at = (tokens + 1) * sizeof(std::uint32_t);
    const std::size_t wide_at = nodes_at + nodes * sizeof(NodeData);
    const std::size_t kinds_at = wide_at + wide * sizeof(WideNode);
    const std::size_t text_at = kinds_at + tokens * sizeof(TokenKind);
    char* arena = nullptr;
    auto chunk = allocate_chunk(text_at + text, arena);
    arrays.starts = reinterpret_cast<std::uint32_t*>(arena);
    arrays.nodes = reinterpret_cast<NodeData*>(arena + nodes_at);
    arrays.wide = reinterpret_cast<WideNode*>(arena + wide_at);
    arrays.kinds = reinterpret_cast<TokenKind*>(arena + kinds_at);
    arrays.text = arena + text_at;
    chunk->text = {arrays.text, text};
    chunk->token_kinds = {arrays.kinds, tokens};
    chunk->token_starts = {arrays.starts, tokens + 1};
    chunk->nodes = {arrays.nodes, nodes};
    chunk->wide_nodes = {arrays.wide, wide};
    return chunk;
}

std::shared_ptr<StoredChunk> make_chunk(const ChunkParts& parts) {
    const std::size_t tokens = parts.token_kinds.size();
    const std::size_t nodes = parts.nodes.size();
    std::size_t wide = static_cast<std::size_t>(std::ranges::count_if(
        parts.nodes, [](const ScratchNode& n) { return n.token_end - n.first_token >= NodeData::kWide; }));
    ChunkArrays arrays;
    auto chunk = allocate_chunk(parts.text.size(), tokens, nodes, wide, arrays);

    for (std::size_t i = 0; i < tokens; ++i) arrays.starts[i] = parts.token_starts[i] - parts.base;
    arrays.starts[tokens] = static_cast<std::uint32_t>(parts.text.size());
    std::size_t wide_count = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
        arrays.nodes[i] = node_data(parts.nodes[i], parts.token_begin);
        if (arrays.nodes[i].token_count == NodeData::kWide) [[unlikely]]
            arrays.wide[wide_count++] = {static_cast<std::uint32_t>(i),
                                         parts.nodes[i].token_end - parts.nodes[i].first_token};
    }
    if (tokens != 0) std::memcpy(arrays.kinds, parts.token_kinds.data(), tokens * sizeof(TokenKind));
    if (!parts.text.empty()) std::memcpy(arrays.text, parts.text.data(), parts.text.size());

    if (!parts.diagnostics.empty()) {
        chunk->diagnostics.assign(std::make_move_iterator(parts.diagnostics.begin()),
                                  std::make_move_iterator(parts.diagnostics.end()));
        rebase(chunk->diagnostics, parts.base);
    }
    if (nodes != 0 && chunk->nodes[0].kind == NodeKind::Attribute) {
        // A name is a single token, except in HCL 1, which allows repeated arguments.
        chunk->name_hash = hash_of_name(chunk->token_text(chunk->nodes[1].first_token));
    }
    scan_text(*chunk);
    return chunk;
}

}  // namespace hcl::syntax
