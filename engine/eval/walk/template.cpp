// Templates: text with interpolations and directives.
#include <string>

#include "engine/eval/walk/access.h"
#include "engine/eval/walk/evaluator.h"
#include "engine/value/text.h"

namespace hcl::eval {

using syntax::NodeKind;

namespace {

constexpr std::size_t kBytesOfStep = 16;
// The maximum known prefix of a result with unknown parts.
constexpr std::size_t kLongestPrefix = 128;

}  // namespace

// Builds a text on a shared stack of texts under construction,
// until a part is unknown or invalid.
class Evaluator::TextBuilder {
  public:
    // `node`: the template, or the directive whose body it is.
    [[gnu::always_inline]] TextBuilder(Evaluator& evaluator, Code node)
        : evaluator_(evaluator),
          whole_(node),
          base_(evaluator.text_.size()),
          mark_(evaluator.diagnostics_.size()) {}

    // These return false when evaluation has stopped.
    [[gnu::always_inline]] bool literal(std::string_view text) {
        if (!is_plain_) [[unlikely]]
            return true;
        unpaid_ += text.size();
        if (unpaid_ > kMostUnpaid && !pay()) [[unlikely]]
            return false;
        evaluator_.text_.append(text.data(), text.size());
        return true;
    }
    // `place` provides the span for an error.
    template <typename Place>
    [[gnu::always_inline]] bool part(const Value& result, const Place& place) {
        if (result.is_known_string() && evaluator_.diagnostics_.size() == mark_) [[likely]]
            return literal(result.as_string());
        return other_part(result, place);
    }
    template <typename Place>
    [[gnu::noinline]] bool other_part(const Value& result, const Place& place) {
        if (evaluator_.stopped_) return false;
        failed_ = failed_ || evaluator_.errors_since(mark_);
        is_plain_ = known_ && !failed_;
        if (result.is_null()) {
            evaluator_.report(DiagCode::NullInTemplate, place(), whole_.span(), {});
            is_plain_ = false;
            failed_ = true;
            return true;
        }
        if (result.is_marked()) marks_ |= result.marks();
        const Value& value = result.unmarked();
        if (value.is_known_string()) [[likely]]
            return literal(value.as_string());
        const bool is_unknown = value.is_unknown();
        if (is_unknown) known_ = is_plain_ = false;
        if (is_unknown && !evaluator_.checks_unknown_types()) return true;
        Value converted = value;
        std::string problem;
        if (!evaluator_.convert(converted, TypeKind::String, problem)) {
            evaluator_.report(DiagCode::InvalidInTemplate, place(), whole_.span(), {problem});
            is_plain_ = false;
            failed_ = true;
            return true;
        }
        return is_unknown || literal(converted.as_string());
    }

    [[gnu::always_inline]] Value finish() {
        if (!is_plain_ || !pay() || !marks_.empty()) [[unlikely]]
            return finish_specially();
        Value result = Value::string({evaluator_.text_.data() + base_, evaluator_.text_.size() - base_});
        evaluator_.text_.truncate(base_);
        return result;
    }

  private:
    [[gnu::noinline]] Value finish_specially() {
        pay();
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
        if (!marks_.empty()) result = result.with_marks(marks_);
        return result;
    }

    // False when the budget is exhausted.
    [[gnu::always_inline]] bool pay() {
        const bool paid = evaluator_.spend(whole_, 1 + unpaid_ / kBytesOfStep, unpaid_);
        unpaid_ = 0;
        return paid;
    }

    // Short texts are charged together.
    static constexpr std::size_t kMostUnpaid = 256;

    Evaluator& evaluator_;
    Code whole_;
    std::size_t base_;
    std::size_t mark_;
    std::size_t unpaid_ = 0;  // bytes
    bool known_ = true;
    bool failed_ = false;
    bool is_plain_ = true;  // known and without errors
    Marks marks_;
};

Value Evaluator::template_expr(Code node) {
    // A single interpolation yields its value, of any type.
    if (Code only = node.child(0); node.is(NodeKind::Template) && only && only.is(NodeKind::Interpolation) &&
                                   only.op().size + 1 == node.op().size)
        return !only.is_leaf() ? eval(only.child(0)) : Value::dynamic();

    std::vector<TemplateItem> own;
    const std::vector<TemplateItem>* items = node.op().holds == Op::Holds::Items ? node.op().items : nullptr;
    if (!items) {
        own = syntax::template_items(node.node());
        items = &own;
    }
    if (items->size() == 1) {
        const TemplateItem& only = items->front();
        if (!only.is_literal() && only.node.is(NodeKind::Interpolation))
            return template_part(only, node.program());
        if (only.is_literal()) {
            if (!spend(node, 0, only.text.size())) return Value::dynamic();
            return Value::string(only.text);
        }
    }
    return template_text(*items, node);
}

// Like template_text, without creating items.
Value Evaluator::simple_template(Code node) {
    TextBuilder text(*this, node);
    for (Code part : node.children()) {
        bool goes_on;
        if (part.is(NodeKind::TemplateLiteral)) {
            goes_on = text.literal(part.name().view());
        } else {
            const bool has_expression = !part.is_leaf();
            Value held;
            const Value& value = has_expression ? look(part.child(0), held) : held;
            goes_on = text.part(value, [&] { return has_expression ? part.child(0).span() : part.span(); });
        }
        if (!goes_on) break;
    }
    return text.finish();
}

Value Evaluator::template_part(const TemplateItem& item, const Program& program) {
    switch (item.node.kind()) {
        case NodeKind::Interpolation:
            if (item.node.data().size > 1) return eval(program.at(item.node.child(0)));
            break;
        case NodeKind::IfDirective:
            return if_directive(item, program);
        case NodeKind::ForDirective:
            return for_directive(item, program);
        default:
            break;
    }
    // A part that the parser refused.
    spend(program.at(item.node), 1);
    return Value::dynamic();
}

Value Evaluator::template_text(const std::vector<TemplateItem>& items, Code whole) {
    // Directives can be nested without expressions between them.
    Nesting nesting(budget_);
    if (!nesting) stop(whole);
    TextBuilder text(*this, whole);
    if (stopped_) return text.finish();
    for (const TemplateItem& item : items) {
        bool goes_on;
        if (item.is_literal()) {
            goes_on = text.literal(item.text);
        } else {
            goes_on = text.part(template_part(item, whole.program()), [&] {
                bool has_expression = item.node.is(NodeKind::Interpolation) && item.node.data().size > 1;
                return has_expression ? item.node.child(0).span() : item.node.span();
            });
        }
        if (!goes_on) break;
    }
    return text.finish();
}

}  // namespace hcl::eval
