// The top level of a module: missing items, surplus ones, and the checks of the pack about it. Its parts are
// spread over many units and files.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/counted.h"
#include "engine/bind/top_conditions.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

using bind::TopConditions;
using bind::TopItems;

// Where to say that something is missing: in HCL 2 at the end, as the reference does.
Span missing_place(const FileRule& rule) {
    const std::uint32_t end = rule.file.input.tree->size();
    std::optional<Span> first;
    if (rule.module.language().is_hcl1)
        rule.file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].attributes)
                if (!first) first = slot.unit->attributes[i].name_span.shifted(slot.base);
            for (std::uint32_t i : slot.unit->bodies[0].blocks)
                if (const Span place = slot.unit->blocks[i].header_span.shifted(slot.base);
                    !first || place.start < first->start)
                    first = place;
        });
    return first.value_or(Span{end, end});
}

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

// Checks about the top level: a finding is at the attribute that the check names, or where missing items are
// reported.
void checks_of_top(FileRule& rule, const bind::BodyDef& root, TopConditions& conditions, bool is_first) {
    const Span place = missing_place(rule);
    for (const language::CheckDef& check : root.checks) {
        const TopItems::Item* at = conditions.items().find(check.at);
        if (!check.condition || (at ? at->place.file != rule.file.input.id : !is_first)) continue;
        const Value condition = conditions.evaluate(check.condition.node());
        const Value& holds = condition.unmarked();
        if (!holds.is_known_bool() || holds.as_bool()) continue;
        const Value message = conditions.evaluate(check.message.node());
        if (!message.is_known_string()) continue;
        Diagnostic& d = rule.report(DiagCode::CheckFailed, at ? at->content : place, {message.as_string()});
        d.severity = check.severity;
        d.rule = check.id;
    }
}

// Items of the file that its other items rule out.
void check_allowed(FileRule& rule, const bind::BodyDef& root, TopConditions& conditions) {
    if (root.is_lenient) return;
    for (const language::AllowedDef& allowed : root.allowed) {
        if (!conditions.fails(allowed.condition)) continue;
        const std::vector<std::string> others = TopConditions::names_in(allowed.condition);
        auto report = [&](DiagCode code, const std::string& name, Span place) {
            if (!std::ranges::binary_search(allowed.names, name)) return;
            Diagnostic& d = rule.report(code, place, {name, ""});
            d.message = "\"" + name + "\" is not for this value of " + quoted_list(others, "and") + ".";
            d.severity = root.unknown_names.value_or(Severity::Error);
            for (const std::string& other : others)
                if (const TopItems::Item* item = conditions.items().find(other))
                    d.related.push_back({item->place, "this rules it out"});
        };
        rule.file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].attributes)
                report(DiagCode::UnsupportedArgument, slot.unit->attributes[i].name,
                       slot.unit->attributes[i].name_span.shifted(slot.base));
            for (std::uint32_t i : slot.unit->bodies[0].blocks)
                report(DiagCode::UnsupportedBlockType, slot.unit->blocks[i].type,
                       slot.unit->blocks[i].type_span.shifted(slot.base));
        });
    }
}

// Single values that an HCL 1 file sets twice (see json_shapes.cpp): each is a unit of its own.
void set_twice_on_top(FileRule& rule) {
    if (rule.module.language().recognition.is_fallback ||
        rule.file.input.tree->options().syntax == syntax::Syntax::Json)
        return;
    std::map<std::string_view, Span> first;
    rule.file.each_unit([&](const bind::UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].attributes) {
            const bind::BoundAttribute& attribute = slot.unit->attributes[i];
            if (!attribute.def || attribute.def == &language::free_attribute() || !attribute.expr ||
                attribute.expr.is(syntax::NodeKind::Tuple) || attribute.expr.is(syntax::NodeKind::Object))
                continue;
            const Span place = attribute.name_span.shifted(slot.base);
            const auto [other, is_new] = first.emplace(attribute.name, place);
            if (is_new) continue;
            Diagnostic& d = rule.report(DiagCode::DuplicateArgument, place, {attribute.name});
            d.severity = Severity::Warning;
            d.related.push_back({{rule.file.input.id, other->second}, "it is set here first"});
        }
    });
}

}  // namespace

void top_level(FileRule& rule) {
    const bind::BodyDef& root = rule.module.language().root();
    if (rule.module.language().is_hcl1) set_twice_on_top(rule);
    bool is_first = &rule.module.files().front() == &rule.file;
    bool counts =
        std::ranges::any_of(root.blocks, [](const auto& b) { return b.min_items > 0 || b.max_items > 0; });
    bool requires_attributes =
        std::ranges::any_of(root.attributes, [](const auto& a) { return a.is_required || a.required_if; }) ||
        std::ranges::any_of(root.blocks,
                            [](const auto& b) -> bool { return static_cast<bool>(b.required_if); });
    if (!counts && !requires_attributes && root.relations.empty() && root.checks.empty() &&
        root.allowed.empty())
        return;

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
    TopConditions conditions(rule.module, steps_of_file(rule.module, rule.file.input.id));
    check_allowed(rule, root, conditions);
    if (!root.checks.empty()) checks_of_top(rule, root, conditions, is_first);
    // Missing parts of the module are reported once, in its first file.
    if (!is_first) return;
    const Span place = missing_place(rule);
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
