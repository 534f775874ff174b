#include "engine/base/suggest.h"

#include <doctest/doctest.h>

#include <array>

namespace hcl {

TEST_CASE("suggest: distances are exact up to the limit") {
    CHECK(edit_distance("", "", 2) == 0);
    CHECK(edit_distance("kitten", "sitting", 3) == 3);
    CHECK(edit_distance("kitten", "sitting", 2) == 3);
    CHECK(edit_distance("ab", "ba", 2) == 1);
    CHECK(edit_distance("abc", "", 2) == 3);
    CHECK(edit_distance(std::string(1000, 'a'), std::string(1000, 'b'), 3) == 4);
}

TEST_CASE("suggest: the nearest name, whatever the order") {
    std::array<std::string_view, 4> names = {"count", "instance_type", "image", "imagine"};
    CHECK(suggest("imgae", names) == "image");
    CHECK(suggest("instnce_type", names) == "instance_type");
    CHECK(suggest("Count", names) == "count");
    CHECK(suggest("x", names).empty());
    CHECK(suggest("something", names).empty());
}

}  // namespace hcl
