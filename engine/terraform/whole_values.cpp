// Resources and data as a whole where a text or a condition is needed. `validate` does not see it, because it
// takes them for unknown; every plan fails there.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/guards.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundUnit;
using bind::kNone;
using syntax::Node;
using syntax::NodeKind;

enum class Needed : std::uint8_t { Other, InText, AsCondition };

// How the part is used of which a plan surely computes the value.
Needed use_of(Node expr, Span place) {
    Needed use = Needed::Other;
    for (const Node node : nodes_to(expr, place)) {
        const bool is_first = node.child_count() > 0 && node.child(0) &&
                              node.child(0).span().start <= place.start &&
                              place.end <= node.child(0).span().end;
        switch (node.kind()) {
            case NodeKind::Template:
                use = node.child_count() > 1 ? Needed::InText : Needed::Other;
                break;
            case NodeKind::Heredoc:
                use = Needed::InText;
                break;
            case NodeKind::TemplateBody:
            case NodeKind::Interpolation:
            case NodeKind::Paren:
                break;
            case NodeKind::Conditional:
                if (!is_first) return Needed::Other;
                use = Needed::AsCondition;
                break;
            case NodeKind::Call: {
                const auto catching = eval::error_catching_functions();
                if (std::ranges::find(catching, node.child(0).text()) != catching.end()) return Needed::Other;
                use = Needed::Other;
                break;
            }
            case NodeKind::Tuple:
            case NodeKind::Object:
            case NodeKind::ObjectItem:
                use = Needed::Other;
                break;
            default:
                return node.span() == place ? use : Needed::Other;
        }
    }
    return Needed::Other;
}

// A place in a block that a plan may leave out, beside repeated ones.
bool may_be_left_out(const BoundUnit& unit, std::uint32_t body) {
    for (std::uint32_t block = unit.bodies[body].block; block != kNone;
         block = unit.bodies[unit.blocks[block].parent].block) {
        const std::string& type = unit.blocks[block].type;
        if (type == "dynamic" || type == "connection" || type == "provisioner" || type == "check")
            return true;
    }
    return false;
}

struct WholeValue {
    std::string what;  // "an object"; empty: it may fit
    std::string advice;
};

WholeValue whole_value(const bind::Module& module, const bind::Resolution& found, std::string_view text) {
    const bind::Symbol symbol = found.symbols.back();
    if (!symbol.is_declaration()) return {};
    const bind::Declaration& declaration = module.declaration(symbol);
    const std::string& kind = declaration.def->kind;
    if ((kind == "resource" || kind == "data") && declaration.block != kNone) {
        const BoundUnit& home = module.unit_of(symbol);
        const std::uint32_t body = home.blocks[declaration.block].body;
        if (attribute_of(home, body, "count") || attribute_of(home, body, "for_each"))
            return {"the collection of its instances", ""};
        const Type type = module.value_of(symbol).unmarked().type();
        const bool has_id = !type.is_object() || type.find_attribute("id");
        return {"an object", has_id ? " Name an attribute of it: `" + std::string(text) + ".id`."
                                    : " Name an attribute of it."};
    }
    return {};
}

// Why it is no text or condition; empty: it may be one.
std::string problem_of_whole(const bind::Module& module, const bind::Resolution& found,
                             const bind::Reference& reference, bool is_text) {
    std::string text(reference.steps[0].name);
    for (std::size_t i = 1; i < reference.steps.size(); ++i) text += "." + reference.steps[i].name;
    const WholeValue value = whole_value(module, found, text);
    if (value.what.empty()) return {};
    return "\"" + text + "\" is " + value.what +
           (is_text ? ", and a text takes only strings, numbers and bools."
                    : ", and a condition is true or false.") +
           value.advice;
}

