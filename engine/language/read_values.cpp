// Annotations that attributes, blocks and labels have in common: documentation, icons, rules for values.
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/body_parts.h"
#include "engine/language/value_format.h"
#include "engine/language/version_order.h"
#include "engine/value/convert.h"

namespace hcl::language {

using syntax::Node;
using syntax::NodeKind;

namespace {

// { doc = "...", deprecated = "...", since = "...", until = "..." }
void read_choice_notes(Reading& read, Node node, Choice& choice) {
    for (auto& [word, value] : read.entries(node, "values")) {
        if (word == "doc") choice.doc = read.text(value, word);
        if (word == "since") choice.since = read.text(value, word);
        if (word == "until") choice.until = read.text(value, word);
        if (word == "replaced_by") choice.replaced_by = read.text(value, word);
        if (word == "deprecated") choice.deprecated = read.text(value, word);
        if (word != "doc" && word != "since" && word != "until" && word != "replaced_by" &&
            word != "deprecated")
            read.report(DiagCode::UnknownPackWord, value.span(),
                        {"note of a value", word, "doc, since, until, deprecated, replaced_by"});
        if ((word == "since" || word == "until") && !is_version(read.text(value, word)))
            read.report(DiagCode::UnsuitablePackValue, value.span(),
                        {word, "a version such as 1.2.3 is needed"});
        if (word == "deprecated" || word == "replaced_by") choice.is_deprecated = true;
    }
    choice.is_available = is_available(read.language().version, choice.since, choice.until);
}

void read_choices(Reading& read, Node node, const Type& scalar, ValueRules& rules) {
    const Type& wanted = scalar.is_primitive() ? scalar : Type::dynamic();
    if (eval::without_parens(node).is(NodeKind::Object)) {
        for (auto& [name, doc] : read.entries(node, "values")) {
            auto value = convert_value(Value::string(name), wanted, Rules::reference());
            if (!value)
                read.report(DiagCode::UnsuitablePackValue, doc.span(),
                            {"values", "\"" + name + "\": " + value.error().message()});
            Choice choice;
            choice.value = value ? *value : Value::string(name);
            if (eval::without_parens(doc).is(NodeKind::Object))
                read_choice_notes(read, doc, choice);
            else
                choice.doc = read.text(doc, "values");
            rules.values.push_back(std::move(choice));
        }
        return;
    }
    for (Node element : read.elements(node))
        if (auto value = read.value(element, wanted, "values", Reading::ReportErrors::Yes)) {
            Choice choice;
            choice.value = std::move(*value);
            rules.values.push_back(std::move(choice));
        }
}

// The form of strings that name symbols: "target:*", a name after this prefix; `address`; `name` otherwise.
void read_text_form(Reading& read, Node node, ValueRules& rules) {
    const std::string form = read.word(node, "refers_by");
    if (form.size() > 1 && form.ends_with('*'))
        rules.refers_after = form.substr(0, form.size() - 1);
    else
        rules.refers_by_address =
            read.pick<bool>(node, "refers_by", {{"name", false}, {"address", true}}, false);
}

}  // namespace

Notes read_notes(Reading& read, const PackBlock& block) {
    Notes n;
    n.doc = read.text(block.find("doc"), "doc");
    // A link that depends on the block is evaluated for the block.
    if (Node link = block.find("link"); link && eval::variables(link).empty())
        n.link = read.text(link, "link");
    n.example = read.text(block.find("example"), "example");
    n.since = read.text(block.find("since"), "since");
    n.until = read.text(block.find("until"), "until");
    if (Node deprecated = block.find("deprecated")) {
        n.is_deprecated = true;
        n.deprecated = read.text(deprecated, "deprecated");
        if (n.deprecated == "true") n.deprecated.clear();
        if (n.deprecated == "false") n.is_deprecated = false;
    }
    n.replaced_by = read.word(block.find("replaced_by"), "replaced_by");
    if (!n.replaced_by.empty()) n.is_deprecated = true;
    n.is_experimental = read.flag(block.find("experimental"), "experimental");
    n.is_available = is_available(read.language().version, n.since, n.until);
    return n;
}

TextDef computed_text(Node node) {
    TextDef text{node, {}};
    text.needs.add(node);
    return text;
}

Icon read_icon(Reading& read, const PackBlock& block) {
    return read.pick<Icon>(block.find("icon"), "icon",
                           {
#define HCL_ICON(name, word) {word, Icon::name},
#include "engine/language/icons.def"
#undef HCL_ICON
                           },
                           Icon::None);
}

ValueRules read_value_rules(Reading& read, const PackBlock& block, const Type& type) {
    ValueRules rules;
    Type scalar = type;
    while (scalar.is_collection()) scalar = Type(scalar.element());
    if (Node values = block.find("values")) read_choices(read, values, scalar, rules);
    // A single word may be unknown where words and addresses are read: see read_attribute.
    rules.is_open = read.pick<bool>(block.find("unknown"), "unknown",
                                    {{"error", false}, {"words", false}, {"allowed", true}}, false);
    for (Node element : read.elements(block.find("reserved")))
        if (auto value = read.value(element, scalar.is_primitive() ? scalar : Type::dynamic(), "reserved",
                                    Reading::ReportErrors::Yes))
            rules.reserved.push_back(std::move(*value));
    if (Node node = block.find("format")) {
        std::string name = read.word(node, "format");
        if (auto format = format_by_name(name))
            rules.format = *format;
        else if (name == "integer")
            rules.is_whole = true;
        else
            read.report(DiagCode::UnknownPackWord, node.span(),
                        {"format", name, format_names() + ", integer"});
    }
    if (Node node = block.find("pattern")) {
        rules.pattern_text = read.text(node, "pattern");
        auto compiled = Pattern::compile(rules.pattern_text);
        if (compiled) rules.pattern = std::move(*compiled);
    }
    if (rules.format == Format::VersionConstraint)
        rules.oldest = read.text(block.find("min"), "min");
    else
        rules.min = read.value(block.find("min"), Type::number(), "min", Reading::ReportErrors::Yes);
    rules.max = read.value(block.find("max"), Type::number(), "max");
    rules.min_length = read.count(block.find("min_length"), "min_length");
    rules.max_length = read.count(block.find("max_length"), "max_length");
    rules.refers_to = read.words(block.find("refers_to"), "refers_to");
    read_text_form(read, block.find("refers_by"), rules);
    rules.refers_under = read.word(block.find("refers_under"), "refers_under");
    return rules;
}

}  // namespace hcl::language
