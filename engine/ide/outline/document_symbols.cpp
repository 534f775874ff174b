#include "engine/ide/outline/document_symbols.h"

#include <algorithm>
#include <map>

#include "engine/bind/pack_text.h"
#include "engine/ide/place/bound_place.h"
#include "engine/world/language_lookup.h"

namespace hcl::ide {

namespace {

using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

// Deeper values are omitted from the outline.
constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxDetail = 60;

SymbolKind kind_of(Node value) {
    switch (value.kind()) {
        case NodeKind::Object:
        case NodeKind::ForObject:
        case NodeKind::JsonObject:
            return SymbolKind::Object;
        case NodeKind::Tuple:
        case NodeKind::ForTuple:
        case NodeKind::JsonArray:
            return SymbolKind::Array;
        case NodeKind::Template:
        case NodeKind::JsonString:
            return SymbolKind::String;
        case NodeKind::Heredoc:
            return SymbolKind::Template;
        case NodeKind::Number:
        case NodeKind::JsonNumber:
            return SymbolKind::Number;
        case NodeKind::Bool:
        case NodeKind::JsonBool:
            return SymbolKind::Boolean;
        case NodeKind::Null:
        case NodeKind::JsonNull:
            return SymbolKind::Null;
        case NodeKind::Call:
            return SymbolKind::Function;
        default:
            return SymbolKind::Attribute;
    }
}

// A value short enough for one line of the outline.
std::string detail_of(Node value) {
    SymbolKind kind = kind_of(value);
    if (kind == SymbolKind::Object || kind == SymbolKind::Array || kind == SymbolKind::Template) return {};
    std::string_view text = value.text();
    if (text.size() > kMaxDetail || text.find('\n') != std::string_view::npos) return {};
    return std::string(text);
}

// The outline name of an object key.
std::string key_name(Node key) {
    std::string_view text = key.text();
    bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

using bind::BoundAttribute;
using bind::BoundBlock;
using language::Icon;

Icon icon_of(const bind::BlockDef* def) {
    if (!def) return Icon::None;
    return def->icon == Icon::None && def->symbol ? def->symbol->icon : def->icon;
}

Icon icon_of(const bind::AttributeDef* def) {
    if (!def) return Icon::None;
    return def->icon == Icon::None && def->symbol ? def->symbol->icon : def->icon;
}

// Builds the outline from syntax alone.
class SyntaxOutline {
  public:
    // With a language, blocks get their names from it.
    explicit SyntaxOutline(const Cancel& cancel, const language::Language* language = nullptr)
        : cancel_(cancel), language_(language) {}

    std::vector<DocumentSymbol> body(const BodyView& body, int depth,
                                     const bind::BodyDef* def = nullptr) const {
        std::vector<DocumentSymbol> symbols;
        if (depth > kMaxDepth) return symbols;
        for (const BodyView::Item& item : body.items()) {
            cancel_.poll();
            if (item.kind == BodyView::ItemKind::Attribute) {
                syntax::AttributeView a = item.attribute();
                add_attribute(a.name, a.name_span, a.span, a.expr, language::Icon::None, depth, symbols);
            } else if (item.kind == BodyView::ItemKind::Block) {
                symbols.push_back(block(item.block(), depth, def));
            }
        }
        return symbols;
    }

    // Children of an object or a list.
    std::vector<DocumentSymbol> value(Node node, int depth) const {
        std::vector<DocumentSymbol> symbols;
        if (!node || depth > kMaxDepth) return symbols;
        if (node.is(NodeKind::Object) || node.is(NodeKind::JsonObject)) {
            for (Node item : node.children()) {
                cancel_.poll();
                Node key = item.child(0);
                Node content = item.child(1);
                if (!key || !content) continue;
                std::string name = key_name(key);
                if (name.empty()) continue;
                symbols.push_back({std::move(name), detail_of(content), kind_of(content), item.span(),
                                   key.span(), value(content, depth + 1), language::Icon::None});
            }
        } else if (node.is(NodeKind::Tuple) || node.is(NodeKind::JsonArray)) {
            // Only elements with children of their own: `[1, 2, 3]` needs no outline.
            std::uint32_t index = 0;
            for (Node element : node.children()) {
                std::vector<DocumentSymbol> inner = value(element, depth + 1);
                if (!inner.empty())
                    symbols.push_back({"[" + std::to_string(index) + "]",
                                       {},
                                       kind_of(element),
                                       element.span(),
                                       element.span(),
                                       std::move(inner),
                                       language::Icon::None});
                ++index;
            }
        }
        return symbols;
    }

    DocumentSymbol block(const BlockView& block, int depth, const bind::BodyDef* around = nullptr) const {
        DocumentSymbol symbol;
        const bind::BlockDef* def = around ? around->block(block.type()) : nullptr;
        std::vector<syntax::LabelView> labels = block.labels();
        if (def && def->outline) {
            std::vector<std::string> texts;
            texts.reserve(labels.size());
            for (const syntax::LabelView& label : labels) texts.push_back(label.value);
            symbol.name = bind::outline_name(*language_, *def, texts);
        }
        if (symbol.name.empty()) {
            symbol.name = block.type();
            for (const syntax::LabelView& label : labels) symbol.name += " " + label.value;
        }
        symbol.icon = icon_of(def);
        symbol.kind = SymbolKind::Block;
        symbol.span = block.span();
        symbol.selection = block.header_span();
        symbol.children = body(block.body(), depth + 1, def ? &def->body->get() : nullptr);
        return symbol;
    }

    void add_attribute(std::string_view name, Span name_span, Span span, Node expr, language::Icon icon,
                       int depth, std::vector<DocumentSymbol>& symbols) const {
        if (name.empty()) return;
        bool has_value = static_cast<bool>(expr);
        symbols.push_back({std::string(name), has_value ? detail_of(expr) : std::string(),
                           has_value ? kind_of(expr) : SymbolKind::Attribute, span, name_span,
                           value(expr, depth + 1), icon});
    }

  private:
    const Cancel& cancel_;
    const language::Language* language_;
};

// Builds the outline with names and kinds from the language.
class BoundOutline {
  public:
    BoundOutline(const bind::Module& module, const bind::UnitSlot& slot, const Cancel& cancel)
        : module_(module), slot_(slot), syntax_(cancel) {}

    std::vector<DocumentSymbol> body(std::uint32_t index, int depth) const {
        std::vector<DocumentSymbol> symbols;
        if (depth > kMaxDepth) return symbols;
        const bind::BoundUnit& unit = *slot_.unit;
        const bind::BoundBody& body = unit.bodies[index];
        symbols.reserve(body.attributes.size() + body.blocks.size());
        for (std::uint32_t i : body.attributes) {
            const BoundAttribute& a = unit.attributes[i];
            syntax_.add_attribute(a.name, a.name_span, a.span, a.expr, icon_of(a.def), depth, symbols);
        }
        for (std::uint32_t i : body.blocks) symbols.push_back(block(i, depth));
        auto start = [](const DocumentSymbol& s) { return s.span.start; };
        if (!std::ranges::is_sorted(symbols, {}, start)) std::ranges::sort(symbols, {}, start);
        return symbols;
    }

    // JSON files keep the outline of their objects; those that are blocks get names
    // and kinds from the language.
    std::vector<DocumentSymbol> json(const bind::ModuleFile& file) const {
        std::vector<DocumentSymbol> symbols = syntax_.value(file.input.tree->root(), 0);
        Known known;
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i = 0; i < slot.unit->blocks.size(); ++i)
                if (const BoundBlock& b = slot.unit->blocks[i];
                    !b.is_elsewhere && b.def && (b.def->outline || icon_of(b.def) != Icon::None))
                    known.emplace(b.header_span.start + slot.base, std::pair(slot, i));
        });
        if (!known.empty()) refine(symbols, known);
        return symbols;
    }