void check_whole_value(const RuleInput& input, const bind::UnitSlot& slot, const bind::Reference& reference) {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundAttribute& attribute = unit.attributes[reference.attribute];
    if (!attribute.expr || attribute.expr.is_broken()) return;
    if (attribute.def && attribute.def->decoder != language::Decoder::None) return;
    const Needed use = use_of(attribute.expr, reference.span);
    if (use == Needed::Other || may_be_left_out(unit, attribute.body)) return;
    const bind::Resolution found = bind::resolve(input.module, slot, reference);
    if (found.kind != bind::Resolution::Kind::Symbol || found.steps != reference.steps.size()) return;
    // Evaluation reports those of known types.
    if (!input.module.value_of(found.symbols.back()).unmarked().type().is_dynamic()) return;
    const bool is_text = use == Needed::InText;
    const std::string why = problem_of_whole(input.module, found, reference, is_text);
    if (why.empty()) return;
    const std::uint32_t outer = bind::outermost_block(unit, unit.bodies[attribute.body].block);
    if (outer == kNone || planned_of(slot, unit.blocks[outer]) != Planned::Always) return;
    const Span place = reference.span.shifted(slot.base);
    if (std::ranges::any_of(input.out, [&](const Diagnostic& d) { return d.span == place; })) return;
    input.report(FoundBy::Plan, place, why).title =
        is_text ? "Invalid template interpolation value" : "Incorrect condition type";
}

// Whether a text can begin right before the reference, or it can be a condition. Looks at a few characters.
bool is_of_text_or_condition(std::string_view text, std::size_t start, std::size_t length) {
    constexpr std::size_t kMostBlanks = 40;
    if (start > text.size() || length > text.size() - start) return false;
    std::string_view before = text.substr(0, start);
    before.remove_prefix(before.size() - std::min(before.size(), kMostBlanks));
    before = before.substr(0, before.find_last_not_of(" \t\r\n(~") + 1);
    std::string_view after = text.substr(start + length, kMostBlanks);
    after.remove_prefix(std::min(after.find_first_not_of(" \t\r\n)"), after.size()));
    return before.ends_with("${") || before.ends_with("if") || after.starts_with('?');
}

}  // namespace

bool reads_whole(const BoundUnit& unit, const bind::Reference& reference) {
    if (reference.is_text || reference.is_address) return false;
    const std::size_t count = reference.steps.size();
    if (count != (reference.steps[0].name == "data" ? 3U : 2U)) return false;
    // Behind the names can be an index.
    if (cover(reference.steps[0].span, reference.steps.back().span) != reference.span) return false;
    constexpr std::string_view kOtherRoots[] = {"local", "each",      "count",  "path",
                                                "self",  "terraform", "module", "var"};
    if (std::ranges::find(kOtherRoots, reference.steps[0].name) != std::end(kOtherRoots)) return false;
    const bind::BoundAttribute& attribute = unit.attributes[reference.attribute];
    if (!attribute.expr) return false;
    return is_of_text_or_condition(attribute.expr.text(), reference.span.start - attribute.expr.span().start,
                                   reference.span.length());
}

void explain_whole_value(const bind::Module& module, const Place& place, Diagnostic& found) {
    const bool is_text = found.code == DiagCode::InvalidInTemplate;
    if ((!is_text && found.code != DiagCode::IncorrectConditionType) || !place.attribute) return;
    for (const bind::Reference& reference : references_before(place)) {
        if (reference.span != place.span || !reads_whole(*place.slot.unit, reference)) continue;
        const bind::Resolution reached = bind::resolve(module, place.slot, reference);
        if (reached.kind != bind::Resolution::Kind::Symbol || reached.steps != reference.steps.size()) return;
        if (std::string why = problem_of_whole(module, reached, reference, is_text); !why.empty())
            found.message = std::move(why);
        return;
    }
}

void check_whole_values(const RuleInput& input) {
    constexpr int kMostOfUnit = 100;
    for (const bind::UnitSlot& slot : shape_of(input.module).units(Trait::ReadingWhole)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        int looks = 0;
        for (const bind::Reference& reference : slot.unit->references) {
            if (!reads_whole(*slot.unit, reference)) continue;
            if (++looks > kMostOfUnit) break;
            check_whole_value(input, slot, reference);
        }
    }
}

}  // namespace hcl::terraform
