// Files of tests: the modules that runs use in place of the tested one, what is passed to them, and what
// these values lead to there and in the assertions.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/base/path.h"
#include "engine/bind/instance.h"
#include "engine/check/call_findings.h"
#include "engine/check/passed_values.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/instance_elements.h"
#include "engine/terraform/new_declarations.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/test_modules.h"
#include "engine/terraform/test_names.h"
#include "engine/terraform/test_runs.h"
#include "engine/terraform/usual_values.h"
#include "engine/terragrunt/unit_checks.h"
#include "engine/value/conversion_cost.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

void check_module(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    const std::string folder = folder_of_module(input, slot, block);
    if (folder.empty() || !input.context.bare) return;
    if (input.context.bare(folder, "terraform") != check::BareFolder::Missing) return;
    const Node source = attribute_of(*slot.unit, block.body, "source")->expr;
    input.report(DiagCode::NoSuchModule, source.span().shifted(slot.base), {bind::literal_text(source)});
}

struct TestVariable {
    check::GivenValues::Given given;
    Span name{};
    bool is_of_run = false;
};
using Variables = std::map<std::string, TestVariable>;

void add_variables(const UnitSlot& slot, const BoundBlock& variables, const TestRuns& runs, bool is_of_run,
                   Variables& out) {
    if (!slot.state) return;
    for (std::uint32_t i : slot.unit->bodies[variables.body].attributes) {
        const BoundAttribute& attribute = slot.unit->attributes[i];
        if (!attribute.expr) continue;
        if (is_of_run) runs.check_results(slot, i);
        out.insert_or_assign(attribute.name, TestVariable{{attribute.name, runs.value_of(slot, i),
                                                           attribute.expr.span().shifted(slot.base)},
                                                          attribute.name_span.shifted(slot.base),
                                                          is_of_run});
    }
}

bool replaces_modules(const BoundUnit& unit, const bind::BoundBody& body) {
    return std::ranges::any_of(body.blocks,
                               [&](std::uint32_t i) { return unit.blocks[i].type == "override_module"; });
}

// Several runs share the variables of the file.
class FindingsOfRuns {
  public:
    explicit FindingsOfRuns(Diagnostics& out) : out_(out) {}
    void add(Diagnostic found) {
        if (known_.emplace(found.code, found.span, found.message).second) out_.push_back(std::move(found));
    }

  private:
    Diagnostics& out_;
    std::set<std::tuple<DiagCode, Span, std::string>> known_{};
};

// The variables of a run against the declarations of the tested module. Those that do not fit are removed;
// false when there are any.
bool check_types(const RuleInput& input, const bind::Module& tested, Variables& variables,
                 std::uint64_t& steps, FindingsOfRuns& out) {
    const bind::InterfacePtr there = bind::interface_of(tested);
    const Rules& rules = *input.module.language().rules;
    bool do_fit = true;
    std::erase_if(variables, [&](const auto& entry) {
        const auto& [name, variable] = entry;
        const bind::InterfaceItem* item = there->find("variable", name);
        Diagnostics found;
        const RuleInput here{input.context, input.module, input.file, found};
        if (!item) {
            // Variables of the file are for all runs, whatever these test.
            if (!variable.is_of_run) return true;
            Diagnostic& undeclared = here.add(check::undeclared_name(
                *there, "variable", name, "The tested module declares none of that name.", variable.name));
            undeclared.severity = Severity::Warning;
            offer_variable(tested, name, variable.given.value.unmarked().type(), undeclared);
        } else {
            const Value& value = variable.given.value;
            const std::uint64_t cost = conversion_cost(value, item->type);
            if (cost > steps) return false;
            steps -= cost;
            const std::string why = check::misfit(*item, value, rules);
            if (why.empty()) return false;
            here.report(DiagCode::IncorrectAttributeType, variable.given.place, {name, why});
            do_fit = false;
        }
        out.add(std::move(found.front()));
        return true;
    });
    return do_fit;
}

// Whether a body sets what resources have.
bool has_overrides(const BoundUnit& unit, std::uint32_t body) {
    return std::ranges::any_of(unit.bodies[body].blocks, [&](std::uint32_t i) {
        return unit.blocks[i].type == "override_resource" || unit.blocks[i].type == "mock_provider";
    });
}