  private:
    DocumentSymbol block(std::uint32_t index, int depth) const {
        const BoundBlock& block = slot_.unit->blocks[index];
        DocumentSymbol symbol;
        symbol.name = bind::outline_name(module_, slot_, index);
        symbol.kind = SymbolKind::Block;
        symbol.span = block.span;
        symbol.selection = block.header_span;
        symbol.children = body(block.body, depth + 1);
        symbol.icon = icon_of(block.def);
        return symbol;
    }

    // Blocks by the start of the value of their last key.
    using Known = std::map<std::uint32_t, std::pair<bind::UnitSlot, std::uint32_t>>;

    void refine(std::vector<DocumentSymbol>& symbols, const Known& known) const {
        for (DocumentSymbol& symbol : symbols) {
            refine(symbol.children, known);
            auto found = known.find(symbol.selection.start);
            if (found == known.end() || symbol.kind != SymbolKind::Object) continue;
            const auto& [slot, index] = found->second;
            const BoundBlock& block = slot.unit->blocks[index];
            if (block.def->outline) symbol.name = bind::outline_name(module_, slot, index);
            symbol.icon = icon_of(block.def);
        }
    }

    const bind::Module& module_;
    const bind::UnitSlot& slot_;
    SyntaxOutline syntax_;
};

