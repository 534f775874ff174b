// JSON syntax: the tree, what is found, how little of a file one mistake spoils.
#include "engine/syntax/json/json_parser.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/syntax/json/json_literals.h"
#include "tests/harness/texts.h"

namespace hcl::syntax {

namespace {

std::string_view token_text(const JsonTree& tree, std::string_view text, std::uint32_t token) {
    return text.substr(tree.tokens.starts[token], tree.tokens.starts[token + 1] - tree.tokens.starts[token]);
}

// A node as s-expression: {name:value ...}, [value ...], literals as written, ? for Missing, ! for Bogus.
std::string dump(const JsonTree& tree, std::string_view text, std::uint32_t id) {
    const NodeData& node = tree.nodes[id];
    std::string out;
    auto children = [&](std::string_view separator) {
        bool is_first = true;
        for (std::uint32_t child = id + 1; child < id + node.size; child += tree.nodes[child].size) {
            if (!is_first) out += separator;
            is_first = false;
            out += dump(tree, text, child);
        }
    };
    switch (node.kind) {
        case NodeKind::JsonObject:
            out += '{';
            children(" ");
            return out + "}";
        case NodeKind::JsonArray:
            out += '[';
            children(" ");
            return out + "]";
        case NodeKind::JsonProperty:
            children(":");
            return out;
        case NodeKind::Missing:
            return "?";
        case NodeKind::Bogus:
            return "!";
        case NodeKind::JsonString:
            return decode_json_string(token_text(tree, text, node.first_token));
        default:
            return std::string(token_text(tree, text, node.first_token));
    }
}

std::string shape(std::string_view text) {
    return dump(parse_json(text), text, 0);
}

std::vector<std::string> titles(std::string_view text) {
    std::vector<std::string> all;
    for (const Diagnostic& diagnostic : parse_json(text).diagnostics) all.push_back(diagnostic.title);
    return all;
}

std::string fixed(std::string_view text) {
    JsonTree tree = parse_json(text);
    REQUIRE(!tree.diagnostics.empty());
    REQUIRE(!tree.diagnostics[0].fixes.empty());
    const Edit& edit = tree.diagnostics[0].fixes[0].edits[0].edit;
    std::string result(text);
    return result.replace(edit.range.start, edit.range.length(), edit.replacement);
}

using Titles = std::vector<std::string>;

}  // namespace

TEST_CASE("json: values and their places") {
    std::string_view text = R"( {"a": [1, -2.5e3, true, null], "b": {"c": "d"}} )";
    JsonTree tree = parse_json(text);
    CHECK(tree.diagnostics.empty());
    CHECK(dump(tree, text, 0) == "{a:[1 -2.5e3 true null] b:{c:d}}");
    CHECK(tree.nodes[0].kind == NodeKind::JsonObject);
    CHECK(tree.nodes[0].size == tree.nodes.size());
    // The property from its name to the end of its value.
    const NodeData& property = tree.nodes[1];
    CHECK(property.kind == NodeKind::JsonProperty);
    std::uint32_t start = tree.tokens.starts[property.first_token];
    std::uint32_t end = tree.tokens.starts[property.first_token + property.token_count];
    CHECK(text.substr(start, end - start) == R"("a": [1, -2.5e3, true, null])");
    CHECK(tree.nodes[6].flags == kTrue);
}

TEST_CASE("json: tokens tile any text") {
    for (std::string_view text : {"", " ", "{", "\"", "\xFF\xFE{\0}", "\xEF\xBB\xBF{}",
                                  "'a' \"b\\\" // c\n /* d */ /* e", "{\"a\": 01x}"}) {
        JsonTree tree = parse_json(text);
        CHECK(tree.tokens.starts.size() == tree.tokens.kinds.size() + 1);
        CHECK(tree.tokens.starts.back() == text.size());
        if (!tree.tokens.kinds.empty()) CHECK(tree.tokens.starts[0] == 0);
        for (std::size_t i = 0; i < tree.tokens.kinds.size(); ++i)
            CHECK(tree.tokens.starts[i] < tree.tokens.starts[i + 1]);
    }
}

TEST_CASE("json: one title for each mistake") {
    CHECK(titles(R"({"a": 1,})") == Titles{"Trailing comma in object"});
    CHECK(titles(R"([1,])") == Titles{"Trailing comma in array"});
    CHECK(titles(R"({"a" = 1})") == Titles{"Missing property value colon"});
    CHECK(titles(R"({"a" => 1})") == Titles{"Missing property value colon"});
    CHECK(titles(R"({"a"})") == Titles{"Missing object value"});
    CHECK(titles(R"({"a": })") == Titles{"Missing JSON value"});
    CHECK(titles(R"({"a": 1 "b": 2})") == Titles{"Missing attribute seperator comma"});
    CHECK(titles(R"([1 2])") == Titles{"Missing attribute seperator comma"});
    CHECK(titles(R"({"a": 0x10})") == Titles{"Missing attribute seperator comma"});
    CHECK(titles(R"(["a": 1])") == Titles{"Invalid array value"});
    CHECK(titles(R"({a: 1})") == Titles{"Invalid JSON keyword"});
    CHECK(titles(R"({null: 1})") == Titles{"Invalid object property name"});
    CHECK(titles(R"({1: 1})") == Titles{"Invalid object property name"});
    CHECK(titles(R"({'a': 1})") == Titles{"Invalid start of value"});
    CHECK(titles(R"({"a": +1})") == Titles{"Invalid JSON number"});
    CHECK(titles(R"({"a": "\q"})") == Titles{"Invalid JSON string"});
    CHECK(titles(R"({"a": True})") == Titles{"Invalid JSON keyword"});
    CHECK(titles(R"({"a": 1)") == Titles{"Unclosed object"});
    CHECK(titles(R"({"a": [1, {"b": 2)") == Titles{"Unclosed object"});
    CHECK(titles(R"({"a": 1])") == Titles{"Mismatched braces"});
    CHECK(titles(R"({"a": [1}})") == Titles{"Mismatched brackets"});
    CHECK(titles(R"({} {})") == Titles{"Extraneous data after value"});
    CHECK(titles(R"("text")") == Titles{"Root value must be object"});
    CHECK(titles("") == Titles{"Missing value"});
    CHECK(titles("// c\n{}") == Titles{"Invalid start of value"});
    CHECK(titles("\xEF\xBB\xBF{}") == Titles{"Invalid start of value"});
}

TEST_CASE("json: fixes mend what they are offered for") {
    CHECK(fixed(R"({"a" = 1})") == R"({"a" : 1})");
    CHECK(fixed(R"({"a" 1})") == R"({"a": 1})");
    CHECK(fixed(R"({"a": 1,})") == R"({"a": 1})");
    CHECK(fixed(R"({"a": 1 "b": 2})") == R"({"a": 1, "b": 2})");
    CHECK(fixed(R"({'a': 1})") == R"({"a": 1})");
    CHECK(fixed(R"({my-name: 1})") == R"({"my-name": 1})");
    CHECK(fixed(R"({"a": True})") == R"({"a": true})");
    CHECK(fixed(R"({"a": nil})") == R"({"a": null})");
    CHECK(fixed(R"({"a": .5})") == R"({"a": 0.5})");
    CHECK(fixed(R"({"a": 007})") == R"({"a": 7})");
    CHECK(fixed(R"({"a": "\d"})") == R"({"a": "\\d"})");
    CHECK(fixed("{\"a\": \"x\ty\"}") == R"({"a": "x\ty"})");
    CHECK(fixed("{\"a\": \"x,\n\"b\": 1}") == "{\"a\": \"x\",\n\"b\": 1}");
    CHECK(fixed("{} // c") == "{} ");
    CHECK(fixed(R"({"a": [1)") == R"({"a": [1])");
}

TEST_CASE("json: a mistake spoils only its own property") {
    CHECK(shape(R"({"a": , "b": 2})") == "{a:? b:2}");
    CHECK(shape(R"({"a" "b": 2, "c": 3})") == "{a:b c:3}");
    CHECK(shape("{\"a\"\n\"b\": 2}") == "{a:? b:2}");
    CHECK(shape("{\"a\":\n\"b\": 2}") == "{a:? b:2}");
    CHECK(shape(R"({"a": @, "b": 2})") == "{a:? b:2}");
    CHECK(shape(R"({"a": [1, , 2], "b": 2})") == "{a:[1 ? 2] b:2}");
    CHECK(shape(R"({"a": nope, "b": 2})") == "{a:! b:2}");
    CHECK(shape(R"({"a": "x)"
                "\n"
                R"("b": 2})") == "{a:x b:2}");
    CHECK(shape(R"({"a": {"b": [1, 2}, "c": 3})") == "{a:{b:[1 2]} c:3}");
    CHECK(shape(R"([{"a": 1], {"b": 2}])") == "[{a:1} {b:2}]");
    CHECK(shape(R"({{"a": 1}, "b": 2})") == "{!:{a:1} b:2}");
}

