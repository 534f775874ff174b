// The outline of a file: blocks and attributes as a tree, with names and kinds from the language or from
// syntax.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/module_lookup.h"

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
    std::string detail;  // a short value, or empty
    SymbolKind kind = SymbolKind::Block;
    Span span;       // the whole construct
    Span selection;  // the name, inside of span
    std::vector<DocumentSymbol> children;
    language::Icon icon = language::Icon::None;  // the symbol kind set by the pack
};

std::vector<DocumentSymbol> document_symbols(const world::Snapshot& snapshot, FileId file,
                                             const Cancel& cancel);

// The outline of a file that is not open: nothing is evaluated, so computed names fall back to those from
// syntax.
std::vector<DocumentSymbol> unbound_symbols(const world::Snapshot& snapshot, FileId file,
                                            const Cancel& cancel);

// The symbols whose spans touch the offset, outermost first, named by syntax; without children.
std::vector<DocumentSymbol> symbols_around(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                           const Cancel& cancel);

// A part of the file whose outline is cached.
struct OutlinePiece {
    Span span;                            // bytes of the file; the pieces cover it without gaps
    const Memo* memo = nullptr;           // cache for this piece's outline; null: none
    bind::UnitSlot slot{};                // without a unit: the whole file, by syntax
    std::vector<bind::UnitSlot> parts{};  // of a long block that `slot` is the header of
};

class Outline {
  public:
    Outline(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);
    // In file order.
    void each_piece(const std::function<void(const OutlinePiece&)>& visit) const;
    // Spans are relative to the start of the piece.
    std::vector<DocumentSymbol> symbols(const OutlinePiece& piece) const;

  private:
    bool is_json() const;
    OutlinePiece piece_of(const bind::UnitCell& cell, std::uint32_t base) const;

    const world::FileState* state_;
    bind::ModulePtr module_;
    const bind::ModuleFile* file_ = nullptr;  // null: the outline is that of the syntax
    language::LanguagePtr language_;          // for names of such an outline, if known
    const Cancel& cancel_;
};

}  // namespace hcl::ide