std::vector<DocumentSymbol> by_syntax(const syntax::File& tree, const Cancel& cancel,
                                      const language::Language* language = nullptr) {
    SyntaxOutline outline(cancel, language);
    switch (tree.options().syntax) {
        case syntax::Syntax::Native:
            return outline.body(tree.body(), 0, language ? &language->root() : nullptr);
        case syntax::Syntax::Json:
            return outline.value(tree.root(), 0);
        case syntax::Syntax::Template:
            break;
    }
    return {};
}

void shift(std::vector<DocumentSymbol>& symbols, std::uint32_t by) {
    if (by == 0) return;
    for (DocumentSymbol& symbol : symbols) {
        symbol.span = symbol.span.shifted(by);
        symbol.selection = symbol.selection.shifted(by);
        shift(symbol.children, by);
    }
}

// Whether the outline of a unit depends on attribute values.
struct ReadsValues {
    bool yes = false;
};

bool reads_values(const bind::BoundUnit& unit) {
    return unit.memo
        .get<ReadsValues>([&] {
            return ReadsValues{std::ranges::any_of(unit.blocks, [](const BoundBlock& block) {
                return block.def && block.def->outline &&
                       (block.def->outline.needs.all || !block.def->outline.needs.names.empty());
            })};
        })
        .yes;
}

}  // namespace

Outline::Outline(const world::Snapshot& snapshot, FileId file, const Cancel& cancel)
    : state_(snapshot.file(file)), cancel_(cancel) {
    if (!state_ || state_->info().options.syntax == syntax::Syntax::Template) return;
    module_ = world::module_of(snapshot, file, cancel);
    if (!module_) return;
    if (bind::has_unbound_part(*state_->tree(), module_->limits()))
        language_ = world::language_of(snapshot, *state_);
    else
        file_ = module_->file(file);
}

void Outline::each_piece(const std::function<void(const OutlinePiece&)>& visit) const {
    if (!state_) return;
    const Span whole{0, state_->tree()->size()};
    if (!file_) return visit({whole, &state_->memo(), {}});
    if (is_json()) {
        // A unit alone has its own cache, which can outlive this version of the file.
        const bind::UnitCell* one = file_->units->count() == 1 ? file_->units->cells().data() : nullptr;
        if (one && one->unit) return visit(piece_of(*one, 0));
        return visit({whole, file_->units->count() > 1 ? &file_->units->memo() : nullptr, {}});
    }
    OutlinePiece piece;
    file_->units->each(0, file_->units->count(), 0, [&](const bind::UnitCell& cell, std::uint32_t base) {
        const bind::UnitSlot slot{cell.unit.get(), cell.state.get(), base, cell.label, file_->input.id};
        if (!cell.begins_entry()) {
            piece.span.end += cell.size;
            if (cell.unit && cell.unit->own_body() != 0) piece.parts.push_back(slot);
            return;
        }
        if (piece.span.end > 0) visit(piece);
        piece = piece_of(cell, base);
    });
    if (piece.span.end > 0) visit(piece);
}

