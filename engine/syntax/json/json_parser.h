// JSON syntax: text to tokens, tree and diagnostics, for any bytes, in linear time and without recursion.
//
// The tree: node 0 is the root value (Missing when there is none); what follows the root value is a Bogus
// node beside it. Names and values that could not be read are Bogus or Missing nodes, so that every property
// keeps its place. An error spoils the property or element it stands in; brackets that do not match are
// paired by their kinds and by indentation, so that the neighbours keep their structure.
//
// Behind a comma in an object or array the parser's state is known: the brackets around, and nothing else. So
// a text can be cut there, and a few elements can be read again by themselves (see json_edit.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/syntax/json/json_lexer.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::syntax {

// Facts about elements that are not read again while others are.
struct JsonNotes {
    bool breaks = false;     // the object or array around is broken by what stands here
    bool irregular = false;  // by the indentation alone, brackets would be paired otherwise
    bool unpaired = false;   // brackets do not match
    void add(const JsonNotes& inner) {
        irregular |= inner.irregular;
        unpaired |= inner.unpaired;
    }
};

// A place behind a comma where another element follows and a chunk may begin: how many tokens and nodes stand
// before it, and what there is to know about what stands between it and the place before.
struct JsonMark {
    std::uint32_t token;
    std::uint32_t node;
    JsonNotes notes;
};

// A long object or array whose brackets match, and where it can be cut.
struct JsonSplit {
    std::uint32_t node;
    std::uint32_t indent;  // of the line that it starts on
    std::vector<JsonMark> marks;
    JsonNotes last;  // behind the last mark
};

struct JsonTree {
    JsonTokens tokens;
    std::vector<NodeData> nodes;
    std::vector<WideNode> wide_nodes;
    Diagnostics diagnostics;  // as they were met, the first mistake first
    std::vector<JsonSplit> splits;
};

// More findings than this help nobody, and bound what garbage costs.
constexpr std::size_t kMostJsonDiagnostics = 200;

// Objects and arrays of more tokens than this are cut into their elements.
constexpr std::uint32_t kJsonSplitTokens = 2048;

// Elements of no more tokens than this, in sum, are one chunk.
constexpr std::uint32_t kJsonChunkTokens = 48;

// Objects and arrays nested deeper than this are skipped, with a diagnostic.
constexpr std::uint32_t kMaxJsonDepth = 500;

JsonTree parse_json(std::string_view text);

// Where elements stand that are read by themselves.
struct JsonContext {
    struct Around {
        TokenKind open;  // OBrace, OBrack
        std::uint32_t indent;
    };
    std::vector<Around> around;  // the objects and arrays, the outermost first
    bool is_first = false;       // nothing stands before them in the innermost
    std::uint32_t indent = 0;    // of the line that they start on
    // Brackets count up to here; what follows is there to be looked at.
    std::uint32_t end = 0;
    // Asked at places behind a comma of the innermost, and at its closing bracket, when all is well:
    // whether that is where to stop.
    std::function<bool(std::uint32_t offset, bool is_close)> stop;
};

// The elements up to where `stop` said so; `found` holds them as the contents of one long array or object.
// False when it never did.
bool parse_json_elements(std::string_view text, const JsonContext& context, JsonTree& tree, JsonSplit& found);

}  // namespace hcl::syntax
