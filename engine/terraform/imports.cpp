// Targets of `import` blocks: configuration can be made for a resource of the root module alone, and not for
// several at once, so every other one must be there. Sources of `moved` and
// `removed` blocks must be gone.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/validated.h"

namespace hcl::terraform {

namespace {

using bind::UnitSlot;

// A resource or call of this module with that address, without keys.
std::optional<bind::Symbol> declared(const bind::Module& module, const std::string& address) {
    const std::vector<std::string> names = names_of(address);
    if (names.size() != 2 || address.find('[') != std::string::npos) return std::nullopt;
    for (bind::Symbol symbol : module.symbols().by_address(names))
        if (symbol.is_declaration()) return symbol;
    return std::nullopt;
}

void check_move(const RuleInput& input, const UnitSlot& slot, const bind::BoundBlock& block) {
    const bind::BoundAttribute* argument = attribute_of(*slot.unit, block.body, "from");
    const std::string from = address_in(slot, argument);
    const std::string to = address_in(slot, attribute_of(*slot.unit, block.body, "to"));
    if (from.empty() || to.empty()) return;
    const Span place = argument->expr.span().shifted(slot.base);
    if (from == to) {
        input.report("moved-same", place, "\"" + from + "\" is moved to where it is: a plan refuses that.")
            .severity = Severity::Warning;
        return;
    }
    // The resource itself may stay where only its instances move.
    if (names_of(from) == names_of(to)) return;
    const std::optional<bind::Symbol> still = declared(input.module, from);
    if (!still) return;
    Diagnostic& d = input.report("moved-exists", place,
                                 "\"" + from + "\" is still declared, so a plan refuses to move it.");
    d.severity = Severity::Warning;
    d.related.push_back({name_place(input.module, *still), "it is declared here"});
}

void check_removal(const RuleInput& input, const UnitSlot& slot, const bind::BoundBlock& block) {
    const bind::BoundAttribute* argument = attribute_of(*slot.unit, block.body, "from");
    const std::string from = address_in(slot, argument);
    if (from.empty()) return;
    const std::vector<std::string> names = names_of(from);
    if (names.size() >= 2 && names[names.size() - 2] == "module")
        for (std::uint32_t i : slot.unit->bodies[block.body].blocks) {
            const bind::BoundBlock& inner = slot.unit->blocks[i];
            if (inner.type != "provisioner" && inner.type != "connection") continue;
            input
                .report("removed-provisioner", inner.header_span.shifted(slot.base),
                        "Provisioners are not supported for a module: use them only with a resource here.")
                .title = "Invalid " + inner.type + " block";
        }
    const std::optional<bind::Symbol> still = declared(input.module, from);
    if (!still) return;
    Diagnostic& d = input.report("removed-exists", argument->expr.span().shifted(slot.base),
                                 "\"" + from + "\" is still declared, so a plan refuses to remove it.");
    d.severity = Severity::Warning;
    d.title = "Removed " + std::string(from.starts_with("module.") ? "module" : "resource") + " still exists";
    d.related.push_back({name_place(input.module, *still), "it is declared here"});
}

// Target address -> the source address, and the place of the block that moves it.
using Ends = std::map<std::string, std::pair<std::string, Location>>;

// Only one object can be moved to an address.
void check_end(const RuleInput& input, const UnitSlot& slot, const bind::BoundBlock& block, Ends& ends) {
    const bind::BoundAttribute* argument = attribute_of(*slot.unit, block.body, "to");
    const std::string from = address_in(slot, attribute_of(*slot.unit, block.body, "from"));
    const std::string to = address_in(slot, argument);
    if (from.empty() || to.empty()) return;
    const Location place{slot.file, argument->expr.span().shifted(slot.base)};
    const auto [first, is_new] = ends.try_emplace(to, from, place);
    if (is_new || first->second.first == from || slot.file != input.file.input.id) return;
    Diagnostic& d = input.report(
        "moved-twice", place.span,
        "\"" + first->second.first + "\" is moved to \"" + to + "\" as well: a plan refuses that.");
    d.severity = Severity::Warning;
    d.title = "Ambiguous move statements";
    d.related.push_back({first->second.second, "the other one is here"});
}

// Source address -> target address.
using Moves = std::map<std::string, std::string>;

Moves moves_of(const ModuleShape& shape) {
    Moves moves;
    for (const UnitSlot& slot : shape.units(Trait::Move))
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (block.type != "moved") continue;
            std::string from = address_in(slot, attribute_of(*slot.unit, block.body, "from"));
            std::string to = address_in(slot, attribute_of(*slot.unit, block.body, "to"));
            if (!from.empty() && !to.empty() && from != to) moves.emplace(std::move(from), std::move(to));
        }
    return moves;
}

// Moves that lead back to where they begin.
void check_circle(const RuleInput& input, const UnitSlot& slot, const bind::BoundBlock& block,
                  const Moves& moves) {
    constexpr int kLongest = 100;
    const bind::BoundAttribute* argument = attribute_of(*slot.unit, block.body, "from");
    const std::string from = address_in(slot, argument);
    const auto first = moves.find(from);
    if (from.empty() || first == moves.end()) return;
    std::string way = "\"" + from + "\"";
    auto next = first;
    for (int i = 0; i < kLongest && next != moves.end(); ++i) {
        way += " to \"" + next->second + "\"";
        if (next->second == from) {
            Diagnostic& d =
                input.report("moved-circle", argument->expr.span().shifted(slot.base),
                             "These moves lead back to where they begin (" + way + "): a plan refuses that.");
            d.severity = Severity::Warning;
            d.title = "Cyclic dependency in move statements";
            return;
        }
        next = moves.find(next->second);
    }
}

}  // namespace

