// Duplicate declarations, and blocks that must have unique labels.
#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

// ` "a" "b"`
std::string quoted_labels(const bind::BoundBlock& block) {
    std::string out;
    for (const bind::BoundLabel& label : block.labels) out += " \"" + label.value + "\"";
    return out;
}

// Override files and merged blocks declare the same names intentionally.
bool counts(const bind::Module& module, bind::Symbol symbol) {
    if (module.file(symbol.file)->is_override) return false;
    const bind::Declaration& d = module.declaration(symbol);
    const bind::BoundUnit& unit = module.unit_of(symbol);
    const std::uint32_t block =
        d.block != bind::kNone ? d.block : unit.bodies[unit.attributes[d.attribute].body].block;
    return block == bind::kNone || !unit.blocks[block].def || !unit.blocks[block].def->merges;
}

bool is_of_file(const bind::Declaration& d) {
    return d.def->visibility == language::Visibility::File ||
           d.def->visibility == language::Visibility::Nearest;
}

// Two attributes of one name in one body: the parser reports them, and in JSON set_twice() does, unless they
// are in different parts of a long block.
bool is_set_twice(const bind::UnitSlot& slot, const bind::Declaration& d, bind::Symbol other,
                  const bind::Module& module) {
    const bind::Declaration& o = module.declaration(other);
    if (o.attribute == bind::kNone || other.file != slot.file) return false;
    const bind::BoundAttribute& mine = slot.unit->attributes[d.attribute];
    const bind::BoundAttribute& theirs = module.unit_of(other).attributes[o.attribute];
    if (mine.name != theirs.name || mine.body != theirs.body) return false;
    if (mine.body == 0 || other.label == slot.label) return true;
    // Parts of one long block.
    const bind::ModuleFile& file = *module.file(slot.file);
    return file.first_of_entry(other.label).label == file.first_of_entry(slot.label).label;
}

// The files of the module that can be used separately.
struct AloneFiles {
    std::set<FileId> ids;
};

const std::set<FileId>& alone_files(const bind::Module& module) {
    return module.memo()
        .get<AloneFiles>([&] {
            AloneFiles alone;
            const std::string& type = module.language().modules.stands_alone;
            for (const bind::ModuleFile& file : module.files())
                file.each_unit([&](const bind::UnitSlot& slot) {
                    for (std::uint32_t i : slot.unit->bodies[0].blocks)
                        if (slot.unit->blocks[i].type == type) alone.ids.insert(file.input.id);
                });
            return alone;
        })
        .ids;
}

// Whether two files of a module can be used together.
bool meet(const bind::Module& module, FileId a, FileId b) {
    if (a == b || module.language().modules.stands_alone.empty()) return true;
    const std::set<FileId>& alone = alone_files(module);
    return !alone.contains(a) || !alone.contains(b);
}

// The declarations to compare: all of the module, or those of files that are used together.
enum class Among : std::uint8_t { All, Meeting };

// The first declaration with the same name.
std::optional<bind::Symbol> first_of(const bind::Module& module, bind::Symbol self, Among among) {
    const bind::Declaration& d = module.declaration(self);
    bind::SymbolList all = module.symbols().by_address(d.address);
    if (all.size() < 2) return std::nullopt;
    const bool is_file_known =
        module.language().modules.stands_alone.empty() || d.def->visibility == language::Visibility::File;
    const bool is_elsewhere_fine = is_of_file(d) && is_file_known;
    std::span<const bind::Symbol> near = all.list();
    // Declarations inside of a block meet only those of the same unit.
    if (is_file_known && bind::home_of(module, self).body != 0)
        near = bind::symbols_of_unit(module, near, self.file, self.label);
    for (bind::Symbol symbol : near)
        if ((!is_elsewhere_fine || symbol.file == self.file) && counts(module, symbol) &&
            (among == Among::All || meet(module, symbol.file, self.file)) &&
            (symbol == self || !is_file_known ||
             bind::home_of(module, symbol) == bind::home_of(module, self)))
            return symbol;
    return std::nullopt;
}

// The first block with the same labels in a file that is used together with this one.
std::optional<bind::Symbol> first_block(const bind::Module& module, const bind::BoundBlock& block,
                                        FileId file) {
    for (bind::Symbol symbol : module.symbols().top_level_with_labels(block))
        if (meet(module, symbol.file, file)) return symbol;
    return std::nullopt;
}

}  // namespace

