// JSON syntax: text to tokens, tree and diagnostics, for any bytes, in linear time and without recursion.
//
// The tree: node 0 is the root value (Missing when there is none); what follows the root value is a Bogus
// node beside it. Names and values that could not be read are Bogus or Missing nodes, so that every property
// keeps its place. An error spoils the property or element it stands in; brackets that do not match are
// paired by their kinds and by indentation, so that the neighbours keep their structure.
#pragma once

#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/syntax/json_lexer.h"
#include "engine/syntax/tree.h"

namespace hcl::syntax {

struct JsonTree {
    JsonTokens tokens;
    std::vector<NodeData> nodes;
    std::vector<WideNode> wide_nodes;
    Diagnostics diagnostics;  // as they were met, the first mistake first
};

// Objects and arrays nested deeper than this are skipped, with a diagnostic.
constexpr std::uint32_t kMaxJsonDepth = 500;

JsonTree parse_json(std::string_view text);

}  // namespace hcl::syntax
