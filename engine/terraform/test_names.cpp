#include "engine/terraform/test_names.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/bind/address.h"
#include "engine/bind/interface.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/guards.h"
#include "engine/terraform/new_declarations.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

namespace {

using bind::BoundUnit;
using bind::Reference;
using bind::UnitSlot;

using Names = std::set<std::string>;

struct MissingName {
    std::size_t step;
    const Names* similar;  // the names that exist there; may be null
    std::string why{};     // the name exists, and cannot be used
    bool may_be_there = false;
};

std::string title_of(const Reference& reference, const MissingName& missing, bool is_given) {
    const std::string& root = reference.steps[0].name;
    if (missing.may_be_there) return "Reference to unavailable variable";
    if (!missing.why.empty() && root == "run")
        return is_given ? "Reference to unavailable run block" : "Reference to unevaluated run block";
    if (!missing.why.empty()) return "Invalid reference";
    if (root == "run") return missing.step == 1 ? "Reference to unknown run block" : "Unsupported attribute";
    if (root == "var") return "Reference to undeclared input variable";
    if (root == "output") return "Reference to undeclared output value";
    if (root == "local") return "Reference to undeclared local value";
    return root == "module" ? "Reference to undeclared module" : "Reference to undeclared resource";
}

struct NameChecker {
    TestNames& names;
    const RuleInput& input;
    const UnitSlot& slot;
    const bind::ModulePtr& tested;
    bind::Guards& guards;
    Names own{};  // variables that the run sets

    // A name at that step.
    static std::optional<MissingName> among(const Reference& reference, std::size_t step,
                                            const Names& known) {
        if (known.contains(reference.steps[step].name)) return std::nullopt;
        return MissingName{step, &known};
    }

    std::optional<MissingName> find_run(const Reference& reference) const {
        const auto run = names.runs.find(reference.steps[1].name);
        if (run == names.runs.end()) return MissingName{1, nullptr};
        if (!names.done.contains(run->first))
            return MissingName{
                1, nullptr, "The run \"" + run->first + "\" has no results yet: it is not before this one."};
        if (!run->second || reference.steps.size() < 3) return std::nullopt;
        // A missing output is an error of evaluation, which some functions accept.
        if (guards.cover(reference)) return std::nullopt;
        return among(reference, 2, names.declared(run->second, "output"));
    }

    // Others need a value from outside of the file, which is there for all runs.
    bool has_default(const std::string& name) const {
        const bind::InterfaceItem* item = bind::interface_of(*tested)->find("variable", name);
        return item && !item->is_required;
    }

    std::optional<MissingName> find_variable(const Reference& reference, bool is_given) const {
        const std::string& name = reference.steps[1].name;
        if (is_given && (own.contains(name) || has_default(name)) && names.is_set_by_files &&
            !names.variables.contains(name) && !names.is_set_by_files(name))
            return MissingName{1, nullptr,
                               "Values of variables can read only variables that the file sets for all runs, "
                               "and those of files of values, the environment and the command line.",
                               true};
        if (own.contains(name) || names.has_variable(name)) return std::nullopt;
        return among(reference, 1, names.declared(tested, "variable"));
    }

    // Resources and data sources; the address starts at that step.
    std::optional<MissingName> find_resource(const Reference& reference, std::size_t length) const {
        if (reference.steps.size() < length) return std::nullopt;
        std::vector<std::string> address;
        address.reserve(length);
        for (std::size_t i = 0; i < length; ++i) address.push_back(reference.steps[i].name);
        if (!tested->symbols().by_address(address).empty()) return std::nullopt;
        return MissingName{length - 1, nullptr};
    }

    static bool is_other_root(const std::string& root) {
        static constexpr std::array<std::string_view, 11> kOtherRoots{
            "path",  "terraform", "tofu",     "each",     "count", "self",
            "check", "action",    "resource", "template", "lazy"};
        return std::ranges::find(kOtherRoots, root) != kOtherRoots.end();
    }

    static MissingName not_for_variables(std::size_t step) {
        return {step, nullptr, "Values of variables can refer only to earlier runs and to variables."};
    }

    // A name that nothing follows.
    static std::optional<MissingName> find_bare(const std::string& root) {
        static constexpr std::array<std::string_view, 7> kRoots{"run",    "var",  "output",   "local",
                                                                "module", "data", "ephemeral"};
        if (is_other_root(root) || std::ranges::find(kRoots, root) != kRoots.end()) return std::nullopt;
        return MissingName{
            0, nullptr, "\"" + root + "\" names no value. A resource is `TYPE.NAME`, a variable `var.NAME`."};
    }

