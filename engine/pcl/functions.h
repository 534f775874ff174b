// The functions of PCL: what a call takes and gives, which depends on the types of its arguments.
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
    std::optional<Parameter> rest{};  // what further arguments must be
    Type result{};
};

struct Argument {
    Type type;
    Span span;
    syntax::Node node{};  // none for the elements of an expanded one
};

struct Call {
    std::string_view name;
    std::span<const Argument> arguments;
    Span span;  // the whole
    Span name_span;
    bool skips_range_types = false;  // what cannot be iterated over is a warning
};

// The functions that expressions may call. Those of this file are in all of them.
class Functions {
  public:
    virtual ~Functions() = default;
    // Nothing when no function is called that. Reports what is wrong apart from arguments that do not fit.
    virtual std::optional<Signature> signature(const Call& call, Diagnostics& findings) const;
    // For suggestions and completion.
    virtual std::vector<std::string_view> names() const;
    // Whether a type is that of one resource, for functions that take one.
    virtual bool is_resource(const Type& /*type*/) const { return false; }
};

// What a function does, in one sentence; empty for one that does not exist.
std::string_view function_notes(std::string_view name);

}  // namespace hcl::pcl
