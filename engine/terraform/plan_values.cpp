#include "engine/terraform/plan_values.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/named_values.h"
#include "engine/terraform/rules.h"
#include "engine/value/convert.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::Declaration;
using bind::kNone;
using bind::UnitSlot;

struct PlanLimits {
    static constexpr std::uint64_t steps = 100'000;
    static constexpr std::size_t attributes = 200;
    static constexpr int depth = 30;               // attributes and modules that read each other
    static constexpr std::size_t instances = 100;  // of one block
    static constexpr std::size_t parts = 1'000;    // of a value that is looked through
};

constexpr std::string_view kMaybeKnown = "may be known";
constexpr std::string_view kLate = "after apply: ";  // before the address of the origin

// Marks an unknown value that a plan may know.
Value as_maybe_known(const Value& value) {
    static const Marks marks = Marks::named(std::string(kMaybeKnown));
    return value.is_wholly_known() ? value : value.with_marks(marks);
}

// Marks a value that only an apply makes known.
Value as_late(const Value& value, std::string origin) {
    return value.with_marks(Marks::named(std::string(kLate) + std::move(origin)));
}

Marks marks_of_plan(const Marks& marks) {
    Marks out;
    for (const Mark& mark : marks.items())
        if (mark.kind == MarkKind::Named && (mark.text == kMaybeKnown || mark.text.starts_with(kLate)))
            out |= Marks::named(mark.text);
    return out;
}

std::string origin_in(const Marks& marks) {
    if (marks.has_named(kMaybeKnown)) return {};
    for (const Mark& mark : marks.items())
        if (mark.kind == MarkKind::Named && mark.text.starts_with(kLate))
            return mark.text.substr(kLate.size());
    return {};
}

std::string part_of(const Value& value, const Marks& around, std::size_t& left) {
    if (left == 0 || value.is_wholly_known()) return {};
    --left;
    const Marks marks = around | value.marks();
    const Value& plain = value.unmarked();
    if (plain.is_unknown()) return origin_in(marks);
    for (std::size_t i = 0; i < plain.size(); ++i)
        if (std::string origin = part_of(plain.value_at(i), marks, left); !origin.empty()) return origin;
    return {};
}

bool has_dynamic_part(const Type& type) {
    if (type.is_dynamic()) return true;
    if (type.is_list() || type.is_set() || type.is_map()) return has_dynamic_part(type.element());
    if (type.is_tuple()) return std::ranges::any_of(type.elements(), has_dynamic_part);
    if (!type.is_object()) return false;
    return std::ranges::any_of(type.attributes(),
                               [](const ObjectAttribute& one) { return has_dynamic_part(one.type); });
}

// Providers compute some objects and maps of arguments before a plan, so that they can make instances, such
// as the records that a certificate needs, or all labels.
bool is_unknown_in_plans(const Type& type) {
    return type.is_primitive() || ((type.is_list() || type.is_set()) && type.element().is_primitive());
}

std::string shown(const Declaration& declaration) {
    std::string out;
    for (const std::string& name : declaration.address) out += (out.empty() ? "" : ".") + name;
    return out;
}

bool begin_alike(const bind::Reference& a, const bind::Reference& b, std::size_t steps) {
    for (std::size_t i = 0; i < std::min({steps, a.steps.size(), b.steps.size()}); ++i)
        if (a.steps[i].name != b.steps[i].name) return false;
    return true;
}

// A function with another result in each plan.
bool is_late_function(std::string_view name) {
    constexpr std::array<std::string_view, 3> kNames{"bcrypt", "timestamp", "uuid"};
    if (name.starts_with("core::")) name.remove_prefix(std::string_view("core::").size());
    return std::ranges::find(kNames, name) != kNames.end();
}

