// Signatures of PCL's functions, which depend on the types of the arguments.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::pcl {

struct Parameter {
    std::string name;
    Type type;
};

struct Signature {
    std::vector<Parameter> parameters;
    std::optional<Parameter> rest{};  // type of each further argument
    Type result{};
};

struct Argument {
    Type type;
    Span span;
    syntax::Node node{};  // null for the elements of an expanded argument
};

struct Call {
    std::string_view name;
    std::span<const Argument> arguments;
    Span span;  // of the whole call
    Span name_span;
    bool is_reference = false;       // exactly as the reference implementation
    bool skips_range_types = false;  // iterating over a value that cannot be iterated is a warning
};

// The functions that an expression can call. The base class has the built-in ones.
class Functions {
  public:
    virtual ~Functions() = default;
    // Empty when there is no such function. Reports every error except arguments that do not fit.
    virtual std::optional<Signature> signature(const Call& call, Diagnostics& findings) const;
    // For suggestions and completion.
    virtual std::vector<std::string_view> names() const;
    // True when the type is that of a single resource instance, for functions that take one.
    virtual bool is_resource(const Type& /*type*/) const { return false; }
};

// The description of a function in one sentence; empty if there is no such function.
std::string_view function_notes(std::string_view name);

}  // namespace hcl::pcl
