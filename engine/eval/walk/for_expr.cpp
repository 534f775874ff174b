// For expressions and the for directive of templates.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/eval/text/describe.h"
#include "engine/eval/walk/access.h"
#include "engine/eval/walk/evaluator.h"
#include "engine/value/ops.h"

namespace hcl::eval {

using syntax::NodeKind;

struct Evaluator::ForParts {
    Code node;
    SourceText key_name;  // empty: not bound
    SourceText value_name;
    Code collection;
    Code key;  // objects only
    Code value;
    Code condition;  // may be null
    bool group = false;
    bool is_open = false;                             // the number of elements may turn out smaller
    const std::vector<TemplateItem>* body = nullptr;  // of a directive, instead of the value

    // False when a part is missing.
    bool read(Code n) {
        node = n;
        auto it = n.children().begin(), end = n.children().end();
        auto next = [&](Code& out) {
            if (it == end) return false;
            out = *it;
            ++it;
            return true;
        };
        Code name;
        if (n.has(syntax::kHasKeyName)) {
            if (!next(name)) return false;
            key_name = name.name();
        }
        if (!next(name) || !next(collection)) return false;
        value_name = name.name();
        if (n.is(NodeKind::ForObject) && !next(key)) return false;
        if (!next(value)) return false;
        if (n.has(syntax::kHasCondition) && !next(condition)) return false;
        group = n.has(syntax::kGroup);
        return true;
    }
};

Value Evaluator::for_expr(Code node, const std::vector<TemplateItem>* body) {
    ForParts parts;
    if (!parts.read(node)) return Value::dynamic();
    parts.body = body;
    Value collection = eval(parts.collection);
    if (collection.is_null()) {
        report(DiagCode::IterationOverNull, parts.collection.span(), node.span(), {});
        return Value::dynamic();
    }
    Rounds rounds(*this);
    if (collection.kind() == TypeKind::Dynamic) {
        check_unknown(parts, collection.unmarked());
        return Value::dynamic().with_same_marks(collection);
    }
    Marks marks = collection.marks();
    const Value& inner = collection.unmarked();
    if (!inner.type().is_collection() && !inner.type().is_structural()) {
        report(DiagCode::IterationOverOther, parts.collection.span(), node.span(),
               {with_article(inner.type())});
        return Value::dynamic();
    }
    if (parts.condition) {
        bool failed = false;
        const std::size_t begin = diagnostics_.size();
        const bool goes_on = check_condition(parts, marks, failed);
        end_round(begin);
        if (!goes_on) return Value::dynamic();
    }
    if (inner.is_unknown()) {
        check_unknown(parts, inner);
        return Value::dynamic().with_marks(marks);
    }
    parts.is_open = ops::is_open_set(inner) && !rules_.open_sets_are_iterated;

    // The outermost loop folds constants in everything after
    // its collection, also for nested loops.
    Program* own = std::exchange(own_, nullptr);
    if (own && inner.size() > 2) {
        const Op* op = &parts.collection.op();
        own->fold(op + op->size, &node.op() + node.op().size, rules_);
    } else {
        own_ = own;
    }
    Value result = node.is(NodeKind::ForObject) ? for_object(parts, inner, std::move(marks))
                                                : for_tuple(parts, inner, std::move(marks));
    own_ = own;
    return result;
}

// Evaluates the body of a loop over unknown elements once, with unknown elements of the
// known type, only for its findings.
void Evaluator::check_unknown(const ForParts& parts, const Value& collection) {
    if (!checks_everything_ || stopped_) return;
    const Type type = collection.type();
    switch (type.kind()) {
        case TypeKind::Tuple: {
            std::int64_t i = 0;
            for (const Type& element : type.elements()) {
                if (!spend(parts.node, 1)) return;
                check_round(parts, Value::integer(i++), Value::unknown(element), true);
            }
            return;
        }
        case TypeKind::Object:
            for (const ObjectAttribute& attribute : type.attributes()) {
                if (!spend(parts.node, 1)) return;
                check_round(parts, Value::string_nfc(attribute.name), Value::unknown(attribute.type), true);
            }
            return;
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map: {
            const Value element = Value::unknown(type.element());
            const Value key = type.is_set()   ? element
                              : type.is_map() ? Value::unknown(Type::string()).refined_not_null()
                                              : Value::unknown(Type::number()).refined_not_null();
            check_round(parts, key, element, collection.refinements().min_length > 0);
            return;
        }
        default:
            check_round(parts, Value::dynamic(), Value::dynamic(), false);
    }
}

// `happens`: the element exists, so every error is certain.
void Evaluator::check_round(const ForParts& parts, const Value& key, const Value& value, bool happens) {
    const std::size_t begin = diagnostics_.size();
    Locals locals{parts.key_name, parts.value_name, &key, &value, locals_};
    locals_ = &locals;
    Marks ignored;
    const Include included = parts.condition ? include(parts, true, ignored) : Include::Yes;
    const std::size_t result = diagnostics_.size();
    if (included != Include::No) check_result(parts);
    locals_ = locals.outer;
    if (included == Include::Unknown) soften(result, diagnostics_.size(), kFailsIfIncluded);
    if (!happens) soften(begin, diagnostics_.size(), kFailsWithElement);
    end_round(begin);
}

// Evaluates key and value for the current element, only for the findings.
void Evaluator::check_result(const ForParts& parts) {
    if (parts.key) {
        Marks ignored;
        Value key;
        for_key(parts, true, ignored, key);
    }
    if (parts.body)
        template_text(*parts.body, parts.node);
    else
        eval(parts.value);
}

// Before the first element: reports a condition that is wrong for every element once. False
// when there is nothing more to do.
bool Evaluator::check_condition(const ForParts& parts, Marks& marks, bool& failed) {
    Value any;
    Locals locals{parts.key_name, parts.value_name, &any, &any, locals_};
    locals_ = &locals;
    std::size_t mark = diagnostics_.size();
    Value result = eval(parts.condition);
    locals_ = locals.outer;
    failed = errors_since(mark);
    if (stopped_) return false;
    if (result.is_null()) {
        report(DiagCode::ForConditionIsNull, parts.condition.span(), parts.node.span(), {});
        return false;
    }
    if (result.is_marked()) marks |= result.marks();
    std::string problem;
    Value converted = result.unmarked();
    if (!convert(converted, TypeKind::Bool, problem)) {
        report(DiagCode::InvalidForCondition, parts.condition.span(), parts.node.span(), {problem});
        return false;
    }
    return !failed;
}

// Whether the current element is included. `known`: no failure so far; later failures of the same kind are
// not repeated for every element.
Evaluator::Include Evaluator::include(const ForParts& parts, bool known, Marks& marks) {
    Value held;
    const Value& given = look(parts.condition, held);
    if (given.is_known_bool()) [[likely]]
        return given.as_bool() ? Include::Yes : Include::No;
    Value condition = given;
    if (condition.is_null()) {
        if (known) report(DiagCode::NullForCondition, parts.condition.span(), parts.node.span(), {});
        return Include::Unknown;
    }
    if (condition.is_marked()) {
        marks |= condition.marks();
        condition = Value(condition.unmarked());
    }
    bool is_object = parts.node.is(NodeKind::ForObject);
    if (condition.is_unknown() && !checks_unknown_types() &&
        (!is_object || condition.kind() == TypeKind::Bool))
        return Include::Unknown;
    std::string problem;
    if (!convert(condition, TypeKind::Bool, problem)) {
        if (known)
            report(DiagCode::InvalidForCondition, parts.condition.span(), parts.node.span(), {problem});
        return Include::Unknown;
    }
    if (condition.is_unknown()) return Include::Unknown;
    return condition.as_bool() ? Include::Yes : Include::No;
}

// The same as a bool. Only the first element that may be included is checked.
bool Evaluator::includes(const ForParts& parts, bool& known, Marks& marks) {
    if (!parts.condition) return true;
    const std::size_t begin = diagnostics_.size();
    const Include included = include(parts, known, marks);
    if (included != Include::Unknown) return included == Include::Yes;
    if (known && checks_everything_ && diagnostics_.size() == begin) {
        check_result(parts);
        soften(begin, diagnostics_.size(), kFailsIfIncluded);
    }
    known = false;
    return false;
}

// The current element's key as a known string; false otherwise.
bool Evaluator::for_key(const ForParts& parts, bool known, Marks& marks, Value& key) {
    key = eval(parts.key);
    if (key.is_null()) {
        if (known) report(DiagCode::NullForKey, parts.key.span(), parts.node.span(), {});
        return false;
    }
    if (key.is_marked()) {
        marks |= key.marks();
        key = Value(key.unmarked());
    }
    std::string problem;
    const bool is_checked = key.is_known() || checks_unknown_types();
    if (is_checked && !convert(key, TypeKind::String, problem)) {
        if (known) report(DiagCode::InvalidForKey, parts.key.span(), parts.node.span(), {problem});
        return false;
    }
    return key.is_known();
}

Value Evaluator::for_tuple(const ForParts& parts, const Value& collection, Marks marks) {
    std::vector<Value> results;
    bool known = true;
    Value key;
    Locals locals{parts.key_name, parts.value_name, &key, nullptr, locals_};
    locals_ = &locals;
    std::size_t size = collection.size();
    constexpr std::size_t kMostKept = 1024;  // the condition may exclude any number
    results.reserve(parts.condition ? std::min(size, kMostKept) : size);
    const std::span<const Value> elements =
        collection.kind() == TypeKind::Map ? std::span<const Value>() : collection.elements();
    for (std::size_t i = 0; i < size; ++i) {
        if (!spend(parts.node, 1, sizeof(Value))) break;
        if (!parts.key_name.is_empty()) key = collection.key_at(i);
        locals.value = elements.empty() ? &collection.value_at(i) : &elements[i];
        const std::size_t begin = diagnostics_.size();
        if (includes(parts, known, marks))
            results.push_back(parts.body ? template_text(*parts.body, parts.node) : eval(parts.value));
        if (diagnostics_.size() != begin) end_round(begin);
    }
    locals_ = locals.outer;
    if (!known || parts.is_open || stopped_) return Value::dynamic().with_marks(marks);
    Value tuple = made(parts.node, Value::tuple(std::move(results)));
    return marks.empty() ? tuple : tuple.with_marks(marks);
}

Value Evaluator::for_object(const ForParts& parts, const Value& collection, Marks marks) {
    std::unordered_map<std::string, std::vector<Value>> groups;
    std::vector<std::pair<std::string, Value>> attributes;
    std::unordered_map<std::string, bool> seen;
    bool known = true;
    auto add_entry = [&](const Value& key) {
        Value value = eval(parts.value);
        if (!spend(parts.node, 0, key.as_string().size())) return;
        std::string name(key.as_string());
        if (parts.group)
            groups[std::move(name)].push_back(std::move(value));
        else if (seen.emplace(name, true).second)
            attributes.emplace_back(std::move(name), std::move(value));
        else if (!parts.is_open)
            report(DiagCode::DuplicateForKey, parts.key.span(), parts.node.span(), {name});
    };
    Value key_of_element;
    Locals locals{parts.key_name, parts.value_name, &key_of_element, nullptr, locals_};
    locals_ = &locals;
    std::size_t size = collection.size();
    for (std::size_t i = 0; i < size; ++i) {
        if (!spend(parts.node, 1, sizeof(Value) + 64)) break;
        if (!parts.key_name.is_empty()) key_of_element = collection.key_at(i);
        locals.value = &collection.value_at(i);
        const std::size_t begin = diagnostics_.size();
        if (includes(parts, known, marks)) {
            Value key;
            if (for_key(parts, known, marks, key)) {
                add_entry(key);
            } else {
                if (known && checks_everything_) eval(parts.value);
                known = false;
            }
        }
        if (diagnostics_.size() != begin) end_round(begin);
    }
    locals_ = locals.outer;
    if (!known || parts.is_open || stopped_) return Value::dynamic().with_marks(marks);
    for (auto& [name, values] : groups) attributes.emplace_back(name, Value::tuple(std::move(values)));
    Value object = made(parts.node, Value::object(std::move(attributes)));
    return marks.empty() ? object : object.with_marks(marks);
}

// A for expression over texts, whose results are joined.
Value Evaluator::for_directive(const TemplateItem& item, const Program& program) {
    const Code node = program.at(item.node);
    Value results = for_expr(node, &item.first);
    if (results.kind() != TypeKind::Tuple || results.is_unknown())
        return Value::unknown(Type::string()).with_same_marks(results);
    Marks marks = results.marks();
    std::size_t base = text_.size();
    for (const Value& result : results.unmarked().elements()) {
        if (result.is_marked()) marks |= result.marks();
        const Value& text = result.unmarked();
        if (text.is_unknown()) {
            text_.truncate(base);
            return Value::unknown(Type::string()).with_marks(marks);
        }
        if (!spend(node, 0, text.as_string().size())) break;
        std::string_view added = text.as_string();
        text_.append(added.data(), added.size());
    }
    Value joined = Value::string({text_.data() + base, text_.size() - base});
    text_.truncate(base);
    return marks.empty() ? joined : joined.with_marks(marks);
}

}  // namespace hcl::eval
