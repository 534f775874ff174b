// Schema caches: what is written is read, damage is found, and bytes that are anything do no harm.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "engine/language/language.h"
#include "engine/schemas/schema_set.h"
#include "engine/schemas/schema_writer.h"
#include "engine/syntax/file/file.h"

namespace hcl::test {
namespace schema_cache {

using namespace schemas;
using Found = language::BodySource::Found;

SchemaAttribute attribute(std::string name, Type type, std::uint32_t flags) {
    SchemaAttribute one;
    one.name = std::move(name);
    one.type = std::move(type);
    one.flags = flags;
    return one;
}

std::string cache() {
    SchemaBody body;
    body.documentation = {"A machine.", true, "Use another one."};
    body.attributes.push_back(attribute("name", Type::string(), kRequired));
    body.attributes.push_back(attribute("id", Type::string(), kComputed | kSensitive));
    body.attributes.push_back(attribute("secret", Type::string(), kOptional | kWriteOnly));
    body.attributes.back().documentation = {"Not kept.", true, ""};
    body.attributes.push_back(attribute(
        "rule", Type::list(Type::object({{"port", Type::number(), false}, {"note", Type::string(), true}})),
        kOptional));
    SchemaAttribute nested = attribute("endpoint", {}, kOptional | kNested);
    nested.nesting = Nesting::List;
    nested.nested.push_back(attribute("host", Type::string(), kRequired));
    nested.nested.push_back(attribute("any", Type::dynamic(), kOptional));
    body.attributes.push_back(nested);
    SchemaBlock block;
    block.type = "disk";
    block.nesting = Nesting::Set;
    block.min_items = 1;
    block.max_items = 3;
    block.body.documentation.text = "A disk.";
    block.body.attributes.push_back(attribute("size", Type::number(), kRequired));
    body.blocks.push_back(block);
    block.type = "place";
    block.nesting = Nesting::Map;
    body.blocks.push_back(block);
    SchemaFunction function;
    function.documentation.text = "Takes a name apart.";
    function.parameters = {{"name", "A name.", Type::string(), true}, {"more", "", Type::number(), false}};
    function.is_variadic = true;
    function.result = Type::list(Type::string());
    SchemaWriter writer("host/space/cloud", "1.2.3");
    writer.add("resource", "cloud_server", body);
    writer.add("resource", "cloud_empty", {});
    writer.add("provider", "", body);
    writer.add("parse", function);
    return writer.take();
}

Result<SchemaFilePtr> open(std::string bytes) {
    return SchemaFile::open(std::make_shared<const BytesInMemory>(std::move(bytes)));
}

const language::Language& some_language() {
    static const language::LanguagePtr language = language::Language::load(
        syntax::File::parse("language \"t\" {\n  dynamic_blocks = \"dynamic\"\n}\nobject {}\n"), {}, "t");
    return *language;
}

// Decodes everything below a body.
void decode(const language::BodyDef& body, int depth = 0) {
    if (depth > 70) return;
    for (const language::AttributeDef& def : body.attributes)
        if (def.fields) decode(def.fields->get(), depth + 1);
    for (const language::BlockDef& def : body.blocks) decode(def.body->get(), depth + 1);
}

TEST_CASE("schemas: written records are read back") {
    auto file = open(cache());
    REQUIRE(file);
    CHECK((*file)->package() == "host/space/cloud");
    CHECK((*file)->version() == "1.2.3");
    CHECK((*file)->count() == 4);
    CHECK_FALSE((*file)->damage());
    auto answer = (*file)->find("resource", "cloud_server");
    REQUIRE(answer.found == Found::Body);
    language::BodyDef body = answer.body->compile(some_language());
    REQUIRE(body.notes);
    CHECK(body.notes->doc == "A machine.");
    CHECK(body.notes->deprecated == "Use another one.");
    CHECK(body.attribute("name")->is_required);
    CHECK(body.attribute("id")->is_read_only);
    CHECK(body.attribute("id")->is_sensitive);
    CHECK(body.attribute("secret")->is_write_only);
    CHECK(body.attribute("secret")->notes.is_deprecated);
    CHECK(body.attribute("rule")->type ==
          Type::list(Type::object({{"note", Type::string(), true}, {"port", Type::number(), false}})));
    // A list of objects may be written as blocks.
    REQUIRE(body.block("rule"));
    CHECK_FALSE(body.block("rule")->body->get().attribute("port")->is_required);
    REQUIRE(body.attribute("endpoint")->fields);
    CHECK(body.attribute("endpoint")->fields->get().attribute("host"));
    const language::BlockDef* disk = body.block("disk");
    REQUIRE(disk);
    CHECK(disk->notes.doc == "A disk.");
    CHECK(disk->min_items == 1);
    CHECK(disk->max_items == 3);
    CHECK(disk->repeats == language::BlockDef::Repeats::Set);
    CHECK(body.generator("disk"));
    CHECK(body.block("place")->labels.size() == 1);
    // Types without decoding the rest, and by way of the body.
    Type type = answer.body->type();
    CHECK(type.find_attribute("disk")->type == Type::set(Type::object({{"size", Type::number(), false}})));
    CHECK(type.find_attribute("endpoint")->type.is_dynamic());
    CHECK(type == language::object_type(body));
    Value outcome = language::outcome_of(body);
    REQUIRE(outcome.has_content());
    CHECK(outcome.find("secret")->is_null());
    CHECK(outcome.find("id")->is_marked());
    CHECK(outcome.find("name")->is_unknown());
    // A body without anything says nothing, and a package has its own one under any name.
    CHECK((*file)->find("resource", "cloud_empty").body->compile(some_language()).is_lenient);
    CHECK((*file)->find("provider", "cloud").found == Found::Body);
    CHECK((*file)->find("resource", "cloud_other").found == Found::NoSuchName);
    CHECK((*file)->find("data", "cloud_server").found == Found::NoSuchName);
    eval::FunctionPtr function = (*file)->function("parse");
    REQUIRE(function);
    CHECK(function->parameters.size() == 1);
    CHECK(function->parameters[0].allow_null);
    CHECK(function->variadic->name == "more");
    CHECK(function->result_type == Type::list(Type::string()));
    CHECK((*file)->find("function", "parse").found == Found::NoSuchName);
}

TEST_CASE("schemas: a package is found by the end of its address") {
    auto file = open(cache());
    REQUIRE(file);
    SchemaSet set({*file});
    CHECK(set.find({"space/cloud", "resource", "cloud_server"}).found == Found::Body);
    CHECK(set.find({"Space/Cloud", "resource", "cloud_server"}).found == Found::Body);
    CHECK(set.find({"host/space/cloud", "resource", "nothing"}).found == Found::NoSuchName);
    CHECK(set.find({"pace/cloud", "resource", "cloud_server"}).found == Found::UnknownPackage);
    CHECK(set.find({"other/space/cloud", "resource", "cloud_server"}).found == Found::UnknownPackage);
    CHECK(set.find({"", "resource", "cloud_server"}).found == Found::UnknownPackage);
}

TEST_CASE("schemas: a file that is cut is refused") {
    const std::string whole = cache();
    for (std::size_t size = 0; size < whole.size(); ++size) CHECK_FALSE(open(whole.substr(0, size)));
    CHECK_FALSE(open(whole + "x"));
    auto other = whole;
    other[8] = 2;
    auto refused = open(other);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("version 2") != std::string::npos);
}

TEST_CASE("schemas: every flipped bit is found") {
    const std::string whole = cache();
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
            auto file = open(std::move(bytes));
            bool is_found = !file || (*file)->damage().has_value();
            CHECK_MESSAGE(is_found, "byte ", at, " bit ", bit);
        }
}

