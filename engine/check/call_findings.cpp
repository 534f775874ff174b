#include "engine/check/call_findings.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/bind/instance.h"
#include "engine/bind/resolution.h"
#include "engine/check/fault_places.h"
#include "engine/check/passed_values.h"
#include "engine/check/rule.h"
#include "engine/check/unit_marks.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/call_folder.h"
#include "engine/value/conversion_cost.h"

namespace hcl::check {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::Symbol;
using bind::UnitSlot;

constexpr std::size_t kMostDepth = 5;       // of calls in calls; trees of modules have three levels or four
constexpr std::size_t kMostInstances = 16;  // for one call, with those of the calls in it
constexpr std::size_t kMostFaults = 5;      // of one call, or one file of values

// A finding of a module; its place is in the file.
struct Fault {
    Diagnostic found;
    std::string input{};            // a condition of this input does not hold
    bool reads_only_input = false;  // and it reads nothing else
    bool is_of_argument = false;    // the message is about an argument of the call, or the fallback of one
    // The inputs behind it, for the calls that share an instance; null: not asked yet.
    std::shared_ptr<const DistanceOfInputs> behind{};
};

using FaultIdentity = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, DiagCode>;

FaultIdentity identity_of(const Fault& fault) {
    return {fault.found.file.value, fault.found.span.start, fault.found.span.end, fault.found.code};
}

// The errors in an instance's own units that its module does not have, without those of calls. Kept with the
// instance, which many calls, files and runs can share.
struct FaultsOfInstance {
    struct Unit {
        bind::UnitPlace place;
        std::vector<Fault> faults{};
    };
    std::vector<Unit> units{};  // those with faults or calls
};
// The same with warnings.
struct WarningsOfInstance : FaultsOfInstance {};

// Errors in single elements of an instance's units, which evaluation does not find there.
struct ElementFaultsOfInstance {
    std::vector<Fault> list{};
    std::uint64_t steps = 0;
};

// The faults of single units of a module, without the calls in them.
class FaultsOfModule {
  public:
    using Known = std::shared_ptr<const std::set<FaultIdentity>>;
    Known find(const bind::UnitPlace& place) const {
        std::lock_guard lock(table_->mutex);
        auto it = table_->by_unit.find(place);
        return it == table_->by_unit.end() ? nullptr : it->second;
    }
    void add(const bind::UnitPlace& place, Known known) const {
        std::lock_guard lock(table_->mutex);
        table_->by_unit.emplace(place, std::move(known));
    }

  private:
    struct Table {
        std::mutex mutex;
        std::map<bind::UnitPlace, Known> by_unit;
    };
    std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

// With all that rules find.
struct AllFaultsOfModule : FaultsOfModule {};

struct Calling : Marked {};

struct CallFinder {
    const bind::CalledModule& called;
    const Cancel& cancel;
    std::uint64_t steps;  // of evaluation that are left for this file
    bool is_cut = false;  // they did not suffice
    // The first calls are those of the module itself, whose types are checked elsewhere.
    bool are_types_checked = false;
    // Faults are errors; with all steps also warnings, which other rules may find.
    RuleSteps rule_steps = RuleSteps::Usual;
    // Where relative paths count from in the called module; in modules that it calls, from their callers.
    bind::PathBase paths = bind::PathBase::Unknown;
    // Null: elements are not looked at.
    const InstanceElements* elements = nullptr;
    bool only_in_calls = false;  // those of the first module are looked at elsewhere
    std::size_t instances = 0;
    std::vector<const bind::Module*> open{};  // modules whose calls are being looked at

    // The part of these steps that is kept for the file's own calls that are still to be checked: calls
    // nested in other calls, whose inputs can differ each time, take no more than the rest.
    std::uint64_t reserved = 0;
    // Twice what all of its units take, where none takes much.
    static std::uint64_t reserve_of(const bind::Module& base) { return 4 * bind::usual_cost(base); }
    void reserve_for_calls(const bind::Module& module, const UnitSlot& slot);
    // The calls inside of others leave what is reserved.
    std::uint64_t kept() const { return open.size() > 1 ? std::min(steps, reserved) : 0; }

