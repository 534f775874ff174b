// Templates: text with values and directives in it.
#include <string>

#include "engine/eval/access.h"
#include "engine/eval/evaluator.h"
#include "engine/value/text.h"

namespace hcl::eval {

using syntax::NodeKind;

namespace {

// Most strings: one literal in quotes, without anything to decode.
bool is_verbatim(std::string_view text) {
    return text.find_first_of("\\$%") == std::string_view::npos;
}

// As much of the text before the first unknown part as is promised of the result.
constexpr std::size_t kLongestPrefix = 128;

}  // namespace

Value Evaluator::template_expr(Node node) {
    Value* cache = cached(node);
    if (cache && cache->is_known()) return *cache;
    if (node.is(NodeKind::Template) && node.data().size == 2) {
        Node only = node.child(0);
        if (only.is(NodeKind::TemplateLiteral) && is_verbatim(only.text())) {
            Value value = Value::string(only.text());
            if (cache) *cache = value;
            return value;
        }
    }

    // A single interpolation stands for its value, of whatever type.
    if (Node only = node.child(0); node.is(NodeKind::Template) && only && only.is(NodeKind::Interpolation) &&
                                   only.data().size + 1 == node.data().size)
        return only.data().size > 1 ? eval(only.child(0)) : Value::dynamic();

    const std::vector<TemplateItem>* items = nullptr;
    std::vector<TemplateItem> own;
    if (cache) {
        auto& kept = literals_->templates[node.id() - literals_->first];
        if (!kept) kept = std::make_unique<std::vector<TemplateItem>>(syntax::template_items(node));
        items = kept.get();
    } else {
        own = syntax::template_items(node);
        items = &own;
    }
    if (items->size() == 1) {
        const TemplateItem& only = items->front();
        if (!only.is_literal() && only.node.is(NodeKind::Interpolation)) return template_part(only);
        if (only.is_literal()) {
            if (!spend(node, 0, only.text.size())) return Value::dynamic();
            Value value = Value::string(only.text);
            if (cache) *cache = value;
            return value;
        }
    }
    return template_text(*items, node.span());
}

Value Evaluator::template_part(const TemplateItem& item) {
    switch (item.node.kind()) {
        case NodeKind::Interpolation:
            return item.node.data().size > 1 ? eval(item.node.child(0)) : Value::dynamic();
        case NodeKind::IfDirective:
            return if_directive(item);
        case NodeKind::ForDirective:
            return for_directive(item);
        default:
            return Value::dynamic();
    }
}

Value Evaluator::template_text(const std::vector<TemplateItem>& items, Span whole) {
    Nesting nesting(budget_);
    if (!nesting) return stop(whole);
    std::size_t base = text_.size();
    std::size_t mark = diagnostics_.size();
    bool known = true, failed = false;
    Marks marks;
    std::string problem;
    for (const TemplateItem& item : items) {
        if (item.is_literal()) {
            if (!known || failed) continue;
            if (!spend(whole, 1, item.text.size())) break;
            text_ += item.text;
            continue;
        }
        Value part = template_part(item);
        if (stopped_) break;
        failed = failed || errors_since(mark);
        auto place = [&] {
            bool has_expression = item.node.is(NodeKind::Interpolation) && item.node.data().size > 1;
            return has_expression ? item.node.child(0).span() : item.node.span();
        };
        if (part.is_null()) {
            report(DiagCode::NullInTemplate, place(), whole, {});
            failed = true;
            continue;
        }
        if (part.is_marked()) marks |= part.marks();
        const Value& value = part.unmarked();
        if (value.is_unknown()) {
            known = false;
            continue;
        }
        if (value.kind() == TypeKind::String) [[likely]] {
            if (!known || failed) continue;
            if (!spend(whole, 1, value.as_string().size())) break;
            text_ += value.as_string();
            continue;
        }
        Value converted = value;
        if (!convert(converted, TypeKind::String, problem)) {
            report(DiagCode::InvalidInTemplate, place(), whole, {problem});
            failed = true;
            continue;
        }
        if (!known || failed) continue;
        if (!spend(whole, 1, converted.as_string().size())) break;
        text_ += converted.as_string();
    }

    std::string_view text = std::string_view(text_).substr(base);
    Value result;
    if (stopped_) {
        result = Value::unknown(Type::string());
    } else if (known) {
        result = Value::string(text);
    } else {
        Refinements what_is_known = Refinements::present();
        if (!failed && !text.empty())
            what_is_known.prefix = std::string(safe_prefix(to_nfc(text.substr(0, kLongestPrefix))));
        result = Value::unknown(Type::string()).refined(what_is_known);
    }
    text_.resize(base);
    return marks.empty() ? result : result.with_marks(marks);
}

}  // namespace hcl::eval
