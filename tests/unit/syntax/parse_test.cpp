// Parsing native syntax: shapes of trees, bounds, hostile input.
#include <doctest/doctest.h>

#include <string>

#include "engine/syntax/file/file.h"
#include "engine/syntax/lex/literal.h"
#include "tests/harness/syntax_check.h"
#include "tests/harness/texts.h"

using namespace hcl;
using namespace hcl::syntax;
using hcl::test::repeated;

namespace {

std::string shape(Node node) {
    std::string out(kind_name(node.kind()));
    if (node.children().is_empty()) return out;
    out += "(";
    for (Node child : node.children()) out += (out.ends_with('(') ? "" : " ") + shape(child);
    return out + ")";
}

std::string expression_shape(std::string_view text) {
    return shape(parse_expression(text)->root());
}

}  // namespace

TEST_CASE("operators bind by their levels, to the left") {
    CHECK(expression_shape("1 + 2 * 3") == "Binary(Number Binary(Number Number))");
    CHECK(expression_shape("1 * 2 + 3") == "Binary(Binary(Number Number) Number)");
    CHECK(expression_shape("1 - 2 - 3") == "Binary(Binary(Number Number) Number)");
    CHECK(expression_shape("a || b && c == d") ==
          "Binary(Variable Binary(Variable Binary(Variable Variable)))");
    CHECK(expression_shape("-a.b + !c") == "Binary(Unary(GetAttr(Variable)) Unary(Variable))");
    CHECK(expression_shape("a ? b : c ? d : e") ==
          "Conditional(Variable Variable Conditional(Variable Variable Variable))");
}

TEST_CASE("chains of steps, splats and calls") {
    CHECK(expression_shape("a.b[0].c") == "GetAttr(Index(GetAttr(Variable) Number))");
    CHECK(expression_shape("a.*.b.c[1]") == "Index(AttrSplat(Variable GetAttr(GetAttr(SplatItem))) Number)");
    CHECK(expression_shape("a[*].b[1]") == "FullSplat(Variable Index(GetAttr(SplatItem) Number))");
    CHECK(expression_shape("x::y(a, b...)") == "Call(FunctionName Variable Variable)");
    CHECK(expression_shape("{for k, v in m : k => v... if c}") ==
          "ForObject(Name Name Variable Variable Variable Variable)");
}

TEST_CASE("templates") {
    CHECK(expression_shape("\"a${b}c\"") ==
          "Template(TemplateLiteral Interpolation(Variable) TemplateLiteral)");
    FilePtr file = parse_template("%{ if a ~}  x%{ else }%{ for v in l }${v}%{ endfor }%{ endif }");
    CHECK(file->diagnostics().empty());
    CHECK(shape(file->root()) ==
          "TemplateBody(IfDirective(Variable TemplateBody(TemplateLiteral) "
          "TemplateBody(ForDirective(Name Variable TemplateBody(Interpolation(Variable))))))");
    auto items = template_items(file->root());
    REQUIRE(items.size() == 1);
    CHECK(items[0].first[0].text == "x");
}

TEST_CASE("flush heredocs lose the indentation that all lines share") {
    FilePtr file = parse_expression("<<-E\n    a\n      b ${c}\n\n    d\n  E\n");
    CHECK(file->diagnostics().empty());
    auto items = template_items(file->root());
    REQUIRE(items.size() == 3);
    CHECK(items[0].text == "a\n  b ");
    CHECK(items[2].text == "\n\nd\n");
}

TEST_CASE("views of bodies") {
    FilePtr file = File::parse("a = 1\nb \"x\\n\" y {\n  c = 2\n  d {}\n}\n");
    auto items = file->body().items();
    REQUIRE(items.size() == 2);
    CHECK(items[0].attribute().name == "a");
    BlockView block = items[1].block();
    CHECK(block.type() == "b");
    REQUIRE(block.labels().size() == 2);
    CHECK(block.labels()[0].value == "x\n");
    CHECK(block.body().attributes()[0].expr.text() == "2");
    CHECK(block.body().blocks()[0].is_one_line());
    CHECK(file->text(block.open_brace()) == "{");
    CHECK(file->text(block.close_brace()) == "}");
}

TEST_CASE("braces decide where a block ends, also at the end of a file without a line end") {
    for (const std::string_view end : {"}", "} ", "}\t # done", "} // done", "}\n", "} /* done */"}) {
        CAPTURE(std::string(end));
        const FilePtr file = File::parse("variable \"a\" {\ndefault = 1\n" + std::string(end));
        CHECK(file->diagnostics().empty());
        CHECK(file->body().items().size() == 1);
    }
}

TEST_CASE("long chains work, and what is too deep is said") {
    CHECK(parse_expression("a" + repeated(".b", 4000))->diagnostics().empty());
    CHECK(parse_expression("1" + repeated("+1", 4000))->diagnostics().empty());
    for (const std::string& text :
         {"a" + repeated(".b", 100'000), "1" + repeated("+1", 100'000), repeated("(", 100'000),
          repeated("-", 100'000), repeated("a[*]", 100'000), repeated("a?", 100'000)}) {
        FilePtr file = parse_expression(text);
        CHECK(!file->diagnostics().empty());
        CHECK(test::broken_invariant(*file, text) == "");
    }
}

// work_test.cpp counts what such texts cost.
TEST_CASE("hostile input: bounded and lossless") {
    constexpr std::size_t kMegabyte = 1 << 20;
    for (std::string_view piece :
         {"[",           "{",       "(",       "${", "\"${", "a=\"${\n", "<<A\n",  "a=<<A\n", "\"",
          "a {\n",       "a = [\n", "a = {\n", "/*", "}",    "}\n",      "\xFF",   "a=",      "%{",
          "\"%{ if a }", "~}",      "'",       "a.", "\n",   "\r",       "a = 1, "}) {
        std::string text = repeated(piece, kMegabyte);
        FilePtr file = File::parse(text);
        CAPTURE(std::string(piece));
        CHECK(test::broken_invariant(*file, text) == "");
    }
    std::string opened = repeated("a {\n", kMegabyte) + repeated("}\n", kMegabyte / 4);
    CHECK(test::broken_invariant(*File::parse(opened), opened) == "");
}

TEST_CASE("a heredoc whose last line is the marker lacks a line end") {
    auto message = [](std::string_view text) {
        const FilePtr file = File::parse(text);
        REQUIRE(file->diagnostics().size() == 2);
        return file->diagnostics().front().message + file->diagnostics().back().message;
    };
    CHECK(message("a = <<EOT\nb\n  EOT").find("needs a line end") != std::string::npos);
    CHECK(message("a = <<-EOT\nEOT").find("needs a line end") != std::string::npos);
    CHECK(message("a = <<EOT\nb EOT").find("needs a line end") == std::string::npos);
    CHECK(message("a = <<EOT\nEOTS").find("needs a line end") == std::string::npos);
}