// Whether a run makes what the module and its variables say: values may be replaced, and some plans do less.
bool is_plain(const BoundUnit& unit, const BoundBlock& run) {
    const bind::BoundBody& body = unit.bodies[run.body];
    return !replaces_modules(unit, body) && std::ranges::none_of(body.blocks, [&](std::uint32_t i) {
        return unit.blocks[i].type == "plan_options";
    });
}

struct Tests {
    const RuleInput& input;
    TestRuns runs{input};
    TestNames names{};
    FindingsOfRuns found_in_runs{input.out};
    Variables variables{};  // of all runs
    bool are_modules_replaced = false;
    bool is_mocked = false;    // what providers compute is set in the file
    bool has_applied = false;  // an earlier run
    Overrides overrides{};     // of all runs
    std::optional<bool> uses_defaults{};
    std::map<std::string, Value> values_of_files{};
    std::optional<terragrunt::PassedNames> in_files{};  // variables
    std::uint64_t steps = check::steps_of_values(input.module, input.file.input.id,
                                                 input.context.alike ? input.context.alike() : 1);
    const std::uint64_t all_steps = steps;
    bool is_cut = false;

    // The names that a block of the file makes.
    void add_names(const UnitSlot& slot, const BoundBlock& block) {
        const bool has_name = !block.labels.empty();
        if (block.type == "run" && has_name)
            names.runs.insert_or_assign(block.labels[0].value,
                                        slot.state ? tested_by(input, slot, block) : nullptr);
        if (block.type == "variable" && has_name) names.variables.insert(block.labels[0].value);
        if (block.type != "variables") return;
        for (std::uint32_t i : slot.unit->bodies[block.body].attributes)
            names.variables.insert(slot.unit->attributes[i].name);
    }

    // Whether the budget of the file suffices for a run, which gives a value to each variable of the module.
    bool can_give_all(const bind::ModulePtr& tested) {
        constexpr std::uint64_t kStepsOfInput = 4;
        const std::uint64_t cost =
            kStepsOfInput * (names.declared(tested, "variable").size() + variables.size());
        const bool is_enough = cost <= steps;
        steps -= is_enough ? cost : steps;
        return is_enough;
    }

    // Says once that the budget came to its end.
    void say_when_cut(const Span place) {
        if (steps > 0 || is_cut) return;
        is_cut = true;
        input.out.push_back(check::values_cut(input.file.input.id, place));
    }

    // Reports errors that the variables of a run cause in the tested module, and assertions that surely fail.
    void check_values(const UnitSlot& slot, const BoundBlock& run) {
        const BoundUnit& unit = *slot.unit;
        const bind::ModulePtr tested = slot.state ? tested_by(input, slot, run) : nullptr;
        if (!tested) return runs.skip(run);
        check_overrides(input, slot, run.body, tested,
                        does_apply(unit, run) ? RunsApply::Sometimes : RunsApply::Never);
        names.check(input, slot, run, tested);
        const Span place = run.header_span.shifted(slot.base);
        if (!can_give_all(tested)) {
            say_when_cut(place);
            return runs.skip(run);
        }
        Variables given = variables;
        for (std::uint32_t i : unit.bodies[run.body].blocks)
            if (unit.blocks[i].type == "variables") add_variables(slot, unit.blocks[i], runs, true, given);
        std::set<std::string> given_names;  // also of values that do not fit
        for (const auto& [name, variable] : given) given_names.insert(name);
        const bool do_fit = check_types(input, *tested, given, steps, found_in_runs);
        GivenRun made{slot, run, tested, {input.file.input.id, place, {}}};
        made.do_fit = do_fit;
        made.is_plain = !are_modules_replaced && is_plain(unit, run);
        std::map<std::string, Value> by_name;
        for (auto& [name, variable] : given) {
            by_name.emplace(name, variable.given.value);
            made.values.list.push_back(std::move(variable.given));
        }
        check_required(*tested, given_names, place);
        runs.skip(run);
        const std::size_t known = input.out.size();
        look(made, bind::inputs_with(*tested, "variable", by_name), Defaults::Unknown);
        // Values of files must not take what further runs need.
        if (are_defaults_used() && (values_of_files.empty() || steps > all_steps / 2) &&
            input.out.size() == known) {
            add_values_of_files(*tested, by_name);
            look(made, bind::inputs_given("variable", std::move(by_name)), Defaults::Used);
            for (std::size_t i = known; i < input.out.size(); ++i) {
                input.out[i].severity = Severity::Warning;
                input.out[i].message =
                    as_sentence(input.out[i].message) +
                    (values_of_files.empty()
                         ? " That is so with the defaults of variables that the run does not set."
                         : " That is so with the values of files and the defaults of variables that the run "
                           "does not set.");
            }
        }
        say_when_cut(place);
    }