// The checksums of the file as they must be for its bytes: what a stranger would write.
void sign(std::string& bytes) {
    ByteReader head(std::string_view(bytes).substr(8));
    head.fixed(4);
    std::uint64_t size = head.fixed(4);
    if (bytes.size() < kFixedHeader + size) return;
    ByteWriter sum;
    sum.fixed(checksum(std::string_view(bytes).substr(kFixedHeader, size),
                       checksum(std::string_view(bytes).substr(0, kFixedHeader - 8))),
              8);
    bytes.replace(kFixedHeader - 8, 8, sum.bytes());
}

TEST_CASE("schemas: reading ends for any bytes") {
    const std::string whole = cache();
    std::minstd_rand random(7);
    int opened = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string bytes = whole;
        for (int n = 0; n < 4; ++n) bytes[random() % bytes.size()] = static_cast<char>(random());
        std::copy_n(whole.begin(), 24, bytes.begin());
        sign(bytes);
        auto file = open(std::move(bytes));
        if (!file) continue;
        ++opened;
        (*file)->each_family([&](std::string_view family, std::size_t) {
            (*file)->each_name(family, [&](std::string_view name) {
                (*file)->function(name);
                auto answer = (*file)->find(family, name);
                if (answer.body) decode(answer.body->compile(some_language()));
            });
        });
    }
    CHECK(opened > 100);
    // Records of any bytes under a right checksum.
    for (int round = 0; round < 3000; ++round) {
        std::string record(random() % 60, '\0');
        for (char& c : record) c = static_cast<char>(random() % 3 == 0 ? random() : random() % 4);
        ByteWriter index;
        index.text("a/b");
        index.text("");
        index.number(1);
        index.text("resource");
        index.number(1);
        index.text("x");
        index.number(record.size());
        index.fixed(checksum(record), 8);
        ByteWriter out;
        out.raw(kMagic);
        out.fixed(kVersion, 4);
        out.fixed(index.bytes().size(), 4);
        out.fixed(kFixedHeader + index.bytes().size() + record.size(), 8);
        out.fixed(checksum(index.bytes(), checksum(out.bytes())), 8);
        out.raw(index.bytes());
        out.raw(record);
        auto file = open(out.take());
        REQUIRE(file);
        auto answer = (*file)->find("resource", "x");
        if (answer.found == Found::Body) {
            decode(answer.body->compile(some_language()));
            answer.body->type();
        }
    }
}

}  // namespace schema_cache
}  // namespace hcl::test
