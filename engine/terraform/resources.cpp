// Blocks and arguments that every resource can have. The connection of a provisioner is merged with that of
// its resource, so required arguments can be in either. Blocks that every resource can have are not part of
// its type, so `dynamic` cannot generate them. Arguments cannot refer to their own block.
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;

std::uint32_t block_of_type(const BoundUnit& unit, std::uint32_t body, std::string_view type) {
    for (std::uint32_t i : unit.bodies[body].blocks)
        if (unit.blocks[i].type == type) return i;
    return kNone;
}

void check_connections_of(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body) {
    const BoundUnit& unit = *slot.unit;
    const std::uint32_t common = block_of_type(unit, body, "connection");
    const bool has_host = common != kNone && attribute_of(unit, unit.blocks[common].body, "host") != nullptr;
    if (has_host) return;
    std::uint32_t last = kNone;
    for (std::uint32_t i : unit.bodies[body].blocks) {
        if (unit.blocks[i].type != "provisioner") continue;
        const std::uint32_t own = block_of_type(unit, unit.blocks[i].body, "connection");
        const std::uint32_t used = own != kNone ? own : common;
        if (used == kNone || used == last || attribute_of(unit, unit.blocks[used].body, "host")) continue;
        last = used;
        input.report(DiagCode::MissingRequiredArgument,
                     unit.bodies[unit.blocks[used].body].missing_place.shifted(slot.base), {"host"});
    }
}

void check_connections(const RuleInput& input, const bind::UnitSlot& slot) {
    for (std::uint32_t i : slot.unit->bodies[0].blocks) {
        const BoundBlock& block = slot.unit->blocks[i];
        if (block.type == "resource" || block.type == "removed")
            check_connections_of(input, slot, block.body);
    }
}

// Arguments that the type of the resource does not have.
void check_escaped(const RuleInput& input, const bind::UnitSlot& slot, const BoundBlock& block) {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundBody& home = unit.bodies[block.parent];
    const std::string& type = unit.blocks[home.block].type;
    if (home.is_lenient || home.is_unknown || (type != "resource" && type != "data" && type != "ephemeral"))
        return;
    for (const std::uint32_t i : unit.bodies[block.body].attributes)
        if (const bind::BoundAttribute& given = unit.attributes[i]; !home.attribute(given.name))
            input.report(DiagCode::UnsupportedArgument, given.name_span.shifted(slot.base), {given.name, ""});
}

void check_generated(const RuleInput& input, const bind::UnitSlot& slot) {
    for (const BoundBlock& block : slot.unit->blocks) {
        if (is_escaping(*slot.unit, block)) check_escaped(input, slot, block);
        if (is_misplaced_generator(*slot.unit, block)) {
            input.report(DiagCode::UnsupportedBlockType, block.type_span.shifted(slot.base),
                         {block.type,
                          " It generates only blocks that a provider defines, in resources, data "
                          "sources and configurations of providers."});
            continue;
        }
        if (!makes_common_block(block) || !is_common_body(*slot.unit, block.parent)) continue;
        input.report(DiagCode::UnsupportedBlockType, block.labels[0].span.shifted(slot.base),
                     {block.labels[0].value, " Only blocks of the resource type can be generated."});
    }
}

void check_repetition(const RuleInput& input, const bind::UnitSlot& slot) {
    for (const bind::Reference& reference : slot.unit->references) {
        if (!is_repeated_by_itself(*slot.unit, reference) ||
            bind::resolve(input.module, slot, reference).kind == bind::Resolution::Kind::Missing)
            continue;
        const bind::BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
        const std::string& name = attribute.name;
        const BoundBlock& block = slot.unit->blocks[slot.unit->bodies[attribute.body].block];
        input.report(DiagCode::UndeclaredName, reference.steps[0].span.shifted(slot.base),
                     {reference.steps[0].name,
                      block.type == "module" ? " It exists in the other arguments of the call."
                                             : " It exists in blocks that set \"" + name +
                                                   "\", except in the value of \"" + name + "\" itself."});
    }
}

