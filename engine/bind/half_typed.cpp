// Names and expressions that are still typed.
#include <algorithm>
#include <string_view>

#include "engine/bind/evaluation.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/literal_part.h"
#include "engine/language/language.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

namespace {

// The word that an expression is, also in quotes: `"${var}"`; null when it is more.
Node only_word(Node expr) {
    Node inner = eval::without_parens(expr);
    if (inner.is(NodeKind::Template) && inner.child_count() == 1 &&
        inner.child(0).is(NodeKind::Interpolation))
        inner = eval::without_parens(inner.child(0).child(0));
    return inner && inner.is(NodeKind::Variable) ? inner : Node();
}

// Whether the pack knows the word, maybe as the beginning of others: `NOMAD_*`.
bool is_known_word(const language::Language::Names& names, std::string_view word) {
    auto fits = [&](std::string_view pattern) {
        return pattern.ends_with('*') ? word.starts_with(pattern.substr(0, pattern.size() - 1))
                                      : word == pattern;
    };
    return std::ranges::any_of(names.free, fits) ||
           std::ranges::any_of(names.members, [&](const auto& one) { return fits(one.first); }) ||
           std::ranges::any_of(names.of_symbols,
                               [&](const auto& one) { return word.starts_with(one.first); });
}

}  // namespace

bool Evaluation::is_about_broken_part(Node expr, Span place) {
    const std::uint32_t end = expr.id() + expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        const Node part(&expr.chunk(), expr.base(), id);
        const Span whole = part.span();
        // A finding about a list, object or loop has only the opening bracket as its place.
        const bool has_brackets = part.is(NodeKind::ForTuple) || part.is(NodeKind::ForObject) ||
                                  part.is(NodeKind::Tuple) || part.is(NodeKind::Object);
        if (has_brackets && whole.start == place.start && place.end < whole.end &&
            syntax::has_broken_part(part))
            return true;
        if (!part.is_broken() || whole == place) continue;
        if (place.start <= whole.start && whole.end <= place.end) return true;
    }
    return false;
}

Value Evaluation::value_of_broken(const BoundAttribute& a, const Value& value) {
    if (a.def->decoder != language::Decoder::None) return Value::dynamic();
    if (!a.def->type.is_dynamic()) return Value::unknown(a.def->type.without_optional());
    const Type type = value.unmarked().type();
    return type.is_primitive() ? Value::unknown(type) : Value::dynamic();
}

Value value_still_typed(const Value& value, int depth) {
    const Value& plain = value.unmarked();
    if (plain.is_null()) return Value::unknown(plain.type()).with_same_marks(value);
    const Type type = plain.type();
    const bool has_parts = type.is_object() || type.is_tuple() || type.is_map() || type.is_list();
    if (!plain.is_known() || !has_parts || depth == 0) return value;
    std::vector<Value> parts;
    parts.reserve(plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i)
        parts.push_back(value_still_typed(plain.value_at(i), depth - 1));
    if (type.is_tuple()) return Value::tuple(std::move(parts)).with_same_marks(value);
    if (type.is_list()) return Value::list(type.element(), std::move(parts)).with_same_marks(value);
    std::vector<std::pair<std::string, Value>> members;
    members.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        members.emplace_back(plain.key_at(i).as_string(), std::move(parts[i]));
    return (type.is_map() ? Value::map(type.element(), std::move(members))
                          : Value::object(std::move(members)))
        .with_same_marks(value);
}

// `name = var` and `name = "${var}"`, where any value can be: what reads it says nothing of it yet.
bool Evaluation::is_begun_value(std::uint32_t index) const {
    const BoundAttribute& a = unit_.attributes[index];
    if (!a.def->type.is_dynamic() || !a.def->types.empty() || a.def->decoder != language::Decoder::None ||
        !a.expr)
        return false;
    const Node word = only_word(a.expr);
    return word && std::ranges::any_of(references_of(unit_, index), [&](const Reference& reference) {
               return reference.span == word.span() && reference.steps.size() == 1 && !reference.is_text &&
                      resolve(module_, slot_, reference).kind == Resolution::Kind::Group;
           });
}

// Such as `var` alone: it is still typed, and what it leads to says nothing.
bool Evaluation::has_begun_name(std::uint32_t index) const {
    if (!module_.language().names.needs_whole_addresses) return is_begun_value(index);
    return std::ranges::any_of(references_of(unit_, index), [&](const Reference& reference) {
        if (reference.steps.size() != 1 || reference.is_text || reference.is_address) return false;
        const Resolution found = resolve(module_, slot_, reference);
        if (found.kind == Resolution::Kind::Group) return true;
        if (found.kind == Resolution::Kind::Predefined)
            return !whole_name(module_, slot_, reference, found).empty();
        const auto* scoped = module_.language().fixed_names().find_scoped(reference.steps[0].name);
        return found.kind == Resolution::Kind::Local && scoped && !scoped->member.empty();
    });
}

// Where the beginning of a name is an object, it may stand alone. If that does not fit, the name is not
// whole: says so, and returns true.
bool Evaluation::blame_begun_name(std::uint32_t index, Span place) {
    const language::Language& language = module_.language();
    if (language.names.needs_whole_addresses || language.evaluation.is_silent) return false;
    for (const Reference& reference : references_of(unit_, index)) {
        if (reference.span != place || reference.is_address || reference.steps.size() != 1) continue;
        // A word that may be replaced later counts as text, which is no reason to speak of a text.
        if (language.names.unknown == language::UnknownNames::Text && !reference.is_text &&
            !is_known_word(language.names, reference.steps[0].name) &&
            resolve(module_, slot_, reference).kind == Resolution::Kind::Unknowable) {
            state_.findings.push_back(
                make_diagnostic(DiagCode::UndeclaredName, place, {reference.steps[0].name, ""}));
            return true;
        }
        const std::string whole = whole_name(module_, slot_, reference, resolve(module_, slot_, reference));
        if (whole.empty()) continue;
        state_.findings.push_back(
            make_diagnostic(DiagCode::IncompleteReference, place, {reference.steps[0].name, whole}));
        return true;
    }
    return false;
}

void Evaluation::add_mismatch(std::uint32_t index, ValueError error) {
    Node part = eval::without_parens(eval::literal_part(unit_.attributes[index].expr, error.path()));
    if (part)
        if (const Node word = only_word(part)) part = word;
    if (!part || !blame_begun_name(index, part.span()))
        state_.mismatches.push_back({index, std::move(error)});
}

}  // namespace hcl::bind
