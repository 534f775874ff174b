// The blocks that Terraform rules visit after each edit.
#include <doctest/doctest.h>

#include <string>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/terraform/extension.h"
#include "engine/terraform/shape.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"

namespace hcl::test {
namespace terraform_shape {

using terraform::Trait;

// A module of many blocks that rules need not look at, with more at its end.
std::string module_text(const std::string& more) {
    std::string text;
    for (int i = 0; i < 50; ++i) {
        const std::string n = std::to_string(i);
        text += "variable \"v" + n + "\" {\n  type = number\n  validation {\n    condition     = var.v" + n +
                " > 0\n    error_message = \"${var.v" + n + "} is not above 0.\"\n  }\n}\n";
        text += "check \"c" + n + "\" {\n  assert {\n    condition     = var.v" + n +
                " > 1\n    error_message = \"Too few.\"\n  }\n}\n";
        text +=
            "resource \"test_thing\" \"r" + n +
            "\" {\n  dynamic \"port\" {\n    for_each = [1]\n    content {\n      number = port.value\n    "
            "}\n  }\n}\n";
    }
    return text + more;
}

TEST_CASE("terraform: the parts of a module that rules look at do not grow with blocks of no interest") {
    world::World world;
    world.set_extensions({terraform::make_extension()});
    auto module_with = [&](const std::string& more) {
        world.set_file({FileId(0), "/w/main.tf", "", {}, true, 0},
                       std::make_shared<const std::string>(module_text(more)));
        return world::module_of(*world.snapshot(), FileId(0), {});
    };
    const bind::ModulePtr without = module_with("");
    const terraform::ModuleShape& plain = terraform::shape_of(*without);
    // A `check` is one of assertions, and not in all versions.
    for (std::size_t i = 0; i < static_cast<std::size_t>(Trait::Count); ++i) {
        const auto trait = static_cast<Trait>(i);
        const bool is_of_checks = trait == Trait::Condition || trait == Trait::Dated;
        CHECK_MESSAGE(plain.units(trait).size() == (is_of_checks ? 50 : 0), "trait " << i);
    }

    const bind::ModulePtr with = module_with(
        "variable \"other\" {\n  validation {\n    condition     = var.other > local.least\n    "
        "error_message = "
        "\"Too few.\"\n  }\n}\nlocals {\n  least = 1\n}\n"
        "check \"data\" {\n  data \"test_thing\" \"d\" {}\n}\n"
        "resource \"test_thing\" \"made\" {\n  dynamic \"lifecycle\" {\n    for_each = [1]\n    content {}\n "
        " "
        "}\n}\n"
        "resource \"test_thing\" \"connected\" {\n  connection {\n    host = \"a\"\n  }\n}\n"
        "output \"keyed\" {\n  value = [test_thing.made[0][\"id\"], test_thing.r1[0].id]\n}\n");
    const terraform::ModuleShape& shape = terraform::shape_of(*with);
    CHECK(shape.units(Trait::ReadingOthers).size() == 1);
    CHECK(shape.units(Trait::DataCheck).size() == 1);
    CHECK(shape.units(Trait::Generator).size() == 1);
    CHECK(shape.units(Trait::Connection).size() == 1);
    CHECK(shape.units(Trait::Keyed).size() == 1);
}

}  // namespace terraform_shape
}  // namespace hcl::test
