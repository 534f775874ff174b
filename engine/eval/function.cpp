#include "engine/eval/function.h"

#include <algorithm>
#include <utility>

#include "engine/base/check.h"

namespace hcl::eval {

namespace {

// The arguments as passed to the function, and their properties. Copies
// nothing unless marks must be removed.
class PreparedArguments {
  public:
    PreparedArguments(const Function& function, std::span<const Value> given)
        : function_(function), given_(given) {}

    // Empty, or the reason why the call is rejected.
    std::optional<FunctionError> check(const Rules& rules) {
        const std::size_t fixed = function_.parameters.size();
        if (given_.size() < fixed || (given_.size() > fixed && !function_.variadic))
            return FunctionError{"wrong number of arguments", {}, false};
        for (std::size_t i = 0; i < given_.size(); ++i) {
            const Parameter& parameter = i < fixed ? function_.parameters[i] : *function_.variadic;
            const Value& argument = given_[i];
            if (argument.is_null() && !parameter.allow_null) return null_argument(i);
            if (argument.kind() == TypeKind::Dynamic) {
                // An allowed null matches every type.
                if (argument.is_null() && !rules.untyped_null_is_dynamic) continue;
                if (parameter.allow_dynamic) continue;
                has_dynamic_ = true;
                if (rules.first_dynamic_argument_decides) return std::nullopt;
            } else if (!parameter.type.is_dynamic() && !argument.has_type(parameter.type) &&
                       !argument.type().matches(parameter.type)) {
                return wrong_type(i, parameter);
            }
        }
        return std::nullopt;
    }

    // False when the budget is not sufficient.
    bool take_marks_off(Budget& budget) {
        const std::size_t fixed = function_.parameters.size();
        for (std::size_t i = 0; i < given_.size(); ++i) {
            const Parameter& parameter = i < fixed ? function_.parameters[i] : *function_.variadic;
            if (given_[i].is_unknown() && !parameter.allow_unknown) has_unknown_ = true;
            if (parameter.allow_marked || !given_[i].contains_marks()) continue;
            if (!take_marks_of(i, budget)) return false;
        }
        return true;
    }

    std::span<const Value> arguments() const {
        return copies_.empty() ? given_ : std::span<const Value>(copies_);
    }
    bool has_unknown_argument() const {
        return !std::ranges::all_of(given_, [](const Value& v) { return v.is_wholly_known(); });
    }
    // Closures can have any value.
    bool is_wholly_known() const {
        return std::ranges::all_of(
            given_, [](const Value& v) { return v.is_wholly_known() && v.kind() != TypeKind::Capsule; });
    }
    bool has_dynamic() const { return has_dynamic_; }
    bool has_unknown() const { return has_unknown_; }
    const Marks& marks() const { return marks_; }

  private:
    // Rare paths are kept out of the hot code.
    [[gnu::cold]] static FunctionError null_argument(std::size_t i) {
        return {"argument must not be null", i, false};
    }
    [[gnu::cold]] FunctionError wrong_type(std::size_t i, const Parameter& parameter) const {
        // As in the reference, a variadic argument of the wrong type is counted from the first variadic one.
        // Call expressions convert their arguments first, so this affects only direct calls.
        const std::size_t place = i < function_.parameters.size() ? i : i - function_.parameters.size();
        return {parameter.type.friendly_constraint_name() + " required, but have " +
                    given_[i].type().friendly_name(),
                place, false};
    }
    [[gnu::cold]] bool take_marks_of(std::size_t i, Budget& budget) {
        if (!budget.spend(given_[i].weight())) return false;
        if (copies_.empty()) copies_.assign(given_.begin(), given_.end());
        marks_ |= given_[i].marks_deep();
        copies_[i] = given_[i].unmarked_deep();
        return true;
    }

    const Function& function_;
    std::span<const Value> given_;
    std::vector<Value> copies_;
    Marks marks_;
    bool has_dynamic_ = false;
    bool has_unknown_ = false;
};

FunctionResult<Type> compute_type(const Function& function, const PreparedArguments& prepared,
                                  CallContext& call) {
    if (prepared.has_dynamic()) return Type::dynamic();
    if (!function.compute_type) return function.result_type;
    return function.compute_type(prepared.arguments(), call);
}

// Refines an unknown result.
[[gnu::cold]] Value refined(const Function& function, Value result) {
    if (result.kind() == TypeKind::Dynamic) return result;
    if (function.result_not_null) result = result.refined_not_null();
    if (function.refine_result) result = function.refine_result(result);
    return result;
}

// Functions on strings read them at least once.
std::size_t cost_of_reading(std::span<const Value> arguments) {
    constexpr std::size_t kBytesOfStep = 16;
    std::size_t bytes = 0;
    for (const Value& argument : arguments)
        if (argument.is_known_string()) bytes += argument.as_string().size();
    return bytes / kBytesOfStep;
}

}  // namespace

std::string as_clause(const Diagnostic& finding) {
    std::string text = finding.message;
    while (text.ends_with('.')) text.pop_back();
    return text;
}

FunctionResult<Value> call_function(const Function& function, std::span<const Value> arguments,
                                    CallContext& call) {
    if (!call.budget.spend(1 + arguments.size() + cost_of_reading(arguments))) return out_of_budget();
    PreparedArguments prepared(function, arguments);
    if (auto error = prepared.check(call.rules)) return std::unexpected(std::move(*error));
    if (!prepared.take_marks_off(call.budget)) return out_of_budget();
    if (call.checks_types && function.check_types && prepared.has_unknown_argument())
        if (auto error = function.check_types(prepared.arguments(), call))
            return std::unexpected(std::move(*error));

    // A fixed type needs no temporary.
    const Type* type = &function.result_type;
    FunctionResult<Type> computed;
    if (prepared.has_dynamic()) return Value::dynamic().with_marks(prepared.marks());
    if (function.compute_type) {
        computed = function.compute_type(prepared.arguments(), call);
        if (!computed) return std::unexpected(std::move(computed).error());
        type = &*computed;
    }
    if (prepared.has_unknown()) return refined(function, Value::unknown(*type)).with_marks(prepared.marks());

    FunctionResult<Value> result = function.implementation(prepared.arguments(), *type, call);
    if (!result) return result;
    if (result->is_unknown()) {
        // Known arguments without a known result: it is nested too deep or too heavy.
        if (function.is_total && result->is_dynamic_unknown() && prepared.is_wholly_known())
            return out_of_budget();
        *result = refined(function, std::move(*result));
    }
    HCL_DCHECK(result->kind() == TypeKind::Dynamic || result->type().matches(*type));
    if (!prepared.marks().empty()) *result = result->with_marks(prepared.marks());
    return result;
}

FunctionResult<Type> result_type(const Function& function, std::span<const Value> arguments,
                                 CallContext& call) {
    PreparedArguments prepared(function, arguments);
    if (auto error = prepared.check(call.rules)) return std::unexpected(std::move(*error));
    if (!prepared.take_marks_off(call.budget)) return out_of_budget();
    return compute_type(function, prepared, call);
}

}  // namespace hcl::eval
