#include "engine/ide/annotation/inlay_hints.h"

#include <algorithm>
#include <map>

#include "engine/base/utf8.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/text/print.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/place/expressions.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

namespace {

using bind::BoundAttribute;
using bind::kNone;
using language::Decoder;
using syntax::Node;
using syntax::NodeKind;

constexpr std::size_t kMostHint = 28;
constexpr std::size_t kMostType = 28;
constexpr std::size_t kMostWhole = 2000;

bool touch(Span a, Span b) {
    return a.start <= b.end && b.start <= a.end;
}

// Literals need no hint.
bool is_plain(Node expr) {
    Node inner = eval::without_parens(expr);
    switch (inner.kind()) {
        case NodeKind::Number:
        case NodeKind::Bool:
        case NodeKind::Null:
        case NodeKind::Template:
        case NodeKind::Heredoc:
        case NodeKind::Missing:
        case NodeKind::BogusExpr:
        case NodeKind::Tuple:
        case NodeKind::Object:
            return true;
        default:
            return false;
    }
}

// True when no part of the value is known.
bool says_nothing(const Type& type) {
    if (type.is_dynamic()) return true;
    if (type.is_collection()) return says_nothing(type.element());
    if (type.is_tuple()) return std::ranges::all_of(type.elements(), says_nothing);
    return false;
}

InlayHint type_hint(std::uint32_t offset, const std::string& type) {
    const bool is_whole = type.size() <= kMostType && type.find('\n') == std::string::npos;
    std::string label = ": ";
    // On one line: a run of white space is one blank.
    for (char c : type)
        if ((c != '\n' && c != ' ') || !label.ends_with(' ')) label += c == '\n' ? ' ' : c;
    return {offset, HintKind::Type, shortened(label, kMostType + 2), is_whole ? "" : code_block(type), false};
}

// A word whose value is its own text, such as the name of a type.
bool is_named_alike(const Value& value, Node expr) {
    return expr.is(NodeKind::Variable) && value.is_known_string() && value.as_string() == expr.text();
}

using NodesByPlace = std::map<Span, Node>;

struct Hinter {
    const bind::Module& module;
    const bind::UnitSlot slot;
    const world::Settings::Hints& wanted;
    Span span;  // relative to the unit
    std::vector<InlayHint>& out;
    const check::LanguageExtension* extension;  // null: there is none
    mutable ScopePtr scope{};

    void add(std::uint32_t offset, HintKind kind, std::string label, std::string whole, bool before) {
        if (span.touches(offset))
            out.push_back({offset + slot.base, kind, std::move(label), std::move(whole), before});
    }

    bool is_evaluated(const BoundAttribute& a) const {
        return a.expr && a.def &&
               (a.def->decoder == Decoder::None || a.def->decoder == Decoder::Expression ||
                a.def->decoder == Decoder::Closure);
    }

