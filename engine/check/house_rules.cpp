#include "engine/check/house_rules.h"

#include <algorithm>
#include <limits>

#include "engine/bind/generated_blocks.h"
#include "engine/bind/scopes.h"
#include "engine/bind/whole_block.h"
#include "engine/check/house_fix.h"
#include "engine/check/rule.h"
#include "engine/check/unmade_parts.h"
#include "engine/eval/evaluate.h"
#include "engine/language/value_format.h"

namespace hcl::check {

namespace {

using bind::BoundBlock;
using bind::kNone;

bool matches_any(const std::vector<std::string>& patterns, const std::string& name) {
    return std::ranges::any_of(
        patterns, [&](const std::string& pattern) { return language::name_matches(pattern, name); });
}

std::string quoted(const std::string& name) {
    return '"' + name + '"';
}

// The findings of all rules in one unit.
class HouseRulesInUnit {
  public:
    HouseRulesInUnit(const bind::Module& module, const bind::UnitSlot& slot, const AppliedRules& applied,
                     RuleWork& work)
        : module_(module), slot_(slot), unit_(*slot.unit), applied_(applied), work_(work) {}

    Diagnostics run() {
        for (std::uint32_t i = 0; i < unit_.blocks.size() && !is_full(); ++i) {
            if (unit_.blocks[i].is_elsewhere) continue;
            scope_ = nullptr;
            if (!work_.spend(applied_.rules.size() / kRulesOfStep)) break;
            for (const HouseRule* rule : applied_.rules)
                if (matches(rule->blocks, unit_.blocks[i]) && stands_inside(*rule, unit_.blocks[i]))
                    check(*rule, i);
        }
        if (out_.empty()) return {};
        const UnmadeParts unmade(module_, slot_);
        for (Diagnostic& found : out_) unmade.soften(found);
        return std::move(out_);
    }

  private:
    static constexpr std::size_t kRulesOfStep = 8;
    static constexpr std::size_t kNamesOfStep = 16;     // that are compared
    static constexpr std::uint32_t kBytesOfStep = 256;  // of a body that a fix is written for

    // The body of generated blocks ("content") counts as a block of their type and labels.
    const BoundBlock* generator_of(const BoundBlock& block) const {
        return bind::generator_of(module_.language(), unit_, block);
    }

    bool matches(const std::vector<std::string>& patterns, const BoundBlock& block) const {
        const BoundBlock* generator = generator_of(block);
        const std::string& type = generator ? generator->labels.front().value : block.type;
        if (!language::name_matches(patterns.front(), type)) return false;
        if (generator) return patterns.size() == 1 || match_generated(patterns, *generator);
        if (patterns.size() - 1 > block.labels.size()) return false;
        for (std::size_t i = 1; i < patterns.size(); ++i)
            if (!language::name_matches(patterns[i], block.labels[i - 1].value)) return false;
        return true;
    }

    // Labels that are not known match "*" alone.
    bool match_generated(const std::vector<std::string>& patterns, const BoundBlock& generator) const {
        const bind::GeneratedLabels labels = bind::generated_labels(slot_, generator, patterns.size() - 1);
        if (labels.is_known && labels.count < patterns.size() - 1) return false;
        for (std::size_t i = 1; i < patterns.size(); ++i) {
            const Value* label = labels.is_known ? &labels.values[i - 1].unmarked() : nullptr;
            const bool is_match = label && label->is_known_string()
                                      ? language::name_matches(patterns[i], label->as_string())
                                      : patterns[i] == "*";
            if (!is_match) return false;
        }
        return true;
    }

    // More are not shown.
    bool is_full() const { return out_.size() >= module_.limits().file_findings || work_.ran_out(); }

    bool stands_inside(const HouseRule& rule, const BoundBlock& block) {
        if (rule.inside.empty()) return true;
        for (std::uint32_t body : bind::bodies_around(unit_, block.parent)) {
            if (!work_.spend(1)) return false;
            const std::uint32_t around = unit_.bodies[body].block;
            if (around != kNone && matches(rule.inside, unit_.blocks[around])) return true;
        }
        return false;
    }

    // The block that a rule is about, and its argument if the rule is about arguments.
    struct Subject {
        const HouseRule& rule;
        std::uint32_t block;
        Span place;
        std::string words{};
        std::shared_ptr<const eval::Scope> names{};  // null: those of the block
        std::string_view changed{};                  // the argument that a fix must change; empty: any
    };

