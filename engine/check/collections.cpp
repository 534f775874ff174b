// Values that the program iterates over.
#include "engine/bind/generated_blocks.h"
#include "engine/check/rule.h"
#include "engine/check/unmade_parts.h"
#include "engine/eval/analysis/expr_view.h"

namespace hcl::check {

namespace {

struct Problem {
    std::string text;
    bool is_list = false;  // a set of its elements would be valid
};

Problem problem_of(const Value& marked, language::Iterates iterates) {
    bool is_keyed = iterates == language::Iterates::Keyed;
    if (is_keyed && marked.marks().has(MarkKind::Sensitive))
        return {"it is sensitive, and its keys would be shown"};
    const Value& value = marked.unmarked();
    if (value.is_null()) return {"it is null. Give an empty collection where there is nothing"};
    Type type = value.type();
    if (type.is_dynamic() || type.is_map() || type.is_object()) return {};
    if (type.is_set()) {
        const Type& element = type.element();
        // An empty set has no keys, so their type does not matter.
        if (is_keyed && value.has_content() && value.size() == 0) return {};
        if (is_keyed && value.has_content())
            for (std::size_t i = 0; i < value.size(); ++i)
                if (value.value_at(i).unmarked().is_null()) return {"the set holds null"};
        // A value that is not known yet may be converted implicitly.
        if (!is_keyed || element.is_dynamic() || element.is_string() || !value.has_content()) return {};
        return {"a map or a set of strings is needed, but this is a " + type.friendly_name()};
    }
    bool is_list = type.is_list() || type.is_tuple();
    if (!is_keyed)
        return {is_list ? std::string() : "a collection is needed, but this is a " + type.friendly_name()};
    return {"a map or a set of strings is needed, but this is a " + type.friendly_name(), is_list};
}

}  // namespace

void collections(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.attributes.size(); ++i) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        if (!attribute.def || attribute.def->iterates == language::Iterates::Nothing || !attribute.expr ||
            attribute.expr.is(syntax::NodeKind::Missing))
            continue;
        Problem problem = problem_of(rule.slot.state->values[i], attribute.def->iterates);
        if (problem.text.empty()) continue;
        Span place = attribute.expr.span();
        Diagnostic& d = rule.report(DiagCode::UnsuitableCollection, place, {attribute.name, problem.text});
        if (problem.is_list && rule.is_native() && rule.module.language().evaluation.functions->find("toset"))
            d.fixes.push_back(
                {.title = "Make it a set",
                 .edits = {{{}, {{place.start, place.start}, "toset("}}, {{}, {{place.end, place.end}, ")"}}},
                 .preferred = true});
    }
}

// Labels of generated blocks are a list that is written out; the program looks at its elements when it makes
// one.
void generated_labels(UnitRule& rule) {
    if (rule.module.language().dynamic_blocks.empty()) return;
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (!bind::is_generator(rule.module.language(), block)) continue;
        for (std::uint32_t i : rule.unit.bodies[block.body].attributes) {
            const bind::BoundAttribute& attribute = rule.unit.attributes[i];
            if (attribute.name != "labels" || !attribute.expr || attribute.expr.is(syntax::NodeKind::Missing))
                continue;
            const syntax::Node list = eval::without_parens(attribute.expr);
            if (!list.is(syntax::NodeKind::Tuple) && !list.is(syntax::NodeKind::JsonArray)) {
                rule.report(DiagCode::InvalidDynamicLabel, attribute.expr.span(),
                            {"labels are written as a list in brackets, such as [\"web\"]"});
            } else if (const Value& labels = rule.slot.state->values[i].unmarked();
                       labels.has_content() && labels.size() == list.child_count() &&
                       count_of_generated(rule.slot, block) != 0) {
                std::size_t at = 0;
                for (syntax::Node label : list.children())
                    if (labels.value_at(at++).unmarked().is_null())
                        rule.report(DiagCode::InvalidDynamicLabel, label.span(), {"it is null"});
            }
        }
    }
}

}  // namespace hcl::check
