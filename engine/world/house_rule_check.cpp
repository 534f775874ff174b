// Checks the names and the condition of a `rule` of `.hcl-ls.hcl` against the schema of its language.
#include <algorithm>
#include <set>

#include "engine/base/counted.h"
#include "engine/base/suggest.h"
#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/condition.h"
#include "engine/world/config_reading.h"

namespace hcl::world {

namespace {

class RuleCheck {
  public:
    RuleCheck(const check::HouseRule& rule, const RulePlaces& places, RuledBlocks& blocks, ConfigFile& out)
        : rule_(rule), places_(places), blocks_(blocks), out_(out) {}

    void run() {
        if (!rule_.condition && rule_.required.empty() && rule_.forbidden.empty() && rule_.order.empty() &&
            rule_.pattern_text.empty())
            without_effect(
                out_, rule_.place.span,
                "The rule \"" + rule_.id +
                    "\" asks for nothing: give it a \"condition\", \"required\", \"forbidden\", \"order\" or "
                    "\"pattern\".");
        for (syntax::Node expr : {rule_.condition, rule_.message}) check_roots(expr);
        for (const std::string& id : rule_.languages) find_blocks(id);
        check_names();
        check_labels();
        check_condition();
        check_contradictions();
    }

  private:
    // The blocks of one language that the rule is about.
    struct Ruled {
        RuledBlocks::Known* known;  // null: any
        language::LanguagePtr language;
    };

    // The names that expressions of the rule see.
    std::vector<std::string_view> names_seen() const {
        std::vector<std::string_view> names{"self", "label", "set"};
        if (!rule_.attributes.empty()) names.insert(names.end(), {"name", "value"});
        return names;
    }

    // An expression that cannot be evaluated reports nothing.
    void check_roots(syntax::Node expr) {
        if (!expr) return;
        const std::vector<std::string_view> names = names_seen();
        eval::each_reference(expr, [&](syntax::Node chain, std::string_view root) {
            if (std::ranges::find(names, root) != names.end()) return;
            const std::uint32_t start = chain.span().start;
            const Span place{start, start + static_cast<std::uint32_t>(root.size())};
            if (root == "name" || root == "value")
                return without_effect(
                    out_, place,
                    "\"" + std::string(root) + "\" is known only in rules that name \"attributes\".");
            Suggester suggester(root);
            for (std::string_view name : names) suggester.offer(std::string(name));
            without_effect(out_, place,
                           "Nothing is called \"" + std::string(root) +
                               "\" here: rules know the block as \"self\" and its labels as \"label\"." +
                               did_you_mean(suggester.best()));
        });
    }

    void find_blocks(const std::string& id) {
        const language::LanguagePtr language = blocks_.language(out_, id);
        if (!language) {
            ruled_.push_back({nullptr, nullptr});
            return;
        }
        RuledBlocks::InBodies* all = &blocks_.of(*language);
        RuledBlocks::Known* known = nullptr;
        const bool stands_in_any =
            rule_.inside.empty() || rule_.inside.front().find('*') != std::string::npos;
        if (stands_in_any) {
            known = block_in(*all, rule_.blocks, places_.blocks, "\"" + id + "\" has");
        } else if (block_in(*all, rule_.inside, places_.inside, "\"" + id + "\" has")) {
            const std::string& around = rule_.inside.front();
            known = block_in(blocks_.inside(*all, around), rule_.blocks, places_.blocks,
                             "A block \"" + around + "\" contains");
        }
        ruled_.push_back({known, language});
    }

    // The blocks with the first of these patterns, if that is a name; null: none, or any.
    RuledBlocks::Known* block_in(RuledBlocks::InBodies& all, const std::vector<std::string>& patterns,
                                 Span place, const std::string& where_has) {
        const std::string& type = patterns.front();
        if (type.empty() || type.find('*') != std::string::npos) return nullptr;
        if (const auto found = all.blocks.find(type); found != all.blocks.end()) return &found->second;
        Suggester suggester(type);
        std::set<std::string_view> types;
        for (const auto& [other, defs] : all.blocks) types.insert(other);
        for (std::string_view other : types) suggester.offer(other);
        // If any block is allowed, only a likely typo is reported.
        if (!all.takes_any || !suggester.best().empty())
            without_effect(out_, place,
                           where_has + " no block \"" + type + "\"." + did_you_mean(suggester.best()));
        return nullptr;
    }

    // A name that no block has: the rule could never be met, or never apply.
    void check_name(Span place, const std::string& name) {
        if (name.empty() || name.find('*') != std::string::npos || ruled_.empty() || is_full(out_)) return;
        for (const Ruled& one : ruled_) {
            if (!one.known || !one.known->names().is_closed || one.known->names().all.contains(name)) return;
        }
        Suggester suggester(name);
        for (const Ruled& one : ruled_)
            for (const std::string& other : one.known->names().all) suggester.offer(other);
        without_effect(out_, place,
                       "A block \"" + rule_.blocks.front() + "\" has no argument or block \"" + name + "\"." +
                           did_you_mean(suggester.best()));
    }