    void check(const HouseRule& rule, std::uint32_t index) {
        const BoundBlock& block = unit_.blocks[index];
        const bind::BoundBody& body = unit_.bodies[block.body];
        const std::size_t names =
            rule.attributes.size() + rule.required.size() + rule.forbidden.size() + rule.order.size();
        if (is_full() ||
            !work_.spend(names * (1 + body.attributes.size() + body.blocks.size()) / kNamesOfStep))
            return;
        const Subject subject{rule, index, block.header_span, header_of(block)};
        if (rule.attributes.empty()) {
            check_condition(subject);
            check_name(rule, index);
        } else {
            for (std::uint32_t i : unit_.bodies[block.body].attributes)
                if (matches_any(rule.attributes, unit_.attributes[i].name)) check_attribute(rule, index, i);
        }
        for (const std::string& name : rule.required)
            if (!is_there(unit_, block.body, name))
                report({.rule = rule, .block = index, .place = block.header_span, .changed = name},
                       subject.words + " has no " + quoted(name) + ".");
        check_forbidden(rule, index);
        if (!rule.order.empty()) check_order(rule, index);
    }

    // `resource "aws_vpc" "main"`; of generated blocks, their type.
    std::string header_of(const BoundBlock& block) const {
        if (const BoundBlock* generator = generator_of(block)) return generator->labels.front().value;
        std::string out = block.type;
        for (const bind::BoundLabel& label : block.labels) out += " " + quoted(label.value);
        return out;
    }

    // The last label.
    void check_name(const HouseRule& rule, std::uint32_t index) {
        const BoundBlock& block = unit_.blocks[index];
        if (!rule.pattern) return;
        if (!block.labels.empty()) {
            const bind::BoundLabel& last = block.labels.back();
            check_pattern({.rule = rule, .block = index, .place = last.span}, last.value);
        } else if (const BoundBlock* generator = generator_of(block)) {
            const bind::GeneratedLabels labels =
                bind::generated_labels(slot_, *generator, std::numeric_limits<std::size_t>::max());
            if (labels.values.empty() || !work_.spend(labels.count / kNamesOfStep)) return;
            // Messages do not show secrets.
            if (const Value& last = labels.values.back(); last.is_known_string() && !last.is_marked())
                check_pattern({.rule = rule, .block = index, .place = labels.place},
                              std::string(last.as_string()));
        }
    }

    void check_attribute(const HouseRule& rule, std::uint32_t index, std::uint32_t attribute) {
        const bind::BoundAttribute& there = unit_.attributes[attribute];
        if (!there.expr) return;
        const Value& value = slot_.state->values[attribute];
        scope_of(index);
        auto names = std::make_shared<eval::MapScope>(scope_);
        names->set("name", Value::string(there.name));
        names->set("value", value);
        const Subject subject{rule,      index, there.expr.span(), quoted(there.name), std::move(names),
                              there.name};
        check_condition(subject);
        // Messages do not show secrets.
        if (value.is_known_string() && !value.is_marked())
            check_pattern(subject, std::string(value.as_string()));
    }

    void check_condition(const Subject& subject) {
        if (!subject.rule.condition) return;
        eval::EvalResult condition = work_.evaluate(subject.rule.condition, &names_of(subject), options_);
        const Value& holds = condition.value.unmarked();
        // An unknown condition reports nothing.
        if (has_errors(condition.diagnostics) || !holds.is_known_bool() || holds.as_bool()) return;
        report(subject, subject.words + " does not meet the condition.");
    }

    void check_pattern(const Subject& subject, const std::string& text) {
        if (subject.rule.pattern && !subject.rule.pattern->matches(text))
            report(subject,
                   quoted(text) + " does not match the pattern " + quoted(subject.rule.pattern_text) + ".");
    }

    void check_forbidden(const HouseRule& rule, std::uint32_t index) {
        if (rule.forbidden.empty()) return;
        const bind::BoundBody& body = unit_.bodies[unit_.blocks[index].body];
        for (std::uint32_t i : body.attributes)
            if (const bind::BoundAttribute& a = unit_.attributes[i]; matches_any(rule.forbidden, a.name))
                report({.rule = rule, .block = index, .place = a.name_span, .changed = a.name},
                       quoted(a.name) + " is not allowed here.");
        for (std::uint32_t i : body.blocks)
            if (const BoundBlock& b = unit_.blocks[i]; matches_any(rule.forbidden, b.type))
                report({.rule = rule, .block = index, .place = b.type_span, .changed = b.type},
                       "A block " + quoted(b.type) + " is not allowed here.");
            else if (const std::string& made = bind::made_type(module_.language(), b);
                     matches_any(rule.forbidden, made))
                report({.rule = rule, .block = index, .place = b.labels.front().span},
                       "A block " + quoted(made) + " is not allowed here.");
    }

    // The first item that comes after one that it should precede.
    void check_order(const HouseRule& rule, std::uint32_t index) {
        const bind::BoundBody& body = unit_.bodies[unit_.blocks[index].body];
        struct Item {
            std::uint32_t start;
            std::size_t rank;
            Span name;
        };
        std::vector<Item> items;
        auto add = [&](const std::string& name, Span place) {
            if (auto at = rule.ranks.find(name); at != rule.ranks.end())
                items.push_back({place.start, at->second, place});
        };
        for (std::uint32_t i : body.attributes) add(unit_.attributes[i].name, unit_.attributes[i].name_span);
        for (std::uint32_t i : body.blocks) add(unit_.blocks[i].type, unit_.blocks[i].type_span);
        std::ranges::sort(items, {}, &Item::start);
        for (std::size_t i = 1; i < items.size(); ++i) {
            if (items[i].rank >= items[i - 1].rank) continue;
            auto before =
                std::ranges::find_if(items, [&](const Item& other) { return other.rank > items[i].rank; });
            report({.rule = rule, .block = index, .place = items[i].name},
                   quoted(rule.order[items[i].rank]) + " belongs before " + quoted(rule.order[before->rank]) +
                       ".");
            out_.back().related.push_back({{{}, before->name}, "this stands before it"});
            return;
        }
    }

