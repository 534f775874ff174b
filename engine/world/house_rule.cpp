// Reads `rule` blocks of `.hcl-ls.hcl`.
#include <algorithm>
#include <unordered_set>

#include "engine/base/limits.h"
#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/language/language.h"
#include "engine/language/value_format.h"
#include "engine/source/severity.h"
#include "engine/syntax/lex/chars.h"
#include "engine/world/config_reading.h"
#include "engine/world/rule_names.h"

namespace hcl::world {

namespace {

// One language, or a list of them.
std::vector<std::string> read_languages(syntax::Node expr, RuledBlocks& blocks, ConfigFile& out) {
    std::vector<std::string> ids = names_of(expr);
    if (std::string one = bind::literal_text(expr); !one.empty()) ids = {one};
    std::unordered_set<std::string> seen;
    std::erase_if(ids, [&](const std::string& id) { return !seen.insert(id).second; });
    for (const std::string& id : ids) {
        const bool is_known =
            blocks.language(out, id) ||
            std::ranges::find(out.languages, id, &ConfigFile::Language::id) != out.languages.end();
        if (!is_known) out.findings.push_back(make_diagnostic(DiagCode::UnknownLanguage, expr.span(), {id}));
    }
    return ids;
}

}  // namespace

void read_house_rule(const syntax::BlockView& block, RuledBlocks& blocks, ConfigFile& out) {
    auto labels = block.labels();
    if (labels.empty() || out.names > limits::config_names) return;
    check::HouseRule rule;
    rule.id = labels[0].value;
    rule.place.span = labels[0].span;
    if (find_diag(rule.id))
        without_effect(out, rule.place.span,
                       "\"" + rule.id +
                           "\" is also a finding of hcl-ls, so settings and comments cannot name this rule "
                           "alone. Give it another name.");
    else if (is_check_of_build(rule.id))
        without_effect(out, rule.place.span,
                       "\"" + rule.id +
                           "\" is also a check of a language, so settings and comments cannot name this rule "
                           "alone. Give it another name.");
    else if (!syntax::is_valid_identifier(rule.id))
        without_effect(out, rule.place.span,
                       "Settings and comments cannot name the rule \"" + rule.id +
                           "\": a name consists of letters, digits, \"_\" and \"-\".");
    RulePlaces places{.blocks = labels[0].span, .inside = {}, .lists = {}};
    auto read_names = [&](syntax::Node expr, std::vector<std::string>& names) {
        names = names_of(expr);
        places.lists.push_back(expr);
    };
    for (const syntax::AttributeView& attribute : block.body().attributes()) {
        if (!is_written(attribute.expr)) continue;
        const syntax::Node expr = attribute.expr;
        if (attribute.name == "language") rule.languages = read_languages(expr, blocks, out);
        if (attribute.name == "files") rule.files = strings_of(expr);
        if (attribute.name == "blocks") {
            rule.blocks = strings_of(expr);
            places.blocks = expr.span();
            if (rule.blocks.empty() && eval::without_parens(expr).is(syntax::NodeKind::Tuple))
                without_effect(out, expr.span(),
                               "A rule is about no block at all without a type, as in [\"resource\"].");
        }
        if (attribute.name == "inside") {
            rule.inside = strings_of(expr);
            places.inside = expr.span();
        }
        if (attribute.name == "condition") rule.condition = expr;
        if (attribute.name == "message") rule.message = expr;
        if (attribute.name == "fix") {
            rule.fix = expr;
            if (!eval::without_parens(expr).is(syntax::NodeKind::Object))
                without_effect(out, expr.span(),
                               "A fix is an object of arguments to set, as in { acl = \"private\" }.");
        }
        if (attribute.name == "attributes") read_names(expr, rule.attributes);
        if (attribute.name == "required") read_names(expr, rule.required);
        if (attribute.name == "forbidden") read_names(expr, rule.forbidden);
        if (attribute.name == "order") {
            read_names(expr, rule.order);
            rule.ranks.clear();
            for (std::size_t i = 0; i < rule.order.size(); ++i) rule.ranks.emplace(rule.order[i], i);
        }
        if (attribute.name == "doc")
            for (std::string& doc : strings_of(expr)) rule.doc = std::move(doc);
        if (attribute.name == "severity")
            if (auto severity = severity_of_word(bind::literal_text(expr))) rule.severity = *severity;
        if (attribute.name == "pattern")
            for (std::string& text : strings_of(expr)) {
                auto pattern = language::Pattern::compile(text);
                if (pattern) {
                    rule.pattern = *pattern;
                } else {
                    without_effect(out, expr.span(), "The pattern cannot be read: " + pattern.error() + ".");
                    // One that is too large takes milliseconds, each time that the file is read.
                    constexpr std::uint64_t kNames = 50;
                    if (!add_names(kNames, expr.span(), out)) return;
                }
                rule.pattern_text = std::move(text);
            }
    }
    if (rule.blocks.empty() || (rule.pattern && !add_names(1, rule.place.span, out))) return;
    check_house_rule(rule, places, blocks, out);
    out.house_rules.push_back(std::move(rule));
}

}  // namespace hcl::world
