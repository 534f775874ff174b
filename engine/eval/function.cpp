#include "engine/eval/function.h"

#include <algorithm>
#include <utility>

#include "engine/base/check.h"

namespace hcl::eval {

namespace {

// The arguments as the function may see them, and what was learnt on the way. Copies nothing while no marks
// have to come off.
class Prepared {
  public:
    Prepared(const Function& function, std::span<const Value> given) : function_(function), given_(given) {}

    // Nothing, or why the call is refused.
    std::optional<FunctionError> check() {
        if (given_.size() < function_.parameters.size() ||
            (given_.size() > function_.parameters.size() && !function_.variadic))
            return FunctionError{"wrong number of arguments", {}, false};
        for (std::size_t i = 0; i < given_.size(); ++i) {
            const Parameter& parameter = *function_.parameter_at(i);
            const Value& argument = given_[i];
            if (argument.is_null() && !parameter.allow_null)
                return FunctionError{"argument must not be null", i, false};
            if (argument.kind() == TypeKind::Dynamic) {
                // As with the first wrong argument, the first dynamic one decides: what follows is not looked
                // at.
                if (!parameter.allow_dynamic) {
                    has_dynamic_ = true;
                    return std::nullopt;
                }
            } else if (!parameter.type.is_dynamic() && !argument.has_type(parameter.type) &&
                       !argument.type().matches(parameter.type)) {
                // As in the reference, a variadic argument of the wrong type counts from the first variadic
                // one. Call expressions convert their arguments before, so that only direct calls come here.
                const std::size_t place =
                    i < function_.parameters.size() ? i : i - function_.parameters.size();
                return FunctionError{parameter.type.friendly_constraint_name() + " required, but have " +
                                         argument.type().friendly_name(),
                                     place, false};
            }
        }
        return std::nullopt;
    }

    // False when that is more than the budget has.
    bool take_marks_off(Budget& budget) {
        for (std::size_t i = 0; i < given_.size(); ++i) {
            const Parameter& parameter = *function_.parameter_at(i);
            if (given_[i].is_unknown() && !parameter.allow_unknown) has_unknown_ = true;
            if (parameter.allow_marked || !given_[i].contains_marks()) continue;
            if (!budget.spend(given_[i].weight())) return false;
            if (copies_.empty()) copies_.assign(given_.begin(), given_.end());
            marks_ |= given_[i].marks_deep();
            copies_[i] = given_[i].unmarked_deep();
        }
        return true;
    }

    std::span<const Value> arguments() const {
        return copies_.empty() ? given_ : std::span<const Value>(copies_);
    }
    // Closures may stand for anything.
    bool is_wholly_known() const {
        return std::ranges::all_of(
            given_, [](const Value& v) { return v.is_wholly_known() && v.kind() != TypeKind::Capsule; });
    }
    bool has_dynamic() const { return has_dynamic_; }
    bool has_unknown() const { return has_unknown_; }
    const Marks& marks() const { return marks_; }

  private:
    const Function& function_;
    std::span<const Value> given_;
    std::vector<Value> copies_;
    Marks marks_;
    bool has_dynamic_ = false;
    bool has_unknown_ = false;
};

FunctionResult<Type> compute_type(const Function& function, const Prepared& prepared, CallContext& call) {
    if (prepared.has_dynamic()) return Type::dynamic();
    if (!function.compute_type) return function.result_type;
    return function.compute_type(prepared.arguments(), call);
}

Value refined(const Function& function, Value result) {
    if (result.is_known() || result.kind() == TypeKind::Dynamic) return result;
    if (function.result_not_null) result = result.refined_not_null();
    if (function.refine_result) result = function.refine_result(result);
    return result;
}

// Functions of texts read them at least once, whatever they make of them.
std::size_t cost_of_reading(std::span<const Value> arguments) {
    constexpr std::size_t kBytesOfStep = 16;
    std::size_t bytes = 0;
    for (const Value& argument : arguments)
        if (argument.is_known_string()) bytes += argument.as_string().size();
    return bytes / kBytesOfStep;
}

}  // namespace

FunctionResult<Value> call_function(const Function& function, std::span<const Value> arguments,
                                    CallContext& call) {
    if (!call.budget.spend(1 + arguments.size() + cost_of_reading(arguments))) return out_of_budget();
    Prepared prepared(function, arguments);
    if (auto error = prepared.check()) return std::unexpected(std::move(*error));
    if (!prepared.take_marks_off(call.budget)) return out_of_budget();

    FunctionResult<Type> type = compute_type(function, prepared, call);
    if (!type) return std::unexpected(std::move(type).error());
    if (prepared.has_dynamic()) return Value::dynamic().with_marks(prepared.marks());
    if (prepared.has_unknown()) return refined(function, Value::unknown(*type)).with_marks(prepared.marks());

    FunctionResult<Value> result = function.implementation(prepared.arguments(), *type, call);
    if (!result) return result;
    // Known parts that make up nothing known: they nest too deep or weigh too much together.
    if (function.is_total && result->is_dynamic_unknown() && prepared.is_wholly_known())
        return out_of_budget();
    HCL_DCHECK(result->kind() == TypeKind::Dynamic || result->type().matches(*type));
    Value value = refined(function, std::move(*result));
    return prepared.marks().empty() ? value : value.with_marks(prepared.marks());
}

FunctionResult<Type> result_type(const Function& function, std::span<const Value> arguments,
                                 CallContext& call) {
    Prepared prepared(function, arguments);
    if (auto error = prepared.check()) return std::unexpected(std::move(*error));
    if (!prepared.take_marks_off(call.budget)) return out_of_budget();
    return compute_type(function, prepared, call);
}

}  // namespace hcl::eval
