#include "engine/check/declare_fixes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "engine/base/hcl_string.h"
#include "engine/bind/unit_tree.h"
#include "engine/language/placeholder.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::check {

namespace {

using language::AddressStep;

// The labels of a block with that address; none when the block cannot have it.
std::optional<std::vector<std::string>> labels_for(const bind::BlockDef& block,
                                                   std::span<const bind::ReferenceStep> steps) {
    std::vector<std::string> labels(block.labels.size());
    const std::vector<AddressStep>& address = block.symbol->address;
    const bind::BodyDef& body = block.body->get();
    std::size_t fixed = 0;
    std::size_t at = 0;
    for (const AddressStep& step : address) {
        const bool is_label = step.kind == AddressStep::Kind::Label && step.label < labels.size();
        // `table.users.column`: what follows the label that is not optional is a part of the block.
        const bool is_part =
            at == steps.size() || body.block(steps[at].name) || body.attribute(steps[at].name);
        if (step.is_optional && is_label && is_part) {
            labels.resize(step.label);
            continue;
        }
        if (at == steps.size()) return std::nullopt;
        const std::string& name = steps[at++].name;
        if (step.kind == AddressStep::Kind::Literal) {
            if (step.text != name) return std::nullopt;
            ++fixed;
        } else if (is_label) {
            labels[step.label] = name;
        } else {
            return std::nullopt;
        }
    }
    // An address of several labels without a fixed word matches any reference.
    const bool is_vague = fixed == 0 && labels.size() > 1;
    if (is_vague || std::ranges::find(labels, "") != labels.end()) return std::nullopt;
    return labels;
}

bool can_declare(const bind::BlockDef& block) {
    return block.symbol && block.notes.is_available && !block.notes.is_deprecated &&
           block.symbol->visibility != language::Visibility::Parent;
}

std::string kind_of(const bind::SymbolDef& symbol, const std::string& type) {
    return symbol.kind.empty() ? type : symbol.kind;
}

std::string source_of(const bind::BlockDef& block, const std::vector<std::string>& labels) {
    std::string out = block.type;
    for (const std::string& label : labels) out += " " + hcl_string(label);
    out += " {\n";
    for (const bind::AttributeDef& attribute : block.body->get().attributes)
        if (attribute.is_required && attribute.notes.is_available)
            out += "  " + attribute.name + " = " + language::placeholder(attribute) + "\n";
    return out + "}";
}

}  // namespace

void DeclareFixes::add_path(Diagnostic& d, const bind::Reference& reference) {
    const bind::BodyDef& root = rule_.module.language().root();
    for (const bind::BlockDef& block : root.blocks) {
        if (can_declare(block) && !block.symbol->is_name_only)
            if (auto labels = labels_for(block, reference.steps)) return add_block(d, block, *labels);
        if (!block.labels.empty()) continue;
        const bind::BodyDef& body = block.body->get();
        const bind::SymbolDef* symbol = body.any_attribute ? body.any_attribute->symbol.get() : nullptr;
        if (!symbol || symbol->is_name_only || symbol->address.size() != 2 || reference.steps.size() < 2)
            continue;
        const bool is_here = symbol->address[0].kind == AddressStep::Kind::Literal &&
                             symbol->address[0].text == reference.steps[0].name &&
                             symbol->address[1].kind == AddressStep::Kind::Name;
        if (is_here && syntax::is_valid_identifier(reference.steps[1].name))
            return add_attribute(d, block, *symbol, reference.steps[1].name);
    }
}

void DeclareFixes::add_named(Diagnostic& d, const bind::Reference& reference,
                             const std::vector<std::string>& kinds) {
    for (const bind::BlockDef& block : rule_.module.language().root().blocks) {
        if (!can_declare(block) || std::ranges::find(kinds, block.symbol->kind) == kinds.end()) continue;
        if (reference.is_address) {
            if (auto labels = labels_for(block, reference.steps)) return add_block(d, block, *labels);
        } else if (block.labels.size() == 1 &&
                   block.symbol->address.back().kind == AddressStep::Kind::Label) {
            return add_block(d, block, {reference.steps[0].name});
        }
    }
}

void DeclareFixes::add_block(Diagnostic& d, const bind::BlockDef& block,
                             const std::vector<std::string>& labels) {
    const std::string text = source_of(block, labels);
    const std::string kind = kind_of(*block.symbol, block.type);
    if (auto after = neighbour_of(*block.symbol))
        return offer(d, kind, labels.back(), {after->file, {{after->end, after->end}, "\n\n" + text}});
    if (auto edit = at_end(text)) offer(d, kind, labels.back(), std::move(*edit));
}