    void run() {
        for (std::uint32_t i = 0; i < slot.unit->attributes.size(); ++i) {
            const BoundAttribute& a = slot.unit->attributes[i];
            if (!touch(a.span, span) || !is_evaluated(a)) continue;
            if (wanted.types) type_of(a, i);
            if (wanted.parameters) parameters_of(a.expr);
        }
        if (!wanted.values) return;
        std::uint32_t attribute = kNone;  // whose nodes are in `nodes`
        NodesByPlace nodes;
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text || reference.is_address || !span.touches(reference.span.end)) continue;
            const BoundAttribute& a = slot.unit->attributes[reference.attribute];
            if (!is_evaluated(a)) continue;
            if (reference.attribute != attribute) nodes = nodes_in_span(a.expr);
            attribute = reference.attribute;
            if (const auto chain = nodes.find(reference.span); chain != nodes.end())
                value_of(a, reference, chain->second);
        }
    }

    // The outermost node of each place in an expression that ends in the span.
    NodesByPlace nodes_in_span(Node expr) const {
        NodesByPlace nodes;
        const syntax::Chunk& chunk = expr.chunk();
        const std::uint32_t end = expr.id() + expr.data().size;
        for (std::uint32_t id = expr.id(); id < end; ++id) {
            const Node node(&chunk, expr.base(), id);
            if (span.touches(node.span().end)) nodes.try_emplace(node.span(), node);
        }
        return nodes;
    }

    void type_of(const BoundAttribute& a, std::uint32_t index) {
        if (!a.def->has_hint || !a.def->type.is_dynamic() || a.def->decoder != Decoder::None ||
            is_plain(a.expr) || !slot.state)
            return;
        // The call is incomplete or invalid: matching arguments to parameters would be a guess.
        if (!is_whole(a.expr)) return;
        const Value& value = slot.state->values[index].unmarked();
        Type type = value.type();
        if (says_nothing(type) || is_named_alike(value, a.expr)) return;
        if (span.touches(a.name_span.end))
            out.push_back(type_hint(a.name_span.end + slot.base, type.to_source()));
    }

    void parameters_of(Node expr) {
        const syntax::Chunk& chunk = expr.chunk();
        std::uint32_t end = expr.id() + expr.data().size;
        for (std::uint32_t id = expr.id(); id < end; ++id) {
            if (chunk.nodes[id].kind != NodeKind::Call) continue;
            Node call(&chunk, expr.base(), id);
            if (!touch(call.span(), span)) continue;
            std::string name(eval::call_name(call).view());
            std::vector<std::string> names = parameter_names(name);
            std::size_t position = 0;
            for (Node child : call.children()) {
                if (child.is(NodeKind::FunctionName)) continue;
                std::size_t i = position++;
                if (i >= names.size() || says_name(child, names[i])) continue;
                add(child.span().start, HintKind::Parameter, names[i] + ":", "", true);
            }
        }
    }

    // A function of one parameter explains itself. The variadic parameter's hint ends in "...".
    std::vector<std::string> parameter_names(const std::string& function) const {
        std::vector<std::string> names;
        if (extension) names = extension->parameter_names(function);
        if (names.size() > 1) return names;
        names.clear();
        const bool own = module.symbols().function(function).has_value();
        if (own && !scope) scope = bind::scope_of(module, slot, 0);
        const eval::Function* found =
            own ? scope->find_function(function) : module.language().evaluation.functions->find(function);
        if (!found) return names;
        for (const eval::Parameter& p : found->parameters) names.push_back(p.name);
        if (found->variadic && !names.empty()) names.push_back(found->variadic->name + "...");
        if (names.size() < 2) names.clear();
        return names;
    }

    // `upper(text)` needs no hint "text:".
    static bool says_name(Node argument, std::string_view name) {
        if (argument.is(NodeKind::Missing) || argument.is(NodeKind::BogusExpr)) return true;
        Node inner = eval::without_parens(argument);
        if (inner.is(NodeKind::Variable)) return inner.text() == name;
        return inner.is(NodeKind::GetAttr) && eval::attribute_name(inner) == name;
    }

    void value_of(const BoundAttribute& a, const bind::Reference& reference, Node chain) {
        std::optional<Value> value = reference_value(a, reference, chain);
        if (!value || !value->is_wholly_known() || value->contains_marks() || is_named_alike(*value, chain))
            return;
        std::string text = one_line(*value, kMostHint);
        if (text.empty()) return;
        bool all = !text.ends_with("…");
        std::string whole =
            all ? std::string()
                : code_block(eval::print_value(
                      *value, {.width = 80, .show_sensitive = false, .most_bytes = kMostWhole}));
        add(reference.span.end, HintKind::Value, "= " + text, std::move(whole), false);
    }

    std::optional<Value> reference_value(const BoundAttribute& a, const bind::Reference& reference,
                                         Node chain) const {
        bind::Resolution found = bind::resolve(module, slot, reference);
        Value start;
        if (found.kind == bind::Resolution::Kind::Symbol && !found.symbols.empty()) {
            const bind::Symbol symbol = found.symbols.back();
            if (symbol.is_declaration() && !module.declaration(symbol).def->has_hint) return std::nullopt;
            start = module.value_of(symbol);
        } else if (found.kind == bind::Resolution::Kind::Local && slot.state) {
            const Value* known = nullptr;
            for (std::uint32_t body : bind::bodies_around(*slot.unit, a.body))
                if (slot.state->scope_of(body) && !known)
                    known = slot.state->scope_of(body)->variable(reference.steps[0].name);
            if (!known) return std::nullopt;
            start = *known;
        } else {
            return std::nullopt;
        }
        eval::Traversal steps = eval::traversal_of(chain);
        if (found.steps >= steps.size()) return start;
        if (!start.unmarked().is_known()) return std::nullopt;
        Diagnostics problems;
        Value value = eval::apply_relative(start, steps, found.steps, *module.language().rules, problems);
        if (has_errors(problems)) return std::nullopt;
        return value;
    }
};

}  // namespace

std::vector<InlayHint> inlay_hints(const world::Snapshot& snapshot, FileId file, Span span,
                                   const Cancel& cancel) {
    std::vector<InlayHint> hints;
    const world::Settings::Hints& wanted = snapshot.settings().hints;
    if (!wanted.values && !wanted.parameters && !wanted.types) return hints;
    auto place = bound_at(snapshot, file, span.start, cancel);
    if (!place) return hints;
    if (place->file->input.tree->options().syntax == syntax::Syntax::Json) return hints;
    const world::ExtensionOf native = world::extension_of(snapshot, place->module, cancel);
    world::Settings::Hints shown = wanted;
    if (native.extension && wanted.types)
        if (auto types = native.extension->type_hints(native.context, file, span)) {
            shown.types = false;
            for (const check::ExtensionHint& one : *types) hints.push_back(type_hint(one.offset, one.text));
        }
    place->file->each_unit([&](const bind::UnitSlot& slot) {
        if (slot.base > span.end || slot.base + slot.unit->size < span.start) return;
        cancel.poll();
        Span inside{span.start > slot.base ? span.start - slot.base : 0, span.end - slot.base};
        Hinter{*place->module, slot, shown, inside, hints, native.extension}.run();
    });
    if (native.extension && wanted.values)
        for (check::ExtensionHint& one : native.extension->value_hints(native.context, file, span))
            hints.push_back({one.offset, HintKind::Value, std::move(one.text), "", false});
    std::ranges::stable_sort(hints, {}, &InlayHint::offset);
    return hints;
}

}  // namespace hcl::ide
