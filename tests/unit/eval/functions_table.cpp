// The tables as a whole: signatures as recorded, documentation for everything.
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/harness/conformance/encoding.h"
#include "tests/harness/paths.h"
#include "tests/unit/eval/functions_support.h"

using namespace hcl;

namespace {

nlohmann::json signature(const eval::Parameter& parameter) {
    return {{"name", parameter.name},
            {"type", test::encode_type(parameter.type)},
            {"allow_null", parameter.allow_null},
            {"allow_unknown", parameter.allow_unknown},
            {"allow_dynamic_type", parameter.allow_dynamic}};
}

}  // namespace

TEST_CASE("functions: the standard table has the recorded signatures") {
    std::ifstream in(hcl::test::source_root() / "tests/conformance/hcl/context.json");
    const auto context = nlohmann::json::parse(in);
    const eval::FunctionTable table = eval::standard_functions();
    // These evaluate their own arguments and are defined elsewhere.
    const std::set<std::string> elsewhere{"try", "can", "convert"};

    const std::set<std::string> unrecorded{};  // functions that the reference does not have

    std::set<std::string> compared;
    for (const auto& recorded : context["functions"]) {
        const std::string name = recorded["name"];
        if (elsewhere.contains(name)) continue;
        compared.insert(name);
        const eval::Function* function = table.find(name);
        REQUIRE_MESSAGE(function != nullptr, name);
        nlohmann::json parameters = nlohmann::json::array();
        for (const eval::Parameter& parameter : function->parameters)
            parameters.push_back(signature(parameter));
        CHECK_MESSAGE(parameters == recorded["params"], name);
        CHECK_MESSAGE(function->variadic.has_value() == recorded.contains("variadic"), name);
        if (function->variadic) CHECK_MESSAGE(signature(*function->variadic) == recorded["variadic"], name);
    }
    CHECK(compared.size() == 87);
    for (const auto& [name, function] : table.all())
        CHECK_MESSAGE((compared.contains(name) || unrecorded.contains(name)), name,
                      " has no recorded signature: list it in `unrecorded`");
}

TEST_CASE("functions: every function and parameter is documented") {
    const auto is_sentence = [](const std::string& text) {
        return text.size() > 5 && (text.ends_with('.') || text.ends_with(';'));
    };
    for (const auto& [name, function] : test::library().all()) {
        CHECK_MESSAGE(is_sentence(function->description), name);
        for (const eval::Parameter& parameter : function->parameters) {
            CHECK_MESSAGE(!parameter.name.empty(), name);
            CHECK_MESSAGE(is_sentence(parameter.doc), name << " " << parameter.name);
        }
        if (function->variadic) CHECK_MESSAGE(is_sentence(function->variadic->doc), name);
        CHECK_MESSAGE(function->implementation, name);
    }
    CHECK(test::library().all().size() >= 87);
}