void DeclareFixes::add_attribute(Diagnostic& d, const bind::BlockDef& home, const bind::SymbolDef& symbol,
                                 const std::string& name) {
    const std::string kind = kind_of(symbol, home.type);
    if (auto after = neighbour_of(symbol)) {
        const syntax::File& tree = *rule_.module.file(after->file)->input.tree;
        const std::string rest = tree.text({after->end, after->body});
        const std::size_t line = rest.find('\n');
        if (line != std::string::npos) {
            const std::uint32_t at = after->end + static_cast<std::uint32_t>(line);
            return offer(d, kind, name, {after->file, {{at, at}, "\n  " + name + " = null"}});
        }
    }
    if (auto edit = at_end(home.type + " {\n  " + name + " = null\n}"))
        offer(d, kind, name, std::move(*edit));
}

void DeclareFixes::offer(Diagnostic& d, const std::string& kind, const std::string& name,
                         FileEdit edit) const {
    d.fixes.push_back({.title = "Declare the " + kind + " \"" + name + "\"",
                       .edits = {std::move(edit)},
                       .preferred = false,
                       .is_guess = true});
}

std::optional<FileEdit> DeclareFixes::at_end(const std::string& text) const {
    if (!rule_.is_native()) return std::nullopt;
    const syntax::File& tree = *rule_.file.input.tree;
    const std::uint32_t end = tree.size();
    const bool has_line_end = end == 0 || tree.text({end - 1, end}) == "\n";
    return FileEdit{rule_.file.input.id, {{end, end}, (has_line_end ? "\n" : "\n\n") + text + "\n"}};
}

std::optional<DeclareFixes::Neighbour> DeclareFixes::neighbour_of(const bind::SymbolDef& symbol) {
    auto [it, is_new] = neighbours_.try_emplace(&symbol);
    if (is_new) it->second = find_neighbour(symbol);
    return it->second;
}

// The last declarations by each definition. Kept with the module, whose files all ask for them.
struct DeclareFixes::LastOfModule {
    struct Table {
        std::mutex mutex;
        std::unordered_map<const bind::SymbolDef*, std::optional<bind::Symbol>> by_definition;
    };
    std::shared_ptr<Table> table = std::make_shared<Table>();
};

std::optional<bind::Symbol> DeclareFixes::last_of_module(const bind::SymbolDef& symbol) const {
    const bind::Module& module = rule_.module;
    LastOfModule::Table& table = *module.memo().get<LastOfModule>([] { return LastOfModule(); }).table;
    std::lock_guard lock(table.mutex);
    const auto [known, is_new] = table.by_definition.try_emplace(&symbol);
    if (!is_new) return known->second;
    for (const bind::Symbol one : module.symbols().by_kind(symbol.kind)) {
        const bind::ModuleFile& file = *module.file(one.file);
        if (module.declaration(one).def != &symbol || file.is_override) continue;
        if (file.input.tree->options().syntax == syntax::Syntax::Native) known->second = one;
    }
    return known->second;
}

namespace {

// Looks from the end of the file, where there usually is one.
std::optional<bind::Symbol> last_in(const bind::UnitTree& tree, FileId file, const bind::SymbolDef& symbol) {
    for (std::size_t i = tree.children().size(); i-- > 0;)
        if (const auto found = last_in(*tree.children()[i], file, symbol)) return found;
    for (std::size_t c = tree.cells().size(); c-- > 0;) {
        const bind::UnitCell& cell = tree.cells()[c];
        if (!cell.unit) continue;
        for (std::size_t i = cell.unit->declarations.size(); i-- > 0;)
            if (cell.unit->declarations[i].def == &symbol)
                return bind::Symbol::of(file, cell.label, bind::Symbol::Kind::Declaration,
                                        static_cast<std::uint32_t>(i));
    }
    return std::nullopt;
}

}  // namespace

std::optional<DeclareFixes::Neighbour> DeclareFixes::find_neighbour(const bind::SymbolDef& symbol) const {
    // Prefers the last declaration in this file; otherwise takes the last in any file.
    std::optional<bind::Symbol> last;
    if (rule_.is_native() && !rule_.file.is_override)
        last = last_in(*rule_.file.units, rule_.file.input.id, symbol);
    if (!last) last = last_of_module(symbol);
    if (!last) return std::nullopt;
    const bind::Symbol one = *last;
    const bind::Declaration& d = rule_.module.declaration(one);
    const bind::UnitSlot slot = rule_.module.slot_of(one);
    Neighbour found{one.file, d.span.end + slot.base, 0, d.attribute != bind::kNone};
    if (found.is_attribute)
        found.body = slot.unit->bodies[slot.unit->attributes[d.attribute].body].inside.end + slot.base;
    return found;
}

}  // namespace hcl::check
