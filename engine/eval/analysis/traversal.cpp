#include "engine/eval/analysis/traversal.h"

#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/walk/access.h"
#include "engine/value/number.h"

namespace hcl::eval {

using syntax::Node;
using syntax::NodeKind;

namespace {

Value number_key(std::string_view text) {
    ParsedNumber parsed = parse_number(text, NumberSyntax::Literal);
    bool is_broken = parsed.problem == NumberProblem::Exponent && parsed.number.is_infinite();
    return is_broken || parsed.problem == NumberProblem::Syntax ? Value::unknown(Type::number())
                                                                : Value::number(parsed.number);
}

Value legacy_key(Node step) {
    return number_key(step.token_text(step.token_end() - 1));
}

// Literals need no scope, and the rules do not affect them.
Value literal_key(Node key) {
    EvalOptions options;
    options.rules = &Rules::reference();
    return evaluate(key, nullptr, options).value;
}

bool is_plain_name(std::string_view text) {
    auto is_start = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
    };
    auto is_part = [&](char c) { return is_start(c) || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && is_start(text[0]) && std::ranges::all_of(text, is_part);
}

void append(std::string& out, const Traversal& traversal) {
    for (const TraversalStep& step : traversal) {
        switch (step.kind) {
            case TraversalStep::Kind::Root:
                out += step.name;
                break;
            case TraversalStep::Kind::Attr:
                // Names that are not identifiers cannot follow a dot.
                out += is_plain_name(step.name) ? "." + step.name
                                                : "[" + Value::string(step.name).to_display() + "]";
                break;
            case TraversalStep::Kind::Index:
                out += "[" + step.key.to_display() + "]";
                break;
            case TraversalStep::Kind::Splat:
                out += "[*]";
                append(out, step.each);
                break;
        }
    }
}

}  // namespace

Span span_of(const Traversal& traversal) {
    return traversal.empty() ? Span() : cover(traversal.front().span, traversal.back().span);
}

std::string to_string(const Traversal& traversal) {
    std::string out;
    append(out, traversal);
    return out;
}

Traversal traversal_of(Node node) {
    Traversal traversal;
    Node base = node;
    for (; is_static_step(base); base = base.child(0)) {
        if (base.is_broken()) return {};
        switch (base.kind()) {
            case NodeKind::GetAttr:
                traversal.push_back(TraversalStep::attr(std::string(attribute_name(base)), step_span(base)));
                break;
            case NodeKind::LegacyIndex:
                traversal.push_back(TraversalStep::index(legacy_key(base), step_span(base)));
                break;
            default:
                traversal.push_back(TraversalStep::index(literal_key(base.child(1)), step_span(base)));
                break;
        }
    }
    if (!base.is(NodeKind::Variable) && !base.is(NodeKind::Bool) && !base.is(NodeKind::Null)) return {};
    traversal.push_back(TraversalStep::root(std::string(base.text()), base.span()));
    std::reverse(traversal.begin(), traversal.end());
    return traversal;
}

Traversal traversal_of(const syntax::PathParse& path) {
    using Kind = syntax::PathStep::Kind;
    Traversal traversal;
    if (has_errors(path.diagnostics)) return traversal;
    for (const syntax::PathStep& step : path.steps) {
        const Span span = step.span;
        switch (step.kind) {
            case Kind::Root:
                traversal.push_back(TraversalStep::root(step.text, span));
                break;
            case Kind::Attr:
                traversal.push_back(TraversalStep::attr(step.text, span));
                break;
            case Kind::Number:
                traversal.push_back(TraversalStep::index(number_key(step.text), span));
                break;
            case Kind::String:
                traversal.push_back(TraversalStep::index(Value::string(step.text), span));
                break;
            case Kind::Splat:
                traversal.push_back({TraversalStep::Kind::Splat, {}, {}, span, {}});
                break;
        }
    }
    return traversal;
}

Value apply(const Traversal& traversal, const Scope* scope, const Rules& rules, Diagnostics& diagnostics) {
    if (traversal.empty()) return Value::dynamic();
    const TraversalStep& root = traversal.front();
    if (scope)
        if (const Value* value = scope->find_variable(root.name))
            return apply_relative(*value, traversal, 1, rules, diagnostics);
    bool any = false;
    for (const Scope* s = scope; s; s = s->parent()) any |= s->has_variables();
    if (!any) {
        diagnostics.push_back(make_diagnostic(DiagCode::VariablesNotAllowed, root.span, {root.name}));
        return Value::dynamic();
    }
    Suggester suggester(root.name);
    for (const Scope* s = scope; s; s = s->parent()) s->offer_variables(suggester);
    Diagnostic d =
        make_diagnostic(DiagCode::UnknownVariable, root.span, {root.name, did_you_mean(suggester.best())});
    if (!suggester.best().empty()) add_rename_fix(d, root.span, suggester.best());
    diagnostics.push_back(std::move(d));
    return Value::dynamic();
}

Value apply_relative(const Value& from, const Traversal& traversal, std::size_t first_step,
                     const Rules& rules, Diagnostics& diagnostics) {
    Value current = from;
    for (std::size_t i = first_step; i < traversal.size(); ++i) {
        const TraversalStep& step = traversal[i];
        Value next;
        bool ok = false;
        switch (step.kind) {
            case TraversalStep::Kind::Root:
            case TraversalStep::Kind::Attr: {
                // The name is at the end of the step, if it is written as a name.
                Span name_span = step.span;
                if (step.name.size() <= name_span.length())
                    name_span.start = name_span.end - static_cast<std::uint32_t>(step.name.size());
                ok = get_attribute(current, step.name, step.span, name_span, diagnostics, next);
                break;
            }
            case TraversalStep::Kind::Index: {
                // A quoted key without escapes.
                Span key_span;
                if (step.key.is_known_string() && step.span.length() == step.key.as_string().size() + 4)
                    key_span = {step.span.start + 2, step.span.end - 2};
                ok = get_element(current, step.key, step.span, key_span, rules, diagnostics, next);
                break;
            }
            case TraversalStep::Kind::Splat:
                break;
        }
        if (!ok) return Value::dynamic();
        current = std::move(next);
    }
    return current;
}

}  // namespace hcl::eval
