#include "engine/world/config_file.h"

#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/value/value.h"

namespace hcl::world {

namespace {

// The strings of an expression that is a string or a list of strings.
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
        // Codes of this program begin with a capital letter, rules of packs do not.
        if (name.empty() || name[0] < 'A' || name[0] > 'Z' || find_diag(name)) continue;
        std::string advice = did_you_mean(nearest_diag(name));
        out.findings.push_back(make_diagnostic(DiagCode::UnknownRule, item.child(0).span(), {name, advice}));
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
    out.languages.push_back(std::move(language));
}

}  // namespace

std::vector<std::string> ConfigFile::Language::all_files() const {
    std::vector<std::string> all = files;
    for (const std::vector<std::string>& group : together) all.insert(all.end(), group.begin(), group.end());
    return all;
}

ConfigFile read_config(const syntax::File& file) {
    ConfigFile out;
    for (const syntax::BodyItem& item : file.body().items()) {
        if (item.kind == syntax::BodyItem::Kind::Attribute && item.attribute().name == "rules")
            read_rules(item.attribute().expr, out);
        if (item.kind == syntax::BodyItem::Kind::Block && item.block().type() == "language")
            read_language(item.block(), out);
    }
    return out;
}

std::vector<std::string> packs_of(const syntax::File& file, std::string_view folder) {
    std::vector<std::string> out;
    for (const ConfigFile::Language& language : read_config(file).languages)
        for (const std::string& spec : language.specs) out.push_back(path_from(std::string(folder), spec));
    return out;
}

}  // namespace hcl::world
