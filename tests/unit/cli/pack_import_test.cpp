// Packs from JSON Schemas: the content of the pack, and the list of omissions.
#include "server/cli/pack/pack_import.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/language.h"
#include "engine/world/world.h"
#include "tests/harness/shell.h"

namespace hcl::server::pack_import_test {

namespace {

ImportedPack imported(std::string_view schema) {
    auto pack = import_pack(schema, "shop");
    REQUIRE(pack);
    // For any schema, `pack check` accepts the pack.
    world::World world;
    world.set_file({FileId(0), "/room/shop.hcldec", "hcl-pack", {}, false, 0},
                   std::make_shared<const std::string>(pack->text));
    CAPTURE(pack->text);
    CHECK(ide::diagnostics_for(*world.snapshot(), FileId(0), {}).empty());
    return std::move(*pack);
}

bool says(const ImportedPack& pack, std::string_view text) {
    return pack.text.find(text) != std::string::npos;
}

bool leaves_out(const ImportedPack& pack, std::string_view text) {
    return std::ranges::find(pack.left_out, text) != pack.left_out.end();
}

}  // namespace

TEST_CASE("pack check: refuses options, which it has none of") {
    test::Shell shell;
    CHECK(shell.run({"pack", "check", "--short"}) == 2);
    CHECK(shell.err.find("pack check has no option \"--short\"") != std::string::npos);
}

TEST_CASE("pack check: accepts every built-in pack, also those with an extension") {
    for (const language::BuiltinPack& pack : language::builtin_packs()) {
        test::Shell shell;
        shell.files->write("/w/pack.hcl", std::string(pack.text));
        CHECK_MESSAGE(shell.run({"pack", "check", "pack.hcl"}) == 0, pack.name, ": ", shell.out);
    }
}

TEST_CASE("pack import: maps by pattern and by reference are blocks with labels") {
    const ImportedPack pack = imported(R"({
        "type": "object", "additionalProperties": false,
        "properties": {
            "services": {"type": "object", "additionalProperties": false,
                         "patternProperties": {"^[a-z]+$": {"$ref": "#/definitions/service"}}},
            "volumes": {"type": "object", "additionalProperties": {"$ref": "#/definitions/volume"}}
        },
        "required": ["services"],
        "definitions": {
            "service": {"type": "object", "properties": {"image": {"type": "string"}}, "required": ["image"]},
            "volume": {"type": "object", "properties": {"size": {"type": "integer"}}}
        }})");
    CHECK(says(pack, "block_map \"services\""));
    CHECK(says(pack, "pattern = \"[a-z]+\""));
    CHECK(says(pack, "block_map \"volumes\""));
    CHECK(pack.left_out == std::vector<std::string>{"services: required"});
}

TEST_CASE("pack import: alternatives that require, exclude, and need each other") {
    const ImportedPack pack = imported(R"({
        "type": "object",
        "properties": {"file": {"type": "string"}, "text": {"type": "string"}, "name": {"type": "string"},
                       "user": {"type": "string"}, "password": {"type": "string"}},
        "required": ["name"],
        "allOf": [{"oneOf": [{"required": ["file", "name"]}, {"required": ["text"]}]}],
        "anyOf": [{"required": ["user"]}, {"required": ["password"]}],
        "not": {"required": ["user", "file"]},
        "dependencies": {"password": ["user"]}})");
    CHECK_MESSAGE(says(pack, "[[user, password]]"), pack.text);
    CHECK(says(pack, "conflicts"));
    CHECK(says(pack, "needs"));
    CHECK_MESSAGE(says(pack, "[[file, text]]"), pack.text);
    CHECK(pack.left_out.empty());
    const ImportedPack whole = imported(R"({
        "type": "object", "properties": {"file": {"type": "string"}, "text": {"type": "string"}},
        "oneOf": [{"required": ["file"]}, {"required": ["text"]}]})");
    CHECK(says(whole, "exactly_one = [[file, text]]"));
    CHECK(whole.left_out.empty());
}

TEST_CASE("pack import: several groups of one kind are one list") {
    const ImportedPack pack = imported(R"({
        "type": "object", "properties": {"a": {}, "b": {}, "c": {}, "d": {}},
        "allOf": [{"not": {"required": ["a", "b"]}}, {"not": {"required": ["c", "d"]}}]})");
    CHECK(says(pack, "[[a, b], [c, d]]"));
}

