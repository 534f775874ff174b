// Blocks whose bodies are missing in a package, or deprecated.
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

Span place_of(const bind::BoundBlock& block, std::uint32_t label) {
    return label < block.labels.size() ? block.labels[label].span : block.header_span;
}

void lost(UnitRule& rule, const bind::LostBody& body) {
    const bind::BoundBlock& block = rule.unit.blocks[body.block];
    const Span place = place_of(block, body.label);
    const bool is_elsewhere = body.label < block.labels.size() && block.labels[body.label].is_elsewhere;
    if (body.found == language::BodySource::Found::Unreadable) {
        rule.report(DiagCode::UnreadableSchema, place, {body.name, body.package});
        return;
    }
    Suggester near(body.name);
    rule.module.language().additions.schemas->each_name_of({body.package, body.family, {}, body.version},
                                                           [&](std::string_view name) { near.offer(name); });
    Diagnostic& d = rule.report(DiagCode::NoSuchSchema, place,
                                {body.family, body.package, body.name, did_you_mean(near.best())});
    // A label can have another name of the package than the package itself.
    const bool is_label = body.label < block.labels.size() && block.labels[body.label].value == body.name;
    if (!near.best().empty() && !is_elsewhere && is_label)
        add_replacement(d, unquoted(place, body.name), near.best());
}

}  // namespace

void stored_bodies(UnitRule& rule) {
    for (const bind::LostBody& body : rule.unit.lost) lost(rule, body);
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (!block.def || block.labels.empty()) continue;
        for (const bind::BodyDef* def : rule.unit.bodies[block.body].defs) {
            if (!def->notes || !def->notes->is_deprecated) continue;
            Diagnostic& d = rule.report(DiagCode::DeprecatedName, block.labels[0].span,
                                        {block.labels[0].value, deprecation_advice(*def->notes)});
            d.tag = DiagTag::Deprecated;
        }
    }
}

}  // namespace hcl::check
