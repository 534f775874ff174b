#include "engine/bind/excess.h"

#include "engine/bind/spending.h"

namespace hcl::bind {

namespace {

struct ModuleExcess {
    std::vector<Excess> list;
};

std::vector<Excess> find_excess(const FileTable& files, const Limits& limits) {
    std::vector<Excess> list;
    CostSum all;
    FileId most;
    FileId largest;
    for (const ModuleFile& file : files) {
        const CostSum& cost = cost_of(*file.units);
        if (cost.steps > limits.file_steps && limits.file_steps < limits.module_steps)
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

const std::vector<Excess>& excess_of(const Module& module) {
    return module.memo()
        .get<ModuleExcess>([&] { return ModuleExcess{find_excess(module.files(), module.limits())}; })
        .list;
}

}  // namespace hcl::bind
