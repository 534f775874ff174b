// The outline of a file: blocks and attributes as a tree. Names and kinds are what the language says, or what
// syntax alone tells.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/bound.h"
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
    language::Icon icon = language::Icon::None;  // the kind that the language gives it
};

std::vector<DocumentSymbol> document_symbols(const world::Snapshot& snapshot, FileId file,
                                             const Cancel& cancel);

// The same for a file that nobody looks at: nothing is evaluated, so names that follow from more than labels
// are those of syntax.
std::vector<DocumentSymbol> unbound_symbols(const world::Snapshot& snapshot, FileId file,
                                            const Cancel& cancel);

// The symbols whose spans touch the offset, outermost first, under the names that syntax gives them; their
// children are left out.
std::vector<DocumentSymbol> symbols_around(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                           const Cancel& cancel);

// A part of the file whose outline is made anew only when it must be.
struct OutlinePiece {
    Span span;                   // bytes of the file; the pieces tile it
    const Memo* memo = nullptr;  // lives as long as the piece has this outline; null: it has none
    bind::UnitSlot slot{};       // without a unit: the whole file by syntax
};

class Outline {
  public:
    Outline(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);
    // In order.
    void each_piece(const std::function<void(const OutlinePiece&)>& visit) const;
    // Spans count from the piece's start.
    std::vector<DocumentSymbol> symbols(const OutlinePiece& piece) const;

  private:
    const world::FileState* state_;
    bind::ModulePtr module_;
    const bind::ModuleFile* file_ = nullptr;
    const Cancel& cancel_;
};

}  // namespace hcl::ide
