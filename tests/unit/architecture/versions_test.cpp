// All clients carry the version of the project, which CMakeLists.txt names.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/harness/paths.h"
#include "tests/unit/architecture/sources.h"

namespace hcl::test::versions_test {

namespace {

// The rest of the first line that starts with `start`, up to a quote or a space; empty when there is none.
std::string after(std::string_view text, std::string_view start) {
    const std::string wanted = "\n" + std::string(start);
    const std::string whole = "\n" + std::string(text);
    const std::size_t at = whole.find(wanted);
    if (at == std::string::npos) return {};
    const std::size_t from = at + wanted.size();
    return whole.substr(from, whole.find_first_of("\"\n ", from) - from);
}

// How a file of an editor's package names its version; empty for other files.
std::string_view notation_of(std::string_view path) {
    if (!path.starts_with("editors/")) return {};
    const std::string_view name = path.substr(path.rfind('/') + 1);
    if (name == "package.json" || name == "package-lock.json") return "  \"version\": \"";
    if (name == "Cargo.toml" || name == "extension.toml" || name == "pyproject.toml") return "version = \"";
    if (name.ends_with(".el")) return ";; Version: ";
    return {};
}

}  // namespace

TEST_CASE("versions: clients and the changelog have the version of the project") {
    const std::string version =
        after(read_whole_file(source_root() / "CMakeLists.txt"), "project(hcl-ls VERSION ");
    REQUIRE_FALSE(version.empty());
    std::size_t count = 0;
    for (const auto& [path, text] : text_files()) {
        const std::string_view notation = notation_of(path);
        if (notation.empty()) continue;
        ++count;
        CAPTURE(path);
        CHECK(after(text, notation) == version);
    }
    CHECK(count >= 6);
    const std::string changelog = read_whole_file(source_root() / "CHANGELOG.md");
    CHECK(changelog.find("\n## " + version) != std::string::npos);
}

}  // namespace hcl::test::versions_test
