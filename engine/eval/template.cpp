// Templates: text with values and directives in it.
#include <algorithm>
#include <string>

#include "engine/eval/access.h"
#include "engine/eval/evaluator.h"
#include "engine/value/text.h"

namespace hcl::eval {

using syntax::NodeKind;

namespace {

// Most strings: one literal in quotes, without anything to decode.
bool is_verbatim(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return c == '\\' || c == '$' || c == '%'; });
}

}  // namespace

bool is_simple_template(syntax::Node node) {
    if (!node.is(NodeKind::Template) || node.data().size == 1) return false;
    for (syntax::Node part : node.children()) {
        if (part.is(NodeKind::TemplateLiteral)) {
            if (!is_verbatim(part.text())) return false;
            continue;
        }
        if (!part.is(NodeKind::Interpolation) || part.token_end() < part.first_token() + 2) return false;
        std::uint32_t last = part.token_end() - 1;
        if (part.token_kind(part.first_token()) != syntax::TokenKind::TemplateInterp ||
            part.token_kind(last) != syntax::TokenKind::TemplateSeqEnd ||
            part.token_span(part.first_token()).length() != 2 || part.token_span(last).length() != 1)
            return false;
    }
    return true;
}

namespace {

constexpr std::size_t kBytesOfStep = 16;
// As much of the text before the first unknown part as is promised of the result.
constexpr std::size_t kLongestPrefix = 128;

}  // namespace

// A text that grows behind the ones that are under construction already, until something in it is not known
// or wrong.
class Evaluator::TextBuilder {
  public:
    TextBuilder(Evaluator& evaluator, Span whole)
        : evaluator_(evaluator),
          nesting_(evaluator.budget_),
          whole_(whole),
          base_(evaluator.text_.size()),
          mark_(evaluator.diagnostics_.size()) {
        if (!nesting_) evaluator_.stop(whole_);
    }

    // All of these: false when evaluation has stopped.
    bool literal(std::string_view text) {
        if (!known_ || failed_) return true;
        if (!evaluator_.spend(whole_, 1 + text.size() / kBytesOfStep, text.size())) return false;
        evaluator_.text_.append(text.data(), text.size());
        return true;
    }
    // `place` is called for the span that a mistake is at.
    template <typename Place>
    bool part(const Value& result, const Place& place) {
        if (result.is_known_string() && evaluator_.diagnostics_.size() == mark_) [[likely]]
            return literal(result.as_string());
        if (evaluator_.stopped_) return false;
        failed_ = failed_ || evaluator_.errors_since(mark_);
        if (result.is_null()) {
            evaluator_.report(DiagCode::NullInTemplate, place(), whole_, {});
            failed_ = true;
            return true;
        }
        if (result.is_marked()) marks_ |= result.marks();
        const Value& value = result.unmarked();
        if (value.is_known_string()) [[likely]]
            return literal(value.as_string());
        const bool is_unknown = value.is_unknown();
        if (is_unknown) known_ = false;
        if (is_unknown && !evaluator_.rules_.unknown_types_are_checked) return true;
        Value converted = value;
        std::string problem;
        if (!evaluator_.convert(converted, TypeKind::String, problem)) {
            evaluator_.report(DiagCode::InvalidInTemplate, place(), whole_, {problem});
            failed_ = true;
            return true;
        }
        return is_unknown || literal(converted.as_string());
    }

    Value finish() {
        std::string_view text(evaluator_.text_.data() + base_, evaluator_.text_.size() - base_);
        Value result;
        if (evaluator_.stopped_) {
            result = Value::unknown(Type::string());
        } else if (known_) {
            result = Value::string(text);
        } else {
            Refinements what_is_known = Refinements::present();
            if (!failed_ && !text.empty())
                what_is_known.prefix = std::string(safe_prefix(to_nfc(text.substr(0, kLongestPrefix))));
            result = Value::unknown(Type::string()).refined(what_is_known);
        }
        evaluator_.text_.truncate(base_);
        return marks_.empty() ? result : result.with_marks(marks_);
    }

  private:
    Evaluator& evaluator_;
    Nesting nesting_;
    Span whole_;
    std::size_t base_;
    std::size_t mark_;
    bool known_ = true;
    bool failed_ = false;
    Marks marks_;
};

Value Evaluator::template_expr(Node node) {
    const Prepared::Part* known = part(node);
    if (known && known->pieces && (known->pieces->size() > 1 || !known->pieces->front().text.empty()))
        return prepared_template(node, *known->pieces);
    if (node.is(NodeKind::Template) && node.data().size == 2) {
        Node only = node.child(0);
        if (only.is(NodeKind::TemplateLiteral) && is_verbatim(only.text())) return Value::string(only.text());
    }

    // A single interpolation stands for its value, of whatever type.
    if (Node only = node.child(0); node.is(NodeKind::Template) && only && only.is(NodeKind::Interpolation) &&
                                   only.data().size + 1 == node.data().size)
        return only.data().size > 1 ? eval(only.child(0)) : Value::dynamic();
    if (known ? known->pieces != nullptr : is_simple_template(node)) return simple_template(node);

    std::vector<TemplateItem> own;
    const std::vector<TemplateItem>* items = known ? known->items : nullptr;
    if (!items) {
        own = syntax::template_items(node);
        items = &own;
    }
    if (items->size() == 1) {
        const TemplateItem& only = items->front();
        if (!only.is_literal() && only.node.is(NodeKind::Interpolation)) return template_part(only);
        if (only.is_literal()) {
            if (!spend(node, 0, only.text.size())) return Value::dynamic();
            return Value::string(only.text);
        }
    }
    return template_text(*items, node.span());
}

// As template_text, straight from the tree.
Value Evaluator::simple_template(Node node) {
    TextBuilder text(*this, node.span());
    if (stopped_) return text.finish();
    for (Node part : node.children()) {
        bool goes_on;
        if (part.is(NodeKind::TemplateLiteral)) {
            goes_on = text.literal(part.text());
        } else {
            bool has_expression = part.data().size > 1;
            Value held;
            const Value& value = has_expression ? look(part.child(0), held) : held;
            goes_on = text.part(value, [&] { return has_expression ? part.child(0).span() : part.span(); });
        }
        if (!goes_on) break;
    }
    return text.finish();
}

Value Evaluator::prepared_template(Node node, const std::vector<Prepared::Piece>& pieces) {
    TextBuilder text(*this, node.span());
    if (stopped_) return text.finish();
    for (const Prepared::Piece& piece : pieces) {
        if (!piece.text.empty() && !text.literal(piece.text)) break;
        if (!piece.expr) continue;
        Value held;
        if (!text.part(look(piece.expr, held), [&] { return piece.expr.span(); })) break;
    }
    return text.finish();
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
    TextBuilder text(*this, whole);
    if (stopped_) return text.finish();
    for (const TemplateItem& item : items) {
        bool goes_on;
        if (item.is_literal()) {
            goes_on = text.literal(item.text);
        } else {
            goes_on = text.part(template_part(item), [&] {
                bool has_expression = item.node.is(NodeKind::Interpolation) && item.node.data().size > 1;
                return has_expression ? item.node.child(0).span() : item.node.span();
            });
        }
        if (!goes_on) break;
    }
    return text.finish();
}

}  // namespace hcl::eval