// Blocks of one body; other blocks of a file's body may be in other units.
void duplicate_blocks(UnitRule& rule) {
    std::unordered_map<std::string, Span> seen;
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (block.parent == 0 || !block.def || !block.def->is_unique || !bind::has_no_address(block))
            continue;
        if (block.labels.empty() || block.labels.size() != block.def->labels.size()) continue;
        std::string key = std::to_string(block.parent) + '\x1f' + block.type;
        for (const bind::BoundLabel& label : block.labels) key += '\x1f' + label.value;
        auto [it, is_new] = seen.emplace(std::move(key), block.header_span);
        if (is_new) continue;
        Diagnostic& found =
            rule.report(DiagCode::DuplicateLabels, block.header_span, {block.type, quoted_labels(block)});
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
        auto first = first_of(module, self, Among::All);
        if (!first || *first == self) continue;
        const bool is_reported = rule.is_native() || first->label == rule.slot.label;
        if (is_reported && d.attribute != bind::kNone && is_set_twice(rule.slot, d, *first, module)) continue;
        rule.notes.declared.push_back(i);
    }
    for (std::uint32_t i : rule.unit.bodies[0].blocks) {
        const bind::BoundBlock& block = rule.unit.blocks[i];
        if (!block.def || !block.def->is_unique || !bind::has_no_address(block) || block.labels.empty())
            continue;
        if (rule.is_override()) continue;
        bind::SymbolList same = module.symbols().top_level_with_labels(block);
        auto self = bind::Symbol::of(rule.slot.file, rule.slot.label, bind::Symbol::Kind::Block, i);
        if (!same.empty() && same.front() != self) rule.notes.declared_blocks.push_back(i);
    }
}

void duplicates(FileRule& rule) {
    for (const NotedUnit& noted : rule.units) {
        for (std::uint32_t i : noted.notes->declared) {
            const bind::Declaration& d = noted.slot.unit->declarations[i];
            const auto self =
                bind::Symbol::of(noted.slot.file, noted.slot.label, bind::Symbol::Kind::Declaration, i);
            const auto first = first_of(rule.module, self, Among::Meeting);
            if (!first || *first == self) continue;
            if (!rule.is_native() && d.attribute != bind::kNone &&
                is_set_twice(noted.slot, d, *first, rule.module)) {
                Diagnostic& found =
                    rule.report(DiagCode::DuplicateJsonAttribute, d.name_span.shifted(noted.slot.base),
                                {noted.slot.unit->attributes[d.attribute].name});
                found.related.push_back({name_place(rule.module, *first), "it is set here first"});
                continue;
            }
            std::string kind = d.def->kind.empty() ? "symbol" : d.def->kind;
            const bind::BoundBlock* block =
                d.block == bind::kNone ? nullptr : &noted.slot.unit->blocks[d.block];
            // In JSON, the blocks of an array share their label.
            const bool is_element =
                block && block->header_span.start >= block->span.start && !rule.is_native();
            Diagnostic& found =
                rule.report(DiagCode::DuplicateLabels,
                            (is_element ? block->header_span : d.name_span).shifted(noted.slot.base),
                            {kind, block ? quoted_labels(*block) : " \"" + d.address.back() + "\""});
            if (!block)
                found.message = "The " + kind + " \"" + d.address.back() +
                                "\" is declared already. Give one of the two another name.";
            found.related.push_back({name_place(rule.module, *first), "it is declared here already"});
        }
        for (std::uint32_t i : noted.notes->declared_blocks) {
            const bind::BoundBlock& block = noted.slot.unit->blocks[i];
            const auto first = first_block(rule.module, block, noted.slot.file);
            if (!first ||
                *first == bind::Symbol::of(noted.slot.file, noted.slot.label, bind::Symbol::Kind::Block, i))
                continue;
            Diagnostic& found =
                rule.report(DiagCode::DuplicateLabels, block.header_span.shifted(noted.slot.base),
                            {block.type, quoted_labels(block)});
            found.related.push_back({name_place(rule.module, *first), "the first one is here"});
        }
    }
}

}  // namespace hcl::check
