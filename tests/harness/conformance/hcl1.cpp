// Mode hcl1parse: whether HCL 1 accepts a text, the tree, and the line of the first error.
#include <nlohmann/json.hpp>
#include <string>

#include "engine/syntax/file/file.h"
#include "engine/syntax/hcl1/scan.h"
#include "engine/syntax/lex/literal.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

namespace {

using nlohmann::json;
using namespace syntax;

// The compared parts of a literal: its token and its value.
json literal(std::string token, json value) {
    return {{"kind", "literal"}, {"token", std::move(token)}, {"value", std::move(value)}};
}

json string_literal(Node node) {
    for (std::uint32_t t = node.first_token(); node.is(NodeKind::Template) && t < node.token_end(); ++t) {
        std::optional<hcl1::EscapeProblem> problem;
        if (node.token_kind(t) == TokenKind::QuotedLit) hcl1::decode_string(node.token_text(t), &problem);
        if (problem) return literal("STRING", "unreadable");
    }
    return literal(node.is(NodeKind::Heredoc) ? "HEREDOC" : "STRING",
                   printable(template_items(node)[0].text));
}

json key_json(std::string_view text, bool is_quoted) {
    return {{"token", is_quoted ? "STRING" : "IDENT"}, {"value", printable(std::string(text))}};
}

json value_json(Node node);

// An object within an object is the second key of its item when it has no braces.
json property_json(Node item) {
    json keys = json::array();
    for (;;) {
        Node key = item.child(0);
        const bool is_quoted = key.is(NodeKind::Template);
        keys.push_back(key_json(is_quoted ? template_items(key)[0].text : key.text(), is_quoted));
        Node value = item.child(1);
        if (!value.is(NodeKind::Object) || value.token_kind(value.first_token()) == TokenKind::OBrace) break;
        item = value.child(0);
    }
    Node value = item.child(1);
    bool is_assigned = false;
    for (std::uint32_t t = item.child(0).token_end(); t < value.first_token(); ++t)
        is_assigned |= item.token_kind(t) == TokenKind::Equal;
    return {{"keys", keys}, {"assign", is_assigned}, {"value", value_json(value)}};
}

json value_json(Node node) {
    json items = json::array();
    switch (node.kind()) {
        case NodeKind::Number: {
            const bool is_float = !node.text().starts_with("0x") && !node.text().starts_with("0X") &&
                                  !node.text().starts_with("-0x") && !node.text().starts_with("-0X") &&
                                  node.text().find_first_of(".eE") != std::string_view::npos;
            const std::string digits = number_text(node);
            json value = digits.empty() ? json("unreadable") : json::parse(digits);
            return literal(is_float ? "FLOAT" : "NUMBER", value);
        }
        case NodeKind::Bool:
            return literal("BOOL", node.has(kTrue));
        case NodeKind::Template:
        case NodeKind::Heredoc:
            return string_literal(node);
        case NodeKind::Tuple:
            for (Node child : node.children()) items.push_back(value_json(child));
            return {{"kind", "list"}, {"items", items}};
        case NodeKind::Object:
            for (Node child : node.children()) items.push_back(property_json(child));
            return {{"kind", "object"}, {"items", items}};
        default:
            return std::string(kind_name(node.kind()));
    }
}

json body_json(const BodyView& body) {
    json items = json::array();
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Bogus) {
            items.push_back("bogus");
            continue;
        }
        json keys = json::array();
        Node name = item.node.child(0);
        if (item.kind == BodyItem::Kind::Attribute) {
            const AttributeView attribute = item.attribute();
            if (attribute.expr.is(NodeKind::Missing)) continue;
            keys.push_back(key_json(label_text(name), name.has(kQuoted)));
            items.push_back({{"keys", keys}, {"assign", true}, {"value", value_json(attribute.expr)}});
            continue;
        }
        const BlockView block = item.block();
        keys.push_back(key_json(label_text(name), name.has(kQuoted)));
        for (const LabelView& label : block.labels()) keys.push_back(key_json(label.value, label.is_quoted));
        bool is_assigned = false;
        for (std::uint32_t t = item.node.first_token(); item.node.token_kind(t) != TokenKind::OBrace; ++t)
            is_assigned |= item.node.token_kind(t) == TokenKind::Equal;
        items.push_back({{"keys", keys},
                         {"assign", is_assigned},
                         {"value", {{"kind", "object"}, {"items", body_json(block.body())}}}});
    }
    return items;
}

// The recorded tree without positions and spelling.
json without_places(const json& node) {
    if (node.is_array()) {
        json out = json::array();
        for (const json& item : node) out.push_back(without_places(item));
        return out;
    }
    if (node.contains("keys")) {
        json keys = json::array();
        for (const json& key : node["keys"])
            keys.push_back({{"token", key["token"]}, {"value", key.value("value", json("unreadable"))}});
        return {{"keys", keys}, {"assign", node["assign"]}, {"value", without_places(node["value"])}};
    }
    if (node["kind"] == "literal") return literal(node["token"], node.value("value", json("unreadable")));
    return {{"kind", node["kind"]}, {"items", without_places(node["items"])}};
}

// Whether there is an error on the line of the first recorded one.
bool agrees(const json& answer, const File& file, const Diagnostics& findings) {
    bool has_error = false;
    bool at_line = false;
    const json recorded = answer.value("diagnostics", json::array());
    const json* first = nullptr;
    for (const json& d : recorded)
        if (!first && d.value("severity", "error") == "error") first = &d;
    for (const Diagnostic& d : findings) {
        if (d.severity != Severity::Error) continue;
        has_error = true;
        if (first && first->contains("line"))
            at_line |= file.position(d.span.start, ColumnUnit::Utf8).line + 1 == (*first)["line"];
        else
            at_line = true;
    }
    return answer["ok"] == true ? !has_error : has_error && at_line;
}

}  // namespace

CaseOutcome run_hcl1parse(const json& test_case) {
    ParseOptions options;
    options.hcl1 = true;
    const std::string text = test_case["files"].begin().value();
    const FilePtr file = File::parse(text, options);
    const Diagnostics findings = file->diagnostics();

    CaseOutcome outcome;
    outcome.expected = test_case["ok"].dump() + " " + test_case.value("diagnostics", json::array()).dump();
    for (const Diagnostic& d : findings) {
        const Position at = file->position(d.span.start, ColumnUnit::Utf8);
        outcome.actual += std::to_string(at.line + 1) + ":" + std::to_string(at.column + 1) + " " + d.title +
                          ": " + d.message + "\n";
    }
    // The tools use either HCL 1 or a fork of it, which answers a few cases differently.
    outcome.passed = agrees(test_case, *file, findings) ||
                     (test_case.contains("alt") && agrees(test_case["alt"], *file, findings));
    if (!outcome.passed || test_case["ok"] != true) return outcome;
    const json wanted = without_places(test_case["output"]["ast"]);
    const json is = body_json(file->body());
    outcome.passed = wanted == is;
    outcome.expected = text + "\n" + wanted.dump();
    outcome.actual += is.dump();
    return outcome;
}

}  // namespace hcl::test