// Marks the unknown result of "try" or "can": it is that of the first expression without an error, and
// unknown where that is not wholly known.
Value marked_by_expressions(const Value& result, std::span<const Value> expressions,
                            eval::CallContext& call) {
    for (const Value& argument : expressions) {
        if (argument.type() != eval::expression_closure_type()) return result;
        Diagnostics faults;
        const Value value = argument.capsule_as<eval::Closure>().evaluate(call, faults);
        if (has_errors(faults)) continue;
        const std::string origin = part_after_apply(value);
        return origin.empty() ? as_maybe_known(result) : as_late(result, origin);
    }
    return as_maybe_known(result);
}

// A function whose results are marked, too, as arguments are at any depth.
eval::FunctionPtr marked(const eval::Function& function, std::string_view name) {
    const bool is_late = is_late_function(name);
    eval::Function out;
    out.parameters = function.parameters;
    out.variadic = function.variadic;
    // Expressions that a function evaluates itself have marks of their own.
    bool takes_values = true;
    const auto take_all = [&](eval::Parameter& parameter) {
        takes_values = takes_values && !parameter.type.is_capsule();
        parameter.allow_null = parameter.allow_unknown = parameter.allow_dynamic = parameter.allow_marked =
            true;
    };
    std::ranges::for_each(out.parameters, take_all);
    if (out.variadic) take_all(*out.variadic);
    out.result_type = Type::dynamic();
    out.implementation = [&function, is_late, takes_values, shown = std::string(name)](
                             std::span<const Value> arguments, const Type&,
                             eval::CallContext& call) -> eval::FunctionResult<Value> {
        eval::FunctionResult<Value> result = eval::call_function(function, arguments, call);
        if (!result || result->is_known()) return result;
        if (!takes_values) return marked_by_expressions(*result, arguments, call);
        if (is_late) return as_late(*result, shown + "()");
        if (std::ranges::all_of(arguments, &Value::is_wholly_known)) return as_maybe_known(*result);
        // Some functions drop the marks of parts.
        if (!result->is_marked())
            for (const Value& argument : arguments)
                *result = result->with_marks(marks_of_plan(argument.marks_deep()));
        return result;
    };
    return std::make_shared<const eval::Function>(std::move(out));
}

}  // namespace

bool compares_with_null(syntax::Node expr) {
    if (expr.is(syntax::NodeKind::Null)) return true;
    return std::ranges::any_of(expr.children(), compares_with_null);
}

std::string origin_after_apply(const Value& value) {
    const Value& plain = value.unmarked();
    if (plain.is_known() && !(plain.type().is_set() && !plain.is_wholly_known())) return {};
    return origin_in(value.marks_deep());
}

std::string part_after_apply(const Value& value) {
    std::size_t left = PlanLimits::parts;
    return part_of(value, {}, left);
}

// The names that one expression reads.
class PlanValues::Names final : public eval::Scope {
  public:
    Names(PlanValues& plan, std::span<const bind::Reference> references, const Find& find,
          const eval::Scope& around)
        : plan_(plan), around_(around) {
        for (const bind::Reference& reference : references)
            if (!reference.is_text && !reference.is_address) add(references, reference, find(reference));
    }

    const Value* variable(std::string_view name) const override {
        if (const auto known = made_.find(name); known != made_.end()) return &known->second;
        const auto root = roots_.find(name);
        const Value* other = root == roots_.end() ? around_.find_variable(name) : nullptr;
        if (root == roots_.end() && !other) return nullptr;
        return &made_.emplace(std::string(name), other ? as_maybe_known(*other) : root->second.made())
                    .first->second;
    }
    bool has_variables() const override { return true; }
    bool has_functions() const override { return true; }
    const eval::Function* function(std::string_view name) const override {
        if (const auto known = functions_.find(name); known != functions_.end()) return known->second.get();
        const eval::Function* function = around_.find_function(name);
        if (!function) return nullptr;
        return functions_.emplace(std::string(name), marked(*function, name)).first->second.get();
    }
    const eval::Files* files() const override { return around_.find_files(); }

