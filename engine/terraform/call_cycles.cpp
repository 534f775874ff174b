// Cycles through called modules: a call argument that depends on the result of the call. Cycles within one
// module are found during binding; here the nodes of the graph are the arguments of calls.
#include <algorithm>
#include <set>

#include "engine/terraform/reach.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

constexpr int kMostLooks = 20'000;

struct Argument {
    std::string call;
    std::string name;
    auto operator<=>(const Argument&) const = default;
};

class CallGraph {
  public:
    CallGraph(const check::ExtensionContext& context, const bind::Module& module)
        : context_(context), module_(module) {}

    // Whether the argument depends on itself.
    bool is_in_cycle(const Argument& start) {
        std::set<Argument> seen;
        std::vector<Argument> open{start};
        while (!open.empty()) {
            const Argument at = std::move(open.back());
            open.pop_back();
            for (Argument next : arguments_behind(module_, at, 0)) {
                if (next == start) return true;
                if (seen.insert(next).second) open.push_back(std::move(next));
            }
        }
        return false;
    }

  private:
    // The call arguments that an argument of a call depends on.
    std::vector<Argument> arguments_behind(const bind::Module& module, const Argument& at, int depth) {
        const ModuleReach& reach = reach_of(module);
        std::vector<Argument> out;
        auto call = reach.calls.find(at.call);
        if (call == reach.calls.end()) return out;
        auto argument = call->second.find(at.name);
        if (argument == call->second.end()) return out;
        for (const CallOutput& output : argument->second.outputs) add(module, output, depth, out);
        return out;
    }

    // The arguments of a call that one of its outputs depends on.
    void add(const bind::Module& module, const CallOutput& output, int depth, std::vector<Argument>& out) {
        const ModuleReach& reach = reach_of(module);
        auto call = reach.calls.find(output.call);
        auto there = reach.folders.find(output.call);
        if (call == reach.calls.end() || there == reach.folders.end()) return;
        const bind::ModulePtr called = context_.called_by(module, there->second);
        const std::set<std::string> variables =
            called ? variables_behind(*called, output.output, depth + 1) : std::set<std::string>();
        for (const auto& [name, value] : call->second)
            if (is_of_whole_call(name) || variables.contains(name)) out.push_back({output.call, name});
    }

    // The variables that an output of the module depends on.
    std::set<std::string> variables_behind(const bind::Module& module, const std::string& output, int depth) {
        if (depth > kDeepestCalls || --budget_ < 0) return {};
        context_.cancel.poll();
        const ModuleReach& reach = reach_of(module);
        if (output.empty()) return reach.variables;
        const ReachByName& outputs = reach_of_outputs(module);
        auto known = outputs.find(output);
        if (known == outputs.end()) return {};
        std::set<std::string> variables = known->second.variables;
        std::vector<Argument> open;
        for (const CallOutput& inner : known->second.outputs) add(module, inner, depth, open);
        std::set<Argument> seen(open.begin(), open.end());
        while (!open.empty()) {
            const Argument at = std::move(open.back());
            open.pop_back();
            const Reach& value = reach.calls.at(at.call).at(at.name);
            variables.insert(value.variables.begin(), value.variables.end());
            for (Argument next : arguments_behind(module, at, depth))
                if (seen.insert(next).second) open.push_back(std::move(next));
        }
        return variables;
    }

    const check::ExtensionContext& context_;
    const bind::Module& module_;
    int budget_ = kMostLooks;
};

}  // namespace

void check_call_cycles(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
    if (shape.calls.empty()) return;
    const ModuleReach& reach = reach_of(input.module);
    CallGraph graph(input.context, input.module);
    for (const Call& call : shape.calls) {
        if (call.slot.file != input.file.input.id || call.bound().labels.empty()) continue;
        const std::string& name = call.bound().labels[0].value;
        auto arguments = reach.calls.find(name);
        if (arguments == reach.calls.end()) continue;
        for (const auto& [argument, value] : arguments->second) {
            if (value.outputs.empty() || !graph.is_in_cycle({name, argument})) continue;
            const bind::BoundAttribute* place = attribute_of(*call.slot.unit, call.bound().body, argument);
            if (place && place->expr)
                input
                    .report(DiagCode::ReferenceCycle, place->expr.span().shifted(call.slot.base),
                            {"module." + name,
                             "the value of \"" + argument + "\" refers to what the module makes of it"})
                    .title = "Cycle: module." + name + ".var." + argument + " (expand)";
        }
    }
}

}  // namespace hcl::terraform
