// Attributes and blocks that the schema does not have, or has as the other kind.
#include "engine/bind/generated_blocks.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

enum class Names : std::uint8_t { Attributes, Blocks, Both };

// Empty also when that is more work than the unit may be.
std::string nearest(UnitRule& rule, const bind::BoundBody& body, std::string_view name, Names names) {
    constexpr std::size_t kNamesOfStep = 8;
    const bool has_attributes = names != Names::Blocks;
    const bool has_blocks = names != Names::Attributes;
    std::size_t count = 0;
    for (const bind::BodyDef* def : body.defs)
        count += (has_blocks ? def->blocks.size() : 0) + (has_attributes ? def->attributes.size() : 0);
    if (!rule.work.spend(count / kNamesOfStep)) return {};
    Suggester near(name);
    for (const bind::BodyDef* def : body.defs) {
        if (has_attributes)
            for (const bind::AttributeDef& attribute : def->attributes)
                if (!attribute.is_read_only) near.offer(attribute.name);
        if (has_blocks)
            for (const bind::BlockDef& block : def->blocks) near.offer(block.type);
    }
    return near.best();
}

// The severity of an unknown name: as the pack sets it for one of the body's parts, otherwise an error.
Severity severity_in(const bind::BoundBody& body) {
    for (const bind::BodyDef* def : body.defs)
        if (def->unknown_names) return *def->unknown_names;
    return Severity::Error;
}

}  // namespace

void unknown_names(UnitRule& rule) {
    // There, a property is either.
    const bool is_json =
        rule.module.file(rule.slot.file)->input.tree->options().syntax == syntax::Syntax::Json;
    for (const bind::BoundAttribute& attribute : rule.unit.attributes) {
        const bind::BoundBody& body = rule.unit.bodies[attribute.body];
        if (attribute.def) continue;
        if (body.block_def(attribute.name)) {
            // Its value is still typed: it may become one that is a block.
            if (attribute.is_broken) continue;
            rule.report(DiagCode::UnsupportedArgument, attribute.name_span,
                        {attribute.name, " It is a block here: remove the equals sign."})
                .severity = severity_in(body);
            continue;
        }
        if (body.is_lenient) continue;
        std::string best = nearest(rule, body, attribute.name, is_json ? Names::Both : Names::Attributes);
        Diagnostic& d = rule.report(DiagCode::UnsupportedArgument, attribute.name_span,
                                    {attribute.name, did_you_mean(best)});
        d.severity = severity_in(body);
        // In JSON the name is quoted.
        bool quoted = attribute.name_span.length() == attribute.name.size() + 2;
        Span place =
            quoted ? Span{attribute.name_span.start + 1, attribute.name_span.end - 1} : attribute.name_span;
        if (!best.empty()) add_replacement(d, place, best);
    }
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (block.def) continue;
        const bind::BoundBody& body = rule.unit.bodies[block.parent];
        if (body.attribute(block.type)) {
            rule.report(DiagCode::UnsupportedBlockType, block.type_span,
                        {block.type, " It is an argument here: set it with an equals sign."})
                .severity = severity_in(body);
            continue;
        }
        const std::string& generator = rule.module.language().dynamic_blocks;
        if (!generator.empty() && block.type == generator && block.parent != 0 && block.labels.size() != 1) {
            if (block.labels.empty())
                rule.report(DiagCode::MissingLabel, block.header_span,
                            {"type", block.type, "1 label", "type"});
            else
                rule.report(DiagCode::ExtraneousLabel, block.labels[1].span, {block.type, "1 label", "type"});
            continue;
        }
        if (body.is_lenient) continue;
        if (bind::is_generator(rule.module.language(), block)) {
            const bind::BoundLabel& made = block.labels[0];
            std::string best = nearest(rule, body, made.value, Names::Blocks);
            rule.report(DiagCode::UnsupportedBlockType, made.span, {made.value, did_you_mean(best)})
                .severity = severity_in(body);
            continue;
        }
        std::string best = nearest(rule, body, block.type, Names::Blocks);
        Diagnostic& d =
            rule.report(DiagCode::UnsupportedBlockType, block.type_span, {block.type, did_you_mean(best)});
        d.severity = severity_in(body);
        if (!best.empty()) add_replacement(d, block.type_span, best);
    }
}

}  // namespace hcl::check
