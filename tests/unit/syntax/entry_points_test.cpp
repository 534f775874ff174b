// Texts that are no whole file: lone expressions, references on their own, and what is nested too deeply.
#include <doctest/doctest.h>

#include <string>

#include "engine/syntax/file/file.h"
#include "engine/syntax/parse/traversal.h"
#include "tests/harness/texts.h"

namespace hcl::syntax {

using test::repeated;

namespace {

bool has(const Diagnostics& diagnostics, DiagCode code) {
    for (const Diagnostic& d : diagnostics)
        if (d.code == code) return true;
    return false;
}

}  // namespace

TEST_CASE("a lone expression that ends too early or too late") {
    struct Row {
        const char* text;
        DiagCode code;
    };
    constexpr Row kRows[] = {
        {"1 2", DiagCode::TrailingCharacters},
        {"f(1", DiagCode::UnterminatedCall},
        {"[1", DiagCode::UnterminatedTuple},
        {"{ a", DiagCode::UnterminatedObject},
        {"{ a, b = 1 }", DiagCode::MissingAttributeValue},
        {"\"%{ 1 }\"", DiagCode::InvalidDirective},
    };
    for (const Row& row : kRows) {
        FilePtr file = parse_expression(row.text);
        CHECK_MESSAGE(has(file->diagnostics(), row.code), row.text);
        CHECK(file->text() == row.text);
    }
}

TEST_CASE("a label holds fixed text") {
    FilePtr file = File::parse("b \"x-${y}\" {\n}\nc = 1\n");
    REQUIRE(file->diagnostics().size() == 1);
    CHECK(file->diagnostics()[0].code == DiagCode::InvalidStringLiteral);
    CHECK(file->text(file->diagnostics()[0].span) == "${");
}

TEST_CASE("references on their own: what is wrong with them") {
    struct Row {
        const char* text;
        DiagCode code;
    };
    constexpr Row kRows[] = {
        {"", DiagCode::VariableNameRequired},         {"1a", DiagCode::VariableNameRequired},
        {"a.", DiagCode::AttributeNameRequired},      {"a[]", DiagCode::IndexValueRequired},
        {"a[b]", DiagCode::IndexValueRequired},       {"a[0", DiagCode::UnclosedIndex},
        {"a b", DiagCode::InvalidTraversalCharacter}, {"a[\"${b}\"]", DiagCode::InvalidStringLiteral},
    };
    for (const Row& row : kRows) {
        PathParse path = parse_path(row.text);
        CHECK_MESSAGE(has(path.diagnostics, row.code), row.text);
    }
}

TEST_CASE("what is nested too deeply is said once, and nothing is lost") {
    for (std::string_view open : {"[", "(", "{a=", "-", "!", "\"${", "a[", "f("}) {
        std::string text = "a = " + repeated(open, 20'000 * open.size()) + "\nb = 1\n";
        FilePtr file = File::parse(text);
        CHECK(file->text() == text);
        CHECK_MESSAGE(has(file->diagnostics(), DiagCode::TooDeep), open);
        CHECK(file->diagnostics().size() <= 20);
    }
    ParseOptions options;
    options.syntax = Syntax::Json;
    std::string text = "{\"a\": " + repeated("[", 20'000);
    FilePtr file = File::parse(text, options);
    CHECK(file->text() == text);
    CHECK(has(file->diagnostics(), DiagCode::JsonTooDeep));
}

TEST_CASE("JSON does not begin with a byte order mark") {
    ParseOptions options;
    options.syntax = Syntax::Json;
    FilePtr file = File::parse("\xEF\xBB\xBF{\"a\": 1}", options);
    REQUIRE(file->diagnostics().size() == 1);
    CHECK(file->diagnostics()[0].code == DiagCode::JsonByteOrderMark);
    CHECK(file->root().is(NodeKind::JsonObject));
}

}  // namespace hcl::syntax
