#include "protocol/uri.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hcl::lsp {
namespace {

constexpr PathStyle kPosix = PathStyle::Posix;
constexpr PathStyle kWindows = PathStyle::Windows;
const std::string kNone = "(none)";

TEST_CASE("uri: to paths") {
    struct Row {
        PathStyle style;
        std::string uri, path;
    };
    const std::vector<Row> rows = {
        {kPosix, "file:///a/b.tf", "/a/b.tf"},
        {kPosix, "file:///", "/"},
        {kPosix, "file:/a/b", "/a/b"},
        {kPosix, "FILE:///a", "/a"},
        {kPosix, "file://localhost/a", "/a"},
        {kPosix, "file:///a%20b/c%23d%3Fe", "/a b/c#d?e"},
        {kPosix, "file:///a b", "/a b"},
        {kPosix, "file:///%C3%A9/\xC3\xA9", "/\xC3\xA9/\xC3\xA9"},
        {kPosix, "file:///a%FFb",
         "/a\xFF"
         "b"},
        {kPosix, "file:///100%", "/100%"},
        {kPosix, "file:///100%zz%2", "/100%zz%2"},
        {kPosix, "file:///a/./b//c/../d/", "/a/b/d"},
        {kPosix, "file:///../..", "/"},
        {kPosix, "file:///a?query#fragment", "/a"},
        {kPosix, "file:///c%3A/x", "/c:/x"},
        {kPosix, "file:///a\\b", "/a\\b"},
        {kPosix, "file:///a%00b", kNone},
        {kPosix, "file://server/share/x", kNone},
        {kPosix, "untitled:Untitled-1", kNone},
        {kPosix, "git:/a/b.tf?x", kNone},
        {kPosix, "file:relative", kNone},
        {kPosix, "relative/x", kNone},
        {kPosix, "", kNone},
        {kPosix, "/plain/path with space", "/plain/path with space"},
        {kWindows, "file:///c%3A/x", "c:/x"},
        {kWindows, "file:///C:/x%20y/Main.tf", "c:/x y/Main.tf"},
        {kWindows, "file:///c:", "c:/"},
        {kWindows, "file:///c:/", "c:/"},
        {kWindows, "file:///C:/a/../..", "c:/"},
        {kWindows, "file:///c:\\a\\b", "c:/a/b"},
        {kWindows, "file://c:/x", "c:/x"},
        {kWindows, "file://c%3A/x", "c:/x"},
        {kWindows, "file://Server/Share/x", "//server/Share/x"},
        {kWindows, "file://server/share/../../x", "//server/share/x"},
        {kWindows, "file:////server/share/x", "//server/share/x"},
        {kWindows, "file:///%C3%A9", kNone},
        {kWindows, "C:\\Users\\x", "c:/Users/x"},
        {kWindows, "\\\\server\\share\\x", "//server/share/x"},
        {kWindows, "untitled:Untitled-1", kNone},
    };
    for (const Row& row : rows)
        CHECK_MESSAGE(uri_to_path(row.uri, row.style).value_or(kNone) == row.path, row.uri);
}

TEST_CASE("uri: from paths") {
    struct Row {
        PathStyle style;
        std::string path, uri;
    };
    const std::vector<Row> rows = {
        {kPosix, "/a/b.tf", "file:///a/b.tf"},
        {kPosix, "/", "file:///"},
        {kPosix, "/a b/#?%", "file:///a%20b/%23%3F%25"},
        {kPosix, "/\xC3\xA9/\xFF", "file:///%C3%A9/%FF"},
        {kPosix, "/c:/x", "file:///c%3A/x"},
        {kPosix, "/a//b/./c/..", "file:///a/b"},
        {kPosix, "/a\\b", "file:///a%5Cb"},
        {kWindows, "C:\\x y\\z", "file:///c%3A/x%20y/z"},
        {kWindows, "c:/x", "file:///c%3A/x"},
        {kWindows, "\\\\?\\C:\\very\\long", "file:///c%3A/very/long"},
        {kWindows, "\\\\?\\UNC\\server\\share\\x", "file://server/share/x"},
        {kWindows, "\\\\Server\\share\\x y", "file://server/share/x%20y"},
    };
    for (const Row& row : rows) {
        CHECK_MESSAGE(path_to_uri(row.path, row.style) == row.uri, row.path);
        // There and back is the normal form, which stays.
        std::optional<std::string> path = uri_to_path(row.uri, row.style);
        REQUIRE(path.has_value());
        CHECK(path_to_uri(*path, row.style) == row.uri);
    }
}

TEST_CASE("uri: one key for all spellings") {
    struct Row {
        PathStyle style;
        std::string key;
        std::vector<std::string> spellings;
    };
    const std::vector<Row> rows = {
        {kPosix,
         "file:///a/b%20c",
         {"file:///a/b%20c", "file:///a/b c", "file:/a/./b%20c", "FILE://localhost/a//b%20c"}},
        {kPosix, "file:///%C3%A9", {"file:///%c3%a9", "file:///\xC3\xA9"}},
        {kPosix, "file:///A", {"file:///A", "file:///%41"}},
        {kWindows,
         "file:///c%3A/x",
         {"file:///c%3A/x", "file:///C:/x", "file:///c:/x", "file:///c%3a/x/", "c:\\x"}},
        {kWindows, "file://server/s/x", {"file://SERVER/s/x", "\\\\server\\s\\x"}},
        {kPosix, "untitled:Untitled-1", {"untitled:Untitled-1", "UNTITLED:Untitled%2d1"}},
        {kPosix, "git:/a/b.tf?%7B%22ref%22%7D", {"git:/a/b.tf?%7b%22ref%22%7d"}},
        {kPosix, "vscode-notebook-cell:/a#W0", {"vscode-notebook-cell:/a#W0"}},
        {kPosix, "file://server/share/x", {"file://server/share/x"}},
        {kPosix, "x-y.z+1:a%2Fb", {"X-Y.Z+1:a%2fb"}},
    };
    for (const Row& row : rows)
        for (const std::string& spelling : row.spellings)
            CHECK_MESSAGE(uri_key(spelling, row.style) == row.key, spelling);
    CHECK(uri_key("file:///a", kPosix) != uri_key("file:///A", kPosix));
    CHECK(uri_key("x:a%2Fb") != uri_key("x:a/b"));
    for (const Row& row : rows) CHECK(uri_key(row.key, row.style) == row.key);
}

TEST_CASE("uri: parts and file names") {
    CHECK(parse_uri("http://h%20x:1/p%20q?a=b%20#f#g") == Uri{"http", "h x:1", "/p q", "a=b%20", "f#g"});
    CHECK(parse_uri("untitled:Untitled-1") == Uri{"untitled", "", "Untitled-1", "", ""});
    CHECK(parse_uri("no scheme: here").scheme.empty());
    CHECK(uri_file_name("git:/a/main.tf?ref=HEAD") == "main.tf");
    CHECK(uri_file_name("untitled:Untitled-1") == "Untitled-1");
    CHECK(uri_file_name("file:///c%3A/x%20y.hcl") == "x y.hcl");
    CHECK(uri_file_name("untitled:c:\\x\\y.tf") == "y.tf");
    CHECK(uri_file_name("file:///") == "");
}

}  // namespace
}  // namespace hcl::lsp
