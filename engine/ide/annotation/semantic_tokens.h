// Semantic tokens: classifies every word from syntax, so files with errors work too, and refines the result
// with the file's language.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/unit.h"
#include "engine/source/position.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Plain is internal and never returned.
enum class TokenClass : std::uint8_t {
    Plain,
    Comment,
    Keyword,  // for, in, if, else, endif, endfor, true, false, null
    BlockType,
    Label,     // of a block
    Property,  // attribute names, object keys, names after a dot
    String,
    Number,
    Operator,
    TemplateMarker,  // ${ %{ }
    HeredocTag,      // <<EOT ... EOT
    Function,
    Variable,      // the root of a reference
    LoopVariable,  // bound by a for expression or directive; function parameters
    Type,          // keywords of type expressions
    Choice,        // an enumerated value of an attribute
};

struct SemanticToken {
    std::uint32_t line = 0;
    std::uint32_t column = 0;  // in the requested encoding, as is the length
    std::uint32_t length = 0;
    TokenClass kind = TokenClass::Plain;
    bool is_declaration = false;
    bool is_deprecated = false;
    bool operator==(const SemanticToken&) const = default;
};

// The tokens of one part of a file. Lines are relative to the start of the part, so a run survives moves.
struct TokenRun {
    ColumnUnit unit = ColumnUnit::Utf16;
    std::uint32_t column = 0;  // column at which the part starts
    std::uint32_t lines = 0;   // line breaks inside the part
    bool ends_line = false;
    std::vector<SemanticToken> tokens;
};
// The runs of a file in order. After an edit all runs outside of it are the same objects. `before` holds the
// runs of an earlier state, reused where the file has no language.
struct TokenPiece {
    std::shared_ptr<const void> key;  // the chunk, for files without a language
    std::shared_ptr<const TokenRun> run;
};
std::vector<TokenPiece> token_pieces(const world::Snapshot& snapshot, FileId file, ColumnUnit unit,
                                     const std::vector<TokenPiece>& before, const Cancel& cancel);

// The tokens that overlap `span`, in order. Multi-line tokens are split at line ends.
std::vector<SemanticToken> semantic_tokens(const world::Snapshot& snapshot, FileId file, Span span,
                                           ColumnUnit unit, const Cancel& cancel);

}  // namespace hcl::ide
