// The specification of PCL's type system, sentence by sentence: docs/pcl-types.md lists them.
#include <doctest/doctest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/pcl/convert.h"
#include "engine/pcl/notation.h"
#include "engine/pcl/program.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/typer.h"
#include "engine/pcl/unify.h"
#include "engine/syntax/file/file.h"
#include "tests/harness/package_schemas.h"
#include "tests/harness/paths.h"
#include "tests/unit/pcl/support.h"

namespace hcl::test::pcl_sentences {

using pcl::Conversion;
using pcl::Type;
using pcl_support::conversion_of;
using pcl_support::find_codes;
using pcl_support::stepped;
using pcl_support::type;
using pcl_support::typed;
using pcl_support::unified;

struct Row {
    const char* id;
    std::string actual;
    std::string expected;
};

// The items of a body: "resource(r, pkg:index:Thing){name=Template}".
std::string outline(const syntax::BodyView& body) {
    std::string out;
    for (const syntax::BodyItem& item : body.items()) {
        if (!out.empty()) out += " ";
        if (item.kind == syntax::BodyItem::Kind::Attribute) {
            const syntax::AttributeView attribute = item.attribute();
            out += std::string(attribute.name) + "=" + std::string(syntax::kind_name(attribute.expr.kind()));
            continue;
        }
        const syntax::BlockView block = item.block();
        std::string labels;
        for (const syntax::LabelView& label : block.labels())
            labels += (labels.empty() ? "" : ", ") + label.value;
        out += std::string(block.type()) + "(" + labels + "){" + outline(block.body()) + "}";
    }
    return out;
}

std::string outline(std::string_view text) {
    return outline(syntax::File::parse(text)->body());
}

// The names and types of a program of these files.
std::string bound(std::initializer_list<std::string_view> files) {
    pcl::ProgramInput input;
    std::uint32_t next = 1;
    for (std::string_view text : files) {
        const FileId id(next);
        input.files.push_back({id, std::to_string(next++) + ".pp", syntax::File::parse(text)});
    }
    input.packages = mock_packages();
    const pcl::ProgramPtr program = pcl::Program::bind(std::move(input), {});
    std::string out;
    for (const pcl::PlacedNode& node : program->nodes())
        out += (out.empty() ? "" : ", ") + node->name + ": " +
               (node->kind == pcl::ProgramNode::Kind::Resource ? std::string(node->detail)
                                                               : node->type.to_string());
    return out;
}

std::string converts(const char* from, const char* to) {
    return conversion_of(from, to) != "none" ? "yes" : "no";
}

std::string assigns(const char* to, const char* from) {
    return pcl::is_assignable(type(to), type(from)) ? "yes" : "no";
}

std::string is_read(std::string_view text) {
    return syntax::File::parse(text)->diagnostics().empty() ? "yes" : "no";
}

std::vector<Row> programs() {
    return {
        {"subset",
         is_read("package {\n  baseProviderName = \"p\"\n}\nx = { for k, v in y : k => \"${v}-%{if "
                 "z}a%{endif}\" }\n"),
         "yes"},
        {"subset", is_read("x = (a, b) => a\n"), "no"},
        {"files",
         bound({"resource b \"mock:index:Bucket\" {}\n", "local = b.arn\n",
                "output o {\n  value = local\n}\n"}),
         "b: mock::Bucket, local: output(string), o: dynamic"},
        {"body", outline("a = 1\nb {}\nc {}\nd = 2\n"), "a=Number b(){} c(){} d=Number"},
        {"body", outline(""), ""},
        {"block", outline("b {}\nr one \"two\" {\n  inner {}\n}\n"), "b(){} r(one, two){inner(){}}"},
        {"attribute", outline("name = [1]\n"), "name=Tuple"},
        {"expression", outline("a = \"x\"\nb = 4\nc = -b + 1\nd = r.name\ne = f(1)\n"),
         "a=Template b=Number c=Binary d=GetAttr e=Call"},
        {"example",
         outline("resource \"r\" \"pkg:index:Resource\" {\n    name = \"r\"\n}\n\nx = { r = r }\n\n"
                 "output \"o\" {\n    value = r.name\n}\n"),
         "resource(r, pkg:index:Resource){name=Template} x=Object output(o){value=GetAttr}"},
        {"syntax-only", outline("resource a \"b\" {\n  x = y.z\n}\n"), "resource(a, b){x=GetAttr}"},
        {"syntax-only", bound({"resource y \"mock:index:Bucket\" {}\nx = y.name\n"}),
         "y: mock::Bucket, x: output(string)"},
        {"scope", typed("r.name", {{"r", "object({name = output(string)})"}}), "output(string)"},
    };
}

std::vector<Row> literals() {
    const std::string k256 = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    const Type big = *pcl::parse_type(k256).type;
    // 2^600 + 1
    const std::string kTooLong =
        "4149515568880992958512407863691161151012446232242436899995657329690652811412908146399707048947103794"
        "28819788"
        "6611300789182395151075411775307886874834113963687061181803401509523685377";
    // 2^512 - 1
    const std::string k512 =
        "1340780792994259709957402499820584612747936582059239337772356144372176403007354697680187429816690342"
        "7690031858186486050853753882811946569946433649006084095";
    return {
        {"literal", typed("42"), "42"},
        {"literal", typed("true"), "true"},
        {"literal", typed("-2.5"), "-2.5"},
        {"literal", typed("null"), "null"},
        {"literal", typed("\"foo\""), "string"},
        {"literal", type("42").underlying().to_string(), "int"},
        {"literal", type("2.5").underlying().to_string(), "number"},
        {"literal", type("true").underlying().to_string(), "bool"},
        {"int", type("5").underlying().to_string(), "int"},
        {"int", typed(k256), type(k256).to_string()},
        {"int", big.value().as_number().to_text().value_or(""), k256},
        {"int-bits", std::to_string(big.value().as_number().min_precision()), "256"},
        {"int-exact", find_codes(kTooLong), "HCL3221"},
        {"int-exact", find_codes(k256), ""},
        {"int-syntax", find_codes(k512), ""},
        {"int-syntax", typed(k512), k512},
        {"int-syntax", typed("-" + k512), "-" + k512},
        {"int-syntax", find_codes("1e400"), "HCL3221"},
        {"int-equal", type("1e3") == type("1000") ? "equal" : "different", "equal"},
        {"int-equal", type(k256) == type(k256.substr(0, k256.size() - 1) + "4") ? "equal" : "different",
         "different"},
    };
}

std::vector<Row> assignments() {
    return {
        {"union-set", type("union(string, int, string)").to_string(), "union(int, string)"},
        {"union-assign", assigns("union(int, list(string))", "list(string)"), "yes"},
        {"union-assign", assigns("union(int, list(string))", "bool"), "no"},
        {"union-traverse", stepped("union(object({a = int}), object({a = string}), object({b = bool}))", "a"),
         "union(int, string)"},
        {"union-none", stepped("union(none, object({a = string}))", "a"), "union(none, string)"},
        {"eventual", assigns("promise(int)", "output(int)"), "no"},
        {"eventual", assigns("int", "promise(int)"), "no"},
        {"eventual", pcl::resolve_outputs(type("list(promise(output(int)))")).to_string(), "list(int)"},
        {"promise-assign", assigns("promise(int)", "promise(int)"), "yes"},
        {"promise-assign", assigns("promise(int)", "list(int)"), "no"},
        {"promise-assign", assigns("promise(int)", "int"), "yes"},
        {"promise-assign", assigns("promise(int)", "output(int)"), "no"},
        {"promise-traverse", stepped("promise(object({a = int}))", "a"), "promise(int)"},
        {"output-assign", assigns("output(int)", "output(int)"), "yes"},
        {"output-assign", assigns("output(int)", "promise(int)"), "yes"},
        {"output-assign", assigns("output(int)", "int"), "yes"},
        {"output-assign", assigns("output(int)", "promise(list(int))"), "no"},
        {"output-assign", assigns("int", "output(int)"), "no"},
        {"output-traverse", stepped("output(object({a = int}))", "a"), "output(int)"},
        {"none", type("null").underlying().to_string(), "none"},
        {"none-only", assigns("none", "null"), "yes"},
        {"none-only", assigns("string", "null"), "no"},
        {"none-only", assigns("list(none)", "none"), "no"},
        {"none-only", assigns("object({})", "none"), "no"},
        {"none-only", assigns("promise(string)", "none"), "no"},
        {"none-only", assigns("string?", "none"), "yes"},
        {"none-only", conversion_of("none", "none"), "safe"},
        {"none-only", conversion_of("null", "none"), "safe"},
        {"none-only", conversion_of("none", "string"), "none"},
        {"none-only", conversion_of("none", "list(none)"), "none"},
        {"optional", type("string?").to_string(), "union(none, string)"},
        {"optional", conversion_of("none", "string?"), "safe"},
    };
}

std::vector<Row> conversions() {
    return {
        {"convert-primitive", converts("int", "string"), "yes"},
        {"convert-primitive", converts("string", "int"), "yes"},
        {"convert-primitive", converts("int", "number"), "yes"},
        {"convert-primitive", converts("number", "int"), "yes"},
        {"convert-safe", conversion_of("int", "string"), "safe"},
        {"convert-safe", conversion_of("int", "number"), "safe"},
        {"convert-safe", conversion_of("string", "int"), "unsafe"},
        {"convert-safe", conversion_of("number", "int"), "unsafe"},
        {"convert-union", conversion_of("int", "union(list(int), string)"), "safe"},
        {"convert-union", conversion_of("map(int)", "union(list(int), string)"), "none"},
        {"convert-union-safe", conversion_of("int", "union(bool, string)"), "safe"},
        {"convert-union-safe", conversion_of("string", "union(bool, int)"), "unsafe"},
        {"convert-promise", conversion_of("promise(int)", "promise(string)"), "safe"},
        {"convert-promise", conversion_of("int", "promise(string)"), "safe"},
        {"convert-promise", conversion_of("list(int)", "promise(string)"), "none"},
        {"convert-promise", conversion_of("promise(list(int))", "promise(string)"), "none"},
        {"convert-promise-safe", conversion_of("promise(int)", "promise(number)"), "safe"},
        {"convert-promise-safe", conversion_of("int", "promise(number)"), "safe"},
        {"convert-promise-safe", conversion_of("promise(string)", "promise(int)"), "unsafe"},
        {"convert-promise-safe", conversion_of("string", "promise(int)"), "unsafe"},
        {"convert-output", conversion_of("output(int)", "output(string)"), "safe"},
        {"convert-output", conversion_of("promise(int)", "output(string)"), "safe"},
        {"convert-output", conversion_of("int", "output(string)"), "safe"},
        {"convert-output", conversion_of("map(int)", "output(string)"), "none"},
        {"convert-output", conversion_of("output(map(int))", "output(string)"), "none"},
        {"convert-output", conversion_of("promise(map(int))", "output(string)"), "none"},
        {"convert-output-safe", conversion_of("output(int)", "output(number)"), "safe"},
        {"convert-output-safe", conversion_of("promise(int)", "output(number)"), "safe"},
        {"convert-output-safe", conversion_of("int", "output(number)"), "safe"},
        {"convert-output-safe", conversion_of("output(string)", "output(int)"), "unsafe"},
        {"convert-output-safe", conversion_of("promise(string)", "output(int)"), "unsafe"},
        {"convert-output-safe", conversion_of("string", "output(int)"), "unsafe"},
    };
}

std::vector<Row> unifications() {
    return {
        {"unify-int", unified("int", "number"), "number"},
        {"unify-int", unified("number", "int"), "number"},
        {"unify-int", unified("int", "string"), "string"},
        {"unify-int", unified("string", "int"), "string"},
        {"unify-unions", unified("union(int, none)", "union(bool, none)"), "union(bool, int, none)"},
        {"unify-union", unified("union(int, none)", "number"), "union(none, number)"},
        {"unify-union", unified("union(none, object({a = int}))", "object({a = string})"),
         "union(none, object({a = string}))"},
        {"unify-union", unified("list(union(none, object({a = int})))", "list(object({b = string}))"),
         "list(union(none, object({a = union(int, none), b = union(none, string)}), object({b = string})))"},
        {"unify-union", unified("map(object({b = string}))", "map(union(none, object({a = int})))"),
         "map(union(none, object({a = union(int, none), b = union(none, string)}), object({b = string})))"},
        {"unify-union", unified("output(union(none, object({a = int})))", "object({b = string})"),
         "output(union(none, object({a = union(int, none), b = union(none, string)}), object({b = "
         "string})))"},
        {"unify-union", unified("object({b = string})", "output(union(none, object({a = int})))"),
         "output(union(none, object({a = union(int, none), b = union(none, string)}), object({b = "
         "string})))"},
        {"unify-promise-output", unified("promise(string)", "output(int)"), "output(string)"},
        {"unify-promise-output", unified("output(int)", "promise(string)"), "output(string)"},
        {"unify-promise-output", unified("promise(int)", "output(string)"), "output(string)"},
        {"unify-promise-output", unified("list(promise(string))", "list(output(int))"),
         "list(output(string))"},
        {"unify-promise-output", unified("map(output(int))", "map(promise(string))"), "map(output(string))"},
        {"unify-promise-output", unified("object({a = promise(bool)})", "object({a = output(string)})"),
         "object({a = output(string)})"},
        {"unify-promise-output", unified("union(none, promise(string))", "output(int)"),
         "union(none, output(int), output(string))"},
        {"unify-promise-output", unified("promise(object({a = int}))", "output(object({b = int}))"),
         "output(object({a = union(int, none), b = union(int, none)}))"},
        {"unify-promise-output", unified("output(object({a = int}))", "promise(object({a = int, b = bool}))"),
         "output(object({a = int, b = union(bool, none)}))"},
        {"unify-promise-output", unified("promise(object({a = int, b = bool}))", "output(object({a = int}))"),
         "output(object({a = int, b = union(bool, none)}))"},
        {"unify-promise-output", unified("promise(tuple(int))", "output(tuple(int, bool))"),
         "output(tuple(int, union(bool, none)))"},
        {"unify-promise-output", unified("output(tuple(int, bool))", "promise(tuple(string))"),
         "output(tuple(string, union(bool, none)))"},
        {"unify-promise-output",
         unified("list(promise(object({a = int})))", "list(output(object({b = int})))"),
         "list(output(object({a = union(int, none), b = union(int, none)})))"},
        {"unify-promise-output",
         unified("promise(list(object({a = int})))", "output(set(object({b = int})))"),
         "output(list(object({a = union(int, none), b = union(int, none)})))"},
        {"unify-promise-output", unified("promise(tuple(output(list(string))))", "output(tuple(list(int)))"),
         "output(tuple(list(string)))"},
        {"unify-promise-output", unified("output(tuple(list(int)))", "promise(tuple(output(list(string))))"),
         "output(tuple(list(string)))"},
        {"unify-promises", unified("promise(int)", "promise(string)"), "promise(string)"},
        {"unify-promises", unified("promise(object({a = int}))", "promise(object({b = int}))"),
         "promise(object({a = union(int, none), b = union(int, none)}))"},
        {"unify-promises", unified("promise(list(string))", "promise(list(int))"), "promise(list(string))"},
        {"unify-outputs", unified("output(string)", "output(int)"), "output(string)"},
        {"unify-outputs", unified("output(object({a = int}))", "output(object({b = int}))"),
         "output(object({a = union(int, none), b = union(int, none)}))"},
        {"unify-outputs", unified("output(tuple(int))", "output(tuple(int, bool))"),
         "output(tuple(int, union(bool, none)))"},
    };
}

std::vector<Row> rows() {
    std::vector<Row> out;
    for (auto* group : {programs, literals, assignments, conversions, unifications})
        for (Row& row : group()) out.push_back(std::move(row));
    return out;
}

TEST_CASE("pcl sentences: each holds") {
    for (const Row& row : rows())
        CHECK_MESSAGE(row.actual == row.expected, row.id, ": ", row.actual, " for ", row.expected);
}

TEST_CASE("pcl sentences: each of docs/pcl-types.md has a proof, and the other way round") {
    std::set<std::string> listed;
    const std::string page = read_whole_file(source_root() / "docs" / "pcl-types.md");
    constexpr std::string_view kRow = "\n| `";
    for (std::size_t at = page.find(kRow); at != page.npos; at = page.find(kRow, at + 1)) {
        const std::size_t start = at + kRow.size();
        listed.insert(page.substr(start, page.find('`', start) - start));
    }
    CHECK(listed.size() > 30);
    std::set<std::string> proved;
    for (const Row& row : rows()) proved.insert(row.id);
    for (const std::string& id : listed)
        CHECK_MESSAGE(proved.contains(id), id, " has no proof in sentences_test.cpp");
    for (const std::string& id : proved)
        CHECK_MESSAGE(listed.contains(id), id, " is not a sentence of docs/pcl-types.md");
}

}  // namespace hcl::test::pcl_sentences
