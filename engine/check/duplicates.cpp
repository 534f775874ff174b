// Two declarations of one name, and blocks that must differ in their labels.
#include <unordered_map>

#include "engine/check/rule.h"

namespace hcl::check {

namespace {

std::string shown_address(const std::vector<std::string>& address) {
    std::string out;
    for (const std::string& step : address) out += (out.empty() ? "" : ".") + step;
    return out;
}

std::string shown_labels(const bind::BoundBlock& block) {
    std::string labels;
    for (const bind::BoundLabel& label : block.labels) labels += (labels.empty() ? "" : " ") + label.value;
    return labels;
}

// Files that override, and blocks that are merged, declare what others do on purpose.
bool counts(const bind::Module& module, bind::Symbol symbol) {
    if (module.file(symbol.file)->is_override) return false;
    const bind::Declaration& d = module.declaration(symbol);
    const bind::BoundUnit& unit = *module.slot_of(symbol).unit;
    return d.block == bind::kNone || !unit.blocks[d.block].def->merges;
}

std::optional<bind::Symbol> first_of(const bind::Module& module, const bind::Declaration& d) {
    for (bind::Symbol symbol : module.by_address(d.address))
        if (counts(module, symbol)) return symbol;
    return std::nullopt;
}

}  // namespace

// Blocks of one body: of the file's, other units may hold the others.
void duplicate_blocks(UnitRule& rule) {
    std::unordered_map<std::string, Span> seen;
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (block.parent == 0 || !block.def || !block.def->is_unique || block.def->symbol) continue;
        if (block.labels.empty() || block.labels.size() != block.def->labels.size()) continue;
        std::string key = std::to_string(block.parent) + '\x1f' + block.type;
        for (const bind::BoundLabel& label : block.labels) key += '\x1f' + label.value;
        auto [it, is_new] = seen.emplace(std::move(key), block.header_span);
        if (is_new) continue;
        Diagnostic& found =
            rule.report(DiagCode::DuplicateLabels, block.header_span, {block.type, shown_labels(block)});
        found.related.push_back({{{}, it->second}, "the first one is here"});
    }
}

void note_duplicates(UnitRule& rule) {
    const bind::Module& module = rule.module;
    for (std::uint32_t i = 0; i < rule.unit.declarations.size(); ++i) {
        const bind::Declaration& d = rule.unit.declarations[i];
        if (d.def->is_name_only) continue;
        auto self = bind::Symbol::of(rule.slot.file, rule.slot.label, bind::Symbol::Kind::Declaration, i);
        if (!counts(module, self)) continue;
        auto first = first_of(module, d);
        if (!first || *first == self) continue;
        // Two attributes of one name in one file: the parser has said so.
        if (d.attribute != bind::kNone && first->file == rule.slot.file) continue;
        rule.notes.declared.push_back(i);
    }
    for (std::uint32_t i : rule.unit.bodies[0].blocks) {
        const bind::BoundBlock& block = rule.unit.blocks[i];
        if (!block.def || !block.def->is_unique || block.def->symbol || block.labels.empty()) continue;
        std::vector<bind::Symbol> same = module.top_level_with_labels(block);
        auto self = bind::Symbol::of(rule.slot.file, rule.slot.label, bind::Symbol::Kind::Block, i);
        if (!same.empty() && same.front() != self && std::ranges::find(same, self) != same.end())
            rule.notes.declared_blocks.push_back(i);
    }
}

void duplicates(FileRule& rule) {
    for (const NotedUnit& noted : rule.units) {
        for (std::uint32_t i : noted.notes->declared) {
            const bind::Declaration& d = noted.slot.unit->declarations[i];
            std::string kind = d.def->kind.empty() ? "symbol" : d.def->kind;
            Diagnostic& found = rule.report(DiagCode::DuplicateLabels, d.name_span.shifted(noted.slot.base),
                                            {kind, shown_address(d.address)});
            if (auto first = first_of(rule.module, d))
                found.related.push_back({rule.module.name_place(*first), "it is declared here already"});
        }
        for (std::uint32_t i : noted.notes->declared_blocks) {
            const bind::BoundBlock& block = noted.slot.unit->blocks[i];
            Diagnostic& found =
                rule.report(DiagCode::DuplicateLabels, block.header_span.shifted(noted.slot.base),
                            {block.type, shown_labels(block)});
            std::vector<bind::Symbol> same = rule.module.top_level_with_labels(block);
            if (!same.empty())
                found.related.push_back({rule.module.name_place(same.front()), "the first one is here"});
        }
    }
}

}  // namespace hcl::check
