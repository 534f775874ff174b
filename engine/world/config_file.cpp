#include "engine/world/config_file.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/language/language.h"
#include "engine/language/value_format.h"
#include "engine/source/severity.h"
#include "engine/value/value.h"

namespace hcl::world {

namespace {

// The strings of an expression: one, or a list of them.
std::vector<std::string> strings_of(syntax::Node expr) {
    std::vector<std::string> out;
    if (!expr) return out;
    Value value = eval::evaluate(expr, nullptr).value;
    auto add = [&](const Value& v) {
        if (v.is_known_string()) out.emplace_back(v.as_string());
    };
    if (value.is_known_string())
        add(value);
    else if (value.has_content() && (value.type().is_tuple() || value.type().is_list()))
        for (const Value& v : value.elements()) add(v);
    return out;
}

void without_effect(ConfigFile& out, Span place, const std::string& why) {
    out.findings.push_back(make_diagnostic(DiagCode::RuleWithoutEffect, place, {why}));
}

void read_rules(syntax::Node expr, ConfigFile& out) {
    Value rules = eval::evaluate(expr, nullptr).value;
    if (!rules.has_content() || !rules.type().is_object()) return;
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (const Value& word = rules.value_at(i); word.is_known_string())
            if (auto level = check::level_of_word(word.as_string()))
                out.rules.levels.emplace(std::string(rules.key_at(i).as_string()), *level);
    for (syntax::Node item : eval::without_parens(expr).children()) {
        if (!item.child(0)) continue;
        std::string name = eval::static_keyword(eval::Expression(item.child(0)));
        if (name.empty()) {
            Value key = eval::evaluate(item.child(0), nullptr).value;
            if (key.is_known_string()) name = std::string(key.as_string());
        }
        // Diagnostic names start with a capital letter, rules of packs do not.
        if (name.empty() || name[0] < 'A' || name[0] > 'Z' || find_diag(name)) continue;
        std::string advice = did_you_mean(nearest_diag(name));
        out.findings.push_back(make_diagnostic(DiagCode::UnknownRule, item.child(0).span(), {name, advice}));
    }
}

// Counts names that every file may be compared with. False, with a finding, when there are too many.
bool add_names(std::uint64_t names, Span place, ConfigFile& out) {
    const bool had_room = out.names <= limits::config_names;
    out.names += names;
    if (out.names > limits::config_names && had_room)
        without_effect(
            out, place,
            "This and what follows is left out: the configurations of this folder and of those above name "
            "more than " +
                std::to_string(limits::config_names) + " languages, patterns and files.");
    return out.names <= limits::config_names;
}

void read_language(const syntax::BlockView& block, ConfigFile& out) {
    auto labels = block.labels();
    if (labels.empty()) return;
    ConfigFile::Language language;
    language.id = labels[0].value;
    language.id_span = labels[0].span;
    for (const syntax::AttributeView& attribute : block.body().attributes()) {
        if (attribute.name == "files") language.files = strings_of(attribute.expr);
        if (attribute.name == "together" && attribute.expr)
            for (syntax::Node group : eval::without_parens(attribute.expr).children())
                if (std::vector<std::string> files = strings_of(group); !files.empty())
                    language.together.push_back(std::move(files));
        if (attribute.name == "spec" && attribute.expr) {
            language.has_spec = true;
            language.specs = strings_of(attribute.expr);
            language.spec_span = attribute.expr.span();
        }
        if (attribute.name == "version")
            for (std::string& version : strings_of(attribute.expr)) language.version = std::move(version);
    }
    std::uint64_t names = 1 + language.files.size() + language.specs.size();
    for (const std::vector<std::string>& group : language.together) names += group.size();
    if (add_names(names, language.id_span, out)) out.languages.push_back(std::move(language));
}

// Names that are identifiers or quoted.
std::vector<std::string> names_of(syntax::Node expr) {
    std::vector<std::string> out;
    if (!expr) return out;
    for (syntax::Node item : eval::without_parens(expr).children())
        if (std::string name = bind::literal_text(item); !name.empty()) out.push_back(std::move(name));
    return out;
}

bool is_written(syntax::Node expr) {
    return expr && !expr.is(syntax::NodeKind::Missing);
}

// One language, or a list of them.
std::vector<std::string> read_languages(syntax::Node expr, ConfigFile& out) {
    std::vector<std::string> ids = names_of(expr);
    if (std::string one = bind::literal_text(expr); !one.empty()) ids = {one};
    for (const std::string& id : ids) {
        const bool is_known =
            language::LanguageSet::builtin().find(id) ||
            std::ranges::find(out.languages, id, &ConfigFile::Language::id) != out.languages.end();
        if (!is_known) out.findings.push_back(make_diagnostic(DiagCode::UnknownLanguage, expr.span(), {id}));
    }
    return ids;
}

// Whether the body or a nested body has blocks of that type. `takes_any` is set if one of them accepts blocks
// of any type, or there are too many to check.
bool has_block(const language::BodyDef& root, std::string_view type, bool& takes_any) {
    constexpr std::size_t kMostBodies = 2'000;
    std::unordered_set<const language::BodyDef*> seen{&root};
    std::vector<const language::BodyDef*> pending{&root};
    auto follow = [&](const language::LazyBodyPtr& body) {
        if (body && seen.insert(&body->get()).second) pending.push_back(&body->get());
    };
    while (!pending.empty() && seen.size() < kMostBodies) {
        const language::BodyDef& body = *pending.back();
        pending.pop_back();
        if (body.block(type)) return true;
        takes_any |= body.is_lenient || body.any_block;
        auto follow_cases = [&](const std::vector<language::CaseDef>& cases) {
            for (const language::CaseDef& one : cases)
                for (const auto& choice : one.choices) follow(choice.body);
        };
        for (const language::BlockDef& block : body.blocks) {
            follow(block.body);
            follow_cases(block.cases);
        }
        follow_cases(body.cases);
    }
    takes_any |= !pending.empty();
    return false;
}

// A rule about blocks that the language does not have can never apply.
void check_house_rule(const check::HouseRule& rule, Span blocks, ConfigFile& out) {
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
        auto language = language::LanguageSet::builtin().find(id);
        bool takes_any = false;
        if (!language || has_block(language->root(), type, takes_any)) continue;
        Suggester suggester(type);
        for (const language::BlockDef& known : language->root().blocks) suggester.offer(known.type);
        // If any block is allowed, only a likely typo is reported.
        if (takes_any && suggester.best().empty()) continue;
        without_effect(out, blocks,
                       "\"" + id + "\" has no block \"" + type + "\"." + did_you_mean(suggester.best()));
    }
}

void read_house_rule(const syntax::BlockView& block, ConfigFile& out) {
    auto labels = block.labels();
    if (labels.empty()) return;
    check::HouseRule rule;
    rule.id = labels[0].value;
    rule.place.span = labels[0].span;
    Span blocks = labels[0].span;
    for (const syntax::AttributeView& attribute : block.body().attributes()) {
        if (!is_written(attribute.expr)) continue;
        const syntax::Node expr = attribute.expr;
        if (attribute.name == "language") rule.languages = read_languages(expr, out);
        if (attribute.name == "files") rule.files = strings_of(expr);
        if (attribute.name == "blocks") {
            rule.blocks = strings_of(expr);
            blocks = expr.span();
        }
        if (attribute.name == "inside") rule.inside = strings_of(expr);
        if (attribute.name == "condition") rule.condition = expr;
        if (attribute.name == "message") rule.message = expr;
        if (attribute.name == "required") rule.required = names_of(expr);
        if (attribute.name == "forbidden") rule.forbidden = names_of(expr);
        if (attribute.name == "order") rule.order = names_of(expr);
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
    check_house_rule(rule, blocks, out);
    out.house_rules.push_back(std::move(rule));
}

}  // namespace

std::vector<std::string> ConfigFile::Language::all_files() const {
    std::vector<std::string> all = files;
    for (const std::vector<std::string>& group : together) all.insert(all.end(), group.begin(), group.end());
    return all;
}

ConfigFile read_config(const syntax::File& file, std::uint64_t names_above) {
    ConfigFile out;
    out.names = names_above;
    for (const syntax::BodyItem& item : file.body().items()) {
        if (item.kind == syntax::BodyItem::Kind::Attribute && item.attribute().name == "rules")
            read_rules(item.attribute().expr, out);
        if (item.kind == syntax::BodyItem::Kind::Attribute && item.attribute().name == "include" &&
            is_written(item.attribute().expr)) {
            std::vector<std::string> includes = strings_of(item.attribute().expr);
            std::unordered_set<std::string> seen;
            std::erase_if(includes, [&](const std::string& path) { return !seen.insert(path).second; });
            out.includes_span = item.attribute().expr.span();
            if (add_names(includes.size(), out.includes_span, out)) out.includes = std::move(includes);
        }
        if (item.kind == syntax::BodyItem::Kind::Block && item.block().type() == "language")
            read_language(item.block(), out);
    }
    // A rule can refer to a language that the file declares later.
    for (const syntax::BodyItem& item : file.body().items())
        if (item.kind == syntax::BodyItem::Kind::Block && item.block().type() == "rule")
            read_house_rule(item.block(), out);
    return out;
}

std::vector<std::string> files_of_config(const syntax::File& file, std::string_view folder) {
    std::vector<std::string> out;
    ConfigFile config = read_config(file);
    auto add = [&](const std::string& path) { out.push_back(path_from(std::string(folder), path)); };
    for (const ConfigFile::Language& language : config.languages) std::ranges::for_each(language.specs, add);
    std::ranges::for_each(config.includes, add);
    return out;
}

}  // namespace hcl::world