  private:
    void add(std::span<const bind::Reference> all, const bind::Reference& reference,
             const std::optional<FoundName>& found) {
        if (!found || found->steps > reference.steps.size() || !seen_.insert(found->symbol).second) return;
        NamedValues* place = &roots_[reference.steps[0].name];
        for (std::size_t i = 1; i < found->steps; ++i) place = &place->inner[reference.steps[i].name];
        // Where an output is read is not looked at: its name anywhere behind the call is enough.
        const auto is_read = [&](std::string_view name) {
            return plan_.spend(all.size()) && std::ranges::any_of(all, [&](const bind::Reference& other) {
                       return begin_alike(other, reference, found->steps) &&
                              (other.steps.size() <= found->steps ||
                               std::ranges::find(other.steps, name, &bind::ReferenceStep::name) !=
                                   other.steps.end());
                   });
        };
        place->value = plan_.of(found->symbol, is_read);
    }

    PlanValues& plan_;
    const eval::Scope& around_;
    std::map<std::string, NamedValues, std::less<>> roots_;
    std::set<bind::Symbol> seen_;
    mutable std::map<std::string, Value, std::less<>> made_;
    mutable std::map<std::string, eval::FunctionPtr, std::less<>> functions_;
};

PlanValues::PlanValues(const check::ExtensionContext& context, const bind::Module& module)
    : context_(context), module_(module), spent_(std::make_shared<Spent>()) {
    eval::Limits limits;
    limits.steps = std::min(PlanLimits::steps, module.limits().file_steps);
    spent_->budget = eval::Budget(limits, context.cancel);
}

PlanValues::PlanValues(Caller caller, const bind::Module& module)
    : context_(caller.values.context_),
      module_(module),
      spent_(caller.values.spent_),
      caller_(std::make_unique<Caller>(std::move(caller))) {}

PlanValues::~PlanValues() = default;

bool PlanValues::spend(std::size_t steps) const {
    return spent_->budget.spend(1 + steps);
}

bool PlanValues::may_be_late(const UnitSlot& slot, std::uint32_t attribute) {
    constexpr std::array<std::string_view, 5> kPlanned{"count", "each", "path", "self", "terraform"};
    if (std::ranges::any_of(slot.unit->calls, is_late_function)) return true;
    return std::ranges::any_of(
        bind::references_of(*slot.unit, attribute), [&](const bind::Reference& reference) {
            const std::string& root = reference.steps[0].name;
            if (reference.is_text || reference.is_address || (root == "var" && !caller_)) return false;
            if (std::ranges::find(kPlanned, root) != kPlanned.end()) return false;
            return root != "local" || reference.steps.size() < 2 || may_be_late_local(slot, reference);
        });
}

bool PlanValues::may_be_late_local(const UnitSlot& slot, const bind::Reference& reference) {
    const auto [known, is_new] = late_locals_.try_emplace(reference.steps[1].name, false);
    if (!is_new) return known->second;
    const bind::Resolution found = bind::resolve(module_, slot, reference);
    const bool is_symbol = found.kind == bind::Resolution::Kind::Symbol && !found.symbols.empty() &&
                           found.symbols.back().is_declaration();
    const std::uint32_t local = is_symbol ? module_.declaration(found.symbols.back()).attribute : kNone;
    bool is_late = local == kNone || spent_->depth >= PlanLimits::depth;
    if (!is_late && !module_.value_of(found.symbols.back()).is_wholly_known()) {
        ++spent_->depth;
        is_late = may_be_late(module_.slot_of(found.symbols.back()), local);
        --spent_->depth;
    }
    return late_locals_[reference.steps[1].name] = is_late;
}