    std::optional<MissingName> find(const Reference& reference, bool is_given) const {
        const std::string& root = reference.steps[0].name;
        if (reference.steps.size() < 2)
            return cover(reference.steps[0].span, reference.span) == reference.steps[0].span ? find_bare(root)
                                                                                             : std::nullopt;
        if (root == "run") return find_run(reference);
        if (root == "var") return find_variable(reference, is_given);
        for (std::string_view kind : {"output", "local", "module"}) {
            if (root != kind) continue;
            if (is_given) return not_for_variables(1);
            return among(reference, 1, names.declared(tested, kind));
        }
        if (is_other_root(root)) return std::nullopt;
        if (is_given) return not_for_variables(reference.steps.size() - 1);
        return find_resource(reference, root == "data" || root == "ephemeral" ? 3 : 2);
    }

    // Terraform 1.13 computes variables of the whole file when a run needs them.
    bool are_runs_too_late() const {
        constexpr std::string_view kFirstWithRuns = "1.13";
        if (!tested) return false;
        const Admitted admitted = admitted_around(*tested, kFirstWithRuns);
        return admitted.older && !admitted.newer;
    }

    // In the value of a variable of the whole file.
    std::optional<MissingName> find_for_file(const Reference& reference) const {
        const std::string& root = reference.steps[0].name;
        if (is_other_root(root)) return std::nullopt;
        const std::size_t last = reference.steps.size() - 1;
        if (root == "run" && !are_runs_too_late()) return std::nullopt;
        if (root != "var")
            return MissingName{root == "run" ? std::min<std::size_t>(last, 1) : last, nullptr,
                               root == "run"
                                   ? "Variables of the whole file have their values before any run."
                                   : "Values of variables of the whole file can refer only to variables that "
                                     "files of values or the command line set."};
        if (last == 0 || !tested) return std::nullopt;
        const std::string& name = reference.steps[1].name;
        if ((names.variables.contains(name) || has_default(name)) && names.is_set_by_files &&
            !names.is_set_by_files(name))
            return MissingName{1, nullptr,
                               "Variables of the whole file can read only those that files of values, the "
                               "environment and the command line set.",
                               true};
        if (names.has_variable(name)) return std::nullopt;
        return among(reference, 1, names.declared(tested, "variable"));
    }

    enum class Where : std::uint8_t { Assertion, Given, GivenToFile };
    void look(const Reference& reference, Where where) const {
        const bind::BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
        if (!attribute.expr || reference.is_text || reference.is_address) return;
        const auto missing =
            where == Where::GivenToFile ? find_for_file(reference) : find(reference, where == Where::Given);
        if (!missing) return;
        const bind::ReferenceStep& step = reference.steps[missing->step];
        std::string whole;
        for (std::size_t i = 0; i <= missing->step; ++i)
            whole += (i == 0 ? "" : ".") + reference.steps[i].name;
        Suggester near(step.name);
        if (missing->similar && names.take_suggestion())
            for (const std::string& name : *missing->similar) near.offer(name);
        const Span place = step.span.shifted(slot.base);
        // `terraform validate` does not look at them.
        const std::string why =
            missing->why.empty()
                ? make_diagnostic(DiagCode::UndeclaredName, {}, {whole, did_you_mean(near.best())}).message
                : missing->why;
        Diagnostic& d = missing->may_be_there ? input.report("test-variable", place, why)
                                              : input.report(FoundBy::Test, place, why);
        if (missing->may_be_there) d.severity = Severity::Warning;
        d.title = where != Where::GivenToFile        ? title_of(reference, *missing, where == Where::Given)
                  : reference.steps[0].name == "var" ? "Reference to unavailable variable"
                                                     : "Invalid reference";
        if (reference.steps[0].name == "var" && missing->why.empty() && tested)
            offer_variable(*tested, step.name, Type::dynamic(), d);
        check::add_nearest(d, place, step.name, near.best());
    }
};

bool has_block(const BoundUnit& unit, std::uint32_t body, std::string_view type) {
    return std::ranges::any_of(unit.bodies[body].blocks,
                               [&](std::uint32_t i) { return unit.blocks[i].type == type; });
}

}  // namespace

bool has_conditions(const BoundUnit& unit, const bind::Declaration& declaration) {
    if (declaration.block == bind::kNone) return true;
    const bind::BoundBlock& block = unit.blocks[declaration.block];
    if (block.type == "variable") return has_block(unit, block.body, "validation");
    if (block.type == "output") return has_block(unit, block.body, "precondition");
    if (block.parent != 0) return true;
    return std::ranges::any_of(unit.bodies[block.body].blocks, [&](std::uint32_t i) {
        const bind::BoundBlock& inner = unit.blocks[i];
        return inner.type == "lifecycle" &&
               (has_block(unit, inner.body, "precondition") || has_block(unit, inner.body, "postcondition"));
    });
}

