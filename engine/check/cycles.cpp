// Symbols whose values depend on themselves.
#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/cycle_graph.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::check {

namespace {

std::string shown(const bind::Module& module, bind::Symbol symbol) {
    if (!symbol.is_declaration()) return module.unit_of(symbol).callables[symbol.index()].name + "()";
    return bind::address_text(module.declaration(symbol).address);
}

// A node of the graph of arguments: an argument, all of a block's, or those of a name.
struct ArgumentNode {
    FileId file;
    std::uint64_t label = 0;  // of the unit
    bool is_block = false;
    std::uint32_t index = 0;  // of the argument or of the block
    std::string name{};       // empty: all of the block
    auto operator<=>(const ArgumentNode&) const = default;
};

// For blocks whose arguments are evaluated separately: the arguments that lead back to themselves.
struct ArgumentCycles : CycleGraph<ArgumentNode> {
    using CycleGraph::CycleGraph;
};

class ArgumentReader {
  public:
    explicit ArgumentReader(const bind::Module& module) : module_(module) {}

    std::vector<ArgumentNode> arguments_in_cycles() const {
        std::vector<ArgumentNode> out;
        for (bind::Symbol symbol : module_.cycles().members) {
            if (!symbol.is_declaration() || !module_.declaration(symbol).def->depends_by_member) continue;
            const bind::BoundUnit& unit = module_.unit_of(symbol);
            for (std::uint32_t index : bind::references_of_declaration(unit, symbol.index()))
                out.push_back({symbol.file, symbol.label, false, unit.references[index].attribute});
        }
        return out;
    }

    std::vector<ArgumentNode> next(const ArgumentNode& node) {
        const bind::UnitSlot slot = module_.slot_of({node.label, node.file, 0});
        std::vector<ArgumentNode> out;
        if (node.is_block) {
            for (std::uint32_t i : arguments_of(slot, node)) out.push_back({node.file, node.label, false, i});
            return out;
        }
        for (const bind::Reference& reference : bind::references_of(*slot.unit, node.index)) {
            if (reference.is_text || reference.is_address) continue;
            const bind::Resolution found = bind::resolve(module_, slot, reference);
            if (found.kind != bind::Resolution::Kind::Symbol || !found.symbols.back().is_declaration())
                continue;
            const bind::Symbol symbol = found.symbols.back();
            const bind::Declaration& d = module_.declaration(symbol);
            if (d.block == bind::kNone) continue;
            out.push_back(
                {symbol.file, symbol.label, true, d.block,
                 reference.steps.size() > found.steps ? reference.steps[found.steps].name : std::string()});
        }
        return out;
    }

  private:
    using Arguments = std::map<std::string_view, std::vector<std::uint32_t>>;  // "": all

    const std::vector<std::uint32_t>& arguments_of(const bind::UnitSlot& slot, const ArgumentNode& block) {
        static const std::vector<std::uint32_t> kNoArguments;
        const auto [it, is_new] = arguments_.try_emplace({block.file, block.label, block.index});
        if (is_new) {
            const bind::BoundBlock& bound = slot.unit->blocks[block.index];
            for (std::uint32_t i : slot.unit->bodies[bound.body].attributes) {
                it->second[""].push_back(i);
                it->second[slot.unit->attributes[i].name].push_back(i);
            }
        }
        const auto named = it->second.find(block.name);
        return named == it->second.end() ? kNoArguments : named->second;
    }

    const bind::Module& module_;
    std::map<std::tuple<FileId, std::uint64_t, std::uint32_t>, Arguments> arguments_;
};

// Whether the argument leads back to itself.
bool leads_back(const bind::Module& module, const bind::UnitSlot& slot, std::uint32_t attribute) {
    const ArgumentCycles& cycles = module.memo().get<ArgumentCycles>([&] {
        ArgumentReader reader(module);
        return ArgumentCycles(
            reader.arguments_in_cycles(), [&](const ArgumentNode& node) { return reader.next(node); },
            Cancel());
    });
    return cycles.is_in_cycle({slot.file, slot.label, false, attribute});
}

// The beginning of a name, such as `local` alone: it is still typed, and refers to nothing yet.
bool is_begun(const bind::Reference& reference, const bind::Resolution& found) {
    return found.kind == bind::Resolution::Kind::Group && reference.steps.size() == 1;
}

// False when visit() returns false.
template <typename Visit>
bool each_reference(const bind::Module& module, bind::Symbol symbol, const Visit& visit) {
    if (!symbol.is_declaration()) return true;
    const bind::UnitSlot slot = module.slot_of(symbol);
    return std::ranges::all_of(
        bind::references_of_declaration(*slot.unit, symbol.index()), [&](std::uint32_t index) {
            const bind::Reference& reference = slot.unit->references[index];
            return reference.is_text || visit(reference, bind::resolve(module, slot, reference));
        });
}

// The members of cycles, by file, and the cycles without the edges of names that are only begun.
struct WholeNames {
    std::map<FileId, std::vector<bind::Symbol>> members;
    std::optional<CycleGraph<bind::Symbol>> cycles;  // none: no name is only begun

