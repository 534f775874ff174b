#include "engine/bind/spending.h"

namespace hcl::bind {

void CostSum::add(const CostSum& other) {
    steps += other.steps;
    bytes += other.bytes;
    call_steps += other.call_steps;
    if (other.most.steps > most.steps) {
        most = other.most;
        most_label = other.most_label;
    }
    if (other.largest.bytes > largest.bytes) {
        largest = other.largest;
        largest_label = other.largest_label;
    }
}

void CostSum::add(const UnitState& state, std::uint64_t label) {
    const auto* costs = state.memo.peek<UnitCosts>();
    if (!costs) return;
    for (const Cost& cost : costs->list) add({cost.steps, cost.bytes, cost, label, cost, label});
    call_steps += costs->call_steps;
}

const CostSum& cost_of(const UnitTree& tree) {
    return tree.memo().get<CostSum>([&] {
        CostSum sum;
        for (const UnitTreePtr& child : tree.children()) sum.add(cost_of(*child));
        for (const UnitCell& cell : tree.cells())
            if (cell.state) sum.add(*cell.state, cell.label);
        return sum;
    });
}

bool has_cut_calls(const Module& module) {
    std::uint64_t steps = 0;
    for (const ModuleFile& file : module.files()) steps += cost_of(*file.units).call_steps;
    return steps > module.limits().module_steps;
}

}  // namespace hcl::bind