namespace {

// The declarations of what a run expects to fail; nothing: it is not known what they are.
std::optional<bind::SymbolList> expected(TestNames& names, const bind::ModulePtr& tested,
                                         std::vector<std::string>& address) {
    if (address[0] == "resource") address.erase(address.begin());
    if (address.empty()) return std::nullopt;
    const std::string& root = address[0];
    const std::size_t length = root == "data" ? 3 : 2;
    if (address.size() < length) return std::nullopt;
    address.resize(length);
    if (root == "var") return tested->symbols().by_kind_and_name("variable", address[1]);
    if (root == "check" && names.declared(tested, root).contains(address[1])) return std::nullopt;
    if (root == "check") return bind::SymbolList();
    if (root == "output") return tested->symbols().by_kind_and_name(root, address[1]);
    static constexpr std::array<std::string_view, 9> kOtherRoots{
        "local", "module", "path", "terraform", "each", "count", "self", "run", "ephemeral"};
    if (std::ranges::find(kOtherRoots, root) != kOtherRoots.end()) return std::nullopt;
    return tested->symbols().by_address(address);
}

// Whether all conditions of a declaration are met. Those of resources can have others in each instance.
bool is_met(const bind::Module& made, const bind::Symbol symbol) {
    const UnitSlot home = made.slot_of(symbol);
    const std::uint32_t block = made.declaration(symbol).block;
    if (!home.state || block == bind::kNone) return false;
    const BoundUnit& unit = *home.unit;
    for (std::uint32_t i = 0; i < unit.attributes.size(); ++i) {
        const bind::BoundAttribute& attribute = unit.attributes[i];
        if (!attribute.def || attribute.def->validates.empty()) continue;
        const Value& holds = home.state->values[i].unmarked();
        if (!holds.is_known_bool() || !holds.as_bool()) return false;
    }
    return true;
}

// The same for a check. A data source in it can fail, too.
bool is_met(const UnitSlot& home, const bind::BoundBlock& check) {
    bool has_condition = false;
    for (const std::uint32_t i : home.unit->bodies[check.body].blocks) {
        const bind::BoundBlock& inner = home.unit->blocks[i];
        if (inner.type != "assert") return false;
        const bind::BoundAttribute* condition = attribute_of(*home.unit, inner.body, "condition");
        if (!condition || !home.state) return false;
        const Value& holds = home.state->values[index_of(*home.unit, *condition)].unmarked();
        if (!holds.is_known_bool() || !holds.as_bool()) return false;
        has_condition = true;
    }
    return has_condition;
}

// Checks are no symbols: nothing else refers to them.
bool is_check_met(const bind::Module& made, std::string_view name) {
    bool is_found = false;
    for (const bind::ModuleFile& file : made.files())
        file.each_unit([&](const UnitSlot& slot) {
            const UnitSlot home = made.slot_of({slot.label, slot.file, 0});
            for (const std::uint32_t i : home.unit->bodies[0].blocks) {
                const bind::BoundBlock& block = home.unit->blocks[i];
                if (block.type == "check" && !block.labels.empty() && block.labels[0].value == name)
                    is_found = is_found || is_met(home, block);
            }
        });
    return is_found;
}

// Whether a condition of the declaration may still be typed.
bool may_get_conditions(const bind::Module& module, const bind::Symbol symbol) {
    if (!symbol.is_declaration()) return false;
    const BoundUnit& unit = module.unit_of(symbol);
    const std::uint32_t block = module.declaration(symbol).block;
    if (block == bind::kNone) return false;
    auto is_open = [&](std::uint32_t body) {
        return unit.bodies[body].is_broken ||
               std::ranges::any_of(unit.bodies[body].blocks, [&](std::uint32_t i) {
                   const bind::BoundBlock& inner = unit.blocks[i];
                   const bool has_condition = inner.type == "validation" || inner.type == "precondition" ||
                                              inner.type == "postcondition";
                   return !inner.def || (has_condition && !attribute_of(unit, inner.body, "condition")) ||
                          unit.bodies[inner.body].is_broken;
               });
    };
    const std::uint32_t body = unit.blocks[block].body;
    return is_open(body) || std::ranges::any_of(unit.bodies[body].blocks, [&](std::uint32_t i) {
               return unit.blocks[i].type == "lifecycle" && is_open(unit.blocks[i].body);
           });
}

void add_checks(const bind::Module& module, Names& names) {
    for (const bind::ModuleFile& file : module.files())
        file.each_unit([&](const UnitSlot& slot) {
            for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
                const bind::BoundBlock& block = slot.unit->blocks[i];
                if (block.type == "check" && !block.labels.empty()) names.insert(block.labels[0].value);
            }
        });
}

struct DeclaredNames {
    std::map<std::string, Names, std::less<>> by_kind{};
};

}  // namespace

