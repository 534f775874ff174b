// The outline of a file: blocks and attributes as a tree, from syntax alone.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

enum class SymbolKind : std::uint8_t {
    Block,
    Attribute,
    Object,
    Array,
    String,
    Number,
    Boolean,
    Null,
    Function,
    Template
};

struct DocumentSymbol {
    std::string name;    // `resource aws_instance web`, `ami`
    std::string detail;  // a short value, or nothing
    SymbolKind kind = SymbolKind::Block;
    Span span;       // the whole construct
    Span selection;  // the part that names it; inside span
    std::vector<DocumentSymbol> children;
};

std::vector<DocumentSymbol> document_symbols(const world::Snapshot& snapshot, FileId file,
                                             const Cancel& cancel);

}  // namespace hcl::ide
