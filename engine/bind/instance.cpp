#include "engine/bind/instance.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bind/builder.h"
#include "engine/bind/excess.h"
#include "engine/bind/spending.h"

namespace hcl::bind {

namespace {

// The instances of a module, the least recently used first, as many as may be kept.
class InstanceCache {
  public:
    struct Entry {
        InputsPtr inputs;
        std::size_t depth;
        PathBase paths;
        Instance instance;
        std::uint64_t bytes = 0;
    };

    std::optional<Instance> find(const Inputs& inputs, std::size_t depth, PathBase paths) const {
        std::lock_guard lock(table_->mutex);
        auto it = place_of(inputs, depth, paths);
        if (it == table_->list.end()) return std::nullopt;
        std::rotate(it, it + 1, table_->list.end());
        return table_->list.back().instance;
    }
    void add(Entry entry, std::uint64_t most_bytes) const {
        std::vector<Entry> dropped;  // freed after unlocking
        std::lock_guard lock(table_->mutex);
        // Another thread may have made the same one meanwhile.
        if (place_of(*entry.inputs, entry.depth, entry.paths) != table_->list.end()) return;
        table_->bytes += entry.bytes;
        table_->list.push_back(std::move(entry));
        while (table_->list.size() > 1 && (table_->list.size() > kMost || table_->bytes > most_bytes)) {
            table_->bytes -= table_->list.front().bytes;
            dropped.push_back(std::move(table_->list.front()));
            table_->list.erase(table_->list.begin());
        }
    }

  private:
    static constexpr std::size_t kMost = 32;
    struct Table {
        std::mutex mutex;
        std::vector<Entry> list;
        std::uint64_t bytes = 0;
    };
    std::vector<Entry>::iterator place_of(const Inputs& inputs, std::size_t depth, PathBase paths) const {
        return std::ranges::find_if(table_->list, [&](const Entry& one) {
            return one.depth == depth && one.paths == paths && one.inputs->identical(inputs);
        });
    }
    std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

// An instance may take this part of what a module may.
constexpr std::uint64_t kShareOfInstance = 4;
constexpr std::uint64_t kBytesOfUnit = 1024;

}  // namespace

InputsPtr inputs_with(const Module& module, std::string_view kind, std::map<std::string, Value> given) {
    std::vector<std::string_view> names;
    for (const Symbol symbol : module.symbols().by_kind(kind))
        names.push_back(module.declaration(symbol).address.back());
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    auto inputs = std::make_shared<Inputs>();
    inputs->kind = kind;
    inputs->given.reserve(names.size());
    for (const std::string_view name : names) {
        const auto known = given.empty() ? given.end() : given.find(std::string(name));
        inputs->given.push_back({std::string(name), known == given.end() ? Value::dynamic() : known->second});
    }
    return inputs;
}

InputsPtr inputs_given(std::string_view kind, std::map<std::string, Value> given) {
    auto inputs = std::make_shared<Inputs>();
    inputs->kind = kind;
    inputs->given.reserve(given.size());
    for (auto& [name, value] : given) inputs->given.push_back({name, std::move(value)});
    return inputs;
}

std::uint64_t usual_cost(const Module& module) {
    std::uint64_t units = 0;
    for (const ModuleFile& file : module.files()) units += file.units->count();
    return units * kFreeSteps / 2;
}

Instance instantiate(const Module& module, InputsPtr inputs, const CalledModule& called, const Cancel& cancel,
                     std::size_t depth, PathBase paths) {
    if (!excess_of(module).empty()) return {};
    const InstanceCache& cache = module.memo().get<InstanceCache>([] { return InstanceCache(); });
    if (std::optional<Instance> found = cache.find(*inputs, depth, paths)) return *std::move(found);
    Limits limits = module.limits();
    limits.module_steps = std::min(limits.module_steps / kShareOfInstance, limits.instance_steps);
    limits.file_steps = std::min(limits.file_steps / kShareOfInstance, limits.module_steps);
    BuiltInstance built = build_instance(module, inputs, limits, called, depth, paths, cancel);
    const std::uint64_t units = built.module->instantiation()->own_units.size();
    Instance instance{nullptr, built.spending.steps() + built.spending.call_steps() + units * kFreeSteps};
    if (built.spending.was_enough() && excess_of(*built.module).empty())
        instance.module = std::move(built.module);
    const std::uint64_t bytes =
        instance.module ? built.spending.bytes() + units * kBytesOfUnit : kBytesOfUnit;
    cache.add({std::move(inputs), depth, paths, instance, bytes}, module.limits().module_bytes / 4);
    return instance;
}

}  // namespace hcl::bind
