// Package schemas: from JSON through the cache to types.
#include "engine/pcl/packages.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "server/app/provider_schemas.h"
#include "tests/harness/package_schemas.h"

namespace hcl::test {
namespace pcl_packages {

using namespace hcl::pcl;

constexpr std::string_view kSchema = R"json({
  "name": "shop", "version": "1.2.3", "meta": {"moduleFormat": "(.*)(?:/[^/]*)"},
  "types": {
    "shop:index:Node": {"type": "object", "required": ["name"], "properties": {
      "name": {"type": "string"}, "next": {"$ref": "#/types/shop:index:Node"}}},
    "shop:index:Size": {"type": "string", "enum": [{"value": "small"}, {"value": "large"}]}
  },
  "resources": {
    "shop:index/cart:Cart": {
      "inputProperties": {"size": {"$ref": "#/types/shop:index:Size"}, "count": {"type": "integer", "plain": true},
                          "first": {"$ref": "#/types/shop:index:Node"}, "kind": {"type": "string", "const": "cart"}},
      "requiredInputs": ["size", "kind"],
      "properties": {"size": {"$ref": "#/types/shop:index:Size"}, "node": {"$ref": "#/types/shop:index:Node"}},
      "required": ["size"],
      "methods": {"pay": "shop:index/cart:Cart/pay"}
    },
    "shop:s3/bucket:Bucket": {},
    "shop:index:Odd": {"inputProperties": {"x": {"$ref": "#/types/shop:index:Gone", "type": "string"},
                                           "y": {"$ref": "/other/v1.0.0/schema.json#/types/other:index:T"}}}
  },
  "functions": {
    "shop:index:price": {"inputs": {"properties": {"of": {"type": "string"}}, "required": ["of"]},
                         "outputs": {"properties": {"sum": {"type": "number"}}, "required": ["sum"]}},
    "shop:index:tax": {"outputs": {"type": "number", "plain": true}}
  }
})json";

Packages packages_of(const std::vector<std::string>& texts) {
    return Packages(schemas_of_json(texts, "shop-9.9.9.json"));
}

TEST_CASE("pcl packages: resources, types and functions of a schema") {
    const Packages packages = packages_of({std::string(kSchema)});
    const PackagePtr shop = packages.find("shop");
    REQUIRE(shop);
    CHECK(packages.find("shop", "1.2.3") == shop);
    CHECK(!packages.find("shop", "1.0.0"));
    CHECK(!packages.find("other"));
    // The part after the slash is not significant.
    CHECK(shop->canonical(*parse_token("shop:index:Cart")) ==
          shop->canonical(*parse_token("shop:index/cart:Cart")));
    // A canonical token may be written, too.
    const auto written = [&](const char* token) {
        return shop->written_token(kResourceFamily, *parse_token(token));
    };
    CHECK(written("shop:s3:Bucket") == "shop:s3:Bucket");
    CHECK(written("shop:s3/bucket:Bucket") == "shop:s3:Bucket");
    CHECK(written("shop:index:Cart") == "shop::Cart");
    CHECK(parse_token("pulumi:providers:shop")->home() == "shop");
    CHECK(parse_token("pulumi:providers:shop/method")->home() == "shop");
    const ResourceDef* cart = shop->resource(shop->canonical(*parse_token("shop:Cart")));
    REQUIRE(cart);
    CHECK(cart->variable.to_string() ==
          "object({id = output(id), node = output(union(none, object({name = string, next = union(none, "
          "...)}))), "
          "size = output(enum(shop::Size(string): \"small\",\"large\")), urn = "
          "output(string)})");
    CHECK(cart->method("pay"));
    REQUIRE(cart->input("count"));
    CHECK(cart->input("count")->type.to_string() == "union(int, none)");
    CHECK(cart->input("size")->type.is(Kind::Union));
    CHECK(!cart->input("nope"));
    const FunctionDef* price = shop->function("shop::price");
    REQUIRE(price);
    CHECK(price->arguments.to_string() == "object({of = string})");
    CHECK(price->output_arguments.to_string() == "object({of = union(output(string), string)})");
    CHECK(price->result.to_string() == "object({sum = number})");
    const FunctionDef* tax = shop->function("shop::tax");
    REQUIRE(tax);
    CHECK(tax->spec.is_plain);
    CHECK(tax->result.to_string() == "number");
    CHECK(shop->resource("pulumi:providers:shop"));
}

TEST_CASE("pcl packages: types that are not there") {
    const Packages packages = packages_of({std::string(kSchema)});
    const ResourceDef* odd = packages.find("shop")->resource("shop::Odd");
    REQUIRE(odd);
    CHECK(odd->input("x")->type.to_pretty().find("string") != std::string::npos);
    // Another package is unknown.
    CHECK(odd->input("y")->type.to_pretty().find("dynamic") != std::string::npos);
}

TEST_CASE("pcl packages: the highest version, and the one in the name of the file") {
    const Packages packages = packages_of({R"({"name": "shop", "version": "1.9.0", "resources": {}})",
                                           R"({"name": "shop", "version": "1.10.0", "resources": {}})",
                                           R"({"name": "shop", "resources": {}})"});
    CHECK(packages.find("shop")->version() == "9.9.9");
    CHECK(packages.find("shop", "1.9.0")->version() == "1.9.0");
}

TEST_CASE("pcl packages: any bytes are read without a crash") {
    ResourceSpec spec;
    spec.token = "a:b:C";
    TypeSpec list;
    list.kind = TypeSpec::Kind::Array;
    list.parts.emplace_back();
    TypeSpec either;
    either.kind = TypeSpec::Kind::Union;
    either.parts.push_back(list);
    spec.inputs = {{"x", {}, either, true, false, ConstantSpec{}}};
    const std::string whole = encode(spec);
    REQUIRE(decode_resource(whole));
    CHECK(encode(*decode_resource(whole)) == whole);
    for (std::size_t size = 0; size < whole.size(); ++size) CHECK(!decode_resource(whole.substr(0, size)));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int byte : {0, 1, 7, 127, 128, 255}) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(byte);
            (void)decode_resource(damaged);
            (void)decode_function(damaged);
            (void)decode_type(damaged);
        }
    // Types with unlimited nesting are refused.
    TypeSpec deep;
    for (int i = 0; i < 200; ++i) {
        TypeSpec outer;
        outer.kind = TypeSpec::Kind::Array;
        outer.parts.push_back(std::move(deep));
        deep = std::move(outer);
    }
    spec.inputs[0].type = deep;
    CHECK(!decode_resource(encode(spec)));
    for (std::string_view text : {"", "[]", "{}", R"({"name": 3})", R"({"name": "a", "resources": 3})",
                                  R"({"name": "a/b", "version": "1"})"})
        CHECK(!server::read_schemas_of_json(std::string(text)));
}

TEST_CASE("pcl packages: tokens") {
    CHECK(parse_token("a:b:C")->module == "b");
    CHECK(parse_token("a:C")->module == "index");
    CHECK(parse_token("a::C")->module == "index");
    CHECK(!parse_token("a"));
    CHECK(!parse_token("a:b:c:d"));
    CHECK(parse_token("pulumi:providers:aws")->home() == "aws");
}

}  // namespace pcl_packages
}  // namespace hcl::test
