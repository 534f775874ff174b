#include "engine/language/reading.h"

#include <algorithm>
#include <iterator>

#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/evaluate.h"
#include "engine/language/condition.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/convert.h"
#include "engine/value/text.h"

namespace hcl::language {

using syntax::Node;
using syntax::NodeKind;

void Reading::report(DiagCode code, Span place, std::initializer_list<std::string_view> args) {
    findings_.push_back(make_diagnostic(code, place, args));
}

void Reading::report_word(Node node, std::string_view what, const std::string& given,
                          const std::vector<std::string_view>& known) {
    if (node.is(syntax::NodeKind::Missing)) return;  // half-typed: the parser reports it
    std::string names;
    Suggester near(given);
    for (std::string_view one : known) {
        names += (names.empty() ? "" : ", ") + std::string(one);
        near.offer(one);
    }
    if (given.empty())
        return report(DiagCode::UnsuitablePackValue, node.span(), {what, "it is one of the words " + names});
    Diagnostic d = make_diagnostic(DiagCode::UnknownPackWord, node.span(), {what, given, names});
    add_nearest(d, language_.pack_id, node.span(), given, near.best());
    findings_.push_back(std::move(d));
}

void Reading::report(Diagnostics findings) {
    std::ranges::move(findings, std::back_inserter(findings_));
}

std::optional<Value> Reading::value(Node node, const Type& type, std::string_view what, ReportErrors errors) {
    if (!node || node.is(NodeKind::Missing)) return std::nullopt;
    eval::MapScope scope;
    scope.allow_variables();
    scope.set_functions(pack_functions());
    eval::EvalOptions options = eval::eval_options(Rules::reference());
    options.source = language_.pack;
    options.limits.steps = condition_steps(node.span().length());
    eval::EvalResult result = eval::evaluate(node, &scope, options);
    if (has_errors(result.diagnostics)) {
        // Names have no values in a pack, but its schema allows them.
        for (const Diagnostic& d : result.diagnostics)
            if (errors == ReportErrors::Yes || d.code == DiagCode::UnknownVariable) findings_.push_back(d);
        return std::nullopt;
    }
    ValueResult converted = convert_value(result.value, type, Rules::reference());
    if (!converted) {
        if (errors == ReportErrors::Yes)
            report(DiagCode::UnsuitablePackValue, eval::start_span(node),
                   {what, converted.error().message()});
        return std::nullopt;
    }
    // Variables of a pack keep their marks.
    Value read = type.is_dynamic() ? *converted : converted->unmarked_deep();
    if (read.is_null()) return std::nullopt;
    return read;
}

std::string Reading::text(Node node, std::string_view what) {
    // Nearly all texts are literals, which need no evaluation.
    if (node)
        if (auto literal = syntax::quoted_text(node); literal && is_ascii(*literal))
            return std::move(*literal);
    auto v = value(node, Type::string(), what);
    return v && v->is_known() ? std::string(v->as_string()) : std::string();
}

bool Reading::flag(Node node, std::string_view what) {
    auto v = value(node, Type::boolean(), what);
    return v && v->is_known() && v->as_bool();
}

std::optional<std::uint64_t> Reading::count(Node node, std::string_view what) {
    auto v = value(node, Type::number(), what);
    if (!v || !v->is_known()) return std::nullopt;
    auto whole = v->as_number().to_int64();
    if (whole && *whole >= 0) return static_cast<std::uint64_t>(*whole);
    if (whole) return std::nullopt;  // negative: the schema reports it
    report(DiagCode::UnsuitablePackValue, eval::start_span(node), {what, "a whole number from 0 is needed"});
    return std::nullopt;
}

std::string Reading::word(Node node, std::string_view what) {
    if (!node || node.is(NodeKind::Missing)) return {};
    std::string bare = eval::static_keyword(expression(node));
    return bare.empty() ? text(node, what) : bare;
}

std::string Reading::member_of_self(Node node, std::string_view what) {
    const eval::Traversal path = eval::traversal_of(node);
    if (path.size() == 2 && path[0].name == "self") return path[1].name;
    report(DiagCode::UnsuitablePackValue, node.span(), {what, "self.NAME is needed"});
    return {};
}

bool Reading::is_object(Node node) {
    return node && !node.is(NodeKind::Missing) && eval::without_parens(node).is(NodeKind::Object);
}

std::vector<Node> Reading::elements(Node node) const {
    std::vector<Node> out;
    if (!node || node.is(NodeKind::Missing)) return out;
    Node inner = eval::without_parens(node);
    if (!inner.is(NodeKind::Tuple)) return {node};
    for (Node child : inner.children()) out.push_back(child);
    return out;
}

bool Reading::may_be_more(std::size_t count, Node one, std::string_view what) {
    if (count < limits::compared_words) return true;
    report(DiagCode::UnsuitablePackValue, one.span(),
           {what, "the list has more than " + std::to_string(limits::compared_words) + " elements"});
    return false;
}

std::vector<Node> Reading::compared_elements(Node node, std::string_view what) {
    std::vector<Node> all = elements(node);
    if (all.size() > limits::compared_words &&
        !may_be_more(limits::compared_words, all[limits::compared_words], what))
        all.resize(limits::compared_words);
    return all;
}

std::vector<std::string> Reading::words(Node node, std::string_view what) {
    std::vector<std::string> out;
    for (Node element : elements(node))
        if (std::string one = word(element, what); !one.empty()) out.push_back(std::move(one));
    return out;
}

std::vector<std::pair<std::string, Node>> Reading::entries(Node node, std::string_view what,
                                                           bool takes_empty) {
    std::vector<std::pair<std::string, Node>> out;
    if (!node || node.is(NodeKind::Missing)) return out;
    Node inner = eval::without_parens(node);
    if (!inner.is(NodeKind::Object)) {
        report(DiagCode::UnsuitablePackValue, eval::start_span(node),
               {what, "an object in braces is needed"});
        return out;
    }
    for (Node item : inner.children()) {
        Node key = item.child(0);
        Node item_value = item.child(1);
        if (!key || !item_value) continue;
        const bool is_empty = takes_empty && syntax::quoted_text(eval::without_parens(key)) == "";
        if (std::string name = is_empty ? std::string() : word(key, what); is_empty || !name.empty())
            out.emplace_back(std::move(name), item_value);
    }
    return out;
}

std::vector<std::pair<std::string, Node>> Reading::members(Node node, std::string_view what,
                                                           const std::vector<std::string_view>& known) {
    std::vector<std::pair<std::string, Node>> out;
    for (auto& [name, value] : entries(node, what)) {
        if (std::ranges::find(known, name) == known.end())
            report_word(value, what, name, known);
        else
            out.emplace_back(std::move(name), value);
    }
    return out;
}

PackBlock::PackBlock(const syntax::BodyView& body) {
    for (const syntax::BodyItem& item : body.items()) {
        if (item.kind == syntax::BodyItem::Kind::Attribute) attributes.push_back(item.attribute());
        if (item.kind == syntax::BodyItem::Kind::Block) blocks.push_back(item.block());
    }
}

const syntax::AttributeView* PackBlock::attribute(std::string_view name) const {
    for (const syntax::AttributeView& view : attributes)
        if (view.name == name) return &view;
    return nullptr;
}

Node PackBlock::find(std::string_view name) const {
    const syntax::AttributeView* view = attribute(name);
    return view ? view->expr : Node();
}

}  // namespace hcl::language
