#include "engine/decode/evaluate.h"

#include "engine/decode/iteration.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::decode {

void append_at(Diagnostics& into, Diagnostics&& more, FileId file) {
    for (Diagnostic& d : more) {
        if (!d.file.is_valid()) d.file = file;
        into.push_back(std::move(d));
    }
}

namespace {

void set_file(Diagnostics& diagnostics, FileId file) {
    for (Diagnostic& d : diagnostics)
        if (!d.file.is_valid()) d.file = file;
}

}  // namespace

eval::EvalResult evaluate_in_file(const eval::Expression& expr, FileId file, const eval::Scope* scope,
                                  const eval::EvalOptions& options) {
    if (!expr.is_node()) return {.value = expr.value(), .diagnostics = {}};
    eval::EvalOptions with_source = options;
    with_source.source = expr.source();
    eval::EvalResult result = eval::evaluate(expr.node(), scope, with_source);
    set_file(result.diagnostics, file);
    return result;
}

eval::EvalResult evaluate_attribute(const Attribute& attr, const eval::Scope* scope,
                                    const eval::EvalOptions& options) {
    if (attr.is_unknown) return {.value = Value::dynamic().with_marks(attr.marks), .diagnostics = {}};
    std::shared_ptr<const eval::Scope> inner;
    if (attr.iteration) inner = attr.iteration->scope(scope);
    eval::EvalResult result =
        evaluate_in_file(attr.expr, attr.span.file, inner ? inner.get() : scope, options);
    if (!attr.marks.empty()) result.value = result.value.with_marks(attr.marks);
    return result;
}

eval::EvalResult decode_attribute(const Attribute& attr, const Type& type, const eval::Scope* scope,
                                  const eval::EvalOptions& options) {
    eval::Expression expr = attr.expr;
    if (attr.is_unknown) expr = eval::Expression(Value::dynamic(), attr.expr.span());
    eval::ScopeRef scope_ref{.owner = {}, .scope = scope};
    if (attr.iteration) {
        scope_ref.owner = attr.iteration->scope(scope);
        scope_ref.scope = scope_ref.owner.get();
    }
    eval::EvalResult result = eval::decode_expression(expr, type, scope_ref, options);
    set_file(result.diagnostics, attr.span.file);
    if (!attr.marks.empty()) result.value = result.value.with_marks(attr.marks);
    return result;
}

std::vector<Reference> attribute_references(const Attribute& attr) {
    std::vector<Reference> found;
    if (attr.is_unknown || !attr.expr.is_node()) return found;
    for (eval::Traversal& traversal : eval::variables(attr.expr.node())) {
        if (traversal.empty()) continue;
        if (attr.iteration && attr.iteration->defines(traversal.front().name)) continue;
        found.push_back({std::move(traversal), attr.span.file});
    }
    return found;
}

}  // namespace hcl::decode
