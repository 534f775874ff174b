// Validations and checks. A validation that reads another variable waits for the validations of that
// variable, so two that read each other form a cycle. Data sources of checks share the module's addresses.
#include <map>
#include <set>
#include <string>
#include <vector>

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
    std::set<std::string> reads;
};

struct Validations {
    std::map<std::string, Validated> variables;

    bool lead_back_to(const std::string& name) const {
        std::set<std::string> seen;
        std::vector<std::string> open{name};
        while (!open.empty()) {
            auto at = variables.find(open.back());
            open.pop_back();
            if (at == variables.end()) continue;
            for (const std::string& next : at->second.reads) {
                if (next == name) return true;
                if (seen.insert(next).second) open.push_back(next);
            }
        }
        return false;
    }
};

const Validations& validations_of(const bind::Module& module) {
    return module.memo().get<Validations>([&] {
        Validations out;
        for (const UnitSlot& slot : shape_of(module).validated)
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& variable = slot.unit->blocks[i];
                if (variable.type != "variable" || variable.labels.empty()) continue;
                const std::string& name = variable.labels[0].value;
                Validated validated{slot, bind::kNone, {}};
                for (std::uint32_t child : slot.unit->bodies[variable.body].blocks) {
                    if (slot.unit->blocks[child].type != "validation") continue;
                    Reach reach = reach_of_block(module, slot, child, name);
                    if (reach.variables.empty()) continue;
                    if (validated.block == bind::kNone) validated.block = child;
                    validated.reads.merge(reach.variables);
                }
                if (!validated.reads.empty()) out.variables.insert_or_assign(name, std::move(validated));
            }
        return out;
    });
}

void check_validations(const RuleInput& input) {
    const Validations& all = validations_of(input.module);
    for (const auto& [name, validated] : all.variables) {
        if (validated.slot.file != input.file.input.id || !all.lead_back_to(name)) continue;
        const BoundBlock& block = validated.slot.unit->blocks[validated.block];
        input
            .report(DiagCode::ReferenceCycle, block.header_span.shifted(validated.slot.base),
                    {"var." + name, "its validation reads what waits for this validation"})
            .title = "Cycle: var." + name + " (validation)";
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
    for (const UnitSlot& slot : shape_of(input.module).checks)
        if (slot.file == input.file.input.id) check_data(input, slot);
}

}  // namespace hcl::terraform