    struct GivenRun {
        const UnitSlot& slot;
        const BoundBlock& block;
        const bind::ModulePtr& tested;
        check::GivenValues values;
        bool do_fit = true;
        bool is_plain = true;
    };

    // What these values lead to.
    void look(const GivenRun& run, const bind::InputsPtr& inputs, Defaults defaults) {
        if (attribute_of(*run.slot.unit, run.block.body, "expect_failures")) {
            const bool is_known = run.do_fit && run.is_plain;
            const bind::ModulePtr made = is_known ? runs.made(*run.tested, inputs, false, steps) : nullptr;
            check_expected_failures(names, input, run.slot, run.block, run.tested, made.get());
            return;
        }
        if (!run.is_plain) return;
        const std::uint64_t before = steps;
        Diagnostics found = check::instance_findings(*run.tested, inputs, run.values, input.context.called,
                                                     &instance_elements(), steps, input.context.cancel);
        // It fails before its assertions.
        const bool is_failing = !run.do_fit || !found.empty();
        for (Diagnostic& d : found) found_in_runs.add(std::move(d));
        if (is_failing) return;
        if (const bind::ModulePtr made = runs.made(*run.tested, inputs, steps < before, steps))
            runs.check(run.slot, run.block, *made, defaults,
                       has_applied || is_mocked || has_overrides(*run.slot.unit, run.block.body)
                           ? Existing::Unknown
                           : Existing::None,
                       overrides_of(run), steps);
    }

    // Known from the first apply on, unless a plan has to come first. An object that exists keeps what
    // an earlier run computed.
    Overrides overrides_of(const GivenRun& run) const {
        const BoundUnit& unit = *run.slot.unit;
        if (has_applied || !does_apply(unit, run.block)) return {};
        for (const std::uint32_t i : unit.bodies[run.block.body].blocks)
            if (unit.blocks[i].type == "module") return {};
        Overrides out = overrides;
        add_overrides(run.slot, run.block.body, out);
        return out;
    }

    // Whether variables without a value in the file have that of a file of values which all runs read, beside
    // the module or beside the tests, or else their default.
    bool are_defaults_used() {
        if (!uses_defaults) uses_defaults = input.context.beside && read_values_of_files();
        return *uses_defaults;
    }
    // Those that the variables of the tested module can have.
    void add_values_of_files(const bind::Module& tested, std::map<std::string, Value>& out) const {
        const bind::InterfacePtr there = bind::interface_of(tested);
        for (const auto& [name, value] : values_of_files) {
            const bind::InterfaceItem* item = there->find("variable", name);
            const Rules& rules = *input.module.language().rules;
            if (item && check::misfit(*item, value, rules).empty() &&
                check::refusal(*item, value, tested.language().evaluation.functions, rules).empty())
                out.emplace(name, value);
        }
    }
    // False: there are others, which runs may be given, or inputs of a unit.
    bool read_values_of_files() {
        // Those beside the tests count more.
        for (const std::string& folder :
             {from_test(input.context, input.file.input.path, "./"), std::string()}) {
            if (has_inputs(folder)) return false;
            std::map<std::string, bind::ModulePtr> files;
            for (bind::ModulePtr& one : input.context.beside(folder, "terraform-values")) {
                const std::string name(file_name_of(one->files().front().input.path));
                std::string order = order_of_values(name);
                if (order.empty()) return false;
                // Says that the file depends on the other one.
                if (input.context.implied) input.context.implied(folder + name, "terraform-values");
                files.emplace(std::move(order), std::move(one));
            }
            for (const auto& [order, values] : files)
                values->files().front().each_unit([&](const UnitSlot& slot) {
                    if (!slot.state) return;
                    for (const std::uint32_t i : slot.unit->bodies[0].attributes)
                        values_of_files.insert_or_assign(slot.unit->attributes[i].name,
                                                         slot.state->values[i]);
                });
        }
        return true;
    }

