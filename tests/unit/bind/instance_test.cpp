// Instances of a module: the values of one call, at the cost of what depends on its inputs.
#include "engine/bind/instance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/bind/module.h"
#include "engine/language/language.h"

namespace hcl::test::instances {
namespace {

constexpr std::string_view kModule = R"(
variable "size" {
  type    = number
  default = 4
}
variable "names" { type = list(string) }
variable "free" {}
variable "kept" {
  default  = "kept"
  nullable = false
}
locals {
  twice = var.size * 2
  more  = local.twice + 1
  other = "unchanged"
  first = var.names[0]
}
resource "terraform_data" "a" { input = local.other }
resource "terraform_data" "b" { input = local.more }
output "more" { value = local.more }
output "first" { value = local.first }
output "other" { value = terraform_data.a.input }
output "kept" { value = var.kept }
)";

struct Project {
    bind::ModulePtr base;

    Project() {
        const language::LanguagePtr language = language::LanguageSet::builtin().find("terraform");
        base = bind::Module::build(language, {{FileId(0), "/m/main.tf", syntax::File::parse(kModule)}},
                                   nullptr, {});
    }

    bind::ModulePtr with(std::vector<bind::Inputs::Given> given) const {
        bind::Inputs inputs{"variable", std::move(given)};
        std::ranges::sort(inputs.given, {}, &bind::Inputs::Given::name);
        return bind::instantiate(*base, std::make_shared<const bind::Inputs>(std::move(inputs)), {}, {})
            .module;
    }
    static Value value(const bind::Module& module, const std::string& name) {
        bind::SymbolList found = module.symbols().by_kind_and_name("output", name);
        REQUIRE(!found.empty());
        return module.value_of(found.back());
    }
};

TEST_CASE("instances: values of a call, converted, with fallbacks") {
    const Project project;
    CHECK(!Project::value(*project.base, "more").is_known());
    const bind::ModulePtr call =
        project.with({{"size", Value::string("20")}, {"names", Value::tuple({Value::integer(7)})}});
    REQUIRE(call);
    CHECK(Project::value(*call, "more").identical(Value::integer(41)));
    CHECK(Project::value(*call, "first").identical(Value::string("7")));
    CHECK(Project::value(*call, "kept").identical(Value::string("kept")));
    // The module itself is as it was.
    CHECK(!Project::value(*project.base, "more").is_known());
    // Inputs that are not passed, and null where null is not allowed, have the fallback.
    const bind::ModulePtr bare =
        project.with({{"free", Value::boolean(true)}, {"kept", Value::null(Type::dynamic())}});
    REQUIRE(bare);
    CHECK(Project::value(*bare, "more").identical(Value::integer(9)));
    CHECK(Project::value(*bare, "kept").identical(Value::string("kept")));
    CHECK(!Project::value(*bare, "first").is_known());
    // A value of another type is not used.
    const bind::ModulePtr misfit = project.with({{"size", Value::string("x")}});
    REQUIRE(misfit);
    CHECK(!Project::value(*misfit, "more").is_known());
}

TEST_CASE("instances: identical inputs are one, and only what depends on inputs is evaluated") {
    const Project project;
    const bind::ModulePtr call = project.with({{"size", Value::integer(20)}});
    REQUIRE(call);
    CHECK(project.with({{"size", Value::integer(20)}}) == call);
    CHECK(project.with({{"size", Value::integer(21)}}) != call);
    const auto state_of = [](const bind::Module& module, const char* name) {
        return module.slot_of(module.symbols().by_kind_and_name("resource", name).back()).state;
    };
    CHECK(state_of(*call, "a") == state_of(*project.base, "a"));
    CHECK(state_of(*call, "b") != state_of(*project.base, "b"));
    // Four variables, the locals, a resource and two outputs.
    CHECK(call->instantiation()->own_units.size() == 8);
}

}  // namespace
}  // namespace hcl::test::instances
