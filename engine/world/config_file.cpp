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
#include "engine/value/value.h"
#include "engine/world/config_reading.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

namespace {

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
        if (!name.empty()) out.named_rules.push_back({std::move(name), item.child(0).span()});
    }
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

// A string, or those of a list, with their places.
template <typename Take>
void each_string(syntax::Node expr, Take&& take) {
    const syntax::Node inner = eval::without_parens(expr);
    const bool is_list = inner.is(syntax::NodeKind::Tuple) || inner.is(syntax::NodeKind::JsonArray);
    auto one = [&](syntax::Node node) {
        for (std::string& text : strings_of(node)) take(std::move(text), node.span());
    };
    if (!is_list) return one(inner);
    for (syntax::Node element : inner.children()) one(element);
}

}  // namespace

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

bool is_full(const ConfigFile& file) {
    return file.findings.size() >= syntax::kMostDiagnostics;
}

void without_effect(ConfigFile& out, Span place, const std::string& why) {
    if (is_full(out)) return;
    Diagnostic found = make_diagnostic(DiagCode::RuleWithoutEffect, place, {why});
    // Settings that several expressions of a rule misuse in the same way.
    if (out.findings.empty() || out.findings.back().span != place ||
        out.findings.back().message != found.message)
        out.findings.push_back(std::move(found));
}

std::vector<std::string> ConfigFile::Language::all_files() const {
    std::vector<std::string> all = files;
    for (const std::vector<std::string>& group : together) all.insert(all.end(), group.begin(), group.end());
    return all;
}

ConfigFile read_settings(const syntax::File& file, std::uint64_t names_above) {
    ConfigFile out;
    out.names = names_above;
    for (const syntax::BodyItem& item : file.body().items()) {
        if (item.kind == syntax::BodyItem::Kind::Attribute && item.attribute().name == "rules")
            read_rules(item.attribute().expr, out);
        if (item.kind == syntax::BodyItem::Kind::Attribute && item.attribute().name == "include" &&
            is_written(item.attribute().expr)) {
            std::vector<ConfigFile::Include> includes;
            std::unordered_set<std::string> seen;
            each_string(item.attribute().expr, [&](std::string path, Span span) {
                if (seen.insert(path).second) includes.push_back({std::move(path), span});
            });
            if (add_names(includes.size(), item.attribute().expr.span(), out))
                out.includes = std::move(includes);
        }
        if (item.kind == syntax::BodyItem::Kind::Block && item.block().type() == "language")
            read_language(item.block(), out);
    }
    return out;
}

ConfigFile read_config(const syntax::File& file, std::uint64_t names_above, const FindLanguage& find) {
    ConfigFile out = read_settings(file, names_above);
    RuledBlocks ruled(find, file.size());
    // A rule can refer to a language that the file declares later.
    for (const syntax::BodyItem& item : file.body().items())
        if (item.kind == syntax::BodyItem::Kind::Block && item.block().type() == "rule")
            read_house_rule(item.block(), ruled, out);
    return out;
}

ConfigFile read_config(const FileState& state, std::uint64_t names_above, const FindLanguage& find) {
    if (state.size() <= limits::config_file) return read_config(*state.tree(), names_above, find);
    ConfigFile out;
    out.names = names_above;
    without_effect(out, {},
                   "This configuration is not read: it is larger than " +
                       std::to_string(limits::config_file >> 20) + " MiB.");
    return out;
}

std::vector<std::string> files_of_config(const syntax::File& file, std::string_view folder) {
    std::vector<std::string> out;
    const ConfigFile config = read_settings(file, 0);
    auto add = [&](const std::string& path) { out.push_back(path_from(std::string(folder), path)); };
    for (const ConfigFile::Language& language : config.languages) std::ranges::for_each(language.specs, add);
    std::ranges::for_each(config.includes, add, &ConfigFile::Include::path);
    return out;
}

}  // namespace hcl::world
