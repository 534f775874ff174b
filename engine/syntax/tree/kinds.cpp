#include "engine/syntax/tree/kinds.h"

#include <array>

namespace hcl::syntax {

std::string_view kind_name(TokenKind kind) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(TokenKind::EndOfFile) + 1> names =
        {
#define HCL_TOKEN(name, spelling) #name,
#include "engine/syntax/tree/token.def"
#undef HCL_TOKEN
        };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view spelling(TokenKind kind) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(TokenKind::EndOfFile) + 1>
        spellings = {
#define HCL_TOKEN(name, spelling) spelling,
#include "engine/syntax/tree/token.def"
#undef HCL_TOKEN
        };
    return spellings[static_cast<std::size_t>(kind)];
}

std::string_view kind_name(NodeKind kind) {
    static constexpr std::string_view names[] = {
#define HCL_NODE(name) #name,
#include "engine/syntax/tree/node.def"
#undef HCL_NODE
    };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view spelling(UnaryOp op) {
    return op == UnaryOp::Negate ? "-" : "!";
}

std::string_view spelling(BinaryOp op) {
    static constexpr std::string_view spellings[] = {"||", "&&", "==", "!=", "<", "<=", ">",
                                                     ">=", "+",  "-",  "*",  "/", "%"};
    return spellings[static_cast<std::size_t>(op)];
}

}  // namespace hcl::syntax