void check_expected_failures(TestNames& known, const RuleInput& input, const UnitSlot& slot,
                             const bind::BoundBlock& run, const bind::ModulePtr& tested,
                             const bind::Module* made) {
    const bind::BoundAttribute* list = attribute_of(*slot.unit, run.body, "expect_failures");
    if (!list || !list->expr || !slot.state) return;
    const Value& addresses = slot.state->values[index_of(*slot.unit, *list)];
    if (!addresses.is_known() || addresses.is_null() || addresses.type().is_primitive()) return;
    std::size_t i = 0;
    for (const syntax::Node element : eval::without_parens(list->expr).children()) {
        if (i == addresses.size()) return;
        const Value& address = addresses.value_at(i++);
        if (!address.is_known_string()) continue;
        std::vector<std::string> names = names_of(address.as_string());
        const bool is_check = names.size() > 1 && names[0] == "check";
        auto found = expected(known, tested, names);
        if (!found && is_check && made && is_check_met(*made, names[1])) found.emplace();
        if (!found) continue;
        const bool is_met_check = is_check && known.declared(tested, "check").contains(names[1]);
        const std::string whole = bind::address_text(names);
        std::string why;
        if (found->empty() && !is_met_check)
            why = make_diagnostic(DiagCode::UndeclaredName, {}, {whole, ""}).message;
        else if (!is_met_check && std::ranges::none_of(found->list(), [&](const bind::Symbol symbol) {
                     return !symbol.is_declaration() ||
                            has_conditions(tested->unit_of(symbol), tested->declaration(symbol));
                 }))
            why = "\"" + whole + "\" has no conditions, so it cannot fail as expected.";
        else if (is_met_check || (made && std::ranges::all_of(found->list(), [&](const bind::Symbol symbol) {
                                      return symbol.is_declaration() && is_met(*made, symbol);
                                  })))
            why = "With the values of this run, all conditions of \"" + whole + "\" are met.";
        const Span place = element.span().shifted(slot.base);
        const bool is_known =
            std::ranges::any_of(input.out, [&](const Diagnostic& d) { return d.span == place; });
        const bool is_open = found && std::ranges::any_of(found->list(), [&](const bind::Symbol symbol) {
                                 return may_get_conditions(*tested, symbol);
                             });
        if (!why.empty() && !is_known && !is_open)
            input.report(FoundBy::Test, place, why).title = "Missing expected failure";
    }
}

const Names& TestNames::declared(const bind::ModulePtr& module, std::string_view kind) {
    // Kept with the module: all its tests ask.
    const DeclaredNames& all = module->memo().get<DeclaredNames>([&] {
        DeclaredNames made;
        for (const std::string_view one : {"variable", "output", "local", "module"}) {
            Names& names = made.by_kind[std::string(one)];
            for (const bind::Symbol symbol : module->symbols().by_kind(one))
                if (symbol.is_declaration()) names.insert(module->declaration(symbol).address.back());
        }
        add_checks(*module, made.by_kind["check"]);
        return made;
    });
    return all.by_kind.find(kind)->second;
}

bool TestNames::has_variable(const std::string& name) {
    return variables.contains(name) || (of_file && declared(of_file, "variable").contains(name));
}

bool TestNames::take_suggestion() {
    return ++suggestions_ <= limits::suggestions;
}

void TestNames::check(const RuleInput& input, const UnitSlot& slot, const bind::BoundBlock& run,
                      const bind::ModulePtr& tested) {
    const BoundUnit& unit = *slot.unit;
    bind::Guards guards(unit, eval::error_catching_functions());
    NameChecker checker{*this, input, slot, tested, guards};
    const auto& blocks = unit.bodies[run.body].blocks;
    std::map<std::uint32_t, bool> bodies;  // with names; whether they are values of variables
    for (std::uint32_t i : blocks) {
        const bind::BoundBlock& block = unit.blocks[i];
        const bool is_given = block.type == "variables";
        if (is_given || block.type == "assert") bodies.emplace(block.body, is_given);
        if (!is_given) continue;
        for (std::uint32_t a : unit.bodies[block.body].attributes)
            checker.own.insert(unit.attributes[a].name);
    }
    for (const Reference& reference : unit.references)
        if (const auto body = bodies.find(unit.attributes[reference.attribute].body); body != bodies.end())
            checker.look(reference, body->second ? NameChecker::Where::Given : NameChecker::Where::Assertion);
}

void TestNames::check_file(const RuleInput& input, const UnitSlot& slot, const bind::BoundBlock& block) {
    bind::Guards guards(*slot.unit, eval::error_catching_functions());
    const NameChecker checker{*this, input, slot, of_file, guards};
    for (const Reference& reference : slot.unit->references)
        if (slot.unit->attributes[reference.attribute].body == block.body)
            checker.look(reference, NameChecker::Where::GivenToFile);
}

}  // namespace hcl::terraform