TEST_CASE("pack import: bounds, lengths and elements") {
    const ImportedPack pack = imported(R"({
        "type": "object",
        "properties": {
            "port": {"type": "integer", "exclusiveMinimum": 0, "maximum": 65536, "exclusiveMaximum": true},
            "share": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
            "tags": {"type": "array", "minItems": 1, "uniqueItems": true,
                     "items": {"type": "string", "enum": ["a", "b"], "minLength": 1}},
            "rules": {"type": "array", "minItems": 2, "items": {"type": "object", "properties": {"x": {}}}},
            "more": {"type": "array", "minItems": 3, "items": {"type": "object", "properties": {"y": {}}}},
            "mail": {"type": "string", "format": "email"},
            "other": {"$ref": "https://example.com/x.json"},
            "mixed": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "string"}}}]},
            "free": {"anyOf": [{"type": "string"}, {"type": "object"}]}
        },
        "required": ["rules"],
        "if": {"properties": {"port": {"minimum": 5}}}, "then": {"required": ["mail"]}})");
    CHECK(says(pack, "min    = 0 + 1"));
    CHECK(says(pack, "max    = 65536 - 1"));
    CHECK(says(pack, "length = { min = 1 }"));
    CHECK(says(pack, "unique = true"));
    CHECK(says(pack, "values = [\"a\", \"b\"]"));
    CHECK(says(pack, "min_items = 2"));
    CHECK(leaves_out(pack, "more: minItems 3"));
    CHECK_MESSAGE(says(pack, "fields = body.mixed"), pack.text);
    CHECK(leaves_out(pack, "share: exclusiveMinimum 0"));
    CHECK(leaves_out(pack, "share: multipleOf 0.5"));
    CHECK(leaves_out(pack, "tags: minLength 1 of elements"));
    CHECK(leaves_out(pack, "mail: format \"email\""));
    CHECK(leaves_out(pack, "other: $ref https://example.com/x.json, which is not in this document"));
    CHECK(leaves_out(pack, "free: anyOf of 2 alternatives: any value is accepted"));
    CHECK(std::ranges::any_of(pack.left_out, [](const std::string& one) { return one.starts_with("if"); }));
    CHECK(says(pack, "format = integer"));
    // Each is also in a comment.
    for (const std::string& one : pack.left_out) {
        const std::size_t colon = one.find(": ");
        const std::string what =
            one.starts_with("if") || colon == std::string::npos ? one : one.substr(colon + 2);
        CHECK_MESSAGE(says(pack, "# Not imported: " + what + "."), what);
    }
}

TEST_CASE("pack import: what the types of packs do not say is listed") {
    const ImportedPack pack = imported(R"({
        "type": "object",
        "properties": {
            "pair": {"type": "array", "items": [{"type": "string"}, {"type": "number"}]},
            "mixed": {"type": "array", "items": {"type":["string","integer"]}},
            "list": {"type": "array"},
            "odd": {"not": {"type":"string"}},
            "labels": {"type": "object", "minProperties": 1, "maxProperties": 4,
                       "additionalProperties": {"type": "string"}},
            "some": {"type": "object", "properties": {"a": {"type": "string"}}, "minProperties": 1},
            "log": {"type": "object", "properties": {"to": {"type": "string"}, "level": {"type": "string"}},
                    "dependencies": {"to": {"required": ["level"]}}},
            "tls": {"type": "object", "properties": {"key": {"type": "string"}}},
            "size": {"type": ["number", "string"], "default": 5}
        },
        "dependentRequired": {"tls": ["log"]}})");
    CHECK(leaves_out(pack, "pair: items: a type for each position"));
    CHECK(leaves_out(pack, "mixed: items {\"type\":[\"string\",\"integer\"]}"));
    CHECK(leaves_out(pack, "list: type array"));
    CHECK(leaves_out(pack, "odd: not {\"type\":\"string\"}"));
    CHECK(leaves_out(pack, "some: minProperties 1"));
    CHECK(pack.left_out.size() == 5);
    CHECK(says(pack, "length = { min = 1, max = 4 }"));
    CHECK(says(pack, "needs = [\"level\"]"));
    CHECK(says(pack, "needs = [\"log\"]"));
    CHECK(says(pack, "default = 5"));
}

