// The JSON parser: tokens, tree and diagnostics for any bytes, in linear time and without recursion.
//
// Node 0 is the root value (Missing when there is none); content after the root value is a Bogus node next to
// it. Invalid names and values become Bogus or Missing nodes, so that all properties keep their positions. An
// error affects only its property or element; mismatched brackets are paired by kind and indentation, so that
// other items keep their structure.
//
// After a comma, the parser's state consists only of the enclosing brackets. So a text can be split there,
// and a few elements can be parsed again separately (see json_chunks.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/syntax/json/json_lexer.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::syntax {

// Facts about elements that are needed when other elements are parsed again.
struct JsonNotes {
    bool breaks = false;     // the enclosing object or array is broken because of them
    bool irregular = false;  // by indentation alone, brackets would be paired differently
    bool unpaired = false;   // brackets do not match
    void add(const JsonNotes& inner) {
        irregular |= inner.irregular;
        unpaired |= inner.unpaired;
    }
};

// A position after a comma where another element follows and a chunk can start: the number of tokens and
// nodes before it, and the notes for the elements between it and the previous mark.
struct JsonMark {
    std::uint32_t token;
    std::uint32_t node;
    JsonNotes notes;
};

// A long object or array with matching brackets, and the positions where it can be split.
struct JsonSplit {
    std::uint32_t node;
    std::uint32_t indent;  // of the line where it starts
    std::vector<JsonMark> marks;
    JsonNotes last;  // after the last mark
};

struct JsonTree {
    JsonTokens tokens;
    std::vector<NodeData> nodes;
    std::vector<WideNode> wide_nodes;
    Diagnostics diagnostics;  // in order of detection
    std::vector<JsonSplit> splits;
};

// Limits diagnostics: more do not help users, and the cost of garbage stays bounded.
constexpr std::size_t kMostJsonDiagnostics = 200;

// Objects and arrays with more tokens are split into their elements.
constexpr std::uint32_t kJsonSplitTokens = 2048;

// Adjacent elements with at most this many tokens in total share a chunk.
constexpr std::uint32_t kJsonChunkTokens = 48;

// Objects and arrays nested deeper are skipped, with a diagnostic.
constexpr std::uint32_t kMaxJsonDepth = 500;

JsonTree parse_json(std::string_view text);

// The position of elements that are parsed separately.
struct JsonContext {
    struct Around {
        TokenKind open;  // OBrace, OBrack
        std::uint32_t indent;
    };
    std::vector<Around> around;  // the enclosing objects and arrays, outermost first
    bool is_first = false;       // they are the first in the innermost one
    std::uint32_t indent = 0;    // of the line where they start
    // Brackets are counted up to here; later text is only lookahead.
    std::uint32_t end = 0;
    // Called after commas of the innermost object or array, and at its closing bracket, when the
    // brackets match: whether to stop there.
    std::function<bool(std::uint32_t offset, bool is_close)> stop;
};

// Parses the elements up to where `stop` returns true; `found` holds them as the contents of one long array
// or object. False when it never does.
bool parse_json_elements(std::string_view text, const JsonContext& context, JsonTree& tree, JsonSplit& found);

}  // namespace hcl::syntax
