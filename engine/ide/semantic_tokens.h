// What every word of a file is, for colouring: from syntax alone, so also right in files with errors.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/cancel.h"
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
    LoopVariable,  // a name that a for expression or directive binds
};

struct SemanticToken {
    std::uint32_t line = 0;
    std::uint32_t column = 0;  // in the unit that was asked for, as is the length
    std::uint32_t length = 0;
    TokenClass kind = TokenClass::Plain;
    bool is_declaration = false;
    bool operator==(const SemanticToken&) const = default;
};

// The tokens that overlap `span`, in order. None is longer than its line: longer texts give one for each
// line.
std::vector<SemanticToken> semantic_tokens(const world::Snapshot& snapshot, FileId file, Span span,
                                           ColumnUnit unit, const Cancel& cancel);

}  // namespace hcl::ide
