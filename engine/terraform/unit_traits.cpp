#include "engine/terraform/unit_traits.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/syntax/lex/chars.h"
#include "engine/terraform/dated_parts.h"
#include "engine/terraform/instance_members.h"
#include "engine/terraform/opentofu.h"

namespace hcl::terraform {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;

bool is_repeated_by_itself(const BoundUnit& unit, const bind::Reference& reference) {
    const BoundAttribute& attribute = unit.attributes[reference.attribute];
    if (reference.is_text || (attribute.name != "count" && attribute.name != "for_each")) return false;
    const std::uint32_t block = unit.bodies[attribute.body].block;
    if (block == bind::kNone || unit.blocks[block].parent != 0 || unit.blocks[block].type == "variable")
        return false;
    const std::string& name = reference.steps[0].name;
    // In calls both exist elsewhere, whether they are repeated or not.
    if (unit.blocks[block].type == "module") return name == "count" || name == "each";
    return name == (attribute.name == "count" ? "count" : "each");
}

bool refers_to_itself(const BoundUnit& unit, const bind::Reference& reference) {
    if (reference.is_text || reference.is_address || reference.steps.size() < 2) return false;
    const BoundAttribute& attribute = unit.attributes[reference.attribute];
    std::uint32_t block = unit.bodies[attribute.body].block;
    if (block == kNone) return false;
    if (unit.blocks[block].parent == 0) {
        // These name blocks, not their values.
        if (attribute.name == "depends_on" || attribute.name == "provider") return false;
    }
    for (; unit.blocks[block].parent != 0; block = unit.bodies[unit.blocks[block].parent].block) {
        const std::string& type = unit.blocks[block].type;
        if (type == "lifecycle" || type == "provisioner" || type == "connection") return false;
    }
    const BoundBlock& outer = unit.blocks[block];
    if (outer.labels.size() != 2 || (outer.type != "resource" && outer.type != "data")) return false;
    const std::size_t first = outer.type == "data" ? 1 : 0;
    if (first == 1 && reference.steps[0].name != "data") return false;
    return reference.steps.size() >= first + 2 && reference.steps[first].name == outer.labels[0].value &&
           reference.steps[first + 1].name == outer.labels[1].value;
}

bool names_configuration(const BoundUnit& unit, const bind::Reference& reference) {
    const std::string& argument = unit.attributes[reference.attribute].name;
    return reference.is_address && reference.steps.size() >= 2 &&
           (argument == "provider" || argument == "providers");
}

bool reads_part_of_element(const bind::Reference& reference) {
    return !reference.is_text && !reference.is_address && reference.steps.size() > 2 &&
           reference.steps[0].name == "each" && reference.steps[1].name == "value";
}

bool reads_variable(const bind::Reference& reference, std::string_view name) {
    return reference.steps.size() > 1 && reference.steps[0].name == "var" && reference.steps[1].name == name;
}

bool reads_instance(const bind::Reference& reference) {
    return !reference.is_text && !reference.is_address &&
           (reference.steps[0].name == "each" || reference.steps[0].name == "count");
}

bool is_iterated_as_each(const BoundUnit& unit, const BoundBlock& block) {
    const BoundAttribute* iterator = attribute_of(unit, block.body, "iterator");
    if (iterator && iterator->expr) return iterator->expr.text().find("each") != std::string_view::npos;
    return block.type == "dynamic" && !block.labels.empty() && block.labels[0].value == "each";
}

bool reads_root(const bind::Reference& reference) {
    return !reference.is_text && !reference.is_address && reference.steps.size() == 2 &&
           reference.steps[0].name == "path" && reference.steps[1].name == "root";
}

bool is_of_built_in_provider(const BoundBlock& block) {
    if (block.parent != 0 || block.labels.empty()) return false;
    return (block.type == "resource" && block.labels[0].value == "terraform_data") ||
           (block.type == "data" && block.labels[0].value == "terraform_remote_state");
}

std::vector<std::uint32_t> instance_arguments(const bind::BoundUnit& unit) {
    std::vector<std::uint32_t> out;
    if ((unit.references.empty() && unit.calls.empty()) || unit.bodies.empty()) return out;
    for (std::uint32_t i : unit.bodies[0].blocks) {
        const BoundBlock& block = unit.blocks[i];
        if (block.type != "resource" && block.type != "data" && block.type != "module" &&
            block.type != "ephemeral")
            continue;
        for (std::uint32_t index : unit.bodies[block.body].attributes)
            if (unit.attributes[index].name == "count" || unit.attributes[index].name == "for_each")
                out.push_back(index);
    }
    return out;
}

bool is_misnamed_local(const BoundUnit& unit, const BoundAttribute& attribute) {
    const std::uint32_t block = unit.bodies[attribute.body].block;
    return block != kNone && unit.blocks[block].parent == 0 && unit.blocks[block].type == "locals" &&
           !syntax::is_valid_identifier(attribute.name);
}

bool has_generated_blocks(const BoundUnit& unit, std::uint32_t body) {
    constexpr std::array<std::string_view, 4> kOfProviders{"data", "ephemeral", "provider", "resource"};
    for (std::uint32_t block = unit.bodies[body].block; block != kNone;
         block = unit.bodies[unit.blocks[block].parent].block) {
        const BoundBlock& one = unit.blocks[block];
        if (one.type == "lifecycle") return false;
        const std::uint32_t around = unit.bodies[one.parent].block;
        const bool is_in_check =
            around != kNone && unit.blocks[around].parent == 0 && unit.blocks[around].type == "check";
        if (one.parent != 0 && !is_in_check) continue;
        return std::ranges::find(kOfProviders, one.type) != kOfProviders.end();
    }
    return false;
}

bool is_misplaced_generator(const BoundUnit& unit, const BoundBlock& block) {
    return block.type == "dynamic" && !has_generated_blocks(unit, block.parent);
}

bool is_common_type(std::string_view type) {
    return type == "connection" || type == "lifecycle" || type == "provisioner";
}

bool is_escaping(const BoundUnit& unit, const BoundBlock& block) {
    constexpr std::array<std::string_view, 6> kBlocks{"data",     "ephemeral",   "module",
                                                      "provider", "provisioner", "resource"};
    const std::uint32_t home = unit.bodies[block.parent].block;
    return block.type == "_" && home != kNone &&
           std::ranges::find(kBlocks, unit.blocks[home].type) != kBlocks.end() &&
           is_common_body(unit, block.parent);
}

bool is_common_body(const BoundUnit& unit, std::uint32_t body) {
    const std::uint32_t home = unit.bodies[body].block;
    if (home == kNone) return false;
    const BoundBlock& block = unit.blocks[home];
    const bool is_in_check = unit.bodies[block.parent].block != kNone && block.type == "data";
    return block.parent == 0 || block.type == "provisioner" || is_in_check;
}

bool makes_common_block(const BoundBlock& block) {
    return block.type == "dynamic" && !block.labels.empty() && is_common_type(block.labels[0].value);
}

bool has_logic(const BoundAttribute& attribute) {
    if (!attribute.expr) return false;
    const std::string_view text = attribute.expr.text();
    return text.find("&&") != std::string_view::npos || text.find("||") != std::string_view::npos;
}

bool is_trigger(const BoundAttribute& attribute) {
    return attribute.name == "replace_triggered_by" && attribute.def && attribute.expr &&
           !attribute.expr.is_broken();
}

bool is_condition(const BoundBlock& block) {
    return block.type == "precondition" || block.type == "postcondition" || block.type == "assert";
}

const BoundAttribute* attribute_of(const BoundUnit& unit, std::uint32_t body, std::string_view name) {
    for (std::uint32_t i : unit.bodies[body].attributes)
        if (unit.attributes[i].name == name) return &unit.attributes[i];
    return nullptr;
}

namespace {

bool has_block(const BoundUnit& unit, const BoundBlock& block, std::string_view type) {
    return std::ranges::any_of(unit.bodies[block.body].blocks,
                               [&](std::uint32_t i) { return unit.blocks[i].type == type; });
}

// Nearly all validations read their own variable and nothing else.
bool reads_others(const BoundUnit& unit, std::string_view variable) {
    return std::ranges::any_of(unit.references, [&](const bind::Reference& reference) {
        return !reference.is_text && !reads_variable(reference, variable);
    });
}

bool is_validated_by_others(const BoundUnit& unit, const BoundBlock& block) {
    return block.type == "variable" && !block.labels.empty() && has_block(unit, block, "validation") &&
           reads_others(unit, block.labels[0].value);
}

void add_of_references(const BoundUnit& unit, Traits& traits) {
    for (const bind::Reference& reference : unit.references) {
        if (names_configuration(unit, reference)) traits.add(Trait::Configured);
        if (reads_part_of_element(reference)) traits.add(Trait::ElementPart);
        if (reads_instance(reference)) traits.add(Trait::ReadingInstance);
        if (reads_whole(unit, reference)) traits.add(Trait::ReadingWhole);
        if (reads_root(reference)) traits.add(Trait::ReadingRoot);
        if (has_key_behind_instance(unit, reference)) traits.add(Trait::Keyed);
        if (is_repeated_by_itself(unit, reference)) traits.add(Trait::SelfRepeated);
        if (refers_to_itself(unit, reference)) traits.add(Trait::SelfReferring);
    }
}

void add_of_attributes(const BoundUnit& unit, Traits& traits) {
    for (const BoundAttribute& attribute : unit.attributes) {
        if (attribute.name == "ignore_changes") traits.add(Trait::IgnoredChanges);
        if (is_trigger(attribute)) traits.add(Trait::Triggered);
        if (has_logic(attribute)) traits.add(Trait::Logic);
        if (is_misnamed_local(unit, attribute)) traits.add(Trait::MisnamedLocal);
    }
}

void add_of_module_block(const BoundUnit& unit, const BoundBlock& block, Traits& traits) {
    const std::string& type = block.type;
    const bool is_settings = type == "terraform" || type == "required_providers";
    const bool is_provider = type == "provider" && !block.labels.empty();
    if (is_settings || is_provider || type == "module") traits.add(Trait::OfModule);
    if (type == "terraform" && !unit.references.empty()) traits.add(Trait::Referring);
    if (type == "import") traits.add(Trait::Import);
    if (type == "moved" || type == "removed") traits.add(Trait::Move);
    if (type == "check" && has_block(unit, block, "data")) traits.add(Trait::DataCheck);
    if (is_validated_by_others(unit, block)) traits.add(Trait::ReadingOthers);
    if (is_provider && block.labels[0].value == "terraform") traits.add(Trait::BuiltInProvider);
    if (!is_of_built_in_provider(block)) return;
    if (attribute_of(unit, block.body, "provider")) traits.add(Trait::Provided);
    if (has_block(unit, block, "provisioner")) traits.add(Trait::Provisioned);
}

void add_of_blocks(const BoundUnit& unit, Traits& traits) {
    for (const BoundBlock& block : unit.blocks) {
        if (is_misplaced_generator(unit, block)) traits.add(Trait::Generator);
        if (block.parent == 0) {
            add_of_module_block(unit, block, traits);
            continue;
        }
        if (block.type == "connection") traits.add(Trait::Connection);
        if (makes_common_block(block) || block.type == "_") traits.add(Trait::Generator);
        if (is_condition(block)) traits.add(Trait::Condition);
    }
}

}  // namespace

Traits traits_of(const BoundUnit& unit) {
    Traits traits;
    add_of_references(unit, traits);
    add_of_attributes(unit, traits);
    add_of_blocks(unit, traits);
    if (needs_opentofu(unit)) traits.add(Trait::OfOpenTofu);
    if (!dated_parts(unit).empty()) traits.add(Trait::Dated);
    return traits;
}

const Traited& traited_in(const bind::UnitTree& tree) {
    return tree.memo().get<Traited>([&] {
        Traited out;
        for (std::uint32_t i = 0; i < tree.children().size(); ++i)
            if (!traited_in(*tree.children()[i]).list.empty()) out.list.push_back({i, {}});
        for (std::uint32_t i = 0; i < tree.cells().size(); ++i) {
            if (!tree.cells()[i].unit) continue;
            const Traits traits = traits_of(*tree.cells()[i].unit);
            if (traits.any()) out.list.push_back({i, traits});
        }
        return out;
    });
}

}  // namespace hcl::terraform
