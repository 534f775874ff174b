// Sources of `moved` and `removed` blocks must be gone, and each object moves to one address. Instances count
// one by one where an address has the key of one.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"

namespace hcl::terraform {

namespace {

using bind::UnitSlot;

// Places are in the unit.
struct MoveStatement {
    Span from_place{};
    Span to_place{};
    std::string from{};  // as written
    std::string to{};
    std::vector<AddressPart> source{};
    // Without a key on either side it is about all instances together.
    bool is_whole = false;
    // Equal for the same objects.
    std::string source_id{};
    std::string target_id{};

    bool is_same() const { return source_id == target_id; }
};

// Addresses of all instances differ from those of a single one without a key.
std::string identity_of(const std::vector<AddressPart>& address, bool is_whole) {
    std::string out = is_whole ? "all of " : "";
    for (const AddressPart& part : address) out += part.text() + ".";
    return out;
}

// Those of a unit that have both ends.
struct MovesOfUnit {
    std::vector<MoveStatement> list{};

    explicit MovesOfUnit(const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (block.type != "moved") continue;
            const bind::BoundAttribute* from = attribute_of(*slot.unit, block.body, "from");
            const bind::BoundAttribute* to = attribute_of(*slot.unit, block.body, "to");
            MoveStatement move{.from = address_in(slot, from), .to = address_in(slot, to)};
            if (move.from.empty() || move.to.empty()) continue;
            move.source = parts_of_address(move.from);
            const std::vector<AddressPart> target = parts_of_address(move.to);
            if (move.source.empty() || target.empty()) continue;
            move.from_place = from->expr.span();
            move.to_place = to->expr.span();
            move.is_whole = !move.source.back().key && !target.back().key;
            move.source_id = identity_of(move.source, move.is_whole);
            move.target_id = identity_of(target, move.is_whole);
            list.push_back(std::move(move));
        }
    }
};

struct PlacedMove {
    const MoveStatement* move;
    Location from;
    Location to;
};

// The moves of a module in the order of files and texts.
std::vector<PlacedMove> moves_of(const ModuleShape& shape) {
    std::vector<PlacedMove> moves;
    for (const UnitSlot& slot : shape.units(Trait::Move)) {
        if (!slot.state) continue;
        const auto& of_unit = slot.state->memo.get<MovesOfUnit>([&] { return MovesOfUnit(slot); });
        for (const MoveStatement& move : of_unit.list)
            moves.push_back({&move,
                             {slot.file, move.from_place.shifted(slot.base)},
                             {slot.file, move.to_place.shifted(slot.base)}});
    }
    return moves;
}

// What every plan refuses.
Diagnostic& refused(const RuleInput& input, OwnRule rule, Span place, std::string sentence) {
    Diagnostic& d = input.report(FoundBy::PlanOfInstances, place, std::move(sentence));
    d.rule = rule.name;
    return d;
}

void check_move(const RuleInput& input, const PlacedMove& placed) {
    const MoveStatement& move = *placed.move;
    if (move.is_same()) {
        refused(input, "moved-same", placed.from.span, "\"" + move.from + "\" is moved to where it is.")
            .title = "Redundant move statement";
        return;
    }
    const AddressedInstance still =
        find_instance(input.context, input.context.module, move.source, move.is_whole);
    if (still.presence != AddressedInstance::Presence::There) return;
    Diagnostic& d = refused(input, "moved-exists", placed.from.span,
                            "\"" + move.from + "\" is still declared, so it cannot be moved.");
    d.title = "Moved object still exists";
    // A plan that makes no instance of a called module does not look at its moves.
    if (!input.context.is_root()) d.severity = Severity::Warning;
    if (still.declared) d.related.push_back({*still.declared, "it is declared here"});
}

void check_removal(const RuleInput& input, const UnitSlot& slot, const bind::BoundBlock& block) {
    const bind::BoundAttribute* argument = attribute_of(*slot.unit, block.body, "from");
    const std::string from = address_in(slot, argument);
    const std::vector<AddressPart> parts = parts_of_address(from);
    if (parts.empty()) return;
    if (parts.back().is_call())
        for (std::uint32_t i : slot.unit->bodies[block.body].blocks) {
            const bind::BoundBlock& inner = slot.unit->blocks[i];
            if (inner.type != "provisioner" && inner.type != "connection") continue;
            input
                .report("removed-provisioner", inner.header_span.shifted(slot.base),
                        "Provisioners are not supported for a module: use them only with a resource here.")
                .title = "Invalid " + inner.type + " block";
        }
    // Keys have a finding of their own.
    if (std::ranges::any_of(parts, [](const AddressPart& part) { return part.key.has_value(); })) return;
    const std::optional<Location> still = declaration_at(input.context, input.context.module, parts);
    if (!still) return;
    Diagnostic& d = refused(input, "removed-exists", argument->expr.span().shifted(slot.base),
                            "\"" + from + "\" is still declared, so it cannot be removed.");
    d.title = "Removed " + std::string(parts.back().is_call() ? "module" : "resource") + " still exists";
    d.related.push_back({*still, "it is declared here"});
}

using MovesByAddress = std::unordered_map<std::string_view, const PlacedMove*>;

// An object has one address before and one after: no other move has the same at this end.
struct End {
    OwnRule rule;
    bool is_target;
    MovesByAddress moves{};