    const eval::Scope& scope_of(std::uint32_t index) {
        if (!scope_) scope_ = bind::pack_scope_of_block(module_, slot_, index);
        return *scope_;
    }

    const eval::Scope& names_of(const Subject& subject) {
        return subject.names ? *subject.names : scope_of(subject.block);
    }

    // Uses the rule's own message if there is one, otherwise `reason`.
    void report(const Subject& subject, std::string reason) {
        if (is_full()) return;
        const HouseRule& rule = subject.rule;
        if (rule.message) {
            eval::EvalResult message = work_.evaluate(rule.message, &names_of(subject), options_);
            const Value& text = message.value.unmarked();
            if (!has_errors(message.diagnostics) && text.is_known_string() && !is_secret(message.value))
                reason = text.as_string();
        } else if (!rule.doc.empty()) {
            reason += " " + rule.doc;
        }
        out_.push_back(make_diagnostic(DiagCode::HouseRule, subject.place, {reason}));
        Diagnostic& found = out_.back();
        found.severity = rule.severity;
        found.rule = rule.id;
        found.related.push_back({rule.place, "the rule of this workspace"});
        if (!rule.fix) return;
        const Span inside = unit_.bodies[unit_.blocks[subject.block].body].inside;
        if (!work_.spend(inside.length() / kBytesOfStep)) return;
        const BodySource source{*module_.file(slot_.file)->input.tree, slot_.base, unit_,
                                unit_.bodies[unit_.blocks[subject.block].body]};
        if (auto fix = house_fix(rule.fix, subject.changed, source, names_of(subject), work_))
            found.fixes.push_back(std::move(*fix));
    }

    const bind::Module& module_;
    const bind::UnitSlot& slot_;
    const bind::BoundUnit& unit_;
    const AppliedRules& applied_;
    const eval::EvalOptions options_ = eval::eval_options(Rules::reference());
    RuleWork& work_;
    std::shared_ptr<const eval::Scope> scope_;  // of the block that is looked at; made when it is needed
    Diagnostics out_;
};

// Cached with the state of a unit. After an edit of the rules, they are computed again on
// each check until the unit changes.
struct HouseFindings {
    std::vector<HouseRulesPtr> owners;
    std::vector<const HouseRule*> rules;
    Diagnostics found;
    std::uint64_t steps = 0;
};

}  // namespace

Diagnostics house_findings(const bind::Module& module, FileId file, const AppliedRules& applied,
                           const Cancel& cancel) {
    Diagnostics out;
    const bind::ModuleFile* of = applied.rules.empty() ? nullptr : module.file(file);
    if (!of) return out;
    const std::uint64_t most_steps = steps_of_file(module, file);
    std::uint64_t steps = 0;
    bool is_cut = false;
    of->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        if (!slot.state || slot.unit->blocks.empty() || is_cut) return;
        auto find = [&] {
            RuleWork work(most_steps, cancel);
            const bool is_header = slot.unit->blocks.front().has_parts;
            const bind::WholeBlock whole = is_header ? bind::whole_block(module, slot) : bind::WholeBlock();
            Diagnostics found = HouseRulesInUnit(module, is_header ? whole.slot : slot, applied, work).run();
            return HouseFindings{applied.owners, applied.rules, std::move(found), work.spent()};
        };
        // The findings of such a block depend on the values of other units, so they are not cached.
        std::optional<HouseFindings> now;
        const HouseFindings* kept = nullptr;
        if (!slot.unit->blocks.front().has_parts) kept = &slot.state->memo.get<HouseFindings>(find);
        if (!kept || kept->rules != applied.rules) now = find();
        const HouseFindings& findings = now ? *now : *kept;
        for (const Diagnostic& d : findings.found) out.push_back(finding_in_file(d, slot.base, file));
        steps += findings.steps;
        const bool has_many = out.size() >= 2 * module.limits().file_findings;
        if (steps < most_steps && !has_many) return;
        is_cut = true;
        out.push_back(make_diagnostic(DiagCode::EvaluationOverBudget,
                                      slot.unit->blocks.front().header_span.shifted(slot.base), {"", ""}));
        out.back().message = std::string("The rules of this workspace ") +
                             (has_many ? "have too many findings" : "take too many steps") +
                             " in this file. It is not checked by them from here on.";
        out.back().file = file;
    });
    return out;
}

}  // namespace hcl::check
