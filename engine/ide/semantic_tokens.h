// What every word of a file is, for colouring: from syntax, so also right in files with errors, and refined
// by what the file's language says of the word.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/unit.h"
#include "engine/source/position.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Plain is never given out.
enum class TokenClass : std::uint8_t {
    Plain,
    Comment,
    Keyword,  // for, in, if, else, endif, endfor, true, false, null
    BlockType,
    Label,     // of blocks
    Property,  // names of attributes, keys of objects, what stands behind dots
    String,
    Number,
    Operator,
    TemplateMarker,  // ${ %{ }
    HeredocTag,      // <<EOT ... EOT
    Function,
    Variable,      // the root of a reference
    LoopVariable,  // a name that a for expression or directive binds, a parameter
    Type,          // words of type expressions
    Choice,        // one of the values that an attribute takes
};

struct SemanticToken {
    std::uint32_t line = 0;
    std::uint32_t column = 0;  // in the unit that was asked for, as is the length
    std::uint32_t length = 0;
    TokenClass kind = TokenClass::Plain;
    bool is_declaration = false;
    bool is_deprecated = false;
    bool operator==(const SemanticToken&) const = default;
};

// A piece of a file whose tokens depend on nothing else: equal chunks and units mean equal tokens, wherever
// they lie.
struct TokenPiece {
    syntax::ChunkPtr chunk;
    bind::BoundUnitPtr unit;  // null: no language knows the file
    std::uint32_t count = 0;  // of tokens
    bool is_same(const TokenPiece& other) const { return chunk == other.chunk && unit == other.unit; }
};
// In order; the counts are 0.
std::vector<TokenPiece> token_pieces(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

// The tokens that overlap `span`, in order. None is longer than its line: longer texts give one for each
// line.
std::vector<SemanticToken> semantic_tokens(const world::Snapshot& snapshot, FileId file, Span span,
                                           ColumnUnit unit, const Cancel& cancel);
// The same of the pieces [first, last) of those that `token_pieces` gave; fills in their counts.
std::vector<SemanticToken> semantic_tokens(const world::Snapshot& snapshot, FileId file,
                                           std::vector<TokenPiece>& pieces, std::size_t first,
                                           std::size_t last, ColumnUnit unit, const Cancel& cancel);

}  // namespace hcl::ide
