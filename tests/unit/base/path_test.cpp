#include "engine/base/path.h"

#include <doctest/doctest.h>

namespace hcl::path_test {

TEST_CASE("path: the folder and the name of a file") {
    CHECK(folder_of("a/b/c.hcl") == "a/b/");
    CHECK(folder_of("/c.hcl") == "/");
    CHECK(folder_of("c.hcl") == "");
    CHECK(file_name_of("a/b/c.hcl") == "c.hcl");
    CHECK(file_name_of("c.hcl") == "c.hcl");
    CHECK(file_name_of("a/") == "");
}

TEST_CASE("path: a path as a file of a folder writes it") {
    CHECK(path_from("/a/b/", "c.hcl") == "/a/b/c.hcl");
    CHECK(path_from("/a/b/", "./c//d/") == "/a/b/c/d/");
    CHECK(path_from("/a/b/", "../c.hcl") == "/a/c.hcl");
    CHECK(path_from("/a/", "../../../c.hcl") == "/c.hcl");
    CHECK(path_from("/a/", "/c.hcl") == "/c.hcl");
    CHECK(path_from("", "../c.hcl") == "c.hcl");
    CHECK(path_from("/a/", "") == "/a/");
    CHECK(relative_path("/a/b/", "/a/b/c.hcl") == "c.hcl");
    CHECK(relative_path("/a/b/", "/a/c/d.hcl") == "../c/d.hcl");
    CHECK(relative_path("/a/b/", "/a/b/") == ".");
    CHECK(relative_path("", "a/b.hcl") == "a/b.hcl");
}

TEST_CASE("a clean path has no part too many") {
    CHECK(clean_path("") == ".");
    CHECK(clean_path("a//b/./c/") == "a/b/c");
    CHECK(clean_path("a/../..") == "..");
    CHECK(clean_path("../a/../../b") == "../../b");
    CHECK(clean_path("/../a/..") == "/");
    CHECK(clean_path("//x//y/") == "/x/y");
}

}  // namespace hcl::path_test
