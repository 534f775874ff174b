// Static analysis: expressions taken for what they look like, not for what they evaluate to. Works on native
// syntax and on JSON, where references and calls are written in strings.
//
// An expression of another form gives a diagnostic instead of a result.
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
    std::string name;  // with its namespaces
    Span name_span;
    Span arguments_span;  // both parentheses with what is between
    std::vector<Expression> arguments;
};

// A list or tuple in brackets: its elements.
StaticResult<std::vector<Expression>> static_list(const Expression& expression);
// An object in braces: its keys and values, unevaluated. Keys need not be text.
StaticResult<std::vector<std::pair<Expression, Expression>>> static_map(const Expression& expression);
StaticResult<StaticCall> static_call(const Expression& expression);
// A reference whose steps are all written out. Relative: its first name is an attribute of something else.
StaticResult<Traversal> static_traversal(const Expression& expression);
StaticResult<Traversal> static_relative_traversal(const Expression& expression);
// The name, when the expression is a bare word (true, false and null are words, too); else "".
std::string static_keyword(const Expression& expression);

}  // namespace hcl::eval
