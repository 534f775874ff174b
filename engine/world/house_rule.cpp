// Reads and checks `rule` blocks of `.hcl-ls.hcl`.
#include <algorithm>
#include <functional>
#include <set>
#include <unordered_set>

#include "engine/base/counted.h"
#include "engine/base/suggest.h"
#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/text/print.h"
#include "engine/language/language.h"
#include "engine/language/value_format.h"
#include "engine/source/severity.h"
#include "engine/value/convert.h"
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
    Span inside{};
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

// The names that expressions of the rule see.
std::vector<std::string_view> names_seen(const check::HouseRule& rule) {
    std::vector<std::string_view> names{"self", "label", "set"};
    if (!rule.attributes.empty()) names.insert(names.end(), {"name", "value"});
    return names;
}

// An expression that cannot be evaluated reports nothing.
void check_expression(const check::HouseRule& rule, syntax::Node expr, ConfigFile& out) {
    if (!expr) return;
    const std::vector<std::string_view> names = names_seen(rule);
    eval::each_reference(expr, [&](syntax::Node chain, std::string_view root) {
        if (std::ranges::find(names, root) != names.end()) return;
        const std::uint32_t start = chain.span().start;
        const Span place{start, start + static_cast<std::uint32_t>(root.size())};
        if (root == "name" || root == "value")
            return without_effect(
                out, place, "\"" + std::string(root) + "\" is known only in rules that name \"attributes\".");
        Suggester suggester(root);
        for (std::string_view name : names) suggester.offer(std::string(name));
        without_effect(out, place,
                       "Nothing is called \"" + std::string(root) +
                           "\" here: rules know the block as \"self\" and its labels as \"label\"." +
                           did_you_mean(suggester.best()));
    });
}

// A condition of fixed values that is neither true nor false.
void check_condition(const check::HouseRule& rule, ConfigFile& out) {
    check_expression(rule, rule.condition, out);
    if (!is_written(rule.condition) || !eval::variables(rule.condition).empty()) return;
    const Value value = eval::evaluate(rule.condition, nullptr).value;
    if (value.is_wholly_known() && !convert_value(value, Type::boolean(), Rules::reference()))
        without_effect(out, rule.condition.span(),
                       "The condition is " + eval::print_value(value) + ", neither true nor false.");
}

// Labels that the blocks do not have.
void check_labels(const check::HouseRule& rule, const RuledBlocks::Known& known, const NamePlaces& places,
                  ConfigFile& out) {
    std::size_t most = 0;
    std::set<std::string> labels;
    for (const language::BlockDef* block : known.found) {
        const bool is_open = !block->labels.empty() && block->labels.back().is_variadic;
        most = std::max(most, is_open ? rule.blocks.size() : block->labels.size());
        for (const language::LabelDef& label : block->labels) labels.insert(label.name);
    }
    if (rule.blocks.size() > most + 1)
        without_effect(out, places.blocks,
                       "A block \"" + rule.blocks.front() + "\" has " + counted(most, "label") +
                           ", so the pattern of another one never matches.");
    for (syntax::Node expr : {rule.condition, rule.message}) {
        if (!expr) continue;
        for (const eval::Traversal& path : eval::variables(expr)) {
            if (path.size() < 2 || path.front().name != "label" || path[1].name.empty() ||
                labels.contains(path[1].name))
                continue;
            Suggester suggester(path[1].name);
            for (const std::string& label : labels) suggester.offer(label);
            without_effect(out, path[1].span,
                           "A block \"" + rule.blocks.front() + "\" has no label \"" + path[1].name + "\"." +
                               did_you_mean(suggester.best()));
        }
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
    check_condition(rule, out);
    check_expression(rule, rule.message, out);
    // The block of a language with the first of these patterns, if that is a name; null: none, or any.
    auto block_of = [&](const std::string& id, const std::vector<std::string>& patterns,
                        Span place) -> RuledBlocks::Known* {
        const language::LanguagePtr language = blocks.language(out, id);
        const std::string& type = patterns.front();
        if (!language || type.find('*') != std::string::npos) return nullptr;
        RuledBlocks::OfLanguage& known = blocks.of(*language);
        if (const auto found = known.blocks.find(type); found != known.blocks.end()) return &found->second;
        Suggester suggester(type);
        std::set<std::string_view> types;
        for (const auto& [other, defs] : known.blocks) types.insert(other);
        for (std::string_view other : types) suggester.offer(other);
        // If any block is allowed, only a likely typo is reported.
        if (!known.takes_any || !suggester.best().empty())
            without_effect(out, place,
                           "\"" + id + "\" has no block \"" + type + "\"." + did_you_mean(suggester.best()));
        return nullptr;
    };
    for (const std::string& id : rule.languages) {
        if (!rule.inside.empty()) {
            block_of(id, rule.inside, places.inside);
            continue;
        }
        RuledBlocks::Known* known = block_of(id, rule.blocks, places.blocks);
        if (!known) continue;
        check_names(*known, rule.blocks.front(), places, out);
        check_labels(rule, *known, places, out);
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
    NamePlaces places{.blocks = labels[0].span, .inside = {}, .lists = {}};
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
