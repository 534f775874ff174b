// Keywords and addresses: reports quoted ones, and values that are not an address.
#include <algorithm>

#include "engine/bind/address.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/syntax/parse/traversal.h"

namespace hcl::check {

namespace {

using language::Decoder;
using syntax::Node;
using syntax::NodeKind;

void report_quotes(UnitRule& rule, std::string_view name, Span place, std::string_view bare) {
    Diagnostic& d = rule.report(DiagCode::DeprecatedQuotes, place, {name, bare});
    d.tag = DiagTag::Deprecated;
    d.fixes.push_back(
        {.title = "Remove the quotes", .edits = {{{}, {place, std::string(bare)}}}, .preferred = true});
}

void words(UnitRule& rule, const bind::BoundAttribute& attribute) {
    if (attribute.def->quotes != language::Quotes::Deprecated) return;
    auto one = [&](Node node) {
        if (!node.is(NodeKind::Template)) return;
        if (std::string word = bind::literal_text(node); !word.empty())
            report_quotes(rule, attribute.name, node.span(), word);
    };
    Node expr = eval::without_parens(attribute.expr);
    if (attribute.def->decoder == Decoder::Identifiers && expr.is(NodeKind::Tuple))
        for (Node child : expr.children()) one(child);
    else
        one(expr);
}

std::string wanted_of(const bind::AttributeDef& def) {
    std::string words;
    for (const language::Choice& choice : def.rules.values)
        if (choice.value.is_known_string()) words += ", or " + std::string(choice.value.as_string());
    return words;
}

// The body of the innermost enclosing declaration.
const bind::BoundBody* body_of_declaration(const bind::BoundUnit& unit, std::uint32_t body) {
    for (std::uint32_t around : bind::bodies_around(unit, body)) {
        std::uint32_t block = unit.bodies[around].block;
        if (block == bind::kNone || unit.blocks[block].declaration == bind::kNone) continue;
        if (unit.declarations[unit.blocks[block].declaration].block == block) return &unit.bodies[around];
    }
    return nullptr;
}

// The first word must be an argument that a case adds to the declaration: arguments that all
// declarations have belong to the program.
void names_argument(UnitRule& rule, const bind::BoundAttribute& attribute, const bind::Address& address) {
    if (address.is_word) {
        // A keyword replaces the list, it is not an element.
        Node list = eval::without_parens(attribute.expr);
        if (!list.is(NodeKind::Tuple) && !list.is(NodeKind::JsonArray)) return;
        std::string word = bind::literal_text(address.node);
        rule.report(DiagCode::NotAnArgument, address.node.span(), {attribute.name, word, ""});
        return;
    }
    if (address.steps.empty()) return;
    const bind::BoundBody* body = body_of_declaration(rule.unit, attribute.body);
    if (!body || body->is_lenient || body->defs.size() < 2) return;
    const std::string& name = address.steps[0].name;
    Suggester near(name);
    for (std::size_t i = 1; i < body->defs.size(); ++i) {
        const bind::BodyDef& def = *body->defs[i];
        if (def.slots.contains(name) || def.any_attribute || def.any_block) return;
        for (const auto& [known, slot] : def.slots) near.offer(known);
    }
    Span place = address.steps[0].span;
    Diagnostic& d =
        rule.report(DiagCode::NotAnArgument, place, {attribute.name, name, did_you_mean(near.best())});
    add_nearest(d, place, name, near.best());
}

// The parser does not read references in strings of JSON: what is wrong with one is reported here.
bool report_path(UnitRule& rule, Node node) {
    if (!node.is(NodeKind::JsonString)) return false;
    const eval::JsonText json(node);
    if (json.may_be_template()) return false;
    const std::string_view text = json.text();
    syntax::PathParse path = syntax::parse_path(text, syntax::PathSplats::Accept);
    if (path.diagnostics.empty()) return false;
    Diagnostic found = std::move(path.diagnostics.front());
    // Places in strings with escapes are not those in the file.
    const bool is_exact = node.span().length() == text.size() + 2 && !found.span.is_empty();
    found.span = is_exact ? found.span.shifted(node.span().start + 1) : node.span();
    found.context.reset();
    found.fixes.clear();
    rule.out.push_back(std::move(found));
    return true;
}

// One address where a list of them is expected.
void explain_lone(const bind::BoundAttribute& attribute, const bind::Address& address, Diagnostic& d) {
    const Node whole = eval::without_parens(attribute.expr);
    const bool is_many = whole.is(NodeKind::Tuple) || whole.is(NodeKind::Object) ||
                         whole.is(NodeKind::JsonArray) || whole.is(NodeKind::JsonObject);
    if (attribute.def->decoder != Decoder::Addresses || is_many || address.steps.empty()) return;
    d.message = "\"" + std::string(attribute.name) +
                "\" takes several addresses, in a list or an object, and this is a single one.";
    if (attribute.def->takes_free_words) return;  // an object, probably
    const Span place = attribute.expr.span();
    d.fixes.push_back(
        {.title = "Put it in a list",
         .edits = {{{}, {{place.start, place.start}, "["}}, {{}, {{place.end, place.end}, "]"}}},
         .preferred = true});
}

// The names under which an object of addresses passes them are addresses, too.
void quoted_keys(UnitRule& rule, const bind::BoundAttribute& attribute) {
    const Node object = eval::without_parens(attribute.expr);
    if (attribute.def->quotes != language::Quotes::Deprecated || !object.is(NodeKind::Object)) return;
    for (const Node item : object.children()) {
        const Node key = item.child(0);
        if (!key || !key.is(NodeKind::Template)) continue;
        const std::string bare = bind::literal_text(key);
        if (!bare.empty()) report_quotes(rule, attribute.name, key.span(), bare);
    }
}

void addresses(UnitRule& rule, const bind::BoundAttribute& attribute) {
    const bind::AttributeDef& def = *attribute.def;
    bind::each_address(def, attribute.expr, [&](const bind::Address& address) {
        if (address.node.is(NodeKind::Missing)) return;
        if (!address.is_valid || (address.is_quoted && def.quotes == language::Quotes::Error)) {
            const std::string words = wanted_of(def);
            if (!words.empty() || !report_path(rule, address.node))
                explain_lone(
                    attribute, address,
                    rule.report(DiagCode::NotAnAddress, address.node.span(), {attribute.name, words}));
            return;
        }
        if (def.names_argument) names_argument(rule, attribute, address);
        if (!address.is_quoted || def.quotes != language::Quotes::Deprecated) return;
        const std::string bare = bind::literal_text(address.node);
        const Node inner = eval::without_parens(address.node);
        if (!bare.empty()) return report_quotes(rule, attribute.name, inner.span(), bare);
        // "${a.b}"
        rule.report(DiagCode::NotAnAddress, inner.span(), {attribute.name, wanted_of(def)})
            .fixes.push_back(
                {.title = "Remove the quotes",
                 .edits = {{{},
                            {inner.span(), std::string(inner.text().substr(3, inner.text().size() - 5))}}},
                 .preferred = true});
    });
    quoted_keys(rule, attribute);
}

// An index behind the address of a symbol that has no instances.
void index_of_one(UnitRule& rule, const bind::BoundAttribute& attribute, const bind::Address& address) {
    const auto index = index_of(rule.unit, attribute);
    // In the order of the text.
    const auto all = bind::references_of(rule.unit, index);
    const auto reference = std::ranges::lower_bound(
        all, address.span.start, {}, [](const bind::Reference& one) { return one.span.start; });
    if (reference == all.end() || !reference->is_address || !address.span.contains(reference->span.start))
        return;
    const bind::Resolution found = bind::resolve(rule.module, rule.slot, *reference);
    if (found.kind != bind::Resolution::Kind::Symbol || found.steps == 0 ||
        found.steps > reference->steps.size())
        return;
    const bind::Symbol symbol = found.symbols.back();
    if (!symbol.is_declaration() || !rule.module.declaration(symbol).def->indexed) return;
    const bind::UnitSlot home = rule.module.slot_of(symbol);
    const std::uint32_t end = reference->steps[found.steps - 1].span.end;
    const std::string after = rule.text({end, std::max(end, address.span.end)});
    const bool is_key = after.starts_with('[') && !after.starts_with("[*");
    const bool is_number = after.size() > 1 && after[0] == '.' && after[1] >= '0' && after[1] <= '9';
    if ((!is_key && !is_number) || !home.state || home.state->facts_of(symbol.index()).may_be_indexed) return;
    rule.report(DiagCode::UnexpectedIndex, {end, address.span.end},
                {bind::address_text(rule.module.declaration(symbol).address)});
}

}  // namespace

void bare_words(UnitRule& rule) {
    for (const bind::BoundAttribute& attribute : rule.unit.attributes) {
        if (!attribute.def || !attribute.expr || attribute.expr.is(NodeKind::Missing)) continue;
        Decoder decoder = attribute.def->decoder;
        if (decoder == Decoder::Keyword || decoder == Decoder::Identifiers) words(rule, attribute);
        if (language::reads_addresses(decoder)) addresses(rule, attribute);
    }
}

// Apart from the rest, as it looks at what the addresses refer to.
void indexes_of_one(UnitRule& rule) {
    for (const bind::BoundAttribute& attribute : rule.unit.attributes) {
        if (!attribute.def || attribute.def->decoder != Decoder::Addresses || !attribute.expr) continue;
        bind::each_address(*attribute.def, attribute.expr, [&](const bind::Address& address) {
            if (address.node.is(NodeKind::Missing) || !address.is_valid) return;
            if (address.is_quoted && attribute.def->quotes == language::Quotes::Error) return;
            index_of_one(rule, attribute, address);
        });
    }
}

}  // namespace hcl::check
