// Validations and checks. A validation that reads another variable waits for the validations of that
// variable, so two that read each other form a cycle. Data sources of checks share the module's addresses.
#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/cycle_graph.h"
#include "engine/bind/resolution.h"
#include "engine/terraform/cycle_title.h"
#include "engine/terraform/reach.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;

// A variable with a validation that reads other variables, or itself through what reads it.
struct Validated {
    UnitSlot slot;
    std::uint32_t block = 0;  // the first such validation
    Reach reads;
};

struct Validations {
    std::map<std::string, Validated> variables;
};

const Validations& validations_of(const bind::Module& module) {
    return module.memo().get<Validations>([&] {
        Validations out;
        for (const UnitSlot& slot : shape_of(module).units(Trait::ReadingOthers))
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& variable = slot.unit->blocks[i];
                if (variable.type != "variable" || variable.labels.empty()) continue;
                const std::string& name = variable.labels[0].value;
                Validated validated{slot, bind::kNone, {}};
                for (std::uint32_t child : slot.unit->bodies[variable.body].blocks) {
                    if (slot.unit->blocks[child].type != "validation") continue;
                    Reach reach = reach_of_block(module, slot, child, name);
                    if (reach.is_empty()) continue;
                    if (validated.block == bind::kNone) validated.block = child;
                    validated.reads.variables.merge(reach.variables);
                    validated.reads.outputs.merge(reach.outputs);
                }
                if (!validated.reads.is_empty()) out.variables.insert_or_assign(name, std::move(validated));
            }
        return out;
    });
}

// Whether the reference is in a validation of the variable.
bool is_in_validation(const BoundUnit& unit, const bind::Reference& reference, std::uint32_t variable) {
    const std::uint32_t block = unit.bodies[unit.attributes[reference.attribute].body].block;
    return block != bind::kNone && unit.blocks[block].type == "validation" &&
           unit.bodies[unit.blocks[block].parent].block == variable;
}

// The symbols that a symbol depends on; of a variable, those that its validations read.
std::vector<bind::Symbol> waits_for(const bind::Module& module, bind::Symbol symbol) {
    std::vector<bind::Symbol> out;
    const UnitSlot slot = module.slot_of(symbol);
    const BoundUnit& unit = *slot.unit;
    const bind::Declaration& declaration = module.declaration(symbol);
    constexpr std::size_t kMostRead = 200;
    std::size_t read = 0;
    auto add = [&](const bind::Reference& reference) {
        if (reference.is_text || ++read > kMostRead) return;
        for (bind::Symbol next : bind::resolve(module, slot, reference).symbols)
            if (next.is_declaration() && next != symbol) out.push_back(next);
    };
    if (declaration.def->kind != "variable") {
        for (std::uint32_t index : bind::references_of_declaration(unit, symbol.index()))
            add(unit.references[index]);
        return out;
    }
    for (const bind::Reference& reference : unit.references)
        if (is_in_validation(unit, reference, declaration.block)) add(reference);
    return out;
}

struct WaitingSymbols : CycleGraph<bind::Symbol> {
    using CycleGraph::CycleGraph;
};

// All members of the cycle; empty when some are in other modules.
std::string title_of_validations(const bind::Module& module, const std::string& variable) {
    const auto symbol_of = [&](const std::string& name) -> std::optional<bind::Symbol> {
        const bind::SymbolList symbols = module.symbols().by_kind_and_name("variable", name);
        if (symbols.empty() || !symbols.back().is_declaration()) return std::nullopt;
        return symbols.back();
    };
    const WaitingSymbols& waiting = module.memo().get<WaitingSymbols>([&] {
        std::vector<bind::Symbol> starts;
        for (const auto& [name, validated] : validations_of(module).variables)
            if (const auto symbol = symbol_of(name)) starts.push_back(*symbol);
        return WaitingSymbols(
            starts, [&](bind::Symbol symbol) { return waits_for(module, symbol); }, Cancel());
    });
    const auto symbol = symbol_of(variable);
    if (!symbol) return {};
    const std::vector<bind::Symbol> members = waiting.cycle_through(*symbol, kMostNodesOfTitle);
    return members.size() < 2 ? std::string() : title_of_members(module, members);
}

// With the variables that outputs of calls depend on. Those of other modules are not cached with this one.
Validations through_calls(const RuleInput& input, Validations all) {
    std::vector<Reach*> values;
    for (auto& [name, validated] : all.variables)
        if (!validated.reads.outputs.empty()) values.push_back(&validated.reads);
    add_variables_through_calls(input.context, input.module, values);
    return all;
}

CycleGraph<std::string> cycles_of(const Validations& all, const Cancel& cancel) {
    static const std::set<std::string> kReadsNothing;
    const auto next = [&](const std::string& name) -> const std::set<std::string>& {
        const auto known = all.variables.find(name);
        return known == all.variables.end() ? kReadsNothing : known->second.reads.variables;
    };
    return {std::views::keys(all.variables), next, cancel};
}

void check_validations(const RuleInput& input) {
    if (shape_of(input.module).units(Trait::ReadingOthers).empty()) return;
    const Validations& own = validations_of(input.module);
    const auto is_here = [&](const auto& one) { return one.second.slot.file == input.file.input.id; };
    if (std::ranges::none_of(own.variables, is_here)) return;
    const bool reads_outputs =
        std::ranges::any_of(own.variables, [](const auto& one) { return !one.second.reads.outputs.empty(); });
    std::optional<Validations> complete;
    if (reads_outputs) complete = through_calls(input, own);
    const CycleGraph<std::string> cycles = cycles_of(complete ? *complete : own, input.context.cancel);
    for (const auto& [name, validated] : own.variables) {
        if (validated.slot.file != input.file.input.id || !cycles.is_in_cycle(name)) continue;
        const BoundBlock& block = validated.slot.unit->blocks[validated.block];
        const std::string title = title_of_validations(input.module, name);
        input
            .report(DiagCode::ReferenceCycle, block.header_span.shifted(validated.slot.base),
                    {"var." + name, "its validation reads what waits for this validation"})
            .title = title.empty() ? "Cycle: var." + name + " (validation)" : title;
    }
}

void check_data(const RuleInput& input, const UnitSlot& slot) {
    const BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : unit.bodies[0].blocks) {
        if (unit.blocks[i].type != "check") continue;
        for (std::uint32_t child : unit.bodies[unit.blocks[i].body].blocks) {
            const BoundBlock& data = unit.blocks[child];
            if (data.type != "data" || data.labels.size() != 2) continue;
            for (bind::Symbol other : input.module.symbols().by_kind_and_name("data", data.labels[1].value)) {
                if (!other.is_declaration()) continue;
                const bind::Declaration& d = input.module.declaration(other);
                const BoundUnit& home = input.module.unit_of(other);
                const bool is_same = d.block != bind::kNone && home.blocks[d.block].parent == 0 &&
                                     d.address[d.address.size() - 2] == data.labels[0].value;
                if (!is_same) continue;
                Diagnostic& found = input.report(
                    DiagCode::DuplicateLabels, data.header_span.shifted(slot.base),
                    {"data", " \"" + data.labels[0].value + "\" \"" + data.labels[1].value + "\""});
                found.related.push_back({name_place(input.module, other), "the other one is here"});
                break;
            }
        }
    }
}

}  // namespace

void check_conditions(const RuleInput& input) {
    check_validations(input);
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::DataCheck))
        if (slot.file == input.file.input.id) check_data(input, slot);
}

}  // namespace hcl::terraform
