// JSON values with the wrong structure for their position, and duplicate names in a body.
#include <unordered_map>

#include "engine/check/rule.h"

namespace hcl::check {

void json_shapes(UnitRule& rule) {
    for (const bind::WrongShape& wrong : rule.unit.wrong_shapes) {
        const bool is_missing = wrong.code == DiagCode::JsonMissingLabel;
        const std::string& first = wrong.label.empty() || is_missing ? wrong.type : wrong.label;
        rule.report(wrong.code, wrong.span, {first, wrong.label});
    }
}

void set_twice(UnitRule& rule) {
    if (rule.module.language().recognition.is_fallback) return;
    // Free attributes are not counted: a repeated one may be blocks.
    auto counts = [](const bind::BoundAttribute& attribute) {
        return attribute.def && attribute.def != &language::free_attribute();
    };
    const bool is_hcl1 = rule.module.file(rule.slot.file)->input.tree->options().hcl1;
    auto is_single = [](const bind::BoundAttribute& attribute) {
        return attribute.expr && attribute.def && !attribute.expr.is(syntax::NodeKind::Tuple) &&
               !attribute.expr.is(syntax::NodeKind::Object);
    };
    auto report = [&](const bind::BoundAttribute& attribute, const bind::BoundAttribute& first) {
        if (!counts(attribute)) return;
        // The parser reports names with identical spelling, but for HCL 1: there, lists and objects add up,
        // and of single values newer versions of the programs refuse the second one.
        const bool is_same = rule.is_native() && rule.text(attribute.name_span) == rule.text(first.name_span);
        if (is_same && (!is_hcl1 || !is_single(attribute) || !is_single(first))) return;
        const DiagCode code =
            rule.is_native() ? DiagCode::DuplicateArgument : DiagCode::DuplicateJsonAttribute;
        Diagnostic& d = rule.report(code, attribute.name_span, {attribute.name});
        d.related.push_back({{{}, first.name_span}, "it is set here first"});
        if (is_same) d.severity = Severity::Warning;
    };
    constexpr std::size_t kFew = 16;
    for (const bind::BoundBody& body : rule.unit.bodies) {
        std::unordered_map<std::string_view, const bind::BoundAttribute*> seen;
        for (std::size_t i = 0; i < body.attributes.size(); ++i) {
            const bind::BoundAttribute& attribute = rule.unit.attributes[body.attributes[i]];
            if (body.attributes.size() > kFew) {
                auto [first, is_new] = seen.emplace(attribute.name, &attribute);
                if (!is_new) report(attribute, *first->second);
                continue;
            }
            for (std::size_t k = 0; k < i; ++k) {
                const bind::BoundAttribute& other = rule.unit.attributes[body.attributes[k]];
                if (other.name != attribute.name) continue;
                report(attribute, other);
                break;
            }
        }
    }
}

}  // namespace hcl::check
