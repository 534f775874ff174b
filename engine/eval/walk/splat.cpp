// Splat expressions: one expression applied to every element.
#include "engine/eval/walk/evaluator.h"
#include "engine/value/ops.h"

namespace hcl::eval {

namespace {

// The element type of a list of these values; false when there is none.
bool common_type(const std::vector<Value>& values, Type& type) {
    bool found = false;
    for (const Value& value : values) {
        if (value.kind() == TypeKind::Dynamic) continue;
        Type t = value.type();
        if (found && t != type) return false;
        type = t;
        found = true;
    }
    return true;
}

}  // namespace

Value Evaluator::splat_item(Code each, const Value& item) {
    const Value* outer = splat_item_;
    splat_item_ = &item;
    Value result = eval(each);
    splat_item_ = outer;
    return result;
}

// The type of the result when the source's elements are unknown.
Type Evaluator::splat_type(Code each, const Type& source) {
    if (!source.is_tuple()) return Type::list(splat_item(each, Value::unknown(source.element())).type());
    std::vector<Type> types;
    for (const Type& element : source.elements())
        types.push_back(splat_item(each, Value::unknown(element)).type());
    return Type::tuple(types);
}

Value Evaluator::splat(Code node) {
    Code source_node = node.child(0), each = node.child(1);
    if (!source_node || !each) return Value::dynamic();
    std::size_t mark = diagnostics_.size();
    Value source = eval(source_node);
    if (errors_since(mark)) return Value::dynamic();

    TypeKind kind = source.kind();
    // Anything except a sequence is treated as a sequence of one element, or none if it is null.
    bool is_single = kind != TypeKind::Tuple && kind != TypeKind::List && kind != TypeKind::Set;
    if (source.is_null()) {
        if (is_single) return Value::tuple({}).with_same_marks(source);
        report(DiagCode::SplatOfNull, source_node.span(), cover(source_node.span(), node.span()), {});
        return Value::dynamic();
    }
    Rounds rounds(*this);
    if (kind == TypeKind::Dynamic) {
        if (checks_everything_) {
            const std::size_t begin = diagnostics_.size();
            splat_item(each, Value::dynamic());
            soften(begin, diagnostics_.size(), kFailsWithElement);
        }
        return Value::dynamic().with_same_marks(source);
    }

    // Whether an unknown single value is null determines the number of elements.
    bool may_be_null = is_single && source.is_unknown() && !source.unmarked().refinements().not_null;
    Marks marks = source.marks();
    auto with_marks = [&](const Value& v) { return marks.empty() ? v : v.with_marks(marks); };
    if (is_single) source = Value::tuple({source});
    Type type = source.type();

    if (source.is_unknown()) {
        const std::size_t before = diagnostics_.size();
        Type result_type = splat_type(each, type);
        end_round(before);
        Value result = Value::unknown(result_type);
        if (!result_type.is_dynamic()) {
            Refinements known = Refinements::present();
            if (result_type.is_list() && type.is_collection()) {
                const Refinements& of_source = source.unmarked().refinements();
                known.min_length = of_source.min_length;
                known.max_length = of_source.max_length;
            }
            result = result.refined(known);
        }
        return with_marks(result);
    }

    std::vector<Value> results;
    std::span<const Value> elements = source.unmarked().elements();
    results.reserve(elements.size());
    bool failed = false;
    for (const Value& element : elements) {
        if (!spend(node, 1, sizeof(Value))) return Value::dynamic();
        std::size_t before = diagnostics_.size();
        results.push_back(splat_item(each, element));
        failed |= errors_since(before);
        end_round(before);
    }
    if (may_be_null) return with_marks(Value::dynamic());
    const bool is_open = ops::is_open_set(source.unmarked()) && !rules_.open_sets_are_iterated;
    if (failed) {
        // Discards repeated findings of the evaluation for the type.
        std::size_t before = diagnostics_.size();
        Type result_type = splat_type(each, type);
        if (!stopped_) cut(before, diagnostics_.size());
        end_round(before);
        return with_marks(Value::unknown(result_type));
    }
    if (type.is_tuple()) return with_marks(made(node, Value::tuple(std::move(results))));
    if (results.empty()) return with_marks(Value::list(splat_type(each, type).element(), {}));
    Type element;
    if (!common_type(results, element)) {
        report(DiagCode::InvalidNestedSplat, each.span(), node.span(), {});
        return Value::dynamic();
    }
    if (is_open) return with_marks(Value::unknown(Type::list(element)).refined_not_null());
    return with_marks(made(node, Value::list(element, std::move(results))));
}

}  // namespace hcl::eval
