// Mode `stdlib`: library functions called directly, without the conversions of a call expression.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/eval/functions/functions.h"
#include "tests/harness/conformance/decode_encoding.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

CaseOutcome run_stdlib(const nlohmann::json& test_case) {
    using nlohmann::json;
    static const eval::FunctionTable kLibrary = eval::library_functions();

    CaseOutcome outcome;
    const std::string name = test_case["function"];
    const std::string call_text = name + test_case.value("args_text", "");
    const json expected = test_case.contains("result")
                              ? json{{"result", recorded::normalised(test_case["result"])}}
                              : json{{"error", {{"arg", test_case["error"].value("arg", -1)}}}};
    outcome.expected = call_text + " = " + expected.dump();

    const eval::Function* function = kLibrary.find(name);
    if (!function) {
        outcome.actual = "no such function";
        return outcome;
    }
    std::vector<Value> arguments;
    for (const json& argument : test_case["args"]) arguments.push_back(recorded::value_from_json(argument));
    eval::Budget budget;
    eval::CallContext call{Rules::reference(), budget};
    const auto result = eval::call_function(*function, arguments, call);

    json actual;
    if (result)
        actual["result"] = recorded::normalised(recorded::value_to_json(*result));
    else
        actual["error"]["arg"] = result.error().argument ? static_cast<int>(*result.error().argument) : -1;
    outcome.passed = actual == expected;
    outcome.actual = actual.dump() + (result ? "" : " " + result.error().message);
    return outcome;
}

}  // namespace hcl::test
