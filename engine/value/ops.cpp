// Scalar operators: arithmetic, comparison, logic.
#include "engine/value/ops.h"

#include <string>

#include "engine/value/number.h"
#include "engine/value/ops_results.h"

namespace hcl::ops {

namespace {

using Kind = ValueError::Kind;

const Value& unknown_number() {
    static const Value kValue = Value::unknown(Type::number()).refined_not_null();
    return kValue;
}

// Marks are rare: the functions below see unmarked values.
std::unexpected<ValueError> null_operand() {
    return value_error(Kind::NullValue, "an operand is null");
}

std::unexpected<ValueError> wrong_operand(const Value& value, const char* wanted) {
    return value_error(Kind::WrongType,
                       std::string(wanted) + " required, but have " + value.type().friendly_name());
}

// Checks the operands of an operator on `kind`: gives an error or an unknown result.
struct Operands {
    std::optional<ValueError> error;
    bool unknown = false;
};

Operands check(const Value& value, TypeKind kind, const char* wanted) {
    Operands out;
    if (value.is_null()) {
        out.error = null_operand().error();
    } else if (TypeKind have = value.kind(); have == TypeKind::Dynamic) {
        out.unknown = true;
    } else if (have != kind) {
        out.error = wrong_operand(value, wanted).error();
    } else {
        out.unknown = value.is_unknown();
    }
    return out;
}

Operands check(const Value& a, const Value& b, TypeKind kind, const char* wanted) {
    Operands left = check(a, kind, wanted);
    if (left.error) return left;
    Operands right = check(b, kind, wanted);
    right.unknown |= left.unknown;
    return right;
}

using Arithmetic = std::optional<Number> (*)(const Number&, const Number&);

ValueResult arithmetic(const Value& marked_a, const Value& marked_b, Arithmetic operation,
                       const char* undefined) {
    const Value& a = marked_a.unmarked();
    const Value& b = marked_b.unmarked();
    if (!a.is_known_number() || !b.is_known_number()) [[unlikely]] {
        Operands operands = check(a, b, TypeKind::Number, "number");
        if (operands.error) return std::unexpected(*operands.error);
        return marked_like(unknown_number(), marked_a, marked_b);
    }
    std::optional<Number> result = operation(a.as_number(), b.as_number());
    if (!result) return value_error(Kind::NotANumber, undefined);
    return marked_like(Value::number(std::move(*result)), marked_a, marked_b);
}

struct Bounds {
    std::optional<Number> least;
    std::optional<Number> most;
};

// No bounds for dynamic values; infinities for unknown numbers without refinements.
Bounds bounds_of(const Value& value) {
    Bounds out;
    if (value.kind() != TypeKind::Number) return out;
    if (value.is_known()) {
        out.least = out.most = value.as_number();
        return out;
    }
    const Refinements& r = value.refinements();
    out.least = r.min ? r.min->number : Number::infinity(true);
    out.most = r.max ? r.max->number : Number::infinity();
    return out;
}

ValueResult order(const Value& marked_a, const Value& marked_b, const Rules& rules, bool less) {
    const Value& a = marked_a.unmarked();
    const Value& b = marked_b.unmarked();
    if (!a.is_known_number() || !b.is_known_number()) [[unlikely]] {
        Operands operands = check(a, b, TypeKind::Number, "number");
        if (operands.error) return std::unexpected(*operands.error);
        if (!rules.unknown_equality_is_unknown) {
            // Inclusive bounds count as exclusive: correct, but the result is unknown more often.
            const Value& small = less ? a : b;
            const Value& large = less ? b : a;
            Bounds s = bounds_of(small);
            Bounds l = bounds_of(large);
            if (s.least && l.least) {
                if (*s.most < *l.least) return marked_like(Value::boolean(true), marked_a, marked_b);
                if (*s.least > *l.most) return marked_like(Value::boolean(false), marked_a, marked_b);
            }
        }
        return marked_like(unknown_bool(), marked_a, marked_b);
    }
    auto comparison = a.as_number() <=> b.as_number();
    return marked_like(Value::boolean(less ? comparison < 0 : comparison > 0), marked_a, marked_b);
}

// Less (or greater) or equal.
ValueResult or_equal(const Value& a, const Value& b, const Rules& rules, bool less) {
    const Value& x = a.unmarked();
    const Value& y = b.unmarked();
    if (x.is_known_number() && y.is_known_number()) [[likely]] {
        auto comparison = x.as_number() <=> y.as_number();
        return marked_like(Value::boolean(less ? comparison <= 0 : comparison >= 0), a, b);
    }
    ValueResult strict = order(x, y, rules, less);
    if (!strict) return strict;
    Value equal = equals(x, y, rules);
    bool either = false;
    bool open = false;
    for (const Value* v : {&*strict, &equal}) {
        if (v->is_unknown())
            open = true;
        else
            either |= v->as_bool();
    }
    return marked_like(either || !open ? Value::boolean(either) : unknown_bool(), a, b);
}

ValueResult logic(const Value& marked_a, const Value& marked_b, const Rules& rules, bool is_and) {
    const Value& a = marked_a.unmarked();
    const Value& b = marked_b.unmarked();
    auto done = [&](Value v) { return marked_like(std::move(v), marked_a, marked_b); };
    if (a.kind() != TypeKind::Bool && a.kind() != TypeKind::Dynamic) return wrong_operand(a, "bool");
    if (b.kind() != TypeKind::Bool && b.kind() != TypeKind::Dynamic) return wrong_operand(b, "bool");
    if (rules.null_logic_operand_is_error && (a.is_null() || b.is_null())) return null_operand();
    bool unknown_a = a.is_unknown();
    bool unknown_b = b.is_unknown();
    if (unknown_a && unknown_b) return done(unknown_bool());
    if (rules.unknown_logic_is_unknown && (unknown_a || unknown_b)) return done(unknown_bool());
    // Null counts as false.
    auto truth = [](const Value& v) { return !v.is_null() && v.as_bool(); };
    for (const Value* v : {&a, &b})
        if (v->is_known() && truth(*v) != is_and) return done(Value::boolean(!is_and));
    if (unknown_a || unknown_b) return done(unknown_bool());
    if (a.is_null() || b.is_null()) return null_operand();
    return done(Value::boolean(is_and));
}

}  // namespace

ValueResult add(const Value& a, const Value& b) {
    return arithmetic(a, b, &hcl::add, "opposite infinities have no sum");
}

ValueResult subtract(const Value& a, const Value& b) {
    return arithmetic(a, b, &hcl::subtract, "an infinity cannot be taken from itself");
}

ValueResult multiply(const Value& a, const Value& b) {
    return arithmetic(a, b, &hcl::multiply, "zero times infinity is not a number");
}

ValueResult divide(const Value& a, const Value& b) {
    return arithmetic(a, b, &hcl::divide, "zero divided by zero, or infinity by infinity, is not a number");
}

ValueResult modulo(const Value& a, const Value& b) {
    return arithmetic(a, b, &hcl::modulo, "this remainder is not a number");
}

ValueResult negate(const Value& a) {
    const Value& v = a.unmarked();
    if (v.is_known_number()) [[likely]]
        return marked_like(Value::number(v.as_number().negated()), a);
    Operands operands = check(v, TypeKind::Number, "number");
    if (operands.error) return std::unexpected(*operands.error);
    return marked_like(unknown_number(), a);
}

ValueResult absolute(const Value& a) {
    const Value& v = a.unmarked();
    if (v.is_known_number()) return marked_like(Value::number(v.as_number().absolute()), a);
    Operands operands = check(v, TypeKind::Number, "number");
    if (operands.error) return std::unexpected(*operands.error);
    return marked_like(unknown_number(), a);
}

ValueResult less(const Value& a, const Value& b, const Rules& rules) {
    return order(a, b, rules, true);
}
ValueResult greater(const Value& a, const Value& b, const Rules& rules) {
    return order(a, b, rules, false);
}
ValueResult less_or_equal(const Value& a, const Value& b, const Rules& rules) {
    return or_equal(a, b, rules, true);
}
ValueResult greater_or_equal(const Value& a, const Value& b, const Rules& rules) {
    return or_equal(a, b, rules, false);
}

ValueResult logical_not(const Value& a) {
    const Value& v = a.unmarked();
    Operands operands = check(v, TypeKind::Bool, "bool");
    if (operands.error) return std::unexpected(*operands.error);
    return marked_like(operands.unknown ? unknown_bool() : Value::boolean(!v.as_bool()), a);
}

ValueResult logical_and(const Value& a, const Value& b, const Rules& rules) {
    return logic(a, b, rules, true);
}
ValueResult logical_or(const Value& a, const Value& b, const Rules& rules) {
    return logic(a, b, rules, false);
}

Value not_equals(const Value& a, const Value& b, const Rules& rules) {
    Value equal = equals(a, b, rules);
    const Value& plain = equal.unmarked();
    return plain.is_unknown() ? equal : Value::boolean(!plain.as_bool()).with_same_marks(equal);
}

}  // namespace hcl::ops