    // The variables that files of values beside the module or beside the tests set, and those to which a unit
    // of Terragrunt there passes inputs: it runs tests with them in the environment.
    const terragrunt::PassedNames& set_elsewhere() {
        if (in_files) return *in_files;
        in_files.emplace();
        if (!input.context.beside) return *in_files;
        const auto add_all = [&](const std::string& folder) {
            for (const bind::ModulePtr& values : input.context.beside(folder, "terraform-values")) {
                const std::set<std::string>& set = variables_in(*values);
                in_files->names.insert(set.begin(), set.end());
                // Says that the file depends on the other one.
                const std::string name(file_name_of(values->files().front().input.path));
                if (input.context.implied) input.context.implied(folder + name, "terraform-values");
            }
            for (const bind::ModulePtr& unit : units_in(folder)) {
                terragrunt::PassedNames passed = terragrunt::names_passed_by(input.context, *unit);
                in_files->names.merge(passed.names);
                in_files->are_all = in_files->are_all && passed.are_all;
            }
        };
        const std::string home = from_test(input.context, input.file.input.path, "./");
        add_all("");
        if (!home.empty()) add_all(home);
        return *in_files;
    }

    std::vector<bind::ModulePtr> units_in(const std::string& folder) const {
        std::vector<bind::ModulePtr> out;
        if (!input.context.implied) return out;
        for (const std::string_view name : {"terragrunt.hcl", "terragrunt.hcl.json"})
            if (bind::ModulePtr unit = input.context.implied(folder + std::string(name), "terragrunt"))
                out.push_back(std::move(unit));
        return out;
    }
    bool has_inputs(const std::string& folder) const {
        return std::ranges::any_of(units_in(folder), [&](const bind::ModulePtr& unit) {
            const terragrunt::PassedNames passed = terragrunt::names_passed_by(input.context, *unit);
            return !passed.are_all || !passed.names.empty();
        });
    }
    bool may_be_set_elsewhere(const std::string& name) {
        return !set_elsewhere().are_all || set_elsewhere().names.contains(name);
    }

    // Variables without a value.
    void check_required(const bind::Module& tested, const std::set<std::string>& given, Span place) {
        if (!input.context.beside) return;
        for (const bind::InterfaceItem& item : bind::interface_of(tested)->items) {
            if (item.kind != "variable" || !item.is_required || given.contains(item.name) ||
                may_be_set_elsewhere(item.name))
                continue;
            Diagnostics found;
            Diagnostic& d = RuleInput{input.context, input.module, input.file, found}.report(
                "test-variable", place,
                "This run gives no value to the variable \"" + item.name +
                    "\", which has no default: it fails unless the environment or the command line does.");
            d.severity = Severity::Warning;
            d.title = "No value for required variable";
            found_in_runs.add(std::move(d));
            return;
        }
    }
};

// The name of the configuration that a block makes, with its alias; empty: it makes none.
std::string configuration_of(const BoundUnit& unit, const BoundBlock& block) {
    if ((block.type != "provider" && block.type != "mock_provider") || block.labels.empty()) return {};
    std::string name = block.labels[0].value;
    if (const BoundAttribute* alias = attribute_of(unit, block.body, "alias"))
        name += "." + bind::literal_text(alias->expr);
    return name;
}

// The folder with the files of mocks is beside the test or in the folder of the module.
void check_mocks(const RuleInput& input, const UnitSlot& slot, const BoundBlock& block) {
    const BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
    const std::string folder = source && source->expr ? bind::literal_text(source->expr) : std::string();
    if (!is_relative_path(folder) || !input.context.bare) return;
    for (const std::string& place : {folder, from_test(input.context, input.file.input.path, folder)})
        if (input.context.bare(place, "terraform-mock") != check::BareFolder::Missing) return;
    input.report(DiagCode::NoSuchModule, source->expr.span().shifted(slot.base), {folder});
}