// A plan refuses that, also where the value would not be needed; of nothing, there is no plan.
void check_self_references(const RuleInput& input, const bind::UnitSlot& slot) {
    const BoundUnit& unit = *slot.unit;
    for (const bind::Reference& reference : unit.references) {
        if (!refers_to_itself(unit, reference)) continue;
        const bind::Resolution found = bind::resolve(input.module, slot, reference);
        // One in a larger cycle is reported as that.
        if (found.kind != bind::Resolution::Kind::Symbol ||
            input.module.cycles().members.contains(found.symbols.back()))
            continue;
        const std::uint32_t around = unit.bodies[unit.attributes[reference.attribute].body].block;
        const BoundBlock& own = unit.blocks[bind::outermost_block(unit, around)];
        const std::string address =
            (own.type == "data" ? "data." : "") + own.labels[0].value + "." + own.labels[1].value;
        const std::string& argument = unit.attributes[reference.attribute].name;
        const Planned planned =
            argument == "count" || argument == "for_each" ? Planned::Always : planned_of(slot, own);
        if (planned == Planned::Never) continue;
        const bool is_repeated = planned == Planned::WithInstances;
        const Span place = reference.span.shifted(slot.base);
        const std::string why = "The arguments of \"" + address + "\" cannot refer to it.";
        Diagnostic& d = is_repeated ? input.report("self-reference", place,
                                                   why + " Every plan with an instance of it fails.")
                                    : input.report(DiagCode::FailsInPlan, place, {why});
        if (is_repeated) d.severity = Severity::Warning;
        d.title = "Self-referential block";
    }
}

eval::Traversal path_of(syntax::Node element) {
    element = eval::without_parens(element);
    if (element.is(syntax::NodeKind::Template) || element.is(syntax::NodeKind::JsonString))
        return eval::traversal_of(syntax::parse_path(bind::literal_text(element)));
    return eval::traversal_of(element);
}

// Parts that values of the attribute's type do not have.
void check_ignored_part(const RuleInput& input, const bind::UnitSlot& slot, syntax::Node element,
                        const eval::Traversal& path, const language::AttributeDef& def) {
    Diagnostics wrong;
    eval::apply_relative(Value::unknown(def.type), path, 1, Rules::reference(), wrong);
    for (Diagnostic& d : wrong) {
        if (d.severity != Severity::Error) continue;
        // In quotes, places are those of the text.
        const bool is_plain = element.span().start <= d.span.start && d.span.end <= element.span().end;
        d.span = (is_plain ? d.span : element.span()).shifted(slot.base);
        d.file = input.file.input.id;
        input.out.push_back(std::move(d));
    }
}

// Kept with a unit in which nothing was found: in most.
struct IgnoredChanges {
    bool are_sound = false;
};

// Attributes that only the provider sets have no configured value to keep.
void check_ignored_changes(const RuleInput& input, const bind::UnitSlot& slot) {
    const BoundUnit& unit = *slot.unit;
    if (const auto* known = unit.memo.peek<IgnoredChanges>(); known && known->are_sound) return;
    const std::size_t found_before = input.out.size();
    for (const bind::BoundAttribute& attribute : unit.attributes) {
        const std::uint32_t lifecycle = unit.bodies[attribute.body].block;
        if (attribute.name != "ignore_changes" || !attribute.expr || lifecycle == kNone) continue;
        const bind::BoundBody& resource = unit.bodies[unit.blocks[lifecycle].parent];
        for (syntax::Node element : eval::without_parens(attribute.expr).children()) {
            const eval::Traversal path = path_of(element);
            const language::AttributeDef* def =
                path.empty() ? nullptr : resource.attribute(path.front().name);
            if (!def) continue;
            if (path.size() > 1) check_ignored_part(input, slot, element, path, *def);
            if (path.size() > 1 || !def->is_read_only) continue;
            const std::string& name = path.front().name;
            Diagnostic& d = input.report("redundant-ignore-changes", element.span().shifted(slot.base),
                                         "Only the provider sets \"" + name +
                                             "\", so there is no configured value whose changes could be "
                                             "ignored. Remove it from the list.");
            d.severity = Severity::Warning;
        }
    }
    unit.memo.get<IgnoredChanges>([&] { return IgnoredChanges{input.out.size() == found_before}; });
}

}  // namespace

void check_resources(const RuleInput& input) {
    if (input.file.is_override) return;
    auto each = [&](Trait trait, auto check) {
        for (const bind::UnitSlot& slot : shape_of(input.module).units(trait))
            if (slot.file == input.file.input.id) check(input, slot);
    };
    each(Trait::Connection, check_connections);
    each(Trait::Generator, check_generated);
    each(Trait::SelfRepeated, check_repetition);
    each(Trait::SelfReferring, check_self_references);
    each(Trait::IgnoredChanges, check_ignored_changes);
}

}  // namespace hcl::terraform
