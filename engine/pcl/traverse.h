// One step into a type: a property, an element, an entry.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"

namespace hcl::pcl {

// The property name for a literal key: a bool, number or string.
std::string property_name(const Value& key);

// The key of a step: `.name`, `["name"]`, `[0]`, or an index whose value is not a literal.
struct StepKey {
    Type type;
    std::optional<Value> value{};  // of a literal; may be null

    static StepKey name(std::string_view name) { return {Type::string(), Value::string(name)}; }
    // From a literal bool, number, string or null.
    static StepKey literal(const Value& value);
    static StepKey of(const Type& type) { return {type, std::nullopt}; }
};

// A finding without a position.
struct StepProblem {
    DiagCode code;
    std::vector<std::string> arguments;
    std::string meant{};          // the name that was probably meant; may be empty
    std::optional<Type> about{};  // the type that the first argument renders
    // The arguments for people; those of the reference implementation are `arguments`.
    std::vector<std::string> readable() const;
};

struct Step {
    Type type;  // dynamic on error
    std::vector<StepProblem> problems;
    bool has_errors() const;
};
// For a union, the result joins all members that succeed. Promises and outputs are kept around the result.
Step traverse(const Type& type, const StepKey& key);

// The key and value types of an iteration over a type.
struct IterationTypes {
    Type key;
    Type value;
    std::optional<StepProblem> problem{};  // on error both types are dynamic
};
IterationTypes iteration_types(const Type& collection);

// The type without promises, outputs and "or none" around it.
Type without_wrappers(const Type& type);
// `type` wrapped in the promises and outputs of `source`.
Type rewrapped(const Type& source, const Type& type);

}  // namespace hcl::pcl
