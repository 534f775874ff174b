// Token and node kinds, from token.def and node.def.
#pragma once

#include <cstdint>
#include <string_view>

namespace hcl::syntax {

enum class TokenKind : std::uint8_t {
#define HCL_TOKEN(name, spelling) name,
#include "engine/syntax/tree/token.def"
#undef HCL_TOKEN
};

enum class NodeKind : std::uint8_t {
#define HCL_NODE(name) name,
#include "engine/syntax/tree/node.def"
#undef HCL_NODE
};

std::string_view kind_name(TokenKind kind);
std::string_view spelling(TokenKind kind);  // for messages
std::string_view kind_name(NodeKind kind);

// Bits of NodeData::flags; node.def tells which kinds use which.
enum NodeFlag : std::uint8_t {
    kTrue = 1 << 0,          // Bool, JsonBool
    kExpand = 1 << 0,        // Call
    kFlush = 1 << 0,         // Heredoc
    kHasElse = 1 << 0,       // IfDirective
    kHasKeyName = 1 << 0,    // ForTuple, ForObject, ForDirective
    kHasCondition = 1 << 1,  // ForTuple, ForObject
    kGroup = 1 << 2,         // ForObject
    kQuoted = 1 << 0,        // Name (HCL 1), Label
    kOneLine = 1 << 0,       // Block: { and } are on one line
    kSplit = 1 << 1,         // Block: its items are in the following chunks (see BodyView)
    kOpMask = 0xF << 3,      // Unary, Binary: the operator
    kBroken = 1 << 7,        // any kind: a part is missing or was skipped, with a diagnostic
};

inline constexpr int kOpShift = 3;

enum class UnaryOp : std::uint8_t { Negate, Not };

enum class BinaryOp : std::uint8_t {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo
};

std::string_view spelling(UnaryOp op);
std::string_view spelling(BinaryOp op);

}  // namespace hcl::syntax