void check_run(const RuleInput& input, const UnitSlot& slot, const BoundBlock& run,
               const std::set<std::string>& configured) {
    const BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : unit.bodies[run.body].blocks)
        if (unit.blocks[i].type == "module") check_module(input, slot, unit.blocks[i]);
    const BoundAttribute* providers = attribute_of(unit, run.body, "providers");
    if (!providers || !providers->expr) return;
    const Node value = eval::without_parens(providers->expr);
    if (value.is(NodeKind::Tuple) || value.is(NodeKind::JsonArray))
        input.report("providers-object", value.span().shifted(slot.base),
                     "An object is required: `{ NAME = CONFIGURATION }`.");
    if (!value.is(NodeKind::Object)) return;
    for (const Node item : value.children()) {
        const Node given = item.child(1);
        const std::string name(given ? given.text() : "");
        if (!is_configuration_name(name) || configured.contains(name)) continue;
        input
            .report(FoundBy::Test, given.span().shifted(slot.base),
                    "No block of this file configures the provider \"" + name + "\".")
            .title = "Missing provider definition for " + name;
    }
}

// Whether any run of the file applies its plan.
RunsApply applies_in(const bind::ModuleFile& file) {
    RunsApply when = RunsApply::Never;
    file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (block.type == "run" && does_apply(*slot.unit, block)) when = RunsApply::Sometimes;
        }
    });
    return when;
}

}  // namespace

void check_tests(const RuleInput& input) {
    Tests tests{input};
    // Settings outside of the file can give the variables of its module to all runs.
    const auto of_file =
        input.context.implied
            ? input.context.implied(from_test(input.context, input.file.input.path, "./"), "terraform")
            : nullptr;
    tests.names.of_file = of_file;
    if (input.context.beside)
        tests.names.is_set_by_files = [&](const std::string& name) {
            return tests.may_be_set_elsewhere(name);
        };
    const RunsApply applies = applies_in(input.file);
    input.file.each_unit([&](const UnitSlot& slot) {
        add_overrides(slot, 0, tests.overrides);
        tests.is_mocked = tests.is_mocked || has_overrides(*slot.unit, 0);
        tests.are_modules_replaced =
            tests.are_modules_replaced || replaces_modules(*slot.unit, slot.unit->bodies[0]);
        for (std::uint32_t i : slot.unit->bodies[0].blocks) tests.add_names(slot, slot.unit->blocks[i]);
        for (std::uint32_t i : slot.unit->bodies[0].blocks)
            if (slot.unit->blocks[i].type == "variables")
                add_variables(slot, slot.unit->blocks[i], tests.runs, false, tests.variables);
    });
    // Runs may test other modules.
    std::set<bind::ModulePtr> others;
    for (const auto& [name, module] : tests.names.runs)
        if (module != of_file) others.insert(module);
    const auto is_of_other = [&](const std::vector<std::string>& target) {
        return std::ranges::any_of(others, [&](const bind::ModulePtr& module) {
            return !module || why_missing(input.context, module, target).empty();
        });
    };
    input.file.each_unit(
        [&](const UnitSlot& slot) { check_overrides(input, slot, 0, of_file, applies, is_of_other); });
    for (const auto& [name, variable] : tests.variables) tests.runs.set_variable(name, variable.given.value);
    std::set<std::string> configured;
    input.file.each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (const std::string name = configuration_of(*slot.unit, block); !name.empty())
                configured.insert(name);
            if (block.type == "variables") tests.names.check_file(input, slot, block);
        }
    });
    // By name and alias: a mocked provider takes the place of the real one.
    std::map<std::string, std::pair<std::string, Location>> providers;
    input.file.each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (block.type == "mock_provider") {
                check_overrides(input, slot, block.body, of_file, applies, is_of_other);
                check_mock_defaults(input, slot, block.body, of_file, applies);
                check_mocks(input, slot, block);
            }
            if (block.type == "run") check_run(input, slot, block, configured);
            if (block.type == "run") tests.check_values(slot, block);
            tests.has_applied = tests.has_applied || (block.type == "run" && does_apply(*slot.unit, block));
            if (block.type == "run" && !block.labels.empty()) tests.names.done.insert(block.labels[0].value);
            const std::string name = configuration_of(*slot.unit, block);
            if (name.empty()) continue;
            const Location place{slot.file, block.header_span.shifted(slot.base)};
            const auto [first, is_new] = providers.emplace(name, std::pair(block.type, place));
            // Two blocks of one type are a finding of the pack.
            if (is_new || first->second.first == block.type) continue;
            Diagnostic& d = input.report("test-provider", place.span,
                                         "The provider \"" + name + "\" has another block in this file.");
            d.related.push_back({first->second.second, "the other one is here"});
        }
    });
}

}  // namespace hcl::terraform
