#include "tests/harness/conformance/decode_support.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/base/check.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/decoder.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/value/convert.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/json_places.h"

namespace hcl::test::recorded {

using nlohmann::json;

namespace {

json sorted(json list) {
    std::sort(list.begin(), list.end(), [](const json& a, const json& b) {
        bool placed_a = a.contains("start"), placed_b = b.contains("start");
        if (placed_a != placed_b) return placed_a;
        auto key = [](const json& d) {
            return std::tuple(d.value("start", 0), d.value("end", 0), d["summary"].get<std::string>());
        };
        return key(a) < key(b);
    });
    return list;
}

eval::Parameter parameter(std::string name, Type type, bool accepts_all = false) {
    eval::Parameter p;
    p.name = std::move(name);
    p.type = std::move(type);
    p.allow_null = p.allow_unknown = p.allow_dynamic = accepts_all;
    return p;
}

const eval::Expression& expression_of(const Value& value) {
    return value.capsule_as<eval::Expression>();
}
const eval::Closure& closure_of(const Value& value) {
    return value.capsule_as<eval::Closure>();
}

using Arguments = std::span<const Value>;
using eval::CallContext;
using eval::FunctionResult;

FunctionResult<Value> evaluate_closure(const eval::Closure& closure, const eval::Scope* scope,
                                       std::size_t argument, CallContext& call) {
    Diagnostics mistakes;
    Value value = closure.evaluate_in(scope, call, mistakes);
    if (has_errors(mistakes))
        return eval::argument_error(argument, "couldn't evaluate expression: " + mistakes[0].title);
    return value;
}

std::string kind_of(const eval::Expression& expression) {
    if (std::string keyword = eval::static_keyword(expression); !keyword.empty()) return "keyword " + keyword;
    if (auto traversal = eval::static_traversal(expression))
        return "traversal " + eval::to_string(*traversal);
    if (auto list = eval::static_list(expression)) return "list " + std::to_string(list->size());
    if (auto map = eval::static_map(expression)) return "map " + std::to_string(map->size());
    if (auto call = eval::static_call(expression))
        return "call " + call->name + " " + std::to_string(call->arguments.size());
    return "other";
}

eval::FunctionTable make_functions() {
    eval::FunctionTable table = eval::standard_functions();
    table.add("try", eval::try_function());
    table.add("can", eval::can_function());
    table.add("convert", eval::convert_function());

    table.add("with", eval::with_function());

    eval::Function keyword;
    keyword.parameters = {parameter("keyword", eval::keyword_type())};
    keyword.result_type = Type::string();
    keyword.implementation = [](Arguments a, const Type&, CallContext&) -> FunctionResult<Value> {
        return Value::string(a[0].capsule_as<std::string>());
    };
    table.add("keyword", std::move(keyword));

    eval::Function keywords;
    keywords.variadic = parameter("keywords", eval::keyword_type());
    keywords.result_type = Type::list(Type::string());
    keywords.implementation = [](Arguments a, const Type&, CallContext&) -> FunctionResult<Value> {
        std::vector<Value> words;
        for (const Value& v : a) words.push_back(Value::string(v.capsule_as<std::string>()));
        return Value::list(Type::string(), std::move(words));
    };
    table.add("keywords", std::move(keywords));

    eval::Function roots;
    roots.parameters = {parameter("expression", eval::expression_type())};
    roots.result_type = Type::list(Type::string());
    roots.implementation = [](Arguments a, const Type&, CallContext&) -> FunctionResult<Value> {
        std::vector<Value> names;
        const eval::Expression& expression = expression_of(a[0]);
        if (expression.is_node())
            for (const eval::Traversal& reference : eval::variables(expression.node()))
                names.push_back(Value::string(eval::to_string(reference)));
        return Value::list(Type::string(), std::move(names));
    };
    table.add("roots", std::move(roots));

    eval::Function kind;
    kind.parameters = {parameter("expression", eval::expression_type())};
    kind.result_type = Type::string();
    kind.implementation = [](Arguments a, const Type&, CallContext&) -> FunctionResult<Value> {
        return Value::string(kind_of(expression_of(a[0])));
    };
    table.add("kind", std::move(kind));

    eval::Function lazyif;
    lazyif.parameters = {parameter("condition", Type::boolean()),
                         parameter("yes", eval::expression_closure_type()),
                         parameter("no", eval::expression_closure_type())};
    lazyif.result_type = Type::dynamic();
    lazyif.implementation = [](Arguments a, const Type&, CallContext& call) -> FunctionResult<Value> {
        std::size_t chosen = a[0].as_bool() ? 1 : 2;
        const eval::Closure& closure = closure_of(a[chosen]);
        return evaluate_closure(closure, closure.scope.scope, chosen, call);
    };
    table.add("lazyif", std::move(lazyif));
    return table;
}

}  // namespace

json diagnostics_json(const Diagnostics& diagnostics) {
    json list = json::array();
    for (const Diagnostic& d : diagnostics) {
        json one = {{"severity", d.severity == Severity::Error ? "error" : "warning"}, {"summary", d.title}};
        if (d.has_place) {
            const Span place = as_recorded(d.span);
            one["start"] = place.start;
            one["end"] = place.end;
        }
        list.push_back(std::move(one));
    }
    return sorted(std::move(list));
}

json recorded_diagnostics(const json& recorded) {
    json list = json::array();
    for (const json& d : recorded) {
        json one = {{"severity", d["severity"]}, {"summary", d["summary"]}};
        if (d.contains("start") && d["start"].is_array()) {
            one["start"] = d["start"][2];
            one["end"] = d["end"][2];
        }
        list.push_back(std::move(one));
    }
    return sorted(std::move(list));
}

const eval::FunctionTable& all_functions() {
    static const eval::FunctionTable kTable = make_functions();
    return kTable;
}

std::shared_ptr<eval::MapScope> scope_of(const json& test_case) {
    auto scope = std::make_shared<eval::MapScope>();
    if (test_case.contains("vars")) {
        scope->allow_variables();
        for (const auto& [name, value] : test_case["vars"].items()) {
            auto decoded = decode_value(value);
            HCL_CHECK(decoded);
            scope->set(name, std::move(*decoded));
        }
    }
    if (test_case.contains("funcs")) {
        auto table = std::make_shared<eval::FunctionTable>();
        for (const std::string name : test_case["funcs"]) {
            eval::FunctionPtr function = all_functions().find_shared(name);
            HCL_CHECK(function);
            table->add(name, std::move(function));
        }
        scope->set_functions(std::move(table));
    }
    return scope;
}

}  // namespace hcl::test::recorded
