// Cycles through called modules: a call argument that depends on the result of the call. Cycles within one
// module are found during binding; here the nodes of the graph are the arguments of calls.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/components.h"
#include "engine/terraform/cycle_title.h"
#include "engine/terraform/reach.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

// Arguments of calls that one file's check looks at.
constexpr int kMostLooks = 50'000;

struct Argument {
    std::string call;
    std::string name;
    auto operator<=>(const Argument&) const = default;
};

// The arguments of calls that depend on themselves: the nodes of the cycle, beginning with the argument.
struct CallCycles {
    std::map<Argument, std::vector<std::string>> nodes;
};

// The arguments of the calls in a module, and what is behind them in the called modules.
class CallGraph {
  public:
    CallGraph(const check::ExtensionContext& context, const bind::Module& module) : context_(context) {
        std::vector<Argument> arguments;
        for (const auto& [call, all] : reach_of(module).calls)
            for (const auto& [name, value] : all) arguments.push_back({call, name});
        // Collects the outputs; their dependencies are complete after settle().
        for (const Argument& one : arguments) arguments_behind(module, one);
        settle();
        std::map<Argument, std::uint32_t> numbers;
        for (std::uint32_t i = 0; i < arguments.size(); ++i) numbers.emplace(arguments[i], i);
        std::vector<std::vector<std::uint32_t>> next;
        for (const Argument& one : arguments) {
            next.emplace_back();
            for (const Argument& other : arguments_behind(module, one))
                if (auto found = numbers.find(other); found != numbers.end())
                    next.back().push_back(found->second);
        }
        each_component(next, context_.cancel, [&](std::span<const std::uint32_t> component) {
            if (!has_cycle(component, next)) return;
            std::set<Argument> cycle;
            for (std::uint32_t one : component) cycle.insert(arguments[one]);
            for (const Argument& one : cycle) in_cycles_.emplace(one, cycles_.size());
            cycles_.push_back(std::move(cycle));
        });
    }

    // The variables of the module that a value depends on, also through calls.
    std::set<std::string> variables_of(const bind::Module& module, const Reach& value) {
        behind(module, value);  // adds outputs that no argument reads
        settle();
        return behind(module, value);
    }

    CallCycles cycles(const bind::Module& module) {
        CallCycles out;
        for (const auto& [argument, cycle] : in_cycles_)
            out.nodes.emplace(argument, nodes_of(module, argument, cycles_[cycle]));
        return out;
    }

  private:
    std::vector<std::string> nodes_of(const bind::Module& module, const Argument& argument,
                                      const std::set<Argument>& members) {
        std::vector<std::string> nodes{node_of(argument)};
        if (members.size() > kMostNodesOfTitle) return nodes;
        std::set<std::string> others;
        for (const Argument& member : members) {
            if (member != argument) others.insert(node_of(member));
            for (const CallOutput& output : reach_of(module).calls.at(member.call).at(member.name).outputs) {
                std::vector<Argument> behind;
                add(module, output, behind);
                if (std::ranges::any_of(behind, [&](const Argument& one) { return members.contains(one); }))
                    others.insert(
                        "module." + output.call +
                        (output.output.empty() ? " (close)" : ".output." + output.output + " (expand)"));
            }
        }
        nodes.insert(nodes.end(), others.begin(), others.end());
        return nodes;
    }

    static std::string node_of(const Argument& argument) {
        const std::string input = is_of_whole_call(argument.name) ? "" : ".var." + argument.name;
        return "module." + argument.call + input + " (expand)";
    }

    // An output of a module, and the variables that it depends on. These can depend on outputs that depend on
    // it, so they are found again whenever those of an output that was read grow.
    struct Output {
        bind::ModulePtr module;
        std::string name;
        std::set<std::string> variables{};
        std::vector<std::uint32_t> readers{};  // outputs
        bool is_open = true;                   // to be read
    };

    // The call arguments that an argument of a call depends on.
    std::vector<Argument> arguments_behind(const bind::Module& module, const Argument& at) {
        const ModuleReach& reach = reach_of(module);
        std::vector<Argument> out;
        auto call = reach.calls.find(at.call);
        if (call == reach.calls.end()) return out;
        auto argument = call->second.find(at.name);
        if (argument == call->second.end()) return out;
        for (const CallOutput& output : argument->second.outputs) add(module, output, out);
        return out;
    }

    // The arguments of a call that one of its outputs depends on.
    void add(const bind::Module& module, const CallOutput& output, std::vector<Argument>& out) {
        const ModuleReach& reach = reach_of(module);
        auto call = reach.calls.find(output.call);
        auto there = reach.folders.find(output.call);
        if (call == reach.calls.end() || there == reach.folders.end()) return;
        const std::set<std::string>& variables = variables_behind(module, there->second, output.output);
        for (const auto& [name, value] : call->second) {
            if (--budget_ < 0) return;
            if (is_of_whole_call(name) || variables.contains(name)) out.push_back({output.call, name});
        }
    }

