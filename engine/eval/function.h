// Functions of the expression language: what they accept, what type they give, and the one place that calls
// them.
//
// A Function is immutable and shared between threads. Its implementation sees only values that its parameters
// allow: call_function has dealt with nulls, unknowns, dynamic arguments and marks before, in that order, and
// checks the result. Documentation is part of the function, for hover and signature help.
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
    // A type specification: arguments in a call expression are converted to it; call_function itself converts
    // nothing and refuses what does not match. A capsule type with an expression decoder (eval/decoder.h)
    // gets the unevaluated argument.
    Type type;
    bool allow_null = false;     // else a null argument is an error
    bool allow_unknown = false;  // else an unknown argument makes the result unknown, of the result type
    bool allow_dynamic = false;  // else a dynamic argument makes the result dynamic; with it the result type
                                 // is still computed, from an argument that may be the dynamic value
    bool allow_marked = false;   // else marks at any depth come off before and go onto the result after
};

// Why a call failed. `message` is a clause without a capital and without a full stop ("must not be
// negative"), which follows a colon in the diagnostic.
struct FunctionError {
    std::string message;
    // The argument at fault, counted from 0 over positional and variadic ones together.
    std::optional<std::size_t> argument;
    // The budget ran out: reported as such instead of as the function's failure.
    bool out_of_budget = false;
    std::vector<RelatedPlace> related = {};
};

// The message of a finding as a clause, without its final full stop.
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
// As errors of value operations; `argument`: the one that was operated on.
inline std::unexpected<FunctionError> function_error(const ValueError& error,
                                                     std::optional<std::size_t> argument = {}) {
    return std::unexpected(
        FunctionError{error.message(), argument, error.kind() == ValueError::Kind::TooLarge});
}

// The environment of a call.
struct CallContext {
    const Rules& rules;
    // Before producing n elements or b bytes of text: `if (!call.budget.spend(n, b)) return
    // out_of_budget();`.
    Budget& budget;
    // Where the call is written: its functions and files. Null: nothing is known of that.
    const Scope* scope = nullptr;
    // Diagnostics of closures that were evaluated have places in this evaluation's file.
};

// The result's type from the arguments, of which any may be unknown (and null or dynamic where allowed). May
// look at values. An error here is an error of the call.
using ResultTypeFunction =
    std::function<FunctionResult<Type>(std::span<const Value> arguments, CallContext&)>;
// The result, which must match `type`, the result type computed before.
using Implementation =
    std::function<FunctionResult<Value>(std::span<const Value> arguments, const Type& type, CallContext&)>;

// Members that every call reads come first, to share cache lines.
struct Function {
    std::vector<Parameter> parameters;

    // One of the two: a fixed type, or one computed from the arguments.
    Type result_type;
    ResultTypeFunction compute_type;

    // The result is never null: said of unknown results too. Has no effect on a result of unknown type.
    bool result_not_null = false;
    // Known arguments give a known result: one that is unknown all the same weighed too much.
    bool is_total = false;
    // The result follows from files as well (Scope::files).
    bool reads_files = false;
    Implementation implementation;

    std::optional<Parameter> variadic;
    // Says more of an unknown result, when result_not_null is not all: gets the result, returns it refined.
    std::function<Value(const Value&)> refine_result;
    std::string description;  // Markdown

    // The parameter for the argument at that position; null when there is none.
    const Parameter* parameter_at(std::size_t argument) const {
        if (argument < parameters.size()) return &parameters[argument];
        return variadic ? &*variadic : nullptr;
    }
};
using FunctionPtr = std::shared_ptr<const Function>;

// Calls with arguments that have the parameters' types already (or are dynamic).
FunctionResult<Value> call_function(const Function& function, std::span<const Value> arguments,
                                    CallContext& call);
// The type that such a call would have; dynamic when it cannot be said.
FunctionResult<Type> result_type(const Function& function, std::span<const Value> arguments,
                                 CallContext& call);

// Functions by their names, namespaces included ("text::upper").
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
