// Reads and checks `rule` blocks of `.hcl-ls.hcl`.
#include <algorithm>
#include <functional>
#include <unordered_set>

#include "engine/base/suggest.h"
#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/language/language.h"
#include "engine/language/value_format.h"
#include "engine/source/severity.h"
#include "engine/world/config_reading.h"

namespace hcl::world {

namespace {

// One language, or a list of them.
std::vector<std::string> read_languages(syntax::Node expr, RuledBlocks& blocks, ConfigFile& out) {
    std::vector<std::string> ids = names_of(expr);
    if (std::string one = bind::literal_text(expr); !one.empty()) ids = {one};
    for (const std::string& id : ids) {
        const bool is_known =
            blocks.language(out, id) ||
            std::ranges::find(out.languages, id, &ConfigFile::Language::id) != out.languages.end();
        if (!is_known) out.findings.push_back(make_diagnostic(DiagCode::UnknownLanguage, expr.span(), {id}));
    }
    return ids;
}

void follow_cases(const std::vector<language::CaseDef>& cases,
                  const std::function<void(const language::LazyBodyPtr&)>& visit) {
    for (const language::CaseDef& one : cases)
        for (const auto& choice : one.choices) visit(choice.body);
}

// Adds the definitions of all blocks of a language.
void add_blocks(const language::BodyDef& root, RuledBlocks::OfLanguage& out) {
    constexpr std::size_t kMostBodies = 2'000;
    std::unordered_set<const language::BodyDef*> seen{&root};
    std::vector<const language::BodyDef*> pending{&root};
    auto follow = [&](const language::LazyBodyPtr& body) {
        if (body && seen.insert(&body->get()).second) pending.push_back(&body->get());
    };
    while (!pending.empty() && seen.size() < kMostBodies) {
        const language::BodyDef& body = *pending.back();
        pending.pop_back();
        out.takes_any |= body.is_lenient || body.any_block;
        for (const language::BlockDef& block : body.blocks) {
            out.blocks[block.type].found.push_back(&block);
            follow(block.body);
            follow_cases(block.cases, follow);
        }
        follow_cases(body.cases, follow);
    }
    out.takes_any |= !pending.empty();
}

// The names that may stand in any of the blocks; false when one of them accepts others: names of the user's
// own, or those of a schema from elsewhere.
bool add_names_in(const std::vector<const language::BlockDef*>& blocks, std::set<std::string>& names) {
    bool is_closed = true;
    auto add = [&](const language::LazyBodyPtr& lazy) {
        if (!lazy) return;
        const language::BodyDef& body = lazy->get();
        is_closed =
            is_closed && !body.is_lenient && !body.any_block && !body.any_attribute && body.cases.empty();
        for (const language::AttributeDef& attribute : body.attributes) names.insert(attribute.name);
        for (const language::BlockDef& block : body.blocks) names.insert(block.type);
    };
    for (const language::BlockDef* block : blocks) {
        add(block->body);
        for (const language::CaseDef& one : block->cases)
            is_closed = is_closed && one.from.empty() && !one.is_lenient;
        follow_cases(block->cases, add);
    }
    return is_closed;
}

// Where a rule has its names.
struct NamePlaces {
    Span blocks;
    // Lists of names and patterns, each with its expression.
    std::vector<std::pair<const std::vector<std::string>*, syntax::Node>> lists;
};

// Names that no block has: the rule could never be met, or never apply.
void check_names(RuledBlocks::Known& known, const std::string& type, const NamePlaces& places,
                 ConfigFile& out) {
    if (!known.is_complete) {
        known.is_complete = true;
        std::set<std::string> names;
        if (add_names_in(known.found, names)) known.names = std::move(names);
    }
    if (!known.names) return;
    for (const auto& [names, expr] : places.lists)
        for (const std::string& name : *names) {
            if (name.find('*') != std::string::npos || known.names->contains(name)) continue;
            Suggester suggester(name);
            for (const std::string& other : *known.names) suggester.offer(other);
            without_effect(out, expr.span(),
                           "A block \"" + type + "\" has no argument or block \"" + name + "\"." +
                               did_you_mean(suggester.best()));
        }
}

// A rule about blocks that the language does not have can never apply.
void check_house_rule(const check::HouseRule& rule, const NamePlaces& places, RuledBlocks& blocks,
                      ConfigFile& out) {
    if (!rule.condition && rule.required.empty() && rule.forbidden.empty() && rule.order.empty() &&
        rule.pattern_text.empty())
        without_effect(
            out, rule.place.span,
            "The rule \"" + rule.id +
                "\" asks for nothing: give it a \"condition\", \"required\", \"forbidden\", \"order\" or "
                "\"pattern\".");
    const std::string& type = rule.blocks.front();
    if (!rule.inside.empty() || type.find('*') != std::string::npos) return;
    for (const std::string& id : rule.languages) {
        const language::LanguagePtr language = blocks.language(out, id);
        if (!language) continue;
        RuledBlocks::OfLanguage& known = blocks.of(*language);
        if (const auto found = known.blocks.find(type); found != known.blocks.end()) {
            check_names(found->second, type, places, out);
            continue;
        }
        Suggester suggester(type);
        for (const language::BlockDef& other : language->root().blocks) suggester.offer(other.type);
        // If any block is allowed, only a likely typo is reported.
        if (known.takes_any && suggester.best().empty()) continue;
        without_effect(out, places.blocks,
                       "\"" + id + "\" has no block \"" + type + "\"." + did_you_mean(suggester.best()));
    }
}

}  // namespace

language::LanguagePtr RuledBlocks::language(const ConfigFile& config, const std::string& id) {
    const auto [known, is_new] = by_id_.try_emplace(id);
    if (!is_new) return known->second;
    if (find_) known->second = find_(config, id);
    const bool is_described = std::ranges::any_of(
        config.languages, [&](const ConfigFile::Language& one) { return one.id == id && one.has_spec; });
    if (!known->second && !is_described) known->second = language::LanguageSet::builtin().find(id);
    return known->second;
}

RuledBlocks::OfLanguage& RuledBlocks::of(const language::Language& language) {
    const auto [known, is_new] = languages_.try_emplace(&language);
    if (is_new) add_blocks(language.root(), known->second);
    return known->second;
}

void read_house_rule(const syntax::BlockView& block, RuledBlocks& blocks, ConfigFile& out) {
    auto labels = block.labels();
    if (labels.empty()) return;
    check::HouseRule rule;
    rule.id = labels[0].value;
    rule.place.span = labels[0].span;
    NamePlaces places{labels[0].span, {}};
    auto read_names = [&](syntax::Node expr, std::vector<std::string>& names) {
        names = names_of(expr);
        places.lists.emplace_back(&names, expr);
    };
    for (const syntax::AttributeView& attribute : block.body().attributes()) {
        if (!is_written(attribute.expr)) continue;
        const syntax::Node expr = attribute.expr;
        if (attribute.name == "language") rule.languages = read_languages(expr, blocks, out);
        if (attribute.name == "files") rule.files = strings_of(expr);
        if (attribute.name == "blocks") {
            rule.blocks = strings_of(expr);
            places.blocks = expr.span();
        }
        if (attribute.name == "inside") rule.inside = strings_of(expr);
        if (attribute.name == "condition") rule.condition = expr;
        if (attribute.name == "message") rule.message = expr;
        if (attribute.name == "fix") rule.fix = expr;
        if (attribute.name == "attributes") read_names(expr, rule.attributes);
        if (attribute.name == "required") read_names(expr, rule.required);
        if (attribute.name == "forbidden") read_names(expr, rule.forbidden);
        if (attribute.name == "order") read_names(expr, rule.order);
        if (attribute.name == "doc")
            for (std::string& doc : strings_of(expr)) rule.doc = std::move(doc);
        if (attribute.name == "severity")
            if (auto severity = severity_of_word(bind::literal_text(expr))) rule.severity = *severity;
        if (attribute.name == "pattern")
            for (std::string& text : strings_of(expr)) {
                auto pattern = language::Pattern::compile(text);
                if (pattern)
                    rule.pattern = *pattern;
                else
                    without_effect(out, expr.span(), "The pattern cannot be read: " + pattern.error() + ".");
                rule.pattern_text = std::move(text);
            }
    }
    if (rule.blocks.empty()) return;
    check_house_rule(rule, places, blocks, out);
    out.house_rules.push_back(std::move(rule));
}

}  // namespace hcl::world