TEST_CASE("json: brackets that were never closed end where the layout says") {
    CHECK(shape("{\n  \"a\": {\n    \"b\": {\n  \"c\": {\n    \"d\": 1\n  }\n}\n") == "{a:{b:{}} c:{d:1}}");
    CHECK(shape("{\n  \"a\": {\n    \"b\": [1, 2\n  },\n  \"c\": 3\n}\n") == "{a:{b:[1 2]} c:3}");
    CHECK(shape("{\n  \"a\": [\n    {\n      \"b\": 1\n  ],\n  \"c\": 3\n}\n") == "{a:[{b:1}] c:3}");
    CHECK(titles("{\n  \"a\": {\n    \"b\": {\n  \"c\": {\n    \"d\": 1\n  }\n}\n") ==
          Titles{"Unclosed object"});
}

TEST_CASE("json: half-typed files keep what was there before") {
    std::string text =
        "{\n  \"first\": {\"x\": 1},\n  \"second\": [1, \"two\", {\"k\": null}],\n  \"third\": true\n}\n";
    std::size_t begin = text.find("\"second\"");
    std::size_t end = text.find("\"third\"");
    for (std::size_t typed = begin; typed <= end; ++typed) {
        std::string now = text.substr(0, typed) + "\n  " + text.substr(end);
        CAPTURE(now);
        std::string tree = shape(now);
        CHECK(tree.find("first:{x:1}") != std::string::npos);
        CHECK(tree.find("third:true") != std::string::npos);
        CHECK(parse_json(now).diagnostics.size() <= 2);
    }
}

// work_test.cpp counts what such texts cost.
TEST_CASE("json: garbage of any size is bounded") {
    for (std::string_view piece : {"[", "{", "{\"a\":", "\"", "'", "/*", "//", "@", "\n@", "]", "}", "[}",
                                   "{]", ",", ":", "\xFF", "\"a\"\n", "[\n", "{\"a\":[\n"}) {
        std::string text = test::repeated(piece, 1'000'000);
        JsonTree tree = parse_json(text);
        CAPTURE(piece);
        CHECK(!tree.diagnostics.empty());
        CHECK(tree.diagnostics.size() <= 200);
    }
}

TEST_CASE("json: nesting is bounded") {
    std::string deep;
    for (int i = 0; i < 2000; ++i) deep += "[";
    for (int i = 0; i < 2000; ++i) deep += "]";
    CHECK(titles(deep) == Titles{"Too many levels of nesting"});
    CHECK(titles("{\"a\": " + deep + ", \"b\": 1}").size() == 1);
    CHECK(parse_json(deep).nodes.size() == kMaxJsonDepth + 1);
}

}  // namespace hcl::syntax
