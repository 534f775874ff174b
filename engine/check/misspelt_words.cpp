// Words that are nearly those of the language, in a language that knows others as well: types of columns.
#include <algorithm>

#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::check {

namespace {

void report_word(UnitRule& rule, DiagCode code, Span place, const std::string& word, const Suggester& near) {
    if (near.best().empty()) return;
    Diagnostic& d = rule.report(code, place, {word, did_you_mean(near.best())});
    d.severity = Severity::Warning;
    add_replacement(d, place, near.best());
}

void words_of(UnitRule& rule, syntax::Node expr) {
    const language::Language& language = rule.module.language();
    const eval::FunctionTable& functions = *language.evaluation.scoped_functions;
    const language::FixedNames& names = language.fixed_names();
    // Other databases write their types in another case.
    auto may_be_misspelt = [&](std::string_view word) {
        return std::ranges::none_of(word, [](char c) { return c >= 'A' && c <= 'Z'; }) &&
               !names.find_scoped(word) && !functions.find(word) &&
               !language.evaluation.functions->find(word);
    };
    for (const eval::Traversal& path : eval::variables(expr)) {
        const std::string& word = path[0].name;
        if (path.size() > 1 || names.is_root(word) || !may_be_misspelt(word)) continue;
        Suggester near(word);
        for (const language::FixedNames::Scoped& one : names.scoped) near.offer(one.name);
        report_word(rule, DiagCode::UnknownVariable, path[0].span, word, near);
    }
    eval::each_call(expr, [&](syntax::Node call, std::string_view name) {
        if (!may_be_misspelt(name)) return;
        Suggester near(name);
        for (const auto& [known, function] : functions.all()) near.offer(known);
        report_word(rule, DiagCode::UnknownFunction, call.child(0).span(), std::string(name), near);
    });
}

// `build.Hostt`: nearly a member that the pack lists. Others may come from plugins.
void members_of(UnitRule& rule, const bind::Reference& reference) {
    for (const auto& [root, rules] : rule.module.language().names.members) {
        if (root != reference.steps[0].name || reference.steps.size() < 2) continue;
        const bind::ReferenceStep& step = reference.steps[1];
        constexpr std::size_t kNamesOfStep = 4;
        if (!rule.work.spend(rules.values.size() / kNamesOfStep)) return;
        Suggester near(step.name);
        bool is_known = step.name.empty();
        for (const language::Choice& choice : rules.values) {
            const std::string_view member = choice.value.as_string();
            const std::string_view first = member.substr(0, member.find('.'));
            is_known = is_known || first == step.name;
            near.offer(std::string(first));
        }
        if (is_known || near.best().empty()) continue;
        Diagnostic& d =
            rule.report(DiagCode::UnsupportedAttribute, step.span, {step.name, did_you_mean(near.best())});
        d.message =
            "\"" + root + "\" has no member \"" + step.name + "\" that is known." + did_you_mean(near.best());
        d.severity = Severity::Warning;
        add_replacement(d, step.span, near.best());
    }
}

// A block at the top level that is nearly one of the language, which takes any other as well.
void block_types(UnitRule& rule) {
    constexpr std::size_t kNamesOfStep = 8;
    if (rule.module.language().recognition.is_fallback) return;
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (block.parent != 0 || !block.def) continue;
        for (const bind::BodyDef* def : rule.unit.bodies[0].defs) {
            if (def->any_block.get() != block.def || !rule.work.spend(def->blocks.size() / kNamesOfStep))
                continue;
            Suggester near(block.type);
            for (const bind::BlockDef& known : def->blocks)
                if (known.labels.size() == block.labels.size()) near.offer(known.type);
            report_word(rule, DiagCode::UnsupportedBlockType, block.type_span, block.type, near);
        }
    }
}

}  // namespace

void misspelt_words(UnitRule& rule) {
    block_types(rule);
    // Where the program replaces words later, more are known there than a pack can list.
    if (rule.module.language().names.unknown != language::UnknownNames::Text)
        for (const bind::Reference& reference : rule.unit.references)
            if (!reference.is_text) members_of(rule, reference);
    if (rule.module.language().names.unknown != language::UnknownNames::Ignore) return;
    for (const bind::BoundAttribute& attribute : rule.unit.attributes)
        if (attribute.expr && attribute.def && attribute.def->refers_to_declared)
            words_of(rule, attribute.expr);
}

}  // namespace hcl::check