    bool is_in_cycle(bind::Symbol symbol) const { return !cycles || cycles->is_in_cycle(symbol); }
};

WholeNames find_whole_names(const bind::Module& module) {
    const std::set<bind::Symbol>& members = module.cycles().members;
    WholeNames out;
    bool has_begun = false;
    for (bind::Symbol symbol : members) {
        out.members[symbol.file].push_back(symbol);
        has_begun =
            has_begun || !each_reference(module, symbol,
                                         [](const bind::Reference& reference, const bind::Resolution& found) {
                                             return !is_begun(reference, found);
                                         });
    }
    if (!has_begun) return out;
    out.cycles.emplace(
        members,
        [&](bind::Symbol from) {
            std::vector<bind::Symbol> next;
            each_reference(module, from,
                           [&](const bind::Reference& reference, const bind::Resolution& found) {
                               if (is_begun(reference, found)) return true;
                               std::ranges::copy_if(found.symbols, std::back_inserter(next),
                                                    [&](bind::Symbol to) { return members.contains(to); });
                               return true;
                           });
            return next;
        },
        Cancel());
    return out;
}

// The first call through which a function of the configuration leads back to itself.
void function_cycle(FileRule& rule, bind::Symbol symbol) {
    const bind::UnitSlot slot = rule.module.slot_of(symbol);
    const bind::BoundBlock& block = slot.unit->blocks[slot.unit->callables[symbol.index()].block];
    bool is_reported = false;
    auto call = [&](syntax::Node node, std::string_view name) {
        const auto called = rule.module.symbols().function(name);
        if (is_reported || !called || !rule.module.cycles().members.contains(*called)) return;
        is_reported = true;
        const bool is_own = *called == symbol;
        const std::string way =
            is_own ? "it calls itself"
                   : "it calls \"" + shown(rule.module, *called) + "\", which leads back here";
        Diagnostic& d = rule.report(DiagCode::ReferenceCycle, node.child(0).span().shifted(slot.base),
                                    {shown(rule.module, symbol), way});
        if (!is_own) d.related.push_back({name_place(rule.module, *called), "declared here"});
    };
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes)
        if (slot.unit->attributes[i].expr) eval::each_call(slot.unit->attributes[i].expr, call);
}

}  // namespace

void cycles(FileRule& rule) {
    if (rule.module.cycles().members.empty()) return;
    const WholeNames& names =
        rule.module.memo().get<WholeNames>([&] { return find_whole_names(rule.module); });
    const auto here = names.members.find(rule.file.input.id);
    if (here == names.members.end()) return;
    for (bind::Symbol symbol : here->second) {
        if (!symbol.is_declaration()) {
            function_cycle(rule, symbol);
            continue;
        }
        if (!names.is_in_cycle(symbol)) continue;
        bind::UnitSlot slot = rule.module.slot_of(symbol);
        // Looks only for short cycles.
        for (std::uint32_t index : bind::references_of_declaration(*slot.unit, symbol.index())) {
            const bind::Reference& reference = slot.unit->references[index];
            if (reference.is_text) continue;
            bind::Resolution found = bind::resolve(rule.module, slot, reference);
            if (is_begun(reference, found)) continue;
            auto inside = std::ranges::find_if(
                found.symbols, [&](bind::Symbol s) { return rule.module.cycles().members.contains(s); });
            if (inside == found.symbols.end()) continue;
            if (rule.module.declaration(symbol).def->depends_by_member &&
                !leads_back(rule.module, slot, reference.attribute))
                continue;
            std::string way = *inside == symbol ? "its value refers to itself"
                                                : "it refers to \"" + shown(rule.module, *inside) +
                                                      "\", which leads back here";
            Diagnostic& d = rule.report(DiagCode::ReferenceCycle, reference.span.shifted(slot.base),
                                        {shown(rule.module, symbol), way});
            if (*inside != symbol) d.related.push_back({name_place(rule.module, *inside), "declared here"});
            break;
        }
    }
}

}  // namespace hcl::check
