// Mode `stdlib`: library functions called directly, without the conversions of a call expression.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/check.h"
#include "engine/eval/functions/functions.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

CaseOutcome run_stdlib(const nlohmann::json& test_case) {
    using nlohmann::json;
    static const eval::FunctionTable kLibrary = eval::library_functions();

    CaseOutcome outcome;
    const std::string name = test_case["function"];
    const std::string call_text = name + test_case.value("args_text", "");
    const bool succeeds = test_case.contains("result");
    const int wrong_argument = succeeds ? 0 : test_case["error"].value("arg", -1);
    outcome.expected = call_text + " = " + test_case[succeeds ? "result" : "error"].dump();

    const eval::Function* function = kLibrary.find(name);
    if (!function) {
        outcome.actual = "no such function";
        return outcome;
    }
    std::vector<Value> arguments;
    for (const json& argument : test_case["args"]) {
        auto value = decode_value(argument);
        HCL_CHECK(value);
        arguments.push_back(std::move(*value));
    }
    eval::Budget budget;
    eval::CallContext call{Rules::reference(), budget};
    const auto result = eval::call_function(*function, arguments, call);

    if (result) {
        outcome.passed = succeeds && same_value(test_case["result"], *result);
        outcome.actual = encode_value(*result).dump();
    } else {
        const int argument = result.error().argument ? static_cast<int>(*result.error().argument) : -1;
        outcome.passed = !succeeds && argument == wrong_argument;
        outcome.actual = "argument " + std::to_string(argument) + ": " + result.error().message;
    }
    return outcome;
}

}  // namespace hcl::test
