// The order of the rooms, and rules for every source file. ARCHITECTURE.md gives the reasons.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/harness/paths.h"
#include "tests/unit/architecture/sources.h"

namespace hcl::test {
namespace {

namespace fs = std::filesystem;

// A room and the rooms directly below it; dependencies are transitive.
const std::map<std::string, std::vector<std::string>> kRoomsBelow = {
    {"engine/base", {}},
    {"engine/source", {"engine/base"}},
    {"engine/syntax", {"engine/source"}},
    {"engine/format", {"engine/syntax"}},
    {"engine/value", {"engine/base"}},
    {"engine/eval", {"engine/syntax", "engine/value"}},
    {"engine/decode", {"engine/eval"}},
    {"engine/language", {"engine/eval"}},
    {"engine/schemas", {"engine/language"}},
    {"engine/bind", {"engine/language"}},
    {"engine/check", {"engine/bind"}},
    {"engine/pcl", {"engine/check", "engine/schemas"}},
    {"engine/terraform", {"engine/schemas", "engine/terragrunt"}},
    {"engine/terragrunt", {"engine/check"}},
    {"engine/atlas", {"engine/check"}},
    {"engine/bake", {"engine/check"}},
    {"engine/world", {"engine/check"}},
    {"engine/ide", {"engine/world", "engine/format"}},
    {"protocol", {"engine/base"}},
    {"server",
     {"engine/atlas", "engine/bake", "engine/decode", "engine/ide", "engine/pcl", "engine/schemas",
      "engine/terraform", "engine/terragrunt", "protocol"}},
};

void add_below(const std::string& room, std::set<std::string>& out) {
    if (!out.insert(room).second) return;
    for (const std::string& below : kRoomsBelow.at(room)) add_below(below, out);
}

bool is_heavy(std::string_view include) {
    if (include == "nlohmann/json_fwd.hpp") return false;
    constexpr std::string_view kHeavy[] = {"nlohmann/", "asio", "boost/", "unicode/", "re2/", "fmt/"};
    return std::ranges::any_of(kHeavy, [&](std::string_view heavy) { return include.starts_with(heavy); });
}

// The room of one of our headers; empty for others.
std::string room_of(std::string_view path) {
    for (const auto& [room, below] : kRoomsBelow)
        if (path.starts_with(room + "/")) return room;
    return {};
}

TEST_CASE("architecture: includes follow the order of the rooms") {
    std::map<std::string, std::set<std::string>> allowed;
    for (const auto& [room, below] : kRoomsBelow) add_below(room, allowed[room]);
    int includes = 0;
    for (const SourceFile& file : source_files()) {
        if (file.path.starts_with("tests/")) continue;
        std::string room = room_of(file.path);
        INFO(file.path);
        CHECK_MESSAGE(!room.empty(), "this file is in no room; rooms are listed in rooms_test.cpp");
        if (room.empty()) continue;
        for (const Include& include : file.includes) {
            ++includes;
            std::string target = room_of(include.path);
            CHECK_MESSAGE((target.empty() || allowed[room].contains(target)), file.path, ":", include.line,
                          ": ", room, " may not include ", include.path);
            CHECK_MESSAGE(!include.path.starts_with("tests/"), file.path, ":", include.line,
                          ": includes a test");
        }
    }
    CHECK(includes > 50);
}

TEST_CASE("architecture: the folders of the server stand on each other") {
    constexpr std::string_view kOrder[] = {"server/host/", "server/app/", "server/handlers/", "server/cli/"};
    auto level_of = [&](std::string_view path) {
        for (std::size_t i = 0; i < std::size(kOrder); ++i)
            if (path.starts_with(kOrder[i])) return i;
        return std::size(kOrder);
    };
    int includes = 0;
    for (const SourceFile& file : source_files()) {
        std::size_t level = level_of(file.path);
        if (level == std::size(kOrder)) continue;
        for (const Include& include : file.includes) {
            if (level_of(include.path) == std::size(kOrder)) continue;
            ++includes;
            CHECK_MESSAGE(level_of(include.path) <= level, file.path, ":", include.line, ": ", kOrder[level],
                          " may not include ", include.path);
        }
    }
    CHECK(includes > 50);
}

// True when only .cpp files of the same room include the header, directly or through private headers.
bool is_private(const SourceFile& header) {
    for (const SourceFile& file : source_files())
        for (const Include& include : file.includes)
            if (include.path == header.path && (room_of(file.path) != room_of(header.path) ||
                                                (!file.path.ends_with(".cpp") && !is_private(file))))
                return false;
    return true;
}

TEST_CASE("architecture: headers stay light") {
    for (const SourceFile& file : source_files())
        for (const Include& include : file.includes)
            if (file.path.ends_with(".h") && is_heavy(include.path))
                CHECK_MESSAGE(
                    is_private(file), file.path, ":", include.line, ": ", include.path,
                    " belongs in a .cpp file, or in a header that only this room's .cpp files include");
}

TEST_CASE("architecture: the engine is pure") {
    constexpr std::string_view kImpure[] = {"nlohmann/", "asio",   "fstream", "iostream", "filesystem",
                                            "thread",    "chrono", "future",  "unistd.h"};
    for (const SourceFile& file : source_files())
        if (file.path.starts_with("engine/"))
            for (const Include& include : file.includes)
                for (std::string_view impure : kImpure)
                    CHECK_MESSAGE(!(include.path == impure || (include.path.starts_with(impure) &&
                                                               (impure.back() == '/' || impure == "asio"))),
                                  file.path, ":", include.line, ": the engine has no use for ", include.path);
}

TEST_CASE("architecture: files stay small enough to read") {
    constexpr int kMostLines = 800;
    for (const SourceFile& file : source_files())
        if (!file.is_generated)
            CHECK_MESSAGE(file.line_count <= kMostLines, file.path, " has ", file.line_count, " lines");
}

TEST_CASE("architecture: every room has a README") {
    std::set<std::string> rooms = {"editors", "tests", "tests/harness"};
    for (const SourceFile& file : source_files())
        if (std::string room = room_of(file.path); !room.empty()) rooms.insert(room);
    for (const std::string& room : rooms) {
        fs::path readme = source_root() / room / "README.md";
        CHECK_MESSAGE(fs::exists(readme), room, " has no README.md");
        std::string text = read_whole_file(readme);
        constexpr auto kMostLines = 40;
        CHECK_MESSAGE(std::ranges::count(text, '\n') < kMostLines, room, "/README.md is for one screen");
    }
}

TEST_CASE("architecture: nothing names the machine it was written on") {
    // Split, so that this file does not match itself.
    const std::string kForbidden[] = {std::string("/wo") + "rk/", std::string("/ro") + "ot/",
                                      std::string("/ho") + "me/"};
    for (const auto& [path, text] : text_files())
        for (const std::string& forbidden : kForbidden)
            if (std::size_t at = text.find(forbidden); at != text.npos) {
                auto line =
                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
                // Recorded cases and documents may contain home folders.
                bool is_example = path.starts_with("tests/conformance/") || forbidden == kForbidden[2];
                CHECK_MESSAGE(is_example, path, ":", line, ": ", forbidden);
            }
}

}  // namespace
}  // namespace hcl::test