    // The variables that an output of a called module depends on, as far as they are known.
    const std::set<std::string>& variables_behind(const bind::Module& module, const std::string& folder,
                                                  const std::string& output) {
        static const std::set<std::string> kNothing;
        auto [called, is_unseen] = called_.try_emplace({&module, folder});
        if (is_unseen) called->second = context_.called_by(module, folder);
        const bind::ModulePtr& there = called->second;
        if (!there) return kNothing;
        if (output.empty()) return reach_of(*there).variables;
        const auto next = static_cast<std::uint32_t>(outputs_.size());
        const auto [it, is_new] = numbers_.try_emplace({there.get(), output}, next);
        if (is_new) {
            outputs_.push_back({there, output});
            open_.push_back(next);
        }
        Output& found = outputs_[it->second];
        if (reader_ && std::ranges::find(found.readers, *reader_) == found.readers.end())
            found.readers.push_back(*reader_);
        return found.variables;
    }

    void settle() {
        for (std::size_t i = 0; i < open_.size() && budget_ > 0; ++i) {
            context_.cancel.poll();
            const std::uint32_t at = open_[i];
            outputs_[at].is_open = false;
            reader_ = at;
            std::set<std::string> variables = read(*outputs_[at].module, outputs_[at].name);
            reader_.reset();
            if (variables.size() == outputs_[at].variables.size()) continue;
            outputs_[at].variables = std::move(variables);
            for (std::uint32_t reader : outputs_[at].readers)
                if (!std::exchange(outputs_[reader].is_open, true)) open_.push_back(reader);
        }
    }

    std::set<std::string> read(const bind::Module& module, const std::string& output) {
        const ReachByName& outputs = reach_of_outputs(module);
        auto known = outputs.find(output);
        return known == outputs.end() ? std::set<std::string>() : behind(module, known->second);
    }

    std::set<std::string> behind(const bind::Module& module, const Reach& from) {
        const ModuleReach& reach = reach_of(module);
        std::set<std::string> variables = from.variables;
        std::vector<Argument> open;
        for (const CallOutput& inner : from.outputs) add(module, inner, open);
        std::set<Argument> seen(open.begin(), open.end());
        while (!open.empty()) {
            const Argument at = std::move(open.back());
            open.pop_back();
            const Reach& value = reach.calls.at(at.call).at(at.name);
            variables.insert(value.variables.begin(), value.variables.end());
            for (Argument next : arguments_behind(module, at))
                if (seen.insert(next).second) open.push_back(std::move(next));
        }
        return variables;
    }

    const check::ExtensionContext& context_;
    int budget_ = kMostLooks;
    std::map<std::pair<const bind::Module*, std::string>, bind::ModulePtr> called_;  // by folder
    std::map<std::pair<const bind::Module*, std::string>, std::uint32_t> numbers_;   // by output
    std::deque<Output> outputs_;                                                     // their places are kept
    std::vector<std::uint32_t> open_;
    std::optional<std::uint32_t> reader_;  // the output that is being read
    std::vector<std::set<Argument>> cycles_;
    std::map<Argument, std::size_t> in_cycles_;  // indices in cycles_
};

}  // namespace

void add_variables_through_calls(const check::ExtensionContext& context, const bind::Module& module,
                                 std::span<Reach* const> values) {
    CallGraph calls(context, module);
    for (Reach* value : values) value->variables = calls.variables_of(module, *value);
}

void check_call_cycles(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
    if (shape.calls.empty()) return;
    const ModuleReach& reach = reach_of(input.module);
    const CallCycles& cycles = input.context.memo->get<CallCycles>(
        [&] { return CallGraph(input.context, input.module).cycles(input.module); });
    for (const Call& call : shape.calls) {
        if (call.slot.file != input.file.input.id || call.bound().labels.empty()) continue;
        const std::string& name = call.bound().labels[0].value;
        auto arguments = reach.calls.find(name);
        if (arguments == reach.calls.end()) continue;
        for (const auto& [argument, value] : arguments->second) {
            if (value.outputs.empty()) continue;
            const auto in = cycles.nodes.find({name, argument});
            if (in == cycles.nodes.end()) continue;
            const bind::BoundAttribute* place = attribute_of(*call.slot.unit, call.bound().body, argument);
            if (place && place->expr)
                input
                    .report(DiagCode::ReferenceCycle, place->expr.span().shifted(call.slot.base),
                            {"module." + name,
                             "the value of \"" + argument + "\" refers to what the module makes of it"})
                    .title = title_of_nodes(in->second);
        }
    }
}

}  // namespace hcl::terraform