Value PlanValues::of(const UnitSlot& slot, std::uint32_t attribute) {
    const BoundAttribute& written = slot.unit->attributes[attribute];
    if (!written.expr || !slot.state || attribute >= slot.state->values.size())
        return as_maybe_known(Value::dynamic());
    const Value& kept = slot.state->values[attribute];
    if (kept.is_wholly_known()) return kept;
    // Words and addresses have no value.
    if (written.expr.is_broken() || (written.def && written.def->decoder != language::Decoder::None))
        return as_maybe_known(kept);
    const std::pair key{bind::UnitPlace{slot.file, slot.label}, attribute};
    if (const auto found = evaluated_.find(key); found != evaluated_.end()) return found->second;
    if (spent_->evaluated >= PlanLimits::attributes || spent_->depth >= PlanLimits::depth)
        return as_maybe_known(kept);
    ++spent_->evaluated;
    evaluated_.emplace(key, as_maybe_known(kept));  // what a cycle reads
    ++spent_->depth;
    Value value = evaluated(slot, attribute);
    --spent_->depth;
    return evaluated_[key] = std::move(value);
}

Value PlanValues::evaluated(const UnitSlot& slot, std::uint32_t attribute) {
    const BoundAttribute& written = slot.unit->attributes[attribute];
    const auto find = [&](const bind::Reference& reference) -> std::optional<FoundName> {
        const bind::Resolution named = bind::resolve(module_, slot, reference);
        const bool is_symbol = named.kind == bind::Resolution::Kind::Symbol && !named.symbols.empty() &&
                               named.symbols.back().is_declaration();
        return is_symbol ? std::optional(FoundName{named.symbols.back(), named.steps}) : std::nullopt;
    };
    const auto around = bind::scope_of(module_, slot, written.body);
    Value value = of(written.expr, bind::references_of(*slot.unit, attribute), find, *around);
    if (!written.def || written.def->type.is_dynamic()) return value;
    ValueResult converted = convert_value(value, written.def->type, *module_.language().rules);
    return converted ? std::move(*converted) : value;
}

Value PlanValues::of(syntax::Node expr, std::span<const bind::Reference> references, const Find& find,
                     const eval::Scope& around) {
    if (!spend(references.size())) return as_maybe_known(Value::dynamic());
    const Names names(*this, references, find, around);
    Diagnostics found;
    Value value = eval::evaluate(expr, &names, *module_.language().rules, spent_->budget, nullptr, found);
    const bool is_certain = !has_errors(found) && !compares_with_null(expr);
    return is_certain ? value : as_maybe_known(value);
}

Value PlanValues::of(bind::Symbol symbol, const Wanted& wanted) {
    const Value& kept = module_.value_of(symbol);
    if (kept.is_wholly_known()) return kept;
    const Declaration& declaration = module_.declaration(symbol);
    const UnitSlot home = module_.slot_of(symbol);
    const std::string& kind = declaration.def->kind;
    if (declaration.attribute != kNone) return of(home, declaration.attribute);
    if (declaration.block == kNone) return as_maybe_known(kept);
    if (kind == "variable") return variable(symbol);
    if (kind == "module") return call(symbol, wanted);
    if (kind == "resource" || kind == "data") return resource(symbol);
    if (kind == "output")
        if (const BoundAttribute* value =
                attribute_of(*home.unit, home.unit->blocks[declaration.block].body, "value"))
            return of(home, index_of(*home.unit, *value));
    return as_maybe_known(kept);
}

Value PlanValues::variable(bind::Symbol symbol) {
    const Value& kept = module_.value_of(symbol);
    const Declaration& declaration = module_.declaration(symbol);
    const UnitSlot home = module_.slot_of(symbol);
    if (!caller_) return as_maybe_known(kept);
    const BoundUnit& calling = *caller_->slot.unit;
    const std::uint32_t body = home.unit->blocks[declaration.block].body;
    const BoundAttribute* argument =
        attribute_of(calling, calling.blocks[caller_->block].body, declaration.address.back());
    Value value;
    if (argument)
        value = caller_->values.of(caller_->slot, index_of(calling, *argument));
    else if (const BoundAttribute* fallback = attribute_of(*home.unit, body, "default"))
        value = of(home, index_of(*home.unit, *fallback));
    else
        return as_maybe_known(kept);
    // The default can stand for null.
    if (value.is_null() && argument) return as_maybe_known(kept);
    const BoundAttribute* type = attribute_of(*home.unit, body, "type");
    if (!type || !home.state) return value;
    const Value& held = home.state->values[index_of(*home.unit, *type)].unmarked();
    if (!held.has_content() || held.type() != eval::type_constraint_type()) return as_maybe_known(value);
    const ValueResult converted =
        held.capsule_as<eval::TypeConstraint>().convert(value, *module_.language().rules);
    return converted ? *converted : as_maybe_known(kept);
}

