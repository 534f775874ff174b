// Values that the program iterates over.
#include "engine/check/rule.h"

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

}  // namespace hcl::check
