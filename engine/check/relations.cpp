// Attributes of which not every combination is allowed.
#include <algorithm>

#include "engine/check/rule.h"

namespace hcl::check {

using language::Relation;

void relations(UnitRule& rule) {
    for (const bind::BoundBody& body : rule.unit.bodies) {
        if (body.block == bind::kNone) continue;
        auto place_of = [&](std::string_view name) -> std::optional<Span> {
            for (std::uint32_t i : body.attributes)
                if (rule.unit.attributes[i].name == name) return rule.unit.attributes[i].name_span;
            for (std::uint32_t i : body.blocks)
                if (rule.unit.blocks[i].type == name) return rule.unit.blocks[i].type_span;
            return std::nullopt;
        };
        for (const bind::BodyDef* def : body.defs)
            for (const Relation& relation : def->relations) {
                std::vector<std::pair<std::string, Span>> there;
                std::string absent;
                for (const std::string& name : relation.names) {
                    if (auto place = place_of(name))
                        there.emplace_back(name, *place);
                    else if (absent.empty())
                        absent = name;
                }
                bool excludes =
                    relation.kind == Relation::Kind::Conflicts || relation.kind == Relation::Kind::ExactlyOne;
                if (excludes && there.size() > 1) {
                    std::ranges::sort(there, {}, [](const auto& one) { return one.second.start; });
                    Diagnostic& d = rule.report(DiagCode::ConflictingArguments, there[1].second,
                                                {there[0].first, there[1].first});
                    d.related.push_back({{{}, there[0].second}, "the other one is here"});
                }
                bool wants_one = relation.kind == Relation::Kind::ExactlyOne ||
                                 relation.kind == Relation::Kind::AtLeastOne;
                if (wants_one && there.empty())
                    rule.report(DiagCode::OneOfRequired, body.missing_place,
                                {quoted_list(relation.names, "and")});
                if (relation.kind == Relation::Kind::Together && !there.empty() && !absent.empty())
                    rule.report(DiagCode::RequiredTogether, there[0].second, {there[0].first, absent});
            }
    }
}

}  // namespace hcl::check
