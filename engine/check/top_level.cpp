// The top level of a module: missing items, surplus ones, and the checks of the pack about it. Its parts are
// spread over many units and files.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/counted.h"
#include "engine/bind/pack_text.h"
#include "engine/bind/scopes.h"
#include "engine/check/rule.h"
#include "engine/eval/evaluate.h"

namespace hcl::check {

namespace {

// The first attribute or block of each name at the top level of a module.
struct TopItems {
    struct Item {
        Location place;
        const Value* value = nullptr;  // of an attribute; null: it is a block
        Span content{};                // the expression of an attribute
    };
    std::map<std::string, Item, std::less<>> by_name;

    explicit TopItems(const bind::Module& module) {
        for (const bind::ModuleFile& file : module.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                const bind::BoundUnit& unit = *slot.unit;
                for (std::uint32_t i : unit.bodies[0].attributes)
                    by_name.emplace(unit.attributes[i].name,
                                    Item{{slot.file, unit.attributes[i].name_span.shifted(slot.base)},
                                         slot.state ? &slot.state->values[i] : nullptr,
                                         content_of(unit.attributes[i]).shifted(slot.base)});
                for (std::uint32_t i : unit.bodies[0].blocks)
                    by_name.emplace(unit.blocks[i].type,
                                    Item{{slot.file, unit.blocks[i].type_span.shifted(slot.base)}});
            });
    }
    static Span content_of(const bind::BoundAttribute& attribute) {
        return attribute.expr ? attribute.expr.span() : attribute.name_span;
    }
    const Item* find(std::string_view name) const {
        auto it = by_name.find(name);
        return it == by_name.end() ? nullptr : &it->second;
    }
};

// Conditions of the pack about the top level of a module. Of blocks, only their presence is known.
class TopConditions {
  public:
    explicit TopConditions(const bind::Module& module) : module_(module) {}

    const TopItems& items() {
        if (!items_) items_.emplace(module_);
        return *items_;
    }

    bool holds(const language::TextDef& condition) {
        return bind::pack_condition(module_.language(), nullptr, {}, self_of(condition.needs), condition);
    }

    // The value of an expression of the pack; dynamic when it has none.
    Value evaluate(syntax::Node expr) {
        language::Needs needs;
        needs.add(expr);
        if (needs.all || needs.set) return Value::dynamic();
        const auto scope = bind::pack_scope_of_object(module_.language(), nullptr, {}, self_of(needs));
        const eval::EvalResult result =
            eval::evaluate(expr, scope.get(), eval::eval_options(Rules::reference()));
        return has_errors(result.diagnostics) ? Value::dynamic() : result.value;
    }

    static std::vector<std::string> names_in(const language::TextDef& condition) {
        return names_in(condition.needs);
    }

  private:
    Value self_of(const language::Needs& needs) {
        std::vector<std::pair<std::string, Value>> self;
        for (const std::string& name : names_in(needs)) {
            const TopItems::Item* item = items().find(name);
            self.emplace_back(name, !item ? Value::null() : item->value ? *item->value : Value::object({}));
        }
        return Value::object(std::move(self));
    }
    static std::vector<std::string> names_in(const language::Needs& needs) {
        std::vector<std::string> names = needs.names;
        std::ranges::sort(names);
        names.erase(std::unique(names.begin(), names.end()), names.end());
        return names;
    }

