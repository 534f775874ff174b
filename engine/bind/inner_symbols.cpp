#include "engine/bind/inner_symbols.h"

#include <algorithm>
#include <string>

#include "engine/base/limits.h"
#include "engine/bind/keys.h"

namespace hcl::bind {

namespace {

bool is_inner(const language::SymbolDef& def) {
    return def.visibility == language::Visibility::Parent && !def.is_name_only;
}

// Whether such blocks declare symbols of two steps that begin with the word.
bool are_declared_by(const BlockDef* def, const std::string& word) {
    if (!def || !def->symbol || !is_inner(*def->symbol)) return false;
    const std::vector<language::AddressStep>& address = def->symbol->address;
    return address.size() == 2 && address[0].kind == language::AddressStep::Kind::Literal &&
           address[0].text == word;
}

// Whether blocks in this body declare symbols of two steps that begin with the word, all of them written out.
bool can_declare(const Module& module, const BoundUnit& unit, std::uint32_t body, const std::string& word) {
    const std::string& dynamic = module.language().dynamic_blocks;
    for (std::uint32_t block : unit.bodies[body].blocks)
        if (!dynamic.empty() && unit.blocks[block].type == dynamic) return false;
    return are_declared_by(unit.bodies[body].block_def(word), word);
}

}  // namespace

bool has_names_inside(const Module& module, Symbol symbol, const std::string& word) {
    if (!symbol.is_declaration() || module.declaration(symbol).block == kNone) return false;
    const BoundUnit& unit = module.unit_of(symbol);
    const std::uint32_t body = unit.blocks[module.declaration(symbol).block].body;
    return are_declared_by(unit.bodies[body].block_def(word), word);
}

std::vector<Symbol> symbols_inside(const Module& module, Symbol symbol) {
    std::vector<Symbol> out;
    if (!symbol.is_declaration() || module.declaration(symbol).block == kNone) return out;
    const BoundUnit& unit = module.unit_of(symbol);
    const std::uint32_t body = unit.blocks[module.declaration(symbol).block].body;
    for (std::uint32_t i = 0; i < unit.declarations.size(); ++i)
        if (const Declaration& inner = unit.declarations[i];
            is_inner(*inner.def) && enclosing_body(unit, inner) == body)
            out.push_back(Symbol::of(symbol.file, symbol.label, Symbol::Kind::Declaration, i));
    return out;
}

std::uint64_t inner_names_key(const BoundUnit& unit, const language::Language& language) {
    struct InnerNames {
        std::uint64_t key;
    };
    return unit.memo
        .get<InnerNames>([&] {
            KeyMaker names(KeyKind::Inner);
            bool is_empty = true;
            auto add = [&](std::string_view word, std::uint32_t body) {
                names.add(word).add(std::to_string(body));
                is_empty = false;
            };
            for (const Declaration& d : unit.declarations)
                if (is_inner(*d.def))
                    for (const std::string& step : d.address) add(step, enclosing_body(unit, d));
            if (!is_empty && !language.dynamic_blocks.empty())
                for (const BoundBlock& block : unit.blocks)
                    if (block.type == language.dynamic_blocks) add(block.type, block.parent);
            return InnerNames{is_empty ? 0 : names.key()};
        })
        .key;
}

InnerResolution resolve_inside(const Module& module, const Reference& reference, const Resolution& outer) {
    InnerResolution out;
    if (reference.is_text || outer.kind != Resolution::Kind::Symbol || reference.steps.size() <= outer.steps)
        return out;
    // With more declarations of one address, which are errors anyway, inner names are not checked.
    if (outer.symbols.size() > limits::alike_declarations) return out;
    // By the index of names: blocks can declare many thousands of names, and as many references can read
    // them.
    std::vector<SymbolList> found;  // by the number of steps
    std::vector<std::string> address;
    for (std::size_t i = outer.steps; i < reference.steps.size() && !reference.steps[i].name.empty(); ++i) {
        address.push_back(reference.steps[i].name);
        found.push_back(module.symbols().by_address(address));
    }
    bool may_declare = true;
    for (Symbol symbol : outer.symbols) {
        if (!symbol.is_declaration() || module.declaration(symbol).block == kNone) return {};
        const BoundUnit& unit = module.unit_of(symbol);
        const std::uint32_t body = unit.blocks[module.declaration(symbol).block].body;
        for (std::size_t i = 0; i < found.size(); ++i)
            for (Symbol one : symbols_of_unit(module, found[i].list(), symbol.file, symbol.label)) {
                const Declaration& inner = unit.declarations[one.index()];
                if (!is_inner(*inner.def) || enclosing_body(unit, inner) != body) continue;
                if (out.symbols.size() == limits::alike_declarations) break;
                out.symbols.push_back(one);
                out.steps = outer.steps + i + 1;
            }
        may_declare = may_declare && can_declare(module, unit, body, reference.steps[outer.steps].name);
    }
    const bool has_name =
        reference.steps.size() > outer.steps + 1 && !reference.steps[outer.steps + 1].name.empty();
    out.is_missing = out.symbols.empty() && may_declare && has_name;
    return out;
}

std::optional<Symbol> symbol_around(const Module& module, Symbol symbol) {
    if (!symbol.is_declaration() || !is_inner(*module.declaration(symbol).def)) return std::nullopt;
    const BoundUnit& unit = module.unit_of(symbol);
    const std::uint32_t block = unit.bodies[enclosing_body(unit, module.declaration(symbol))].block;
    if (block == kNone || unit.blocks[block].declaration == kNone) return std::nullopt;
    return Symbol::of(symbol.file, symbol.label, Symbol::Kind::Declaration, unit.blocks[block].declaration);
}

}  // namespace hcl::bind