    // The argument that a fault depends on; null: all of them as a whole.
    static const GivenValues::Given* argument_at_fault(const bind::Module& instance, const Fault& fault,
                                                       const GivenValues& arguments);
    // Without the calls in the unit.
    static std::vector<Fault> broken_conditions_of(const bind::Module& module, const UnitSlot& slot);
    std::vector<Fault> faults_of_unit(const bind::Module& module, const UnitSlot& slot) const;
    FaultsOfModule::Known known_faults(const bind::Module& base, const UnitSlot& slot);
    const FaultsOfInstance& faults_of_instance(const bind::Module& base, const bind::Module& instance);
    FaultsOfInstance find_faults(const bind::Module& base, const bind::Module& instance);
    const ElementFaultsOfInstance& element_faults(const bind::Module& base, const bind::Module& instance);
    // The inputs of a call that is inside of another one, by element.
    std::vector<InputsOfElement> inputs_of_elements(const bind::Module& module, const UnitSlot& slot,
                                                    const BoundBlock& block) const;
    // `base`: the same unit in the module without inputs; null when `module` is that. Calls that pass the
    // same there are left out.
    void add_faults_of_calls(const bind::Module& module, const UnitSlot& slot, const UnitSlot* base,
                             std::vector<Fault>& out);
    // The faults of the calls in a unit that only this instance of the module has.
    void add_new_faults_of_calls(const bind::Module& base, const bind::Module& instance,
                                 const bind::UnitPlace& place, std::vector<Fault>& out);
    void add_faults_of_call(const bind::Module& module, const UnitSlot& slot, const BoundBlock& block,
                            bind::InputsPtr inputs, const std::vector<InputsOfElement>& by_element,
                            std::vector<Fault>& out);
    // Adds the arguments that do not fit the types of the called module.
    void add_misfits(const bind::Module& base, std::string_view kind, const GivenValues& arguments,
                     std::vector<Fault>& out);
    // Adds the errors that a module has only with these inputs. Where it has no instances, only failing
    // conditions of single inputs count.
    void add_faults_of_inputs(const bind::Module& base, bind::InputsPtr inputs, const GivenValues& arguments,
                              bool is_made, std::vector<Fault>& out);
    // The findings that these inputs cause in a module. Sets `left` to the remaining steps.
    Diagnostics findings_with(const bind::Module& set, bind::InputsPtr inputs, const GivenValues& given,
                              std::uint64_t& left);
    // A fault of an instance as one of the call, or of the file, that gives the arguments.
    static Fault fault_of_arguments(const bind::Module& instance, const Fault& fault,
                                    const GivenValues& arguments);
};

// Adds the values of the attributes of a body that the body's schema does not define.
void add_given(const UnitSlot& slot, const bind::BoundBody& body, GivenValues& out) {
    for (std::uint32_t i : body.attributes) {
        const BoundAttribute& attribute = slot.unit->attributes[i];
        if (attribute.expr && !body.attribute(attribute.name))
            out.list.push_back(
                {attribute.name, slot.state->values[i], attribute.expr.span().shifted(slot.base)});
    }
}

// A condition of the unit that is known not to hold, with its message.
std::optional<Fault> broken_condition(const bind::Module& module, const UnitSlot& slot, std::uint32_t index,
                                      std::string_view inputs) {
    const BoundUnit& unit = *slot.unit;
    const BoundAttribute& attribute = unit.attributes[index];
    if (!attribute.def || attribute.def->validates.empty() || !attribute.expr) return std::nullopt;
    const Value& holds = slot.state->values[index].unmarked();
    if (!holds.is_known_bool() || holds.as_bool()) return std::nullopt;
    std::string sentence(attribute.expr.text());
    for (std::uint32_t i : unit.bodies[attribute.body].attributes)
        if (const Value& text = slot.state->values[i]; unit.attributes[i].name == attribute.def->validates &&
                                                       text.is_known_string() && !text.is_marked())
            sentence = std::string(text.as_string());
    const bind::Declaration* own = declaration_of(unit, attribute.body);
    Fault fault;
    fault.found = make_diagnostic(DiagCode::ConditionNotMet, attribute.expr.span(), {"", sentence});
    fault.found.message = std::move(sentence);
    if (own && own->def->kind == inputs) {
        fault.input = own->address.back();
        fault.reads_only_input = std::ranges::all_of(
            bind::references_of(unit, index),
            [&](const bind::Reference& reference) { return begins_with(reference, own->address); });
    }
    fault.found = finding_in_file(fault.found, slot.base, slot.file);
    if (!fault.input.empty())
        fault.found.related.push_back(
            {name_place(module, Symbol::of(slot.file, slot.label, Symbol::Kind::Declaration,
                                           static_cast<std::uint32_t>(own - unit.declarations.data()))),
             "declared here"});
    return fault;
}

// Where a fault is, with the arguments of a call that fails: it is reported at the name of the function.
Span place_of_fault(const UnitSlot& slot, const Fault& fault) {
    const Span place{fault.found.span.start - slot.base, fault.found.span.end - slot.base};
    if (fault.found.code != DiagCode::FunctionFailed) return place;
    const std::uint32_t attribute = attribute_at(*slot.unit, place);
    if (attribute == kNone) return place;
    Span whole = place;
    eval::each_call(slot.unit->attributes[attribute].expr, [&](syntax::Node call, std::string_view) {
        if (call.span().start == place.start) whole = call.span();
    });
    return whole;
}

DistanceOfInputs inputs_behind_fault(const bind::Module& instance, const Fault& fault) {
    const bind::ModuleFile* file = instance.file(fault.found.file);
    const auto slot = file ? file->unit_at(fault.found.span.start) : std::nullopt;
    if (!slot) return {};
    DistanceOfInputs behind =
        inputs_behind(instance, *slot, place_of_fault(*slot, fault), instance.instantiation()->inputs->kind);
    if (!fault.input.empty()) behind[fault.input] = -1;
    return behind;
}

const GivenValues::Given* CallFinder::argument_at_fault(const bind::Module& instance, const Fault& fault,
                                                        const GivenValues& arguments) {
    const DistanceOfInputs own = fault.behind ? DistanceOfInputs() : inputs_behind_fault(instance, fault);
    const DistanceOfInputs& behind = fault.behind ? *fault.behind : own;
    const GivenValues::Given* nearest = nullptr;
    int least = 0;
    for (const GivenValues::Given& argument : arguments.list) {
        auto it = behind.find(argument.name);
        if (it == behind.end() || argument.value.unmarked().is_unknown()) continue;
        if (nearest && it->second >= least) continue;
        nearest = &argument;
        least = it->second;
    }
    return nearest;
}

std::vector<Fault> CallFinder::broken_conditions_of(const bind::Module& module, const UnitSlot& slot) {
    std::vector<Fault> out;
    const bind::Instantiation* instantiation = module.instantiation();
    const std::string_view kind = instantiation ? std::string_view(instantiation->inputs->kind) : "";
    for (std::uint32_t i = 0; i < slot.unit->attributes.size(); ++i)
        if (auto fault = broken_condition(module, slot, i, kind);
            fault && is_surely_made(module, slot, slot.unit->attributes[i].body))
            out.push_back(std::move(*fault));
    return out;
}

std::vector<Fault> CallFinder::faults_of_unit(const bind::Module& module, const UnitSlot& slot) const {
    std::vector<Fault> out;
    const Severity least = rule_steps == RuleSteps::All ? Severity::Warning : Severity::Error;
    for (Diagnostic& d : unit_findings(module, slot, least, rule_steps, cancel)) {
        // Conditions are looked at below, where their messages are known.
        if (d.code == DiagCode::ConditionNotMet) continue;
        if (is_surely_evaluated(module, slot, d.span))
            out.push_back({.found = finding_in_file(d, slot.base, slot.file)});
    }
    std::ranges::move(broken_conditions_of(module, slot), std::back_inserter(out));
    return out;
}

FaultsOfModule::Known CallFinder::known_faults(const bind::Module& base, const UnitSlot& slot) {
    const FaultsOfModule& kept = rule_steps == RuleSteps::Usual
                                     ? base.memo().get<FaultsOfModule>([] { return FaultsOfModule(); })
                                     : base.memo().get<AllFaultsOfModule>([] { return AllFaultsOfModule(); });
    const bind::UnitPlace place{slot.file, slot.label};
    FaultsOfModule::Known known = kept.find(place);
    if (!known) {
        std::set<FaultIdentity> found;
        // Also errors in parts that may have no instances, and what fails as soon as there is an element: the
        // module reports them.
        for (const Diagnostic& d : unit_findings(base, slot, Severity::Warning, rule_steps, cancel))
            found.insert(identity_of({.found = finding_in_file(d, slot.base, slot.file)}));
        for (const Fault& fault : broken_conditions_of(base, slot)) found.insert(identity_of(fault));
        known = std::make_shared<const std::set<FaultIdentity>>(std::move(found));
        kept.add(place, known);
    }
    return known;
}

const FaultsOfInstance& CallFinder::faults_of_instance(const bind::Module& base,
                                                       const bind::Module& instance) {
    if (rule_steps == RuleSteps::Usual)
        return instance.memo().get<FaultsOfInstance>([&] { return find_faults(base, instance); });
    return instance.memo().get<WarningsOfInstance>(
        [&] { return WarningsOfInstance{find_faults(base, instance)}; });
}

FaultsOfInstance CallFinder::find_faults(const bind::Module& base, const bind::Module& instance) {
    FaultsOfInstance out;
    std::size_t count = 0;
    std::size_t of_inputs = 0;
    for (const bind::UnitPlace& place : instance.instantiation()->own_units) {
        cancel.poll();
        const UnitSlot there = instance.slot_of({place.label, place.file, 0});
        std::vector<Fault> faults;
        if (count < kMostFaults || of_inputs < kMostFaults) faults = faults_of_unit(instance, there);
        if (!faults.empty()) {
            const auto known = known_faults(base, base.slot_of({place.label, place.file, 0}));
            std::erase_if(faults, [&](const Fault& fault) {
                if (known->contains(identity_of(fault))) return true;
                of_inputs += fault.reads_only_input ? 1 : 0;
                return ++count > kMostFaults && !(fault.reads_only_input && of_inputs <= kMostFaults);
            });
        }
        for (Fault& fault : faults)
            fault.behind = std::make_shared<const DistanceOfInputs>(inputs_behind_fault(instance, fault));
        if (!faults.empty() || !there.unit->folders.empty()) out.units.push_back({place, std::move(faults)});
    }
    return out;
}

const ElementFaultsOfInstance& CallFinder::element_faults(const bind::Module& base,
                                                          const bind::Module& instance) {
    return instance.memo().get<ElementFaultsOfInstance>([&] {
        ElementFaultsOfInstance out;
        for (const bind::UnitPlace& place : instance.instantiation()->own_units) {
            if (out.steps >= instance.limits().file_steps || out.list.size() >= kMostFaults) break;
            cancel.poll();
            const UnitSlot there = instance.slot_of({place.label, place.file, 0});
            ElementFindings found = elements->findings(instance, there, cancel);
            out.steps += found.steps;
            if (found.list.empty()) continue;
            std::set<FaultIdentity> known;
            const UnitSlot in_base = base.slot_of({place.label, place.file, 0});
            for (Diagnostic& d : elements->findings(base, in_base, cancel).list)
                known.insert(identity_of({.found = std::move(d)}));
            for (Diagnostic& d : found.list) {
                const Span in_unit{d.span.start - there.base, d.span.end - there.base};
                Fault fault{.found = std::move(d)};
                if (!known.contains(identity_of(fault)) && is_surely_evaluated(instance, there, in_unit))
                    out.list.push_back(std::move(fault));
            }
        }
        return out;
    });
}

std::vector<InputsOfElement> CallFinder::inputs_of_elements(const bind::Module& module, const UnitSlot& slot,
                                                            const BoundBlock& block) const {
    // The extension checks the elements of calls in the file itself.
    if (!elements || open.size() < 2) return {};
    return elements->inputs(module, slot, block, cancel);
}

void CallFinder::reserve_for_calls(const bind::Module& module, const UnitSlot& slot) {
    for (const BoundBlock& block : slot.unit->blocks) {
        if (!block.def || !block.def->call || block.def->call->inputs.empty()) continue;
        const std::string folder = called_folder(*slot.unit, block);
        const bind::ModulePtr base = folder.empty() ? nullptr : called(module, folder);
        if (base && base.get() != &module) reserved += reserve_of(*base);
    }
}

void CallFinder::add_faults_of_calls(const bind::Module& module, const UnitSlot& slot, const UnitSlot* base,
                                     std::vector<Fault>& out) {
    if (slot.unit->folders.empty() || !slot.state || open.size() >= kMostDepth) return;
    for (const BoundBlock& block : slot.unit->blocks) {
        if (!block.def || !block.def->call || block.def->call->inputs.empty()) continue;
        bind::InputsPtr inputs = bind::inputs_of(slot, block);
        const std::vector<InputsOfElement> by_element = inputs_of_elements(module, slot, block);
        // Elements are known here that are not in the module without inputs.
        if (base && by_element.empty() && bind::inputs_of(*base, block)->identical(*inputs)) continue;
        add_faults_of_call(module, slot, block, std::move(inputs), by_element, out);
    }
}

void CallFinder::add_new_faults_of_calls(const bind::Module& base, const bind::Module& instance,
                                         const bind::UnitPlace& place, std::vector<Fault>& out) {
    const UnitSlot there = instance.slot_of({place.label, place.file, 0});
    if (there.unit->folders.empty()) return;
    const UnitSlot in_base = base.slot_of({place.label, place.file, 0});
    std::vector<Fault> faults;
    add_faults_of_calls(instance, there, &in_base, faults);
    if (faults.empty()) return;
    const FaultsOfModule::Known known = known_faults(base, in_base);
    std::vector<Fault> of_calls;
    add_faults_of_calls(base, in_base, nullptr, of_calls);
    std::set<FaultIdentity> known_of_calls;
    for (const Fault& fault : of_calls) known_of_calls.insert(identity_of(fault));
    for (Fault& fault : faults)
        if (const FaultIdentity one = identity_of(fault);
            !known->contains(one) && !known_of_calls.contains(one))
            out.push_back(std::move(fault));
}

void CallFinder::add_faults_of_call(const bind::Module& module, const UnitSlot& slot, const BoundBlock& block,
                                    bind::InputsPtr inputs, const std::vector<InputsOfElement>& by_element,
                                    std::vector<Fault>& out) {
    const bool is_made = is_surely_made(module, slot, block.body);
    // Conditions of inputs hold also where nothing is made, but only for values that need no plan: those of
    // an instance do.
    if (!is_made && module.instantiation()) return;
    const std::string folder = called_folder(*slot.unit, block);
    const bind::ModulePtr base = folder.empty() ? nullptr : called(module, folder);
    if (!base || std::ranges::find(open, base.get()) != open.end()) return;
    if (open.size() == 1) {
        instances = 0;
        reserved -= std::min(reserved, reserve_of(*base));
    }
    const std::size_t before = out.size();
    GivenValues arguments{slot.file, block.header_span.shifted(slot.base), {}};
    add_given(slot, slot.unit->bodies[block.body], arguments);
    if (is_made && (!are_types_checked || open.size() > 1))
        add_misfits(*base, block.def->call->inputs, arguments, out);
    add_faults_of_inputs(*base, std::move(inputs), arguments, is_made, out);
    if (!is_made || by_element.empty()) return;
    std::set<FaultIdentity> known;
    for (const Fault& fault : std::span(out).subspan(before)) known.insert(identity_of(fault));
    for (const InputsOfElement& element : by_element) {
        GivenValues of_element = arguments;
        for (GivenValues::Given& one : of_element.list)
            if (const Value* value = element.inputs->find(one.name)) one.value = *value;
        std::vector<Fault> found;
        add_misfits(*base, block.def->call->inputs, of_element, found);
        if (found.empty()) add_faults_of_inputs(*base, element.inputs, of_element, true, found);
        for (Fault& fault : found) {
            if (!known.insert(identity_of(fault)).second) continue;
            fault.found.message += " This is so for the instance " + element.shown + ".";
            out.push_back(std::move(fault));
        }
    }
}

void CallFinder::add_misfits(const bind::Module& base, std::string_view kind, const GivenValues& arguments,
                             std::vector<Fault>& out) {
    const bind::InterfacePtr there = bind::interface_of(base);
    for (const GivenValues::Given& given : arguments.list) {
        const bind::InterfaceItem* item = there->find(kind, given.name);
        const std::uint64_t cost = item ? conversion_cost(given.value, item->type) : 0;
        if (!item || cost > steps - kept()) continue;
        steps -= cost;
        if (item->refuses_null && given.value.is_null()) {
            Fault fault;
            fault.found =
                make_diagnostic(DiagCode::NullNotAllowed, given.place, {given.name, "", "Give it a value"});
            fault.found.file = arguments.file;
            out.push_back(std::move(fault));
            continue;
        }
        const std::string why = misfit(*item, given.value, *base.language().rules);
        if (why.empty()) continue;
        Fault fault;
        fault.found = make_diagnostic(DiagCode::IncorrectAttributeType, given.place, {given.name, why});
        fault.found.file = arguments.file;
        out.push_back(std::move(fault));
    }
}

void CallFinder::add_faults_of_inputs(const bind::Module& base, bind::InputsPtr inputs,
                                      const GivenValues& arguments, bool is_made, std::vector<Fault>& out) {
    if (++instances > kMostInstances) return;
    if (steps - kept() < bind::usual_cost(base)) {
        steps = kept();
        is_cut = true;
        return;
    }
    // The depth that instances have in the evaluation of the module that calls, which made the same ones.
    const std::size_t depth = bind::kCallDepth - std::min(bind::kCallDepth, open.size());
    const bind::Instance made = bind::instantiate(base, std::move(inputs), called, cancel, depth, paths);
    const bool is_too_much = made.steps > steps - kept();
    is_cut = is_cut || is_too_much;
    steps -= std::min(steps - kept(), made.steps);
    if (is_too_much || !made.module) return;
    const bind::ModulePtr& instance = made.module;
    open.push_back(&base);
    std::size_t count = 0;
    for (const FaultsOfInstance::Unit& unit : faults_of_instance(base, *instance).units) {
        cancel.poll();
        std::vector<Fault> faults = unit.faults;
        add_new_faults_of_calls(base, *instance, unit.place, faults);
        for (const Fault& fault : faults) {
            if (!is_made && !fault.reads_only_input) continue;
            if (++count <= kMostFaults) out.push_back(fault_of_arguments(*instance, fault, arguments));
        }
    }
    if (elements && is_made && !(only_in_calls && open.size() == 2)) {
        const ElementFaultsOfInstance& by_element = element_faults(base, *instance);
        steps -= std::min(steps - kept(), by_element.steps);
        for (const Fault& fault : by_element.list)
            if (++count <= kMostFaults) out.push_back(fault_of_arguments(*instance, fault, arguments));
    }
    open.pop_back();
}

Fault CallFinder::fault_of_arguments(const bind::Module& instance, const Fault& fault,
                                     const GivenValues& arguments) {
    const GivenValues::Given* argument = argument_at_fault(instance, fault, arguments);
    Fault here;
    here.found.code = fault.found.code;
    here.found.title = fault.found.title;
    here.found.message = fault.found.message;
    here.found.args = fault.found.args;
    here.found.file = arguments.file;
    here.found.span = argument ? argument->place : arguments.whole;
    const bool is_given = !fault.input.empty() && instance.instantiation()->inputs->find(fault.input);
    here.is_of_argument = !fault.input.empty() && (argument || !is_given);
    if (here.is_of_argument) {
        Diagnostic of_input = make_diagnostic(DiagCode::ConditionNotMet, {},
                                              {argument ? argument->name : fault.input, fault.found.message});
        here.found.message = std::move(of_input.message);
        here.found.args = std::move(of_input.args);
    } else
        here.found.related.push_back({{fault.found.file, fault.found.span}, "it fails here"});
    std::ranges::copy(fault.found.related, std::back_inserter(here.found.related));
    return here;
}

// The failures of a module at one argument are one finding: the first has the message, the others are notes.
Diagnostics findings_of(std::vector<Fault> faults) {
    // Messages that the module's author wrote explain more than those of evaluation.
    std::ranges::stable_partition(
        faults, [](const Fault& fault) { return fault.found.code == DiagCode::ConditionNotMet; });
    Diagnostics out;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> by_place;
    for (Fault& fault : faults) {
        Diagnostic& found = fault.found;
        if (!fault.is_of_argument) {
            const auto [first, is_new] = by_place.try_emplace({found.span.start, found.span.end}, out.size());
            if (!is_new) {
                if (!found.related.empty()) found.related[0].message = "it fails here too: " + found.message;
                std::ranges::move(found.related, std::back_inserter(out[first->second].related));
                continue;
            }
            found.code = DiagCode::CalledModuleFails;
            found.message = make_diagnostic(DiagCode::CalledModuleFails, {}, {found.message}).message;
        }
        out.push_back(std::move(found));
    }
    return out;
}

Diagnostics CallFinder::findings_with(const bind::Module& set, bind::InputsPtr inputs,
                                      const GivenValues& given, std::uint64_t& left) {
    open.push_back(&set);
    std::vector<Fault> faults;
    add_faults_of_inputs(set, std::move(inputs), given, true, faults);
    left = steps;
    return findings_of(std::move(faults));
}

// A module that calls itself, directly or through others, has no end.
Diagnostic call_cycle(const BoundUnit& unit, const BoundBlock& block, const std::string& folder) {
    const std::string name = block.declaration == kNone
                                 ? block.type
                                 : bind::address_text(unit.declarations[block.declaration].address);
    return make_diagnostic(DiagCode::ReferenceCycle, bind::place_of_called_folder(unit, block),
                           {name, "the module in \"" + language::as_written(folder) +
                                      "\" calls this one in turn, directly or through others"});
}

// The calls of a file take more steps than there are for it: says so at the one that takes most of them.
Diagnostic calls_cut(const bind::Module& module, const UnitSlot& costliest) {
    const auto is_call = [](const BoundBlock& block) { return block.def && block.def->call; };
    const auto call = std::ranges::find_if(costliest.unit->blocks, is_call);
    Diagnostic d =
        make_diagnostic(DiagCode::EvaluationOverBudget, call->header_span.shifted(costliest.base), {"", ""});
    d.severity = Severity::Info;
    const bool is_shared = module.limits().module_steps / module.files().size() <= module.limits().file_steps;
    d.message =
        "Checking what the calls of this file pass to their modules takes too many steps, and this call "
        "takes "
        "most of them. Calls that were not reached are only checked by themselves. Users can raise this "
        "limit "
        "(limits." +
        std::string(is_shared ? "moduleSteps" : "fileSteps") + ").";
    d.file = costliest.file;
    return d;
}

}  // namespace

Diagnostics call_findings(const bind::Module& module, FileId file, const bind::CalledModule& called,
                          const CallsBack& calls_back, const InstanceElements* elements,
                          const Cancel& cancel) {
    const bind::ModuleFile* in = module.file(file);
    if (!in || in->units->count() == 0 || module.language().evaluation.is_silent) return {};
    CallFinder finder{called, cancel, steps_of_file(module, file)};
    finder.are_types_checked = true;
    finder.elements = elements;
    finder.paths = bind::PathBase::Callers;
    finder.open.push_back(&module);
    std::vector<Fault> faults;
    Diagnostics out;
    UnitSlot costliest;
    std::uint64_t most = 0;
    const auto each_calling = [&](const auto& visit) {
        each_marked<Calling>(
            *in->units, 0,
            [](const bind::UnitCell& cell, std::uint32_t) {
                return cell.unit && !cell.unit->folders.empty();
            },
            [&](const bind::UnitCell& cell, std::uint32_t base) {
                visit(UnitSlot{cell.unit.get(), cell.state.get(), base, cell.label, file});
            });
    };
    each_calling([&](const UnitSlot& slot) { finder.reserve_for_calls(module, slot); });
    each_calling([&](const UnitSlot& slot) {
        const std::uint64_t before = finder.steps;
        finder.add_faults_of_calls(module, slot, nullptr, faults);
        if (before - finder.steps > most) {
            most = before - finder.steps;
            costliest = slot;
        }
        for (const BoundBlock& block : slot.unit->blocks) {
            if (!block.def || !block.def->call) continue;
            const std::string folder = called_folder(*slot.unit, block);
            if (folder.empty() || !calls_back(module, folder)) continue;
            out.push_back(finding_in_file(call_cycle(*slot.unit, block, folder), slot.base, file));
        }
    });
    if (finder.is_cut && costliest.unit) out.push_back(calls_cut(module, costliest));
    Diagnostics of_calls = findings_of(std::move(faults));
    std::ranges::move(of_calls, std::back_inserter(out));
    return out;
}

std::uint64_t steps_of_values(const bind::Module& module, FileId file, std::size_t alike) {
    constexpr std::uint64_t kModules = 2;
    const Limits& limits = module.limits();
    const std::uint64_t own = steps_of_file(module, file);
    if (alike < kFilesWithFullShare) return own;
    return std::min(own, std::max(limits.module_steps, limits.file_steps) * kModules / alike);
}

Diagnostic values_cut(FileId file, Span place) {
    Diagnostic d = make_diagnostic(DiagCode::EvaluationOverBudget, place, {"", ""});
    d.severity = Severity::Info;
    d.message =
        "The values from here on are not looked at in the module that they are for: this takes too many "
        "steps. Users can raise this limit (limits.moduleSteps).";
    d.file = file;
    return d;
}

Diagnostics given_value_findings(const bind::Module& set, std::string_view kind, const GivenValues& given,
                                 const bind::CalledModule& called, const InstanceElements* elements,
                                 std::uint64_t& steps, const Cancel& cancel) {
    if (set.language().evaluation.is_silent) return {};
    std::map<std::string, Value> values;
    bool is_known = false;
    for (const GivenValues::Given& one : given.list) {
        if (set.symbols().by_kind_and_name(kind, one.name).empty()) continue;
        values.insert_or_assign(one.name, one.value);
        is_known = is_known || !one.value.unmarked().is_unknown();
    }
    if (!is_known) return {};
    CallFinder finder{called, cancel, steps};
    finder.elements = elements;
    finder.only_in_calls = true;
    return finder.findings_with(set, bind::inputs_with(set, kind, std::move(values)), given, steps);
}

Diagnostics instance_findings(const bind::Module& set, bind::InputsPtr inputs, const GivenValues& given,
                              const bind::CalledModule& called, const InstanceElements* elements,
                              std::uint64_t& steps, const Cancel& cancel) {
    CallFinder finder{called, cancel, steps};
    finder.elements = elements;
    return finder.findings_with(set, std::move(inputs), given, steps);
}

std::vector<InputFinding> findings_of_instance(const bind::Module& module, FileId file,
                                               const bind::ModulePtr& instance,
                                               const bind::CalledModule& called,
                                               const InstanceElements* elements, const Cancel& cancel,
                                               RuleSteps rule_steps) {
    CallFinder finder{called, cancel, steps_of_file(module, file)};
    finder.elements = elements;
    finder.rule_steps = rule_steps;
    const std::uint64_t cost = bind::usual_cost(module);
    if (!instance || module.language().evaluation.is_silent || finder.steps < cost) return {};
    finder.steps -= cost;
    // Only the names are of interest.
    GivenValues known_inputs{file, {}, {}};
    for (const Symbol symbol : module.symbols().by_kind(instance->instantiation()->inputs->kind))
        if (symbol.is_declaration() && instance->value_of(symbol).unmarked().is_known())
            known_inputs.list.push_back(
                {module.declaration(symbol).address.back(), instance->value_of(symbol), {}});
    finder.open.push_back(&module);
    std::vector<InputFinding> out;
    for (const FaultsOfInstance::Unit& unit : finder.faults_of_instance(module, *instance).units) {
        if (unit.place.file != file) continue;
        const bind::UnitPlace& place = unit.place;
        std::vector<Fault> faults = unit.faults;
        finder.add_new_faults_of_calls(module, *instance, place, faults);
        const UnitSlot own = module.slot_of({place.label, place.file, 0});
        const FaultsOfModule::Known known = finder.known_faults(module, own);
        for (Fault& fault : faults) {
            // The module itself reports an error of another kind there.
            if (std::ranges::any_of(*known, [&](const FaultIdentity& one) {
                    return Span{std::get<1>(one), std::get<2>(one)}.touches(fault.found.span.start);
                }))
                continue;
            const GivenValues::Given* of = finder.argument_at_fault(*instance, fault, known_inputs);
            out.push_back({.found = std::move(fault.found),
                           .input = of ? of->name : std::string(),
                           .is_own_condition = fault.reads_only_input});
        }
    }
    return out;
}

Diagnostics value_file_findings(const bind::Module& module, FileId file, const bind::Module& set,
                                const std::set<std::string>& replaced, const bind::CalledModule& called,
                                const InstanceElements* elements, std::size_t alike, const Cancel& cancel) {
    const bind::ModuleFile* in = module.file(file);
    if (!in) return {};
    GivenValues given{file, {}, {}};
    in->each_unit([&](const UnitSlot& slot) {
        if (slot.state) add_given(slot, slot.unit->bodies[0], given);
    });
    std::erase_if(given.list, [&](const GivenValues::Given& one) { return replaced.contains(one.name); });
    if (given.list.empty()) return {};
    given.whole = given.list.front().place;
    std::uint64_t steps = steps_of_values(module, file, alike);
    Diagnostics found = given_value_findings(set, module.language().modules.sets.kind, given, called,
                                             elements, steps, cancel);
    if (steps == 0) found.push_back(values_cut(file, given.whole));
    return found;
}

}  // namespace hcl::check
