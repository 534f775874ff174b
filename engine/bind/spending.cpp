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

namespace {

struct ModuleExcess {
    std::vector<Excess> list;
};

std::vector<Excess> excess_of(const std::vector<ModuleFile>& files, const Limits& limits) {
    std::vector<Excess> list;
    CostSum all;
    FileId most;
    FileId largest;
    for (const ModuleFile& file : files) {
        const CostSum& cost = cost_of(*file.units);
        if (cost.steps > limits.file_steps)
            list.push_back({Excess::Kind::FileSteps, {file.input.id, cost.most_label}, cost.most.attribute});
        if (cost.most.steps > all.most.steps) most = file.input.id;
        if (cost.largest.bytes > all.largest.bytes) largest = file.input.id;
        all.add(cost);
    }
    if (all.steps > limits.module_steps && list.empty())
        list.push_back({Excess::Kind::ModuleSteps, {most, all.most_label}, all.most.attribute});
    if (all.bytes > limits.module_bytes)
        list.push_back({Excess::Kind::ModuleBytes, {largest, all.largest_label}, all.largest.attribute});
    return list;
}

}  // namespace

const std::vector<Excess>& Module::excess() const {
    return memo_.get<ModuleExcess>([&] { return ModuleExcess{excess_of(files_, limits_)}; }).list;
}

bool Module::has_cut_calls() const {
    std::uint64_t steps = 0;
    for (const ModuleFile& file : files_) steps += cost_of(*file.units).call_steps;
    return steps > limits_.module_steps;
}

}  // namespace hcl::bind