    void check(const RuleInput& input, const PlacedMove& placed) {
        const MoveStatement& move = *placed.move;
        const auto [first, is_new] = moves.try_emplace(is_target ? move.target_id : move.source_id, &placed);
        const PlacedMove& other = *first->second;
        const std::string& way = is_target ? move.from : move.to;
        const std::string& other_way = is_target ? other.move->from : other.move->to;
        if (is_new || way == other_way || placed.from.file != input.file.input.id) return;
        Diagnostic& d = refused(
            input, rule, is_target ? placed.to.span : placed.from.span,
            "\"" + other.move->from + "\" is moved to \"" + other.move->to +
                (is_target ? "\" as well: only one object can be there." : "\": it has one new address."));
        d.title = "Ambiguous move statements";
        d.related.push_back({is_target ? other.to : other.from, "the other one is here"});
    }
};

// Moves that lead back to where they begin.
void check_circle(const RuleInput& input, const PlacedMove& placed, const MovesByAddress& ways) {
    constexpr int kLongest = 100;
    const MoveStatement* next = placed.move;
    std::string way = "\"" + next->from + "\"";
    for (int i = 0; i < kLongest; ++i) {
        way += " to \"" + next->to + "\"";
        if (next->target_id == placed.move->source_id) {
            refused(input, "moved-circle", placed.from.span,
                    "These moves lead back to where they begin (" + way + ").")
                .title = "Cyclic dependency in move statements";
            return;
        }
        const auto found = ways.find(next->target_id);
        if (found == ways.end()) return;
        next = found->second->move;
    }
}

}  // namespace

void check_moves(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
    const FileId here = input.file.input.id;
    if (std::ranges::none_of(shape.units(Trait::Move),
                             [&](const UnitSlot& slot) { return slot.file == here; }))
        return;
    const std::vector<PlacedMove> moves = moves_of(shape);
    End sources{"moved-from-twice", false};
    End targets{"moved-twice", true};
    for (const PlacedMove& placed : moves) {
        if (!placed.move->is_same()) {
            targets.check(input, placed);
            sources.check(input, placed);
        }
        if (placed.from.file == here) check_move(input, placed);
    }
    for (const PlacedMove& placed : moves)
        if (placed.from.file == here && !placed.move->is_same()) check_circle(input, placed, sources.moves);
    for (const UnitSlot& slot : shape.units(Trait::Move))
        if (slot.file == here)
            for (std::uint32_t i : slot.unit->bodies[0].blocks)
                if (slot.unit->blocks[i].type == "removed") check_removal(input, slot, slot.unit->blocks[i]);
}

}  // namespace hcl::terraform
