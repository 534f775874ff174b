// Partial processing: two steps give the same as one step with the union of the schemata, in both syntaxes;
// nothing is returned twice or lost.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "tests/unit/decode/support.h"

namespace hcl::decode {

namespace {

constexpr std::string_view kNames[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

using Random = std::minstd_rand;

std::size_t below(Random& random, std::size_t n) {
    return random() % n;
}

// A text in which each name is an argument, some blocks, or absent; the same in both syntaxes.
struct Texts {
    std::string native;
    std::string json;
};

Texts random_texts(Random& random, std::string_view prefix) {
    Texts texts{"", "{"};
    auto property = [&](const std::string& name, const std::string& value) {
        if (texts.json.size() > 1) texts.json += ",";
        texts.json += "\"" + name + "\":" + value;
    };
    for (std::string_view plain : kNames) {
        std::string name = std::string(prefix) + std::string(plain);
        switch (below(random, 4)) {
            case 0:
                texts.native += name + " = 1\n";
                property(name, "1");
                break;
            case 1:
                texts.native += name + " {\n}\n" + name + " {\n x = 2\n}\n";
                property(name, R"([{}, {"x": 2}])");
                break;
            case 2:
                texts.native += name + " \"l\" {\n}\n";
                property(name, R"({"l": {}})");
                break;
            default:
                break;
        }
    }
    texts.json += "}";
    return texts;
}

// Each name is requested as an argument, a block, a block with a label, or not at all.
BodySchema random_schema(Random& random, std::string_view prefix) {
    BodySchema schema;
    for (std::string_view plain : kNames) {
        std::string name = std::string(prefix) + std::string(plain);
        switch (below(random, 5)) {
            case 0:
                schema.attributes.push_back({name, below(random, 3) == 0});
                break;
            case 1:
                schema.blocks.push_back({name, {}});
                break;
            case 2:
                schema.blocks.push_back({name, {"label"}});
                break;
            default:
                break;
        }
    }
    return schema;
}

// The result as text that does not depend on the order of processing.
struct Found {
    std::vector<std::string> items;
    std::vector<std::string> findings;
    bool operator==(const Found&) const = default;

    void add(const BodyContent& content, const Diagnostics& diagnostics) {
        for (const Attribute& a : content.attributes)
            items.push_back("attribute " + a.name + "@" + std::to_string(a.span.span.start));
        for (const Block& b : content.blocks) {
            std::string text = "block " + b.type + "@" + std::to_string(b.header_span.span.start);
            for (const std::string& label : b.labels) text += " " + label;
            for (const Attribute& a : b.body.just_attributes().attributes) text += " " + a.name;
            items.push_back(text);
        }
        // Suggestions depend on the current schema, findings do not.
        for (const Diagnostic& d : diagnostics)
            findings.push_back(diag_id(d.code) + "@" + std::to_string(d.file.value) + ":" +
                               std::to_string(d.span.start));
    }
    void sort() {
        std::ranges::sort(items);
        std::ranges::sort(findings);
    }
};

void check_two_steps(const Body& body, Random& random, std::string_view prefix) {
    BodySchema whole = random_schema(random, prefix);
    BodySchema first;
    BodySchema second;
    for (const AttributeSchema& a : whole.attributes)
        (below(random, 2) ? first : second).attributes.push_back(a);
    for (const BlockHeaderSchema& b : whole.blocks) (below(random, 2) ? first : second).blocks.push_back(b);

    Found one;
    ContentResult at_once = body.content(whole);
    one.add(at_once.content, at_once.diagnostics);
    Found two;
    PartialResult partial = body.partial_content(first);
    two.add(partial.content, partial.diagnostics);
    ContentResult rest = partial.remain.content(second);
    two.add(rest.content, rest.diagnostics);
    one.sort();
    two.sort();
    CHECK(one.items == two.items);
    CHECK(one.findings == two.findings);

    // A repeated request gives the same; processed content is not in the rest.
    PartialResult again = body.partial_content(first);
    CHECK(again.content.attributes.size() == partial.content.attributes.size());
    CHECK(again.content.blocks.size() == partial.content.blocks.size());
    PartialResult nothing = partial.remain.partial_content(first);
    CHECK(nothing.content.attributes.empty());
    CHECK(nothing.content.blocks.empty());
}

}  // namespace

TEST_CASE("two steps equal one step with the union: native, JSON and merged bodies") {
    Random random(7);
    for (int round = 0; round < 300; ++round) {
        Texts texts = random_texts(random, "");
        Texts others = random_texts(random, "z");
        INFO(texts.native);
        check_two_steps(body_of(texts.native), random, "");
        check_two_steps(body_of(texts.json), random, "");
        Body merged = merge_bodies({body_of(texts.native, FileId(1)), body_of(others.json, FileId(2))});
        check_two_steps(merged, random, "");
        check_two_steps(merged, random, "z");
    }
}

TEST_CASE("a decoded part and the decoded rest make the whole") {
    constexpr std::string_view first =
        "object {\n attr \"a\" {\n}\n block_list \"b\" {\n attr {\n name = \"x\"\n}\n}\n}\n";
    constexpr std::string_view rest = "object {\n attr \"c\" {\n}\n}\n";
    for (std::string_view input : {std::string_view("a = 1\nb {\n x = 2\n}\nc = 3\n"),
                                   std::string_view(R"({"a": 1, "b": {"x": 2}, "c": 3})")}) {
        SpecFile one = load_spec_file(syntax::File::parse(first), FileId(0), Rules::spec());
        SpecFile two = load_spec_file(syntax::File::parse(rest), FileId(0), Rules::spec());
        eval::EvalOptions options = eval::eval_options(Rules::spec());
        PartialDecodeResult part = partial_decode(body_of(input), *one.root, nullptr, options);
        CHECK(part.diagnostics.empty());
        CHECK(*value_to_json(part.value) == R"({"a":1,"b":[2]})");
        DecodeResult remaining = decode(part.remain, *two.root, nullptr, options);
        CHECK(remaining.diagnostics.empty());
        CHECK(*value_to_json(remaining.value) == R"({"c":3})");
        CHECK_FALSE(decode(body_of(input), *one.root, nullptr, options).diagnostics.empty());
    }
}

}  // namespace hcl::decode