bool Outline::is_json() const {
    return state_->tree()->options().syntax == syntax::Syntax::Json;
}

OutlinePiece Outline::piece_of(const bind::UnitCell& cell, std::uint32_t base) const {
    OutlinePiece piece{{base, base + cell.size}, nullptr, {}, {}};
    if (!cell.unit || cell.unit->bodies.empty() ||
        (cell.unit->attributes.empty() && cell.unit->blocks.empty()))
        return piece;
    piece.slot = {cell.unit.get(), cell.state.get(), base, cell.label, file_->input.id};
    piece.memo = cell.state && reads_values(*cell.unit) ? &cell.state->memo : &cell.unit->memo;
    return piece;
}

std::vector<DocumentSymbol> Outline::symbols(const OutlinePiece& piece) const {
    if (!piece.memo) return {};
    if (!file_) return by_syntax(*state_->tree(), cancel_, language_.get());
    cancel_.poll();
    BoundOutline outline(*module_, piece.slot, cancel_);
    if (is_json()) return outline.json(*file_);
    std::vector<DocumentSymbol> all = outline.body(0, 0);
    for (const bind::UnitSlot& part : piece.parts) {
        cancel_.poll();
        std::vector<DocumentSymbol> some =
            BoundOutline(*module_, part, cancel_).body(part.unit->own_body(), 1);
        shift(some, part.base - piece.slot.base);
        std::ranges::move(some, std::back_inserter(all.front().children));
    }
    return all;
}

std::vector<DocumentSymbol> document_symbols(const world::Snapshot& snapshot, FileId file,
                                             const Cancel& cancel) {
    Outline outline(snapshot, file, cancel);
    std::vector<DocumentSymbol> all;
    outline.each_piece([&](const OutlinePiece& piece) {
        std::vector<DocumentSymbol> some = outline.symbols(piece);
        shift(some, piece.span.start);
        std::ranges::move(some, std::back_inserter(all));
    });
    return all;
}

std::vector<DocumentSymbol> unbound_symbols(const world::Snapshot& snapshot, FileId file,
                                            const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    language::LanguagePtr language = world::language_of(snapshot, *state);
    return by_syntax(*state->tree(), cancel, language.get());
}

std::vector<DocumentSymbol> symbols_around(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                           const Cancel& cancel) {
    std::vector<DocumentSymbol> path;
    const world::FileState* state = snapshot.file(file);
    if (!state) return path;
    const syntax::File& tree = *state->tree();
    SyntaxOutline outline(cancel);
    std::vector<DocumentSymbol> level;
    if (tree.options().syntax == syntax::Syntax::Native) {
        for (const BodyView::Item& item : tree.body().items_at(offset)) {
            if (item.kind == BodyView::ItemKind::Block) {
                level.push_back(outline.block(item.block(), 0));
            } else if (item.kind == BodyView::ItemKind::Attribute) {
                syntax::AttributeView a = item.attribute();
                outline.add_attribute(a.name, a.name_span, a.span, a.expr, Icon::None, 0, level);
            }
        }
    } else {
        level = by_syntax(tree, cancel);
    }
    for (;;) {
        auto found = std::ranges::find_if(
            level, [&](const DocumentSymbol& symbol) { return symbol.span.touches(offset); });
        if (found == level.end()) return path;
        std::vector<DocumentSymbol> inner = std::move(found->children);
        path.push_back(std::move(*found));
        path.back().children.clear();
        level = std::move(inner);
    }
}

}  // namespace hcl::ide
