#include "engine/check/fault_places.h"

#include <algorithm>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::check {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::Symbol;
using bind::UnitSlot;

constexpr std::size_t kMostReferences = 500;  // followed from one fault back to the inputs

bool is_surely_enabled(const UnitSlot& slot, const bind::Declaration& declaration, std::uint32_t body) {
    if (declaration.def->enabled_by.empty()) return true;
    const std::uint32_t setting = bind::attribute_inside(*slot.unit, body, declaration.def->enabled_by);
    if (setting == kNone) return true;
    const Value& value = slot.state->values[setting].unmarked();
    return value.is_known_bool() && value.as_bool();
}

}  // namespace

bool is_surely_made(const bind::Module& module, const UnitSlot& slot, std::uint32_t body) {
    const BoundUnit& unit = *slot.unit;
    for (std::uint32_t around : bind::bodies_around(unit, body)) {
        const std::uint32_t block = unit.bodies[around].block;
        if (block == kNone) break;
        const std::uint32_t d = unit.blocks[block].declaration;
        if (d == kNone || unit.declarations[d].block != block) continue;
        if (!is_surely_enabled(slot, unit.declarations[d], around)) return false;
        if (!unit.declarations[d].def->indexed) continue;
        if (!slot.state->facts_of(d).may_be_indexed) continue;
        const Value value =
            module.value_of(Symbol::of(slot.file, slot.label, Symbol::Kind::Declaration, d)).unmarked();
        if (!value.has_content() || value.size() == 0) return false;
    }
    return true;
}

std::uint32_t attribute_at(const BoundUnit& unit, Span place) {
    std::uint32_t found = kNone;
    for (std::uint32_t i = 0; i < unit.attributes.size(); ++i) {
        const BoundAttribute& attribute = unit.attributes[i];
        if (!attribute.expr) continue;
        const Span span{attribute.name_span.start, attribute.expr.span().end};
        if (span.start <= place.start && place.end <= span.end) found = i;
    }
    return found;
}

namespace {

// The body of the unit in which a place is.
std::uint32_t body_at(const BoundUnit& unit, Span place) {
    if (const std::uint32_t attribute = attribute_at(unit, place); attribute != kNone)
        return unit.attributes[attribute].body;
    std::uint32_t found = 0;
    for (const BoundBlock& block : unit.blocks)
        if (block.span.start <= place.start && place.end <= block.span.end) found = block.body;
    return found;
}

// Whether the value of the attribute says how often the block of its body is made.
bool repeats_block(const BoundUnit& unit, std::uint32_t attribute) {
    const BoundAttribute& bound = unit.attributes[attribute];
    const bind::Declaration* own = declaration_of(unit, bound.body);
    if (!own || !own->def->indexed) return false;
    return std::ranges::any_of(eval::variables(own->def->indexed), [&](const eval::Traversal& path) {
        return path.size() == 2 && path[0].name == "set" && path[1].name == bound.name;
    });
}

}  // namespace

bool is_surely_evaluated(const bind::Module& module, const UnitSlot& slot, Span place) {
    const BoundUnit& unit = *slot.unit;
    std::uint32_t body = body_at(unit, place);
    const std::uint32_t attribute = attribute_at(unit, place);
    if (attribute != kNone && repeats_block(unit, attribute))
        body = unit.blocks[unit.bodies[body].block].parent;
    return is_surely_made(module, slot, body);
}

DistanceOfInputs inputs_behind(const bind::Module& module, const UnitSlot& slot, Span place,
                               std::string_view kind) {
    constexpr int kNear = 2;
    constexpr int kFar = 200;
    std::map<std::string, int> inputs;
    std::set<std::pair<bind::UnitPlace, std::uint32_t>> seen;
    struct Part {
        int distance;
        UnitSlot slot;
        std::uint32_t attribute;
    };
    auto is_farther = [](const Part& a, const Part& b) { return a.distance > b.distance; };
    std::priority_queue<Part, std::vector<Part>, decltype(is_farther)> parts(is_farther);
    auto add_unit = [&](const UnitSlot& in, int distance, const bind::Declaration* declaration) {
        for (std::uint32_t i = 0; i < in.unit->attributes.size(); ++i) {
            const BoundAttribute& attribute = in.unit->attributes[i];
            const bool is_near = declaration && attribute.body == in.unit->blocks[declaration->block].body &&
                                 declaration->def->needs.contains(attribute.name);
            parts.push({distance + (is_near ? kNear : kFar), in, i});
        }
    };
    // Names that are no symbols of the module can be those of an element, or of the block itself.
    auto add_block_around = [&](const UnitSlot& in, std::uint32_t attribute, int distance) {
        for (std::uint32_t i = 0; i < in.unit->attributes.size(); ++i)
            if (i != attribute && repeats_block(*in.unit, i)) parts.push({distance + kNear, in, i});
        add_unit(in, distance, nullptr);
    };
    if (const std::uint32_t attribute = attribute_at(*slot.unit, place); attribute != kNone)
        parts.push({0, slot, attribute});
    else
        add_unit(slot, 0, nullptr);
    auto add_input = [&](const std::string& name, int distance) {
        auto [known, is_new] = inputs.try_emplace(name, distance);
        if (!is_new) known->second = std::min(known->second, distance);
    };
    std::size_t followed = 0;
    while (!parts.empty()) {
        const Part part = parts.top();
        parts.pop();
        if (!seen.insert({{part.slot.file, part.slot.label}, part.attribute}).second) continue;
        for (const bind::Reference& reference : bind::references_of(*part.slot.unit, part.attribute)) {
            if (++followed > kMostReferences) return inputs;
            const bool is_in_place =
                part.distance > 0 || (reference.span.start < place.end && place.start < reference.span.end);
            const int distance = part.distance + (is_in_place ? 0 : 1);
            const auto symbols = bind::resolve(module, part.slot, reference).symbols;
            if (symbols.empty() && !reference.is_text) add_block_around(part.slot, part.attribute, distance);
            for (Symbol symbol : symbols) {
                if (!symbol.is_declaration()) continue;
                const bind::Declaration& d = module.declaration(symbol);
                const UnitSlot home = module.slot_of(symbol);
                if (d.def->kind == kind)
                    add_input(d.address.back(), distance);
                else if (d.attribute != kNone)
                    parts.push({distance + kNear, home, d.attribute});
                else
                    add_unit(home, distance, &d);
            }
        }
    }
    return inputs;
}

}  // namespace hcl::check