void check_moves(const RuleInput& input) {
    Ends ends;
    const Moves moves = moves_of(shape_of(input.module));
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::Move)) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (block.type == "moved") check_end(input, slot, block, ends);
            if (slot.file != input.file.input.id) continue;
            if (block.type == "moved") check_move(input, slot, block);
            if (block.type == "moved") check_circle(input, slot, block, moves);
            if (block.type == "removed") check_removal(input, slot, block);
        }
    }
}

namespace {

// The ID of what is imported is not known from the resource that it is imported to.
void check_own_id(const RuleInput& input, const UnitSlot& slot, std::uint32_t body,
                  const std::vector<std::string>& names) {
    const bind::BoundAttribute* id = attribute_of(*slot.unit, body, "id");
    if (!id || !id->expr || names.size() != 2) return;
    const auto index = index_of(*slot.unit, *id);
    for (const bind::Reference& reference : bind::references_of(*slot.unit, index))
        if (reference.steps.size() >= 2 && reference.steps[0].name == names[0] &&
            reference.steps[1].name == names[1])
            input.report("import-own", id->expr.span().shifted(slot.base),
                         "The ID cannot come from \"" + names[0] + "." + names[1] +
                             "\", which this block imports to.");
}

// A provider is chosen for the configuration that a plan generates; one that exists names its own.
void check_provider(const RuleInput& input, const UnitSlot& slot, std::uint32_t body,
                    const std::vector<std::string>& names) {
    const bind::BoundAttribute* provider = attribute_of(*slot.unit, body, "provider");
    if (!provider || !provider->expr || names.size() != 2) return;
    if (input.module.symbols().by_address({names[0], names[1]}).empty()) return;
    const Span place = provider->expr.span().shifted(slot.base);
    // One that is not there has a finding already.
    if (std::ranges::any_of(input.out, [&](const Diagnostic& d) { return d.span == place; })) return;
    input.report(
        "import-provider", place,
        "\"" + names[0] + "." + names[1] + "\" has a configuration: name the provider there, not here.");
}

void check_instance(const RuleInput& input, Span place, std::string_view address,
                    const std::vector<std::string>& names, bool is_open) {
    const std::size_t open = address.find('[');
    const char first = open == std::string_view::npos || open + 1 >= address.size() ? 0 : address[open + 1];
    const bool is_number = first >= '0' && first <= '9';
    const std::string why = why_no_instance(input.module, names,
                                            first == 0     ? InstanceKind::Single
                                            : is_number    ? InstanceKind::Counted
                                            : first == '"' ? InstanceKind::Keyed
                                                           : InstanceKind::Any);
    if (why.empty()) return;
    const std::string sentence = "\"" + names[0] + "." + names[1] + "\"" + why;
    if (is_open)
        input.report(FoundBy::WhenComputed, place, sentence).title = "Invalid import 'to' expression";
    else
        input.report("import-instance", place, sentence);
}

// Whether `validate` does not know the instances of an import, so that it does not look at their addresses.
bool has_open_instances(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body) {
    const bind::BoundAttribute* repetition = attribute_of(*slot.unit, body, "for_each");
    if (!repetition || !repetition->expr) return false;
    return !validated_value(input.context, slot, index_of(*slot.unit, *repetition))->value.is_known();
}

}  // namespace

std::string why_no_instance(const bind::Module& module, const std::vector<std::string>& names,
                            InstanceKind kind) {
    if (names.size() != 2) return {};
    for (bind::Symbol symbol : module.symbols().by_address({names[0], names[1]})) {
        if (!symbol.is_declaration() || module.declaration(symbol).block == bind::kNone) continue;
        const bind::BoundUnit& unit = module.unit_of(symbol);
        const std::uint32_t body = unit.blocks[module.declaration(symbol).block].body;
        const bool is_counted = attribute_of(unit, body, "count");
        const bool is_keyed = attribute_of(unit, body, "for_each");
        if (kind == InstanceKind::Single)
            return is_counted || is_keyed ? " has several instances: write which, as in `[" +
                                                std::string(is_keyed ? "\"KEY\"" : "0") + "]`."
                                          : "";
        if (!is_counted && !is_keyed)
            return " has neither \"count\" nor \"for_each\", so it has no instances with keys.";
        if (is_counted && kind == InstanceKind::Keyed) return " has instances by number.";
        if (is_keyed && kind == InstanceKind::Counted) return " has instances by text: the key is quoted.";
        return {};
    }
    return {};
}

void check_imports(const RuleInput& input) {
    for (const bind::UnitSlot& slot : shape_of(input.module).units(Trait::Import)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        const bind::BoundUnit& unit = *slot.unit;
        for (std::uint32_t i : unit.bodies[0].blocks) {
            if (unit.blocks[i].type != "import") continue;
            const std::uint32_t body = unit.blocks[i].body;
            const bind::BoundAttribute* to = attribute_of(unit, body, "to");
            if (!to || !to->expr) continue;
            const auto index = index_of(*slot.unit, *to);
            const Value& address = slot.state->values[index].unmarked();
            if (!address.is_known_string()) continue;
            const std::vector<std::string> names = names_of(address.as_string());
            check_own_id(input, slot, body, names);
            check_provider(input, slot, body, names);
            check_instance(input, to->expr.span().shifted(slot.base), address.as_string(), names,
                           has_open_instances(input, slot, body));
            check_import_instances(input, slot, body, names);
            // Configuration can be generated for a single resource of the root module.
            if (names[0] != "module" && !attribute_of(unit, body, "for_each")) continue;
            const std::string why = why_missing(input.context, input.context.module, names);
            if (!why.empty())
                input.report("import-target", to->expr.span().shifted(slot.base),
                             why + " What is imported needs a configuration.");
        }
    }
}

}  // namespace hcl::terraform
