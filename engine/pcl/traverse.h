// One step into a type: a property, an element, an entry.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"

namespace hcl::pcl {

// Of the property that a key names which is written out: a bool, number or string.
std::string property_name(const Value& key);

// What a step names: `.name`, `["name"]`, `[0]`, or the key of an index that is not written out.
struct StepKey {
    Type type;
    std::optional<Value> value{};  // where it is written out; may be null

    static StepKey name(std::string_view name) { return {Type::string(), Value::string(name)}; }
    // A bool, number, string or null as written.
    static StepKey literal(const Value& value);
    static StepKey of(const Type& type) { return {type, std::nullopt}; }
};

// A finding without a place yet.
struct StepProblem {
    DiagCode code;
    std::vector<std::string> arguments;
    std::string meant{};  // the name that was probably meant; may be empty
};

struct Step {
    Type type;  // dynamic where there is an error
    std::vector<StepProblem> problems;
    bool has_errors() const;
};
// Every member of a union is tried: what succeeds counts. Promises and outputs stay around the result.
Step traverse(const Type& type, const StepKey& key);

// What an iteration over a type gives.
struct IterationTypes {
    Type key;
    Type value;
    std::optional<StepProblem> problem{};  // then both are dynamic
};
IterationTypes iteration_types(const Type& collection);

// The type inside promises, outputs and "or null".
Type without_wrappers(const Type& type);
// `type` inside the promises and outputs that `source` is in.
Type rewrapped(const Type& source, const Type& type);

}  // namespace hcl::pcl
