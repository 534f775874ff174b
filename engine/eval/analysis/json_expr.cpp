// Expressions of JSON syntax.
#include <string>
#include <unordered_set>
#include <utility>

#include "engine/eval/analysis/json_string.h"
#include "engine/eval/walk/access.h"
#include "engine/eval/walk/evaluator.h"

namespace hcl::eval {

using syntax::NodeKind;

Value Evaluator::json_string(Code node) {
    JsonText text(node.node());
    if (!spend(node, 0, text.text().size())) return Value::dynamic();
    if (is_literal_only() || !text.may_be_template()) return Value::string(text.text());
    JsonTemplate parsed = text.as_template();
    for (Diagnostic& d : parsed.diagnostics) report(std::move(d));
    if (!parsed.root) return Value::dynamic();
    // Closures in the template must keep its tree alive, not the file's.
    const std::shared_ptr<const void>* source = std::exchange(source_, &parsed.owner);
    Value value = read_and_eval(parsed.root);
    source_ = source;
    return value;
}

Value Evaluator::json_array(Code node) {
    return tuple(node);
}

Value Evaluator::json_object(Code node) {
    std::vector<std::pair<std::string, Value>> attributes;
    std::unordered_set<std::string> seen;
    bool known = true;
    Marks marks;
    std::string problem;
    for (Code property : node.children()) {
        if (!property.is(NodeKind::JsonProperty)) continue;
        Code name_node = property.child(0);
        Code value_node = property.child(1);
        if (!name_node || !value_node) continue;
        Value name = eval(name_node);
        Value value = eval(value_node);
        if (!spend(node, 0, sizeof(Value) + 48)) return Value::dynamic();
        if (!convert(name, TypeKind::String, problem)) {
            report(DiagCode::InvalidJsonKey, name_node.span(), {problem});
            continue;
        }
        if (name.is_null()) {
            report(DiagCode::NullJsonKey, name_node.span(), {});
            continue;
        }
        if (name.is_marked()) {
            marks |= name.marks();
            name = Value(name.unmarked());
        }
        if (name.is_unknown()) {
            known = false;
            continue;
        }
        std::string key(name.as_string());
        if (!seen.insert(key).second) {
            report(DiagCode::DuplicateJsonKey, name_node.span(), {key});
            continue;
        }
        attributes.emplace_back(std::move(key), std::move(value));
    }
    if (!known || stopped_) return Value::dynamic();
    Value object = made(node, Value::object(std::move(attributes)));
    return marks.empty() ? object : object.with_marks(marks);
}

}  // namespace hcl::eval