template <typename Make>
Value PlanValues::instances(bind::Symbol symbol, const Make& make) {
    const Value& kept = module_.value_of(symbol).unmarked();
    const Declaration& declaration = module_.declaration(symbol);
    const UnitSlot home = module_.slot_of(symbol);
    const std::uint32_t body = home.unit->blocks[declaration.block].body;
    const BoundAttribute* repetition = attribute_of(*home.unit, body, "count");
    if (!repetition) repetition = attribute_of(*home.unit, body, "for_each");
    if (!repetition) return make(kept);
    if (kept.is_unknown()) {
        const std::string origin = origin_after_apply(of(home, index_of(*home.unit, *repetition)));
        return origin.empty() ? as_maybe_known(kept) : as_late(kept, origin);
    }
    if (kept.is_null() || kept.size() > PlanLimits::instances || kept.type().is_primitive())
        return as_maybe_known(kept);
    if (kept.type().is_tuple() || kept.type().is_list()) {
        std::vector<Value> elements;
        elements.reserve(kept.size());
        for (const Value& element : kept.elements()) elements.push_back(make(element));
        return Value::tuple(std::move(elements));
    }
    if (!kept.type().is_object() && !kept.type().is_map()) return as_maybe_known(kept);
    std::vector<std::pair<std::string, Value>> elements;
    elements.reserve(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        elements.emplace_back(kept.key_at(i).as_string(), make(kept.value_at(i)));
    return Value::object(std::move(elements));
}

Value PlanValues::resource(bind::Symbol symbol) {
    const Declaration& declaration = module_.declaration(symbol);
    const bool is_late =
        declaration.def->kind == "resource" || is_read_late(module_.slot_of(symbol), declaration.block);
    return instances(symbol, [&](const Value& one) { return instance(symbol, one, is_late); });
}

Value PlanValues::instance(bind::Symbol symbol, const Value& object, bool is_late) {
    const Declaration& declaration = module_.declaration(symbol);
    const UnitSlot home = module_.slot_of(symbol);
    const BoundBlock& block = home.unit->blocks[declaration.block];
    const Value& kept = object.unmarked();
    const Type type = kept.type();
    if (!type.is_object() || kept.is_null() || !spend(type.attributes().size())) return as_maybe_known(kept);
    const bool is_built_in = declaration.address[0] == "terraform_data";
    const std::string address = (caller_ ? caller_->address : "") + shown(declaration);
    std::vector<std::pair<std::string, Value>> members;
    members.reserve(type.attributes().size());
    for (std::size_t i = 0; i < type.attributes().size(); ++i) {
        const std::string& name = type.attributes()[i].name;
        Value part = kept.is_known() ? kept.value_at(i) : Value::unknown(type.attributes()[i].type);
        const BoundAttribute* written = attribute_of(*home.unit, block.body, name);
        const language::AttributeDef* def = home.unit->bodies[block.body].attribute(name);
        if (written) {
            part = of(home, index_of(*home.unit, *written));
        } else if (is_built_in && name == "output") {
            // Its type is that of the input.
            const BoundAttribute* input = attribute_of(*home.unit, block.body, "input");
            const Type known = input ? of(home, index_of(*home.unit, *input)).type() : Type::dynamic();
            part = has_dynamic_part(known) ? as_maybe_known(part)
                                           : as_late(Value::unknown(known), address + "." + name);
        } else if (!part.is_wholly_known()) {
            if (is_built_in && part.is_unknown()) part = part.refined_not_null();
            const bool is_computed = def && def->is_read_only && is_late;
            const bool is_all_late = is_built_in || declaration.def->kind == "data";
            part = is_computed && (is_all_late || is_unknown_in_plans(part.type()))
                       ? as_late(part, address + "." + name)
                       : as_maybe_known(part);
        }
        members.emplace_back(name, std::move(part));
    }
    return Value::object(std::move(members));
}

bool PlanValues::waits(const UnitSlot& slot, std::uint32_t block) {
    const BoundAttribute* dependencies =
        attribute_of(*slot.unit, slot.unit->blocks[block].body, "depends_on");
    if (!dependencies) return false;
    for (const bind::Reference& reference :
         bind::references_of(*slot.unit, index_of(*slot.unit, *dependencies))) {
        const bind::Resolution found = bind::resolve(module_, slot, reference);
        if (found.kind != bind::Resolution::Kind::Symbol || found.symbols.empty() ||
            !found.symbols.back().is_declaration())
            continue;
        if (module_.declaration(found.symbols.back()).def->kind == "resource") return true;
    }
    return false;
}

bool PlanValues::is_read_late(const UnitSlot& slot, std::uint32_t block) {
    if ((caller_ && caller_->waits) || waits(slot, block)) return true;
    const BoundUnit& unit = *slot.unit;
    if (!spend(unit.attributes.size())) return false;
    for (std::uint32_t i = 0; i < unit.attributes.size(); ++i) {
        const auto around = bind::bodies_around(unit, unit.attributes[i].body);
        const bool is_inside =
            std::ranges::any_of(around, [&](std::uint32_t body) { return body == unit.blocks[block].body; });
        if (is_inside && !part_after_apply(of(slot, i)).empty()) return true;
    }
    return false;
}

PlanValues* PlanValues::called(const UnitSlot& slot, std::uint32_t block) {
    const std::pair key{bind::UnitPlace{slot.file, slot.label}, block};
    if (const auto known = called_.find(key); known != called_.end()) return known->second.get();
    const BoundBlock& call = slot.unit->blocks[block];
    const std::string folder = bind::called_folder(*slot.unit, call);
    const bind::ModulePtr module =
        folder.empty() || call.labels.empty() ? nullptr : context_.called_by(module_, folder);
    std::unique_ptr<PlanValues> made;
    if (module) {
        const std::string address =
            (caller_ ? caller_->address : "") + "module." + call.labels[0].value + ".";
        const bool is_late = (caller_ && caller_->waits) || waits(slot, block);
        made.reset(new PlanValues(Caller{*this, slot, block, address, is_late}, *module));
        made->held_ = module;
    }
    return called_.emplace(key, std::move(made)).first->second.get();
}

Value PlanValues::call(bind::Symbol symbol, const Wanted& wanted) {
    const Value& kept = module_.value_of(symbol);
    const UnitSlot home = module_.slot_of(symbol);
    PlanValues* there =
        spent_->depth < PlanLimits::depth ? called(home, module_.declaration(symbol).block) : nullptr;
    if (!there) return as_maybe_known(kept);
    ++spent_->depth;
    Value one = outputs(*there, wanted);
    --spent_->depth;
    return instances(symbol, [&](const Value&) { return one; });
}

Value PlanValues::outputs(PlanValues& called, const Wanted& wanted) {
    std::vector<std::pair<std::string, Value>> members;
    for (const bind::Symbol symbol : called.module_.symbols().by_kind("output")) {
        if (!symbol.is_declaration() || !spend(1)) continue;
        const std::string& name = called.module_.declaration(symbol).address.back();
        const Value& kept = called.module_.value_of(symbol);
        members.emplace_back(name,
                             !wanted || wanted(name) ? called.of(symbol, nullptr) : as_maybe_known(kept));
    }
    return Value::object(std::move(members));
}

}  // namespace hcl::terraform
