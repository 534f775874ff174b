// What every word of a file is, for colouring: from syntax, so also right in files with errors, and refined
// by what the file's language says of the word.
#pragma once

#include <cstdint>
#include <memory>
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

// The tokens of a part of a file. Lines count from where it starts, so it stays the same when it moves.
struct TokenRun {
    ColumnUnit unit = ColumnUnit::Utf16;
    std::uint32_t column = 0;  // where the part starts in its line
    std::uint32_t lines = 0;   // that end in it
    bool ends_line = false;
    std::vector<SemanticToken> tokens;
};
// The runs of a file in order. An edit leaves all runs but those around it as they are: the same objects.
// `before` are the runs of an earlier state of the file: where no language knows it they lend what is the
// same.
struct TokenPiece {
    std::shared_ptr<const void> key;  // the chunk, where no language knows the file
    std::shared_ptr<const TokenRun> run;
};
std::vector<TokenPiece> token_pieces(const world::Snapshot& snapshot, FileId file, ColumnUnit unit,
                                     const std::vector<TokenPiece>& before, const Cancel& cancel);

// The tokens that overlap `span`, in order. None is longer than its line: longer texts give one for each
// line.
std::vector<SemanticToken> semantic_tokens(const world::Snapshot& snapshot, FileId file, Span span,
                                           ColumnUnit unit, const Cancel& cancel);

}  // namespace hcl::ide
