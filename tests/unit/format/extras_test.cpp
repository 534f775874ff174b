// Formatting beyond layout, on request of a language.
#include "engine/format/extras.h"

#include <doctest/doctest.h>

#include <string>

namespace hcl::format {

namespace {

std::string formatted_with(std::string_view text, Extras extras = {true, true}) {
    auto file = syntax::File::parse(text);
    return apply_edits(text, format_with_extras(*file, {}, extras));
}

}  // namespace

TEST_CASE("format extras: labels in quotes") {
    CHECK(formatted_with("a b \"c\" {\nx=1\n}\n") == "a \"b\" \"c\" {\n  x = 1\n}\n");
    CHECK(formatted_with("a b {}\n", {}) == "a b {}\n");
}

TEST_CASE("format extras: interpolations that are all of a string") {
    CHECK(formatted_with("a = \"${var.x}\"\n") == "a = var.x\n");
    CHECK(formatted_with("a = [\"${f(\"${b}\")}\", \"x${c}\"]\n") == "a = [f(b), \"x${c}\"]\n");
    CHECK(formatted_with("a = \"\xC3\xA9\"\nb = \"${c}\" # \xC3\xA8\n") ==
          "a = \"\xC3\xA9\"\nb = c # \xC3\xA8\n");
    // Kept where the change would alter the meaning.
    for (std::string_view kept : {"a = \"${b + 1}\" * 2\n", "a = \"${b[*].c}\" [0]\n",
                                  "a = { \"${k}\" = 1 }\n", "a = \"${~b}\"\n", "a = \"${/* why */ b}\"\n"})
        CHECK(formatted_with(kept) == kept);
    // Formatting again changes nothing.
    std::string once = formatted_with("a b {\n  c = \"${d}\"\n}\n");
    CHECK(formatted_with(once) == once);
}

}  // namespace hcl::format