    void check_names() {
        for (syntax::Node list : places_.lists)
            for (syntax::Node name : eval::without_parens(list).children())
                check_name(name.span(), bind::literal_text(name));
        if (const syntax::Node fix = rule_.fix ? eval::without_parens(rule_.fix) : syntax::Node();
            fix && fix.is(syntax::NodeKind::Object))
            for (syntax::Node item : fix.children())
                if (item.child(0)) check_name(item.child(0).span(), bind::literal_text(item.child(0)));
        // Other names of a fix may be those of the file.
        for (syntax::Node expr : {rule_.condition, rule_.message, rule_.fix}) {
            if (!expr) continue;
            for (const eval::Traversal& path : eval::variables(expr))
                if (path.size() > 1 && (path[0].name == "self" || path[0].name == "set"))
                    check_name(path[1].name_span(), path[1].name);
        }
    }

    // Labels that the blocks do not have.
    void check_labels() {
        for (const Ruled& one : ruled_)
            if (one.known) check_labels(*one.known);
    }
    void check_labels(const RuledBlocks::Known& known) {
        std::size_t most = 0;
        const std::set<std::string> labels = known.labels();
        for (const language::BlockDef* block : known.found) {
            const bool is_open = !block->labels.empty() && block->labels.back().is_variadic;
            most = std::max(most, is_open ? rule_.blocks.size() : block->labels.size());
        }
        if (rule_.blocks.size() > most + 1)
            without_effect(out_, places_.blocks,
                           "A block \"" + rule_.blocks.front() + "\" has " + counted(most, "label") +
                               ", so the pattern of another one never matches.");
        for (syntax::Node expr : {rule_.condition, rule_.message, rule_.fix}) {
            if (!expr) continue;
            for (const eval::Traversal& path : eval::variables(expr)) {
                if (path.size() < 2 || path.front().name != "label" || path[1].name.empty() ||
                    labels.contains(path[1].name))
                    continue;
                Suggester suggester(path[1].name);
                for (const std::string& label : labels) suggester.offer(label);
                without_effect(out_, path[1].name_span(),
                               "A block \"" + rule_.blocks.front() + "\" has no label \"" + path[1].name +
                                   "\"." + did_you_mean(suggester.best()));
            }
        }
    }

    // Reports names that the rule both requires and forbids.
    void check_contradictions() {
        for (const std::string& name : rule_.required)
            if (std::ranges::find(rule_.forbidden, name) != rule_.forbidden.end())
                without_effect(out_, rule_.place.span,
                               "The rule \"" + rule_.id + "\" both requires and forbids \"" + name + "\".");
    }

    // A condition that is neither true nor false.
    void check_condition() {
        if (!is_written(rule_.condition)) return;
        const bool is_one = ruled_.size() == 1 && ruled_[0].known && ruled_[0].known->found.size() == 1 &&
                            ruled_[0].known->names().is_closed;
        const language::BlockDef* block = is_one ? ruled_[0].known->found.front() : nullptr;
        const bool is_fixed =
            block && block->body && block->cases.empty() && block->body->get().cases.empty();
        language::ConditionNames names;
        for (std::string_view name : names_seen()) names.emplace_back(name, Value::dynamic());
        if (ruled_.size() == 1 && ruled_[0].known)
            names[1].second = language::unknown_labels(ruled_[0].known->labels());
        if (is_fixed) names.front().second = language::unknown_self(block->body->get());
        const bool has_functions = !ruled_.empty() && ruled_[0].language;
        const auto& functions =
            has_functions ? ruled_[0].language->own_functions() : language::pack_functions();
        const language::ConditionProblem problem =
            language::problem_of_condition(rule_.condition, names, functions, blocks_.budget());
        auto is_there = [&](const Diagnostic& d) {
            return d.span.start < problem.error->span.end && problem.error->span.start < d.span.end;
        };
        // A name that is wrong is reported as that.
        if (problem.error && std::ranges::none_of(out_.findings, is_there))
            without_effect(out_, problem.error->span,
                           "The condition fails for every block: " + problem.error->message);
        if (!problem.not_bool.empty())
            without_effect(out_, rule_.condition.span(),
                           "The condition is " + problem.not_bool + ", neither true nor false.");
    }

    const check::HouseRule& rule_;
    const RulePlaces& places_;
    RuledBlocks& blocks_;
    ConfigFile& out_;
    std::vector<Ruled> ruled_;  // one for each language that the rule names
};

}  // namespace

void check_house_rule(const check::HouseRule& rule, const RulePlaces& places, RuledBlocks& blocks,
                      ConfigFile& out) {
    RuleCheck(rule, places, blocks, out).run();
}

}  // namespace hcl::world