TEST_CASE("pack import: conditions") {
    const ImportedPack pack = imported(R"({
        "type": "object",
        "properties": {
            "mode": {"enum": ["on", "off"]}, "level": {"type": "number"},
            "store": {"type": "object",
                "properties": {"kind": {"type": "string"}, "bucket": {"type": "string"}, "path": {"type": "string"}},
                "additionalProperties": false,
                "allOf": [
                    {"if": {"properties": {"kind": {"const": "s3"}}, "required": ["kind"]},
                     "then": {"required": ["bucket"]}, "else": {"required": ["path"]}},
                    {"if": {"properties": {"kind": {"enum": ["disk", "tape"]}}},
                     "then": {"properties": {"speed": {"type": "integer"}}, "required": ["speed"]}},
                    {"if": {"properties": {"kind": {"const": "x"}}}, "then": false},
                    {"if": {"properties": {"kind": {"pattern": "^y"}}}, "then": {"required": ["path"]}},
                    {"if": {"required": ["bucket"]}, "then": {"properties": {"path": {"minLength": 3}}}}
                ]}
        },
        "if": {"properties": {"mode": {"const": "on"}}, "required": ["mode"]}, "then": {"required": ["level"]}})");
    CHECK(says(pack, "required = self.mode == \"on\""));
    CHECK(says(pack, "required = self.kind == \"s3\""));
    CHECK(says(pack, "required = !(self.kind == \"s3\")"));
    CHECK(says(pack, "is      = { \"disk\" = body.kind_disk, \"tape\" = body.kind_disk }"));
    CHECK(says(pack, "body \"kind_disk\""));
    CHECK(leaves_out(pack, "store: then false"));
    CHECK(leaves_out(pack, "store: if {\"properties\": {\"kind\": {\"pattern\": \"^y\"}}}"));
    CHECK(leaves_out(pack, "store: then properties {\"path\": {\"minLength\": 3}}"));
    CHECK_MESSAGE(pack.left_out.size() == 3, pack.text);
}

TEST_CASE("pack import: names of map keys") {
    const ImportedPack pack = imported(R"({
        "type": "object", "additionalProperties": false,
        "properties": {
            "jobs": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$", "maxLength": 9},
                     "additionalProperties": {"$ref": "#/definitions/job"}},
            "envs": {"type": "object", "propertyNames": {"enum": ["dev", "prod"]},
                     "additionalProperties": {"$ref": "#/definitions/job"}},
            "odd": {"type": "object", "propertyNames": {"minLength": 2}, "properties": {"aa": {"type": "string"}}},
            "env": {"type": "object", "propertyNames": {"minLength": 3},
                    "additionalProperties": {"type": ["string", "null"]}},
            "five": {"const": 5}, "yes": {"enum": [true]},
            "free": {"type": "object", "additionalProperties": false,
                     "patternProperties": {"^x-": {"type": "string"}}}
        },
        "definitions": {"job": {"type": "object", "properties": {"run": {"type": "string"}}}}})");
    CHECK(says(pack, "pattern = \"[a-z]+\""));
    CHECK(says(pack, "length  = { max = 9 }"));
    CHECK(says(pack, "values = [\"dev\", \"prod\"]"));
    CHECK(leaves_out(pack, "odd: propertyNames {\"minLength\": 2}"));
    CHECK(std::ranges::any_of(
        pack.left_out, [](const std::string& one) { return one.starts_with("free: patternProperties"); }));
}

TEST_CASE("pack import: types that are unknown, and files that are no object") {
    const ImportedPack pack = imported(R"({"properties": {
        "odd": {"type": "wibble"}, "mixed": {"type": ["string", "foo"]}, "any": {}, "word": {"type": "string"},
        "maybe": {"type": ["string", "null"]}}})");
    CHECK(leaves_out(pack, "odd: type \"wibble\""));
    CHECK(leaves_out(pack, "mixed: type [\"string\", \"foo\"]"));
    CHECK_MESSAGE(pack.left_out.size() == 2, pack.text);
    CHECK(leaves_out(imported(R"({"type": "array", "items": {"type": "string"}})"),
                     "type \"array\", because a file is an object"));
    CHECK(imported(R"({"type": ["object", "null"]})").left_out.empty());
}

}  // namespace hcl::server::pack_import_test
