// Operators and conditionals.
#include <algorithm>
#include <string>

#include "engine/eval/text/describe.h"
#include "engine/eval/walk/access.h"
#include "engine/eval/walk/evaluator.h"
#include "engine/value/number.h"
#include "engine/value/ops.h"
#include "engine/value/unify.h"

namespace hcl::eval {

using syntax::BinaryOp;
using syntax::NodeKind;
using syntax::UnaryOp;

namespace {

TypeKind operand_kind(BinaryOp op) {
    switch (op) {
        case BinaryOp::Or:
        case BinaryOp::And:
            return TypeKind::Bool;
        case BinaryOp::Equal:
        case BinaryOp::NotEqual:
            return TypeKind::Dynamic;  // any
        default:
            return TypeKind::Number;
    }
}

bool is_arithmetic(BinaryOp op) {
    return op >= BinaryOp::Add;
}

Value unknown_result(BinaryOp op) {
    return Value::unknown(is_arithmetic(op) ? Type::number() : Type::boolean());
}

ValueResult operate(BinaryOp op, const Value& a, const Value& b, const Rules& rules) {
    switch (op) {
        case BinaryOp::Or:
            return ops::logical_or(a, b, rules);
        case BinaryOp::And:
            return ops::logical_and(a, b, rules);
        case BinaryOp::Equal:
            return ops::equals(a, b, rules);
        case BinaryOp::NotEqual:
            return ops::not_equals(a, b, rules);
        case BinaryOp::Less:
            return ops::less(a, b, rules);
        case BinaryOp::LessEqual:
            return ops::less_or_equal(a, b, rules);
        case BinaryOp::Greater:
            return ops::greater(a, b, rules);
        case BinaryOp::GreaterEqual:
            return ops::greater_or_equal(a, b, rules);
        case BinaryOp::Add:
            return ops::add(a, b);
        case BinaryOp::Subtract:
            return ops::subtract(a, b);
        case BinaryOp::Multiply:
            return ops::multiply(a, b);
        case BinaryOp::Divide:
            return ops::divide(a, b);
        case BinaryOp::Modulo:
            return ops::modulo(a, b);
    }
    return Value::dynamic();
}

// Fast path for known, unmarked operands. False when rules, marks, nulls or unknown values matter.
bool operate_quickly(BinaryOp op, const Value& a, const Value& b, Value& out) {
    if (a.is_known_number() && b.is_known_number()) {
        const Number x = a.as_number(), y = b.as_number();
        std::optional<Number> number;
        switch (op) {
            case BinaryOp::Equal:
                out = Value::boolean(x == y);
                return true;
            case BinaryOp::NotEqual:
                out = Value::boolean(x != y);
                return true;
            case BinaryOp::Less:
                out = Value::boolean(x < y);
                return true;
            case BinaryOp::LessEqual:
                out = Value::boolean(x <= y);
                return true;
            case BinaryOp::Greater:
                out = Value::boolean(x > y);
                return true;
            case BinaryOp::GreaterEqual:
                out = Value::boolean(x >= y);
                return true;
            case BinaryOp::Add:
                number = hcl::add(x, y);
                break;
            case BinaryOp::Subtract:
                number = hcl::subtract(x, y);
                break;
            case BinaryOp::Multiply:
                number = hcl::multiply(x, y);
                break;
            default:
                return false;
        }
        if (!number) return false;
        out = Value::number(std::move(*number));
        return true;
    }
    if (a.is_known_bool() && b.is_known_bool()) {
        if (op == BinaryOp::And)
            out = Value::boolean(a.as_bool() && b.as_bool());
        else if (op == BinaryOp::Or)
            out = Value::boolean(a.as_bool() || b.as_bool());
        else
            return false;
        return true;
    }
    if (a.is_known_string() && b.is_known_string() && (op == BinaryOp::Equal || op == BinaryOp::NotEqual)) {
        out = Value::boolean((a.as_string() == b.as_string()) == (op == BinaryOp::Equal));
        return true;
    }
    return false;
}

// Whether it is a known true; null is not.
bool is_true(const Value& value) {
    return !value.is_null() && value.as_bool();
}

}  // namespace

Value Evaluator::unary(Code node) {
    Code operand_node = node.child(0);
    if (!operand_node) return Value::dynamic();
    bool negate = node.unary_op() == UnaryOp::Negate;
    TypeKind kind = negate ? TypeKind::Number : TypeKind::Bool;

    std::size_t mark = diagnostics_.size();
    Value operand = eval(operand_node);
    std::string problem;
    if (!convert(operand, kind, problem))
        report(DiagCode::InvalidUnaryOperand, operand_node.span(), node.span(),
               {spelling(node.unary_op()), problem});
    if (errors_since(mark)) return Value::unknown(Type::primitive(kind));
    if (operand.is_unknown()) {
        Value result = Value::unknown(Type::primitive(kind)).refined_not_null();
        return operand.is_marked() ? result.with_marks(operand.marks()) : result;
    }
    ValueResult result = negate ? ops::negate(operand) : ops::logical_not(operand);
    if (result) return std::move(*result);
    report(DiagCode::OperationFailed, node.span(), {spelling(node.unary_op()), explain(result.error())});
    return Value::unknown(Type::primitive(kind));
}

// Chains of operators are left-associative and can be as long as a file: they are
// iterated, not recursed into.
Value Evaluator::binary(Code node) {
    std::size_t mark = diagnostics_.size();
    Code left = node.child(0);
    if (!left) return Value::dynamic();
    Value held;
    if (!left.is(NodeKind::Binary) || left.is_constant()) return apply_binary(node, look(left, held), mark);

    SmallVector<const Op*, 8> chain;
    for (Code link = node; link.is(NodeKind::Binary); link = left) {
        // A constant subtree is one operand.
        if (link.is_constant()) break;
        left = link.child(0);
        if (!left) return Value::dynamic();
        chain.push_back(&link.op());
    }
    if (!spend(node, chain.size())) return Value::dynamic();
    const Value* first = &look(left, held);
    Value value;
    for (std::size_t i = chain.size(); i-- > 0;) {
        value = apply_binary({chain[i], &node.program()}, first ? *first : value, mark);
        first = nullptr;
        if (stopped_) return Value::dynamic();
    }
    return value;
}

Value Evaluator::apply_binary(Code node, const Value& left, std::size_t mark) {
    Code right_node = node.child(1);
    std::size_t middle = diagnostics_.size();
    Value held;
    const Value& right = right_node ? look(right_node, held) : held;
    if (stopped_) return unknown_result(node.binary_op());
    if (diagnostics_.size() == mark) {
        Value result;
        if (operate_quickly(node.binary_op(), left, right, result)) [[likely]]
            return result;
    }
    return apply_slowly(node, left, right, mark, middle);
}

Value Evaluator::apply_slowly(Code node, const Value& left, const Value& right, std::size_t mark,
                              std::size_t middle) {
    const BinaryOp op = node.binary_op();
    const TypeKind kind = operand_kind(op);
    if (kind == TypeKind::Dynamic || (left.kind() == kind && right.kind() == kind))
        return apply_converted(node, left, right, mark, middle);
    return apply_converting(node, left, right, mark, middle);
}

Value Evaluator::apply_converting(Code node, Value left, Value right, std::size_t mark, std::size_t middle) {
    const BinaryOp op = node.binary_op();
    const TypeKind kind = operand_kind(op);
    Code right_node = node.child(1);
    // Type errors of operands come before errors inside the operands.
    const std::size_t end = diagnostics_.size();
    std::string problem;
    if (!convert(left, kind, problem))
        report(DiagCode::InvalidLeftOperand, node.child(0).span(), node.span(), {spelling(op), problem});
    if (!convert(right, kind, problem))
        report(DiagCode::InvalidRightOperand, right_node ? right_node.span() : node.span(), node.span(),
               {spelling(op), problem});
    if (diagnostics_.size() > end) {
        move_before(end, mark);
        return unknown_result(op);
    }
    if (diagnostics_.size() == mark) {
        Value result;
        if (operate_quickly(op, left, right, result)) return result;
    }
    return apply_converted(node, left, right, mark, middle);
}

// Operands that have the operator's type.
Value Evaluator::apply_converted(Code node, const Value& left, const Value& right, std::size_t mark,
                                 std::size_t middle) {
    const BinaryOp op = node.binary_op();
    const TypeKind kind = operand_kind(op);
    if (kind == TypeKind::Bool) return logic(node, left, right, mark, middle);
    if (errors_since(mark)) {
        Value result = unknown_result(op);
        return left.is_marked() || right.is_marked() ? result.with_same_marks(left).with_same_marks(right)
                                                     : result;
    }
    if (is_arithmetic(op) && (left.is_unknown() || right.is_unknown()) && !left.is_null() &&
        !right.is_null()) {
        Value result = Value::unknown(Type::number()).refined_not_null();
        return left.is_marked() || right.is_marked() ? result.with_same_marks(left).with_same_marks(right)
                                                     : result;
    }
    // Only equality compares containers.
    if (kind == TypeKind::Dynamic && !spend(node, std::min(left.weight(), right.weight()) - 1))
        return unknown_result(op);
    ValueResult result = operate(op, left, right, rules_);
    if (result) return std::move(*result);
    report(DiagCode::OperationFailed, node.span(), {spelling(op), explain(result.error())});
    return unknown_result(op);
}

Value Evaluator::logic(Code node, const Value& marked_left, const Value& marked_right, std::size_t mark,
                       std::size_t middle) {
    bool is_or = node.binary_op() == BinaryOp::Or;
    const Value& left = marked_left.unmarked();
    const Value& right = marked_right.unmarked();
    auto with_marks = [&](const Value& v) {
        return marked_left.is_marked() || marked_right.is_marked()
                   ? v.with_same_marks(marked_left).with_same_marks(marked_right)
                   : v;
    };
    // An unknown left operand may be the one with which the right one counts.
    auto keep_left = [&] {
        if (!rules_.logic_drops_errors) return;
        if (checks_everything_ && left.is_unknown())
            soften(middle, diagnostics_.size(), is_or ? kFailsIfLeftFalse : kFailsIfLeftTrue);
        else
            cut(middle, diagnostics_.size());
    };
    auto keep_right = [&] {
        if (rules_.logic_drops_errors) cut(mark, middle);
    };

    bool null_is_error = rules_.null_logic_operand_is_error && (left.is_null() || right.is_null());
    bool any_unknown = left.is_unknown() || right.is_unknown();
    if (!null_is_error && !(any_unknown && rules_.unknown_logic_is_unknown)) {
        Value unknown = Value::unknown(Type::boolean()).refined_not_null();
        if (left.is_unknown() && right.is_unknown()) {
            bool left_failed = false;
            for (std::size_t i = mark; i < middle; ++i)
                left_failed |= diagnostics_[i].severity == Severity::Error;
            if (!left_failed) {
                keep_left();
                return with_marks(unknown);
            }
        } else if (left.is_known() && is_true(left) == is_or) {
            keep_left();
            return with_marks(Value::boolean(is_or));
        } else if (right.is_known() && is_true(right) == is_or) {
            keep_right();
            return with_marks(Value::boolean(is_or));
        } else if (left.is_unknown()) {
            keep_left();
            return with_marks(unknown);
        } else if (right.is_unknown()) {
            keep_right();
            return with_marks(unknown);
        }
    }

    if (errors_since(mark)) return with_marks(Value::unknown(Type::boolean()));
    ValueResult result = operate(node.binary_op(), left, right, rules_);
    if (result) return with_marks(*result);
    report(DiagCode::OperationFailed, node.span(), {spelling(node.binary_op()), explain(result.error())});
    return Value::unknown(Type::boolean());
}

// ---- Conditionals, and the if directive of templates

Value Evaluator::conditional(Code node) {
    Code condition = node.child(0), yes_node = node.child(1), no_node = node.child(2);
    if (!condition || !yes_node || !no_node) return Value::dynamic();
    auto branch = [&](Code part) {
        std::size_t begin = diagnostics_.size();
        Value value = eval(part);
        return Branch{part, std::move(value), begin, diagnostics_.size()};
    };
    Branch yes = branch(yes_node);
    Branch no = branch(no_node);
    return choose(node, condition, yes, no);
}

Value Evaluator::if_directive(const TemplateItem& item, const Program& program) {
    const Code directive = program.at(item.node);
    Code condition = directive.child(0);
    if (!condition) return Value::dynamic();
    auto branch = [&](const std::vector<TemplateItem>& body) {
        std::size_t begin = diagnostics_.size();
        Value value = template_text(body, directive);
        return Branch{directive, std::move(value), begin, diagnostics_.size()};
    };
    Branch yes = branch(item.first);
    Branch no = branch(item.second);
    return choose(directive, condition, yes, no);
}

// The common type of both results of a conditional, and which of them must be converted. False,
// with a report, when there is none.
bool Evaluator::agree(Code whole, const Branch& yes, const Branch& no, Type& type, bool& convert_yes,
                      bool& convert_no) {
    const Type yes_type = yes.value.type(), no_type = no.value.type();
    auto is_untyped_null = [](const Value& v) {
        return !v.is_marked() && v.is_null() && v.kind() == TypeKind::Dynamic;
    };
    if (yes_type == no_type) {
        type = yes_type;
    } else if (is_untyped_null(yes.value)) {
        type = no_type;
        convert_yes = true;
    } else if (is_untyped_null(no.value)) {
        type = yes_type;
        convert_no = true;
    } else if (yes_type.is_dynamic() || no_type.is_dynamic()) {
        // A dynamic result needs no agreement: the type is the other one's, or the chosen
        // one is returned unchanged.
        if (rules_.unify_dynamic_yields) {
            type = yes_type.is_dynamic() ? no_type : yes_type;
            (yes_type.is_dynamic() ? convert_yes : convert_no) = true;
        }
    } else {
        if (!spend(whole, yes_type.weight() + no_type.weight())) return false;
        Type types[] = {yes_type, no_type};
        auto unified = unify(types, Safety::Unsafe, rules_);
        if (!unified) {
            cut(yes.begin, diagnostics_.size());
            report(DiagCode::InconsistentResultTypes, cover(yes.code.span(), no.code.span()), whole.span(),
                   {describe_mismatch(yes_type, no_type)});
            return false;
        }
        type = unified->type;
        convert_yes = unified->needs_conversion[0];
        convert_no = unified->needs_conversion[1];
    }
    return true;
}

// Evaluates both results before the condition, because their types must always agree; errors in the result
// that is not chosen do not count.
Value Evaluator::choose(Code whole, Code condition_node, Branch& yes, Branch& no) {
    if (stopped_) return Value::dynamic();
    std::size_t begin = yes.begin;
    Type type;
    bool convert_yes = false, convert_no = false;
    const TypeKind kind = yes.value.kind();
    if (kind == no.value.kind() && kind >= TypeKind::Bool && kind <= TypeKind::String) {
        type = Type::primitive(kind);
    } else if (!agree(whole, yes, no, type, convert_yes, convert_no)) {
        return Value::dynamic();
    }

    std::size_t condition_begin = diagnostics_.size();
    Value held;
    const Value& condition = look(condition_node, held);
    if (stopped_) return Value::unknown(type);
    const bool is_marked = condition.is_marked() || yes.value.is_marked() || no.value.is_marked();
    // Fast path: no marks and no findings.
    if (condition.is_known_bool() && !is_marked && diagnostics_.size() == begin) {
        const bool chooses_yes = condition.as_bool();
        if (!(chooses_yes ? convert_yes : convert_no)) return std::move(chooses_yes ? yes.value : no.value);
    }
    return choose_with_findings({whole, condition_node, condition, condition_begin},
                                {std::move(type), convert_yes, convert_no}, yes, no);
}

// The general case of `choose`: with findings, marks, a conversion, or a condition that is not a known bool.
Value Evaluator::choose_with_findings(const Condition& condition, const Agreement& agreed, Branch& yes,
                                      Branch& no) {
    const std::size_t begin = yes.begin;
    const Type& type = agreed.type;
    const Value& held = condition.value;
    // The condition's diagnostics come first, then only those of the chosen result.
    auto keep = [&](const Branch* chosen) {
        move_before(condition.begin, begin);
        std::size_t shift = diagnostics_.size() - condition.begin;
        // The order is now: condition, yes, no.
        if (chosen != &no) cut(no.begin + shift, no.end + shift);
        if (chosen != &yes) cut(yes.begin + shift, yes.end + shift);
    };

    // Keeps the findings of both branches, since either may be chosen.
    auto keep_both = [&] {
        move_before(condition.begin, begin);
        const std::size_t shift = diagnostics_.size() - condition.begin;
        soften(yes.begin + shift, yes.end + shift, kFailsIfTrue);
        soften(no.begin + shift, no.end + shift, kFailsIfFalse);
    };

    if (held.is_null()) {
        keep(nullptr);
        report(DiagCode::NullCondition, condition.code.span(), condition.whole.span(), {});
        return Value::unknown(type);
    }
    Marks marks;
    if (held.is_marked()) marks |= held.marks();
    if (yes.value.is_marked()) marks |= yes.value.marks();
    if (no.value.is_marked()) marks |= no.value.marks();
    auto with_marks = [&](const Value& v) { return marks.empty() ? v : v.with_marks(marks); };

    // Only the type of an unknown condition is checked: an unknown string may be
    // "true", an unknown number can not.
    Value truth = held.unmarked();
    std::string problem;
    const bool is_checked = held.is_known() || checks_unknown_types();
    const bool is_bool = !is_checked || convert(truth, TypeKind::Bool, problem);
    if (held.is_unknown() && is_bool) {
        if (checks_everything_)
            keep_both();
        else
            keep(nullptr);
        return with_marks(unknown_choice(type, yes.value.unmarked(), no.value.unmarked()));
    }
    if (!is_bool) {
        keep(nullptr);
        report(DiagCode::IncorrectConditionType, condition.code.span(), condition.whole.span(), {problem});
        return Value::unknown(type);
    }
    bool chose_yes = truth.as_bool();
    Branch& chosen = chose_yes ? yes : no;
    keep(&chosen);
    Value result = chosen.value.unmarked();
    if ((chose_yes ? agreed.converts_yes : agreed.converts_no) && !convert(result, type, problem)) {
        // Parts whose types are not known yet may decide the common type: a string among numbers and bools.
        if (!result.type().has_dynamic())
            report(chose_yes ? DiagCode::WrongTrueResult : DiagCode::WrongFalseResult, chosen.code.span(),
                   condition.whole.span(), {problem});
        result = Value::unknown(type);
    }
    return with_marks(result);
}

// The result while the condition is unknown: refinements that hold for both branches.
Value Evaluator::unknown_choice(const Type& type, const Value& yes, const Value& no) const {
    if (yes.is_null() && no.is_null() && rules_.equal_results_decide) return Value::null(type);
    Refinements a = ops::range_of(yes), b = ops::range_of(no);
    Refinements both;
    both.not_null = a.not_null && b.not_null;
    if (yes.kind() == TypeKind::Number && no.kind() == TypeKind::Number) {
        if (a.min && b.min) {
            both.min = a.min->number < b.min->number ? a.min : b.min;
            if (a.min->number == b.min->number) both.min->inclusive = a.min->inclusive || b.min->inclusive;
        }
        if (a.max && b.max) {
            both.max = a.max->number > b.max->number ? a.max : b.max;
            if (a.max->number == b.max->number) both.max->inclusive = a.max->inclusive || b.max->inclusive;
        }
        // Zero and negative zero are equal numbers, but other keys and texts.
        const bool is_one = rules_.equal_results_decide &&
                            (!a.min || !b.min || a.min->number.is_negative() == b.min->number.is_negative());
        if (!is_one && both.min && both.max && both.min->number == both.max->number) both.min.reset();
        return Value::unknown(Type::number()).refined(both);
    }
    if (yes.type().is_collection() && yes.type() == no.type()) {
        both.min_length = std::min(a.min_length, b.min_length);
        both.max_length = std::max(a.max_length, b.max_length);
        // A common length would imply known elements.
        if (!rules_.equal_results_decide && both.min_length == both.max_length) {
            both.min_length = 0;
            both.max_length = Refinements::kNoMaxLength;
        }
        return Value::unknown(type).refined(both);
    }
    return both.not_null && !type.is_dynamic() ? Value::unknown(type).refined_not_null()
                                               : Value::unknown(type);
}

}  // namespace hcl::eval
