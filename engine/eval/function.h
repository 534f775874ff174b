// Functions of the expression language: their parameters, result types, and the single place that calls
// them.
//
// A Function is immutable and thread-safe. Its implementation receives only values that its parameters allow:
// call_function handles nulls, unknowns, dynamic arguments and marks first, in that order, and checks the
// result. Documentation is included, for hover and signature help.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/name_index.h"
#include "engine/base/suggest.h"
#include "engine/eval/budget.h"
#include "engine/source/diagnostic.h"
#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/type.h"
#include "engine/value/value.h"

namespace hcl::eval {

class Scope;

struct Parameter {
    std::string name;
    std::string doc;
    // A type specification: arguments in a call expression are converted to it; call_function itself does not
    // convert and rejects mismatches. For a capsule type with an expression decoder (eval/decoder.h), the
    // argument is passed unevaluated.
    Type type;
    bool allow_null = false;     // otherwise a null argument is an error
    bool allow_unknown = false;  // otherwise an unknown argument makes the result unknown, of the result type
    bool allow_dynamic = false;  // otherwise a dynamic argument makes the result dynamic; if set, the result
                                 // type is still computed, from an argument that may be the dynamic value
    bool allow_marked = false;   // otherwise marks at any depth are removed first and added to the result
};

// The error of a failed call. `message` is a clause without capital letter and full stop ("must not be
// negative"), which follows a colon in the diagnostic.
struct FunctionError {
    std::string message;
    // The argument at fault, zero-based over positional and variadic arguments.
    std::optional<std::size_t> argument;
    // The budget is exhausted, which is reported instead of this error.
    bool out_of_budget = false;
    std::vector<RelatedPlace> related = {};
    std::string rule = {};  // names this kind of error, so that settings can change its level
    std::string path = {};  // of the file that it is about: the last argument of the finding
};

// A file that is not there.
inline constexpr std::string_view kMissingFileRule = "missing-file";

// The message of a finding as a clause, without the final full stop.
std::string as_clause(const Diagnostic& finding);

template <typename T>
using FunctionResult = std::expected<T, FunctionError>;

inline std::unexpected<FunctionError> function_error(std::string message) {
    return std::unexpected(FunctionError{std::move(message), {}, false});
}
inline std::unexpected<FunctionError> argument_error(std::size_t argument, std::string message) {
    return std::unexpected(FunctionError{std::move(message), argument, false});
}
inline std::unexpected<FunctionError> out_of_budget() {
    return std::unexpected(FunctionError{"the result would be too large", {}, true});
}
// Converts an error of a value operation; `argument` is the operand.
inline std::unexpected<FunctionError> function_error(const ValueError& error,
                                                     std::optional<std::size_t> argument = {}) {
    return std::unexpected(
        FunctionError{error.message(), argument, error.kind() == ValueError::Kind::TooLarge});
}

// The environment of a call.
struct CallContext {
    const Rules& rules;
    // Charge it before producing n elements or b bytes: `if (!call.budget.spend(n, b)) return
    // out_of_budget();`.
    Budget& budget;
    // The scope of the call expression: functions and files. Null: none.
    const Scope* scope = nullptr;
    // Unknown arguments of types that no call accepts are errors (EvalOptions::checking).
    bool checks_types = false;
    // Diagnostics of evaluated closures have positions in the file of this evaluation.
};

// Computes the result type from the arguments, which may be unknown (and null or dynamic where allowed). It
// can read their values. An error is an error of the call.
using ResultTypeFunction =
    std::function<FunctionResult<Type>(std::span<const Value> arguments, CallContext&)>;
// Computes the result, which must match `type`, the result type computed before.
using Implementation =
    std::function<FunctionResult<Value>(std::span<const Value> arguments, const Type& type, CallContext&)>;

// Why no values of the arguments' types are accepted; nothing: some may be. Some arguments are unknown, and
// the type function has not looked at the types of all of them.
using TypeCheck = std::function<std::optional<FunctionError>(std::span<const Value> arguments, CallContext&)>;

// Members that every call reads come first, to share cache lines.
struct Function {
    std::vector<Parameter> parameters;

    // Exactly one of the two: a fixed type, or one computed from the arguments.
    Type result_type;
    ResultTypeFunction compute_type;

    // The result is never null, also if unknown. Has no effect on results of unknown type.
    bool result_not_null = false;
    // Known arguments give a known result: an unknown one means that it exceeded the weight limit.
    bool is_total = false;
    // The language itself declares it: it is of no library.
    bool is_of_language = false;
    // The result also depends on files (Scope::files).
    bool reads_files = false;
    // It renders the file at its first argument as a template, with the names that its second one has.
    bool renders_file = false;
    Implementation implementation;

    std::optional<Parameter> variadic;
    // Refines an unknown result beyond result_not_null: takes the result, returns it refined.
    std::function<Value(const Value&)> refine_result;
    // For types that the reference looks at only once it knows the values.
    TypeCheck check_types;
    std::string description;  // Markdown

    // The parameter of the argument at that position; null when there is none.
    const Parameter* parameter_at(std::size_t argument) const {
        if (argument < parameters.size()) return &parameters[argument];
        return variadic ? &*variadic : nullptr;
    }
};
using FunctionPtr = std::shared_ptr<const Function>;

// Calls the function with arguments that already have the parameters' types (or are dynamic).
FunctionResult<Value> call_function(const Function& function, std::span<const Value> arguments,
                                    CallContext& call);
// The result type of such a call; dynamic when it cannot be determined.
FunctionResult<Type> result_type(const Function& function, std::span<const Value> arguments,
                                 CallContext& call);

// Functions by name, including namespaces ("text::upper").
class FunctionTable {
  public:
    using Functions = std::map<std::string, FunctionPtr, std::less<>>;

    FunctionTable() = default;
    FunctionTable(const FunctionTable& other) { *this = other; }
    FunctionTable& operator=(const FunctionTable& other) {
        if (this == &other) return *this;
        functions_ = other.functions_;
        index_.clear();
        names_.clear();
        for (const auto& entry : functions_) note(entry);
        return *this;
    }
    FunctionTable(FunctionTable&&) = default;
    FunctionTable& operator=(FunctionTable&&) = default;

    void add(std::string name, FunctionPtr function) {
        auto [entry, is_new] = functions_.insert_or_assign(std::move(name), std::move(function));
        if (is_new) note(*entry);
    }
    void add(std::string name, Function function) {
        add(std::move(name), std::make_shared<const Function>(std::move(function)));
    }
    // Null when there is none.
    const Function* find(std::string_view name) const {
        const auto* entry = index_.find(name);
        return entry ? entry->second.get() : nullptr;
    }
    FunctionPtr find_shared(std::string_view name) const {
        const auto* entry = index_.find(name);
        return entry ? entry->second : nullptr;
    }
    // Sorted by name.
    const Functions& all() const { return functions_; }
    // For suggestions.
    const KnownNames& names() const { return names_; }

  private:
    void note(const Functions::value_type& entry) {
        index_.add(entry);
        names_.add(entry.first);
    }

    Functions functions_;
    NameIndex<Functions::value_type> index_;
    KnownNames names_;
};

}  // namespace hcl::eval
