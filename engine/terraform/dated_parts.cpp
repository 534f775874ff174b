#include "engine/terraform/dated_parts.h"

#include <algorithm>
#include <array>

#include "engine/eval/analysis/variables.h"
#include "engine/terraform/unit_traits.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;

struct Dated {
    std::string_view name;
    std::string_view since;
};

// By name. The pack knows the versions of blocks and arguments.
constexpr std::array<Dated, 9> kFunctionsOfTerraform{{
    {"endswith", "1.3"},
    {"ephemeralasnull", "1.10"},
    {"issensitive", "1.8"},
    {"optional", "1.3"},
    {"plantimestamp", "1.5"},
    {"startswith", "1.3"},
    {"strcontains", "1.5"},
    {"templatestring", "1.9"},
    {"timecmp", "1.3"},
}};

// After 1.6, the first version.
constexpr std::array<Dated, 6> kFunctionsOfOpenTofu{{
    {"base64gunzip", "1.7"},
    {"cidrcontains", "1.7"},
    {"ephemeralasnull", "1.11"},
    {"issensitive", "1.7"},
    {"templatestring", "1.7"},
    {"urldecode", "1.7"},
}};

// By the type of the block around, and the name. The file itself is "".
struct DatedInBlock {
    std::string_view around;
    std::string_view name;
    std::string_view since;
};
constexpr std::array<DatedInBlock, 8> kNamesOfOpenTofu{{
    {"", "removed", "1.7"},
    {"lifecycle", "enabled", "1.11"},
    {"output", "deprecated", "1.10"},
    {"output", "ephemeral", "1.11"},
    {"provider", "for_each", "1.9"},
    {"terraform", "encryption", "1.7"},
    {"variable", "deprecated", "1.10"},
    {"variable", "ephemeral", "1.11"},
}};

template <std::size_t kCount>
std::string_view since_in(const std::array<Dated, kCount>& all, std::string_view name) {
    const auto found = std::ranges::lower_bound(all, name, {}, &Dated::name);
    return found != all.end() && found->name == name ? found->since : std::string_view();
}

std::string_view since_in_opentofu(std::string_view around, std::string_view name) {
    for (const DatedInBlock& one : kNamesOfOpenTofu)
        if (one.around == around && one.name == name) return one.since;
    return {};
}

Since since_of_function(std::string_view name) {
    if (name.starts_with("provider::")) return {"1.8", "1.7"};
    return {since_in(kFunctionsOfTerraform, name), since_in(kFunctionsOfOpenTofu, name)};
}

struct DatedFinder {
    const BoundUnit& unit;
    std::vector<DatedPart> out{};

    void add(std::string_view name, Since since, Span span, std::string_view title = {}) {
        if (!since.terraform.empty() || !since.opentofu.empty())
            out.push_back({std::string(name), since, span, title});
    }

    Since since_of_name(std::uint32_t body, std::string_view name, std::string_view in_pack) const {
        const std::uint32_t block = unit.bodies[body].block;
        const std::string_view around = block == bind::kNone ? std::string_view() : unit.blocks[block].type;
        return {in_pack, since_in_opentofu(around, name)};
    }

    void names() {
        for (const BoundAttribute& attribute : unit.attributes)
            if (attribute.def)
                add(attribute.name, since_of_name(attribute.body, attribute.name, attribute.def->notes.since),
                    attribute.name_span);
        for (const BoundBlock& block : unit.blocks) {
            if (block.def)
                add(block.type, since_of_name(block.parent, block.type, block.def->notes.since),
                    block.type_span);
            if (block.parent == 0 && block.type == "resource" && !block.labels.empty() &&
                block.labels[0].value == "terraform_data")
                add("terraform_data", {"1.4", {}}, block.labels[0].span, "Invalid resource type");
        }
    }

    void functions() {
        const bool has_dated = std::ranges::any_of(unit.calls, [&](const std::string& name) {
            const Since since = since_of_function(name);
            return !since.terraform.empty() || !since.opentofu.empty();
        });
        for (const BoundAttribute& attribute : unit.attributes) {
            // Calls in types are not among those of the unit.
            const bool is_type = attribute.def && attribute.def->decoder == language::Decoder::Type;
            if (!attribute.expr || (!has_dated && !is_type)) continue;
            eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
                if (is_type == (name == "optional"))
                    add(std::string(name), since_of_function(name), call.child(0).span(),
                        is_type ? "Invalid type specification" : "Call to unknown function");
            });
        }
    }

    // Conditions of variables that read more than the variable.
    void validations() {
        for (const bind::Reference& reference : unit.references) {
            const BoundAttribute& condition = unit.attributes[reference.attribute];
            const std::uint32_t block = unit.bodies[condition.body].block;
            if (reference.is_text || block == bind::kNone || unit.blocks[block].type != "validation")
                continue;
            const std::uint32_t home = unit.bodies[unit.blocks[block].parent].block;
            if (home == bind::kNone || unit.blocks[home].labels.empty()) continue;
            if (reference.steps.size() > 1 && !reads_variable(reference, unit.blocks[home].labels[0].value))
                add(reference.steps[0].name + "." + reference.steps[1].name, {"1.9", "1.9"}, reference.span,
                    "Invalid reference in variable validation");
        }
    }
};

}  // namespace

std::string_view since_of_name(Program program, std::string_view around, std::string_view name,
                               std::string_view in_pack) {
    return program == Program::OpenTofu ? since_in_opentofu(around, name) : in_pack;
}

std::vector<DatedPart> dated_parts(const BoundUnit& unit) {
    DatedFinder finder{unit};
    finder.names();
    finder.functions();
    finder.validations();
    return std::move(finder.out);
}

}  // namespace hcl::terraform
