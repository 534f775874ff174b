// Calling functions in unit tests.
#pragma once

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/eval/functions/functions.h"

namespace hcl::test {

inline const eval::FunctionTable& library() {
    static const eval::FunctionTable kLibrary = eval::library_functions();
    return kLibrary;
}

inline eval::FunctionResult<Value> call(std::string_view name, std::vector<Value> arguments,
                                        const eval::Limits& limits = {}) {
    const eval::Function* function = library().find(name);
    REQUIRE(function != nullptr);
    eval::Budget budget(limits);
    eval::CallContext context{Rules::reference(), budget};
    return eval::call_function(*function, arguments, context);
}

inline Value str(std::string_view text) {
    return Value::string(text);
}
inline Value num(std::int64_t n) {
    return Value::integer(n);
}
inline Value dec(std::string_view text) {
    return Value::number(parse_number(text, NumberSyntax::Flexible).number);
}
inline Value strings(std::initializer_list<std::string_view> texts) {
    std::vector<Value> elements;
    for (const std::string_view text : texts) elements.push_back(str(text));
    return Value::list(Type::string(), std::move(elements));
}

// The result as text for comparison, or "error", with the argument at fault: "error 1".
inline std::string shown(const eval::FunctionResult<Value>& result) {
    if (result) return result->to_display();
    if (result.error().out_of_budget) return "out of budget";
    return result.error().argument ? "error " + std::to_string(*result.error().argument) : "error";
}

}  // namespace hcl::test
