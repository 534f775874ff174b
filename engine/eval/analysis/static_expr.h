// Static analysis: interprets the syntax of expressions without evaluating them. Supports native syntax, and
// JSON, where references and calls are strings.
//
// An expression of another form gives a diagnostic.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/eval/analysis/traversal.h"
#include "engine/eval/decoder.h"
#include "engine/source/diagnostic.h"

namespace hcl::eval {

template <typename T>
using StaticResult = std::expected<T, Diagnostic>;

struct StaticCall {
    std::string name;  // including namespaces
    Span name_span;
    Span arguments_span;  // including both parentheses
    std::vector<Expression> arguments;
};

// The elements of a list or tuple in brackets.
StaticResult<std::vector<Expression>> static_list(const Expression& expression);
// The keys and values of an object in braces, unevaluated. Keys can be any expression.
StaticResult<std::vector<std::pair<Expression, Expression>>> static_map(const Expression& expression);
StaticResult<StaticCall> static_call(const Expression& expression);
// A reference with only literal steps. Relative: its first name is an attribute of some other value.
StaticResult<Traversal> static_traversal(const Expression& expression);
StaticResult<Traversal> static_relative_traversal(const Expression& expression);
// The name when the expression is an identifier (including true, false and null); else "".
std::string static_keyword(const Expression& expression);

}  // namespace hcl::eval
