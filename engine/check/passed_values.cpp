#include "engine/check/passed_values.h"

#include <map>
#include <utility>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/walk/access.h"
#include "engine/value/convert.h"

namespace hcl::check {

Diagnostic undeclared_name(const bind::Interface& there, std::string_view kind, std::string_view name,
                           std::string_view where, Span place) {
    const std::string near = there.names_of(kind).nearest(name);
    Diagnostic d = make_diagnostic(DiagCode::UndeclaredText, place,
                                   {kind, name, " " + std::string(where) + did_you_mean(near)});
    hcl::add_nearest(d, {}, place, name, near);
    return d;
}

std::string misfit(const bind::InterfaceItem& item, const Value& value, const Rules& rules) {
    const ValueResult converted =
        convert_value(item.defaults ? item.defaults->apply(value, rules) : value, item.type, rules);
    return converted ? std::string() : eval::explain(converted.error());
}

PassedCondition::PassedCondition(const bind::InterfaceItem& item, const bind::InterfaceCondition& condition,
                                 const Value& value, std::shared_ptr<const eval::FunctionTable> functions)
    : tree_(syntax::parse_expression(condition.condition)),
      message_(syntax::parse_expression(condition.message)) {
    if (!tree_->root() || has_errors(tree_->diagnostics())) return;
    is_known_ = true;
    eval::each_call(tree_->root(), [&](syntax::Node, std::string_view name) {
        is_known_ = is_known_ && functions && functions->find(name);
    });
    // Everything else is unknown: other members of the root exist, too.
    std::map<std::string, std::vector<std::pair<std::string, Value>>> roots;
    for (const syntax::FilePtr& one : {tree_, message_})
        if (one->root())
            for (const eval::Traversal& path : eval::variables(one->root())) {
                auto& members = roots[path[0].name];
                if (path.size() > 1 && path[1].kind == eval::TraversalStep::Kind::Attr)
                    members.emplace_back(path[1].name, Value::dynamic());
            }
    scope_.set_functions(std::move(functions));
    for (auto& [root, members] : roots) {
        const bool is_own = item.address.size() == 2 && root == item.address[0];
        if (is_own) members.emplace_back(item.address[1], value);
        scope_.set(root, is_own ? Value::object(std::move(members)) : Value::dynamic());
    }
}

std::string refusal(const bind::InterfaceItem& item, const Value& value,
                    const std::shared_ptr<const eval::FunctionTable>& functions, const Rules& rules) {
    constexpr std::uint64_t kMostSteps = 50'000;
    eval::EvalOptions options = eval::eval_options(rules);
    options.limits.steps = kMostSteps;
    for (const bind::InterfaceCondition& condition : item.conditions) {
        const PassedCondition passed(item, condition, value, functions);
        if (!passed.expr()) continue;
        const eval::EvalResult result = eval::evaluate(passed.expr(), passed.scope(), options);
        const Value& holds = result.value.unmarked();
        if (has_errors(result.diagnostics) || !holds.is_known_bool() || holds.as_bool()) continue;
        if (passed.message()) {
            const eval::EvalResult text = eval::evaluate(passed.message(), passed.scope(), options);
            if (!has_errors(text.diagnostics) && text.value.is_known_string() && !text.value.is_marked())
                return std::string(text.value.as_string());
        }
        return condition.condition;
    }
    return {};
}

}  // namespace hcl::check
