// JSON that cannot be what its place asks for, and names that one body sets twice.
#include <unordered_map>

#include "engine/check/rule.h"

namespace hcl::check {

namespace {

using Kind = bind::WrongShape::Kind;

DiagCode code_of(Kind kind) {
    switch (kind) {
        case Kind::Body:
            return DiagCode::JsonBlockType;
        case Kind::Element:
            return DiagCode::JsonBodyElementType;
        case Kind::Labels:
            return DiagCode::JsonLabelType;
        case Kind::LabelList:
            return DiagCode::JsonLabelElementType;
        case Kind::NoLabel:
            break;
    }
    return DiagCode::JsonMissingLabel;
}

}  // namespace

void json_shapes(UnitRule& rule) {
    for (const bind::WrongShape& wrong : rule.unit.wrong_shapes) {
        const bool is_missing = wrong.kind == Kind::NoLabel;
        const std::string& first = wrong.label.empty() || is_missing ? wrong.type : wrong.label;
        rule.report(code_of(wrong.kind), wrong.span, {first, wrong.label});
    }
}

void set_twice(UnitRule& rule) {
    if (rule.module.language().is_fallback) return;
    for (const bind::BoundBody& body : rule.unit.bodies) {
        if (body.attributes.size() < 2) continue;
        std::unordered_map<std::string_view, const bind::BoundAttribute*> seen;
        for (std::uint32_t i : body.attributes) {
            const bind::BoundAttribute& attribute = rule.unit.attributes[i];
            auto [first, is_new] = seen.emplace(attribute.name, &attribute);
            // Where anything may stand, it may be blocks.
            if (is_new || !attribute.def || attribute.def == &language::free_attribute()) continue;
            // The parser has reported names that are written in the same way.
            const bool is_reported =
                rule.is_native() && rule.text(attribute.name_span) == rule.text(first->second->name_span);
            if (is_reported) continue;
            Diagnostic& d =
                rule.report(rule.is_native() ? DiagCode::DuplicateArgument : DiagCode::DuplicateJsonAttribute,
                            attribute.name_span, {attribute.name});
            d.related.push_back({{{}, first->second->name_span}, "it is set here first"});
        }
    }
}

}  // namespace hcl::check
