// Expressions that must contain a reference, such as conditions, and those that must not
// refer to their own declaration.
#include <algorithm>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::check {

namespace {

void report_own(UnitRule& rule, std::uint32_t index) {
    const bind::BoundAttribute& attribute = rule.unit.attributes[index];
    const bind::Declaration* own = declaration_of(rule.unit, attribute.body);
    if (!own || own->def->is_name_only) return;
    for (const bind::Reference& reference : bind::references_of(rule.unit, index)) {
        if (reference.is_text || !begins_with(reference, own->address)) continue;
        rule.report(DiagCode::RefersToItself, reference.span,
                    {attribute.name, bind::address_text(own->address)});
    }
}

// An expression with a syntax error, or with a function that has no arguments yet.
bool is_still_typed(const UnitRule& rule, const bind::BoundAttribute& attribute) {
    bool is_open = attribute.is_broken;
    eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
        const eval::Function* function = rule.module.language().evaluation.functions->find(name);
        is_open = is_open || (function && !function->parameters.empty() && call.child_count() == 1);
    });
    return is_open;
}

}  // namespace

void must_refer(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.attributes.size(); ++i) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        if (attribute.def && attribute.def->never_refers_to_own) report_own(rule, i);
        if (!attribute.def || attribute.def->must_refer == language::MustRefer::Nothing || !attribute.expr ||
            attribute.expr.is(syntax::NodeKind::Missing) || is_still_typed(rule, attribute))
            continue;
        const bind::Declaration* own = attribute.def->must_refer == language::MustRefer::Own
                                           ? declaration_of(rule.unit, attribute.body)
                                           : nullptr;
        if (!own && attribute.def->must_refer == language::MustRefer::Own) continue;
        auto references = bind::references_of(rule.unit, i);
        bool refers = std::ranges::any_of(references, [&](const bind::Reference& reference) {
            return !reference.is_text && (!own || begins_with(reference, own->address));
        });
        if (refers) continue;
        std::string wanted;
        for (std::size_t s = 0; own && s < own->address.size(); ++s)
            wanted += (s == 0 ? "\"" : ".") + own->address[s];
        rule.report(DiagCode::RefersToNothing, attribute.expr.span(),
                    {attribute.name, own ? wanted + "\"" : std::string("something that may change")});
    }
}

}  // namespace hcl::check