    const bind::Module& module_;
    std::optional<TopItems> items_;
};

// Attributes and blocks that are required because of others.
void required_here(FileRule& rule, const bind::BodyDef& root, TopConditions& conditions, Span place) {
    auto check = [&](const std::string& name, const language::TextDef& condition,
                     const language::Notes& notes) {
        if (!condition || !notes.is_available || condition.needs.all) return;
        if (conditions.items().find(name) || !conditions.holds(condition)) return;
        const std::vector<std::string> others = TopConditions::names_in(condition);
        Diagnostic& d = rule.report(DiagCode::RequiredHere, place, {name, quoted_list(others, "and")});
        for (const std::string& other : others)
            if (const TopItems::Item* item = conditions.items().find(other))
                d.related.push_back({item->place, "this makes it required"});
    };
    for (const bind::AttributeDef& attribute : root.attributes)
        check(attribute.name, attribute.required_if, attribute.notes);
    for (const bind::BlockDef& block : root.blocks)
        if (block.min_items == 0) check(block.type, block.required_if, block.notes);
}

// Checks about the top level: a finding is at the attribute that the check names, or at the end of the first
// file.
void checks_of_top(FileRule& rule, const bind::BodyDef& root, TopConditions& conditions, bool is_first) {
    const std::uint32_t end = rule.file.input.tree->size();
    for (const language::CheckDef& check : root.checks) {
        const TopItems::Item* at = conditions.items().find(check.at);
        if (!check.condition || (at ? at->place.file != rule.file.input.id : !is_first)) continue;
        const Value condition = conditions.evaluate(check.condition.node());
        const Value& holds = condition.unmarked();
        if (!holds.is_known_bool() || holds.as_bool()) continue;
        const Value message = conditions.evaluate(check.message.node());
        if (!message.is_known_string()) continue;
        Diagnostic& d =
            rule.report(DiagCode::CheckFailed, at ? at->content : Span{end, end}, {message.as_string()});
        d.severity = check.severity;
        d.rule = check.id;
    }
}

}  // namespace

void top_level(FileRule& rule) {
    const bind::BodyDef& root = rule.module.language().root();
    bool is_first = &rule.module.files().front() == &rule.file;
    bool counts =
        std::ranges::any_of(root.blocks, [](const auto& b) { return b.min_items > 0 || b.max_items > 0; });
    bool requires_attributes =
        std::ranges::any_of(root.attributes, [](const auto& a) { return a.is_required || a.required_if; }) ||
        std::ranges::any_of(root.blocks,
                            [](const auto& b) -> bool { return static_cast<bool>(b.required_if); });
    if (!counts && !requires_attributes && root.relations.empty() && root.checks.empty()) return;

    for (const bind::BlockDef& block : root.blocks) {
        if (block.max_items == 0) continue;
        bind::SymbolList names = rule.module.symbols().top_level(block.type);
        if (names.size() <= block.max_items) continue;
        std::vector<bind::Symbol> all(names.begin(), names.end());
        std::erase_if(all, [&](bind::Symbol s) {
            return s.kind() != bind::Symbol::Kind::Block || rule.module.file(s.file)->is_override;
        });
        for (std::size_t i = block.max_items; i < all.size(); ++i) {
            if (all[i].file != rule.file.input.id) continue;
            Span here = name_place(rule.module, all[i]).span;
            Diagnostic& d =
                block.max_items == 1
                    ? rule.report(DiagCode::DuplicateBlock, here, {block.type})
                    : rule.report(DiagCode::TooManyBlocks, here,
                                  {block.type, std::to_string(block.max_items), std::to_string(i + 1)});
            d.related.push_back({name_place(rule.module, all[0]), "the first one is here"});
        }
    }
    TopConditions conditions(rule.module);
    if (!root.checks.empty()) checks_of_top(rule, root, conditions, is_first);
    // Missing parts of the module are reported once, at the end of its first file.
    if (!is_first) return;
    std::uint32_t end = rule.file.input.tree->size();
    Span place{end, end};
    for (const bind::AttributeDef& attribute : root.attributes)
        if (attribute.is_required && attribute.notes.is_available &&
            rule.module.symbols().top_level(attribute.name).empty())
            rule.report(DiagCode::MissingRequiredArgument, place, {attribute.name});
    for (const bind::BlockDef& block : root.blocks) {
        if (block.min_items == 0 || !block.notes.is_available) continue;
        bind::SymbolList all = rule.module.symbols().top_level(block.type);
        if (all.size() >= block.min_items || (block.min_items == 1 && !all.empty())) continue;
        // Written as an attribute, it holds any number of them; see fields.cpp.
        if (std::ranges::any_of(all,
                                [](bind::Symbol s) { return s.kind() == bind::Symbol::Kind::Attribute; }))
            continue;
        if (block.required_if && !block.required_if.needs.all && !conditions.holds(block.required_if))
            continue;
        if (block.min_items == 1)
            rule.report(DiagCode::MissingBlock, place, {block.type});
        else
            use_singular(
                rule.report(DiagCode::TooFewBlocks, place,
                            {block.type, std::to_string(block.min_items), std::to_string(all.size())})
                    .message,
                "there are 1.", "there is 1.");
    }
    required_here(rule, root, conditions, place);
}

}  // namespace hcl::check
