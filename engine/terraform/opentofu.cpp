// Arguments, blocks, names and functions that only OpenTofu has. In files for Terraform they are errors;
// where nothing tells which of the two programs reads a file, they are warnings.
#include "engine/terraform/opentofu.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/path.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/analysis/variables.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;

struct Part {
    DiagCode code;
    Span span;  // in the unit
    std::string name;
    std::string_view title;
};

constexpr std::string_view kUnknownBlock = "Unsupported block type";
constexpr std::string_view kUnknownArgument = "Unsupported argument";

constexpr std::array<std::string_view, 3> kFunctions{"base64gunzip", "cidrcontains", "urldecode"};

bool is_function_of_opentofu(std::string_view name) {
    return name.starts_with("assume") || std::ranges::find(kFunctions, name) != kFunctions.end();
}

std::string_view title_of_block(const BoundUnit& unit, const BoundBlock& block) {
    if (block.parent == 0) {
        if (block.type == "required_providers") return "Invalid required_providers block";
        return block.type == "language" ? kUnknownBlock : std::string_view();
    }
    const std::uint32_t home = unit.bodies[block.parent].block;
    const bool is_top = home != kNone && unit.blocks[home].parent == 0;
    if (block.type == "encryption" && is_top && unit.blocks[home].type == "terraform") return kUnknownBlock;
    return {};
}

std::string_view title_of_argument(const BoundUnit& unit, const BoundAttribute& attribute) {
    const std::uint32_t home = unit.bodies[attribute.body].block;
    if (home == kNone) return {};
    const BoundBlock& block = unit.blocks[home];
    if (attribute.name == "for_each")
        return block.parent == 0 && block.type == "provider" ? "Reserved argument name in provider block"
                                                             : std::string_view();
    if (attribute.name != "enabled" || block.type != "lifecycle") return {};
    const std::uint32_t outer = unit.bodies[block.parent].block;
    if (outer == kNone || unit.blocks[outer].parent != 0) return {};
    return unit.blocks[outer].type == "module" ? "Reserved block type name in module block"
                                               : kUnknownArgument;
}

std::vector<Part> parts_of(const BoundUnit& unit) {
    std::vector<Part> out;
    for (const BoundBlock& block : unit.blocks)
        if (const std::string_view title = title_of_block(unit, block); !title.empty())
            out.push_back({DiagCode::NotAvailable, block.type_span, block.type, title});
    for (const BoundAttribute& attribute : unit.attributes)
        if (const std::string_view title = title_of_argument(unit, attribute); !title.empty())
            out.push_back({DiagCode::NotAvailable, attribute.name_span, attribute.name, title});
    for (const bind::Reference& reference : unit.references)
        if (!reference.is_text && !reference.is_address && reference.steps.size() > 1 &&
            reference.steps[0].name == "tofu")
            out.push_back({DiagCode::NotAvailable, reference.steps[0].span, "tofu",
                           "Reference to undeclared resource"});
    if (std::ranges::none_of(unit.calls, is_function_of_opentofu)) return out;
    for (const BoundAttribute& attribute : unit.attributes) {
        if (!attribute.expr) continue;
        eval::Guards guards(attribute.expr, eval::error_catching_functions());
        eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
            if (is_function_of_opentofu(name) && !guards.cover({call.span(), {}}))
                out.push_back({DiagCode::UnknownFunction, call.child(0).span(), std::string(name),
                               "Call to unknown function"});
        });
    }
    return out;
}

// Whether a list of tools has this one: lines `opentofu 1.10.0`, `opentofu = "1.10.0"`.
bool names_tool(std::string_view list, std::string_view tool) {
    for (std::size_t at = list.find(tool); at != std::string_view::npos; at = list.find(tool, at + 1)) {
        const std::size_t line = at == 0 ? 0 : list.rfind('\n', at - 1) + 1;
        std::string_view before = list.substr(line, at - line);
        while (!before.empty() && (before.back() == ' ' || before.back() == '\t' || before.back() == '"'))
            before.remove_suffix(1);
        const char next = at + tool.size() < list.size() ? list[at + tool.size()] : '\n';
        if (before.empty() && (next == ' ' || next == '\t' || next == '=' || next == '"')) return true;
    }
    return false;
}

Program by_registry(const bind::Module& module) {
    const bind::LockedPackagesPtr& locked = module.packages().locked();
    if (!locked) return Program::Either;
    for (const auto& [address, version] : locked->versions) {
        if (address.starts_with("registry.opentofu.org/")) return Program::OpenTofu;
        if (address.starts_with("registry.terraform.io/")) return Program::Terraform;
    }
    return Program::Either;
}

// OpenTofu, if managers of versions install it in the folder and not Terraform, by the nearest of their files
// there or in the folders above.
Program by_version_files(const bind::Module& module) {
    constexpr std::size_t kMostFolders = 12;
    const bind::ModuleFiles* files = module.disk_files();
    if (!files || !files->disk()) return Program::Either;
    const auto text_of = [&](const std::string& path) {
        const DiskAnswerPtr answer = files->disk()->file(path);
        return answer && answer->found == DiskAnswer::Found::File ? std::optional(answer->bytes)
                                                                  : std::nullopt;
    };
    std::string_view folder = folder_of(module.files().front().input.path);
    for (std::size_t i = 0; i < kMostFolders && folder.size() > 1; ++i) {
        const std::string at(folder);
        const bool has_terraform = text_of(at + ".terraform-version").has_value();
        const bool has_opentofu = text_of(at + ".opentofu-version").has_value();
        if (has_terraform != has_opentofu) return has_opentofu ? Program::OpenTofu : Program::Either;
        for (const std::string_view name : {".tool-versions", "mise.toml", ".mise.toml"}) {
            const std::optional<std::string> tools = text_of(at + std::string(name));
            if (!tools) continue;
            const bool is_opentofu = names_tool(*tools, "opentofu");
            if (is_opentofu != names_tool(*tools, "terraform"))
                return is_opentofu ? Program::OpenTofu : Program::Either;
        }
        folder = folder_of(folder.substr(0, folder.size() - 1));
    }
    return Program::Either;
}

// Terraform has no block `encryption`, so a module with one is for OpenTofu.
bool has_encryption(const bind::Module& module) {
    return std::ranges::any_of(shape_of(module).units(Trait::OfOpenTofu), [](const bind::UnitSlot& slot) {
        return std::ranges::any_of(slot.unit->blocks, [&](const BoundBlock& block) {
            return block.type == "encryption" && !title_of_block(*slot.unit, block).empty();
        });
    });
}

void report_part(const RuleInput& input, Program program, const bind::UnitSlot& slot, const Part& part) {
    if (program == Program::OpenTofu) return;
    const bool is_sure = program == Program::Terraform;
    const std::string_view why =
        is_sure ? "this file is for Terraform" : "Terraform refuses it: name the file \"*.tofu\"";
    const Span place = part.span.shifted(slot.base);
    Diagnostic& d = part.code == DiagCode::NotAvailable
                        ? input.report(part.code, place, {part.name, "exists only in OpenTofu", why, "."})
                        : input.report(part.code, place, {part.name, " It exists only in OpenTofu."});
    d.title = part.title;
    if (!is_sure) d.severity = Severity::Warning;
}

// `enabled` makes one object or none, so it cannot be where `count` or `for_each` makes several.
void check_enabled(const RuleInput& input, const bind::UnitSlot& slot, const BoundAttribute& enabled) {
    const BoundUnit& unit = *slot.unit;
    const BoundBlock& owner =
        unit.blocks[unit.bodies[unit.blocks[unit.bodies[enabled.body].block].parent].block];
    for (const std::string_view name : {"count", "for_each"}) {
        const BoundAttribute* repetition = attribute_of(unit, owner.body, name);
        if (!repetition) continue;
        Diagnostic& d =
            input.report("enabled-repeated", enabled.name_span.shifted(slot.base),
                         "The block has \"" + std::string(name) +
                             "\", which says how many objects it makes: use only one of the two.");
        d.title = "Invalid combination of \"" + std::string(name) + "\" and \"enabled\"";
        d.related.push_back(
            {{slot.file, repetition->name_span.shifted(slot.base)}, "\"" + std::string(name) + "\" is here"});
        return;
    }
}

}  // namespace

bool is_read_by_opentofu_alone(std::string_view path) {
    return path.ends_with(".tofu") || path.ends_with(".tofu.json") || path.ends_with(".tofutest.hcl") ||
           path.ends_with(".tofutest.json");
}

std::string path_of_twin(std::string_view path) {
    for (const auto& [from, to] :
         {std::pair<std::string_view, std::string_view>{".tf", ".tofu"}, {".tf.json", ".tofu.json"}}) {
        if (path.ends_with(from)) return std::string(path.substr(0, path.size() - from.size())).append(to);
        if (path.ends_with(to)) return std::string(path.substr(0, path.size() - to.size())).append(from);
    }
    return {};
}

Program program_of(const bind::Module& module, const bind::ModuleFile& file) {
    if (is_read_by_opentofu_alone(file.input.path)) return Program::OpenTofu;
    const std::string twin = path_of_twin(file.input.path);
    bool has_others = false;
    for (const bind::ModuleFile& other : module.files()) {
        if (other.input.path == twin) return Program::Terraform;
        has_others = has_others || is_read_by_opentofu_alone(other.input.path);
    }
    if (has_others) return Program::OpenTofu;
    Program program = by_registry(module);
    if (program == Program::Either) program = by_version_files(module);
    return program == Program::Either && has_encryption(module) ? Program::OpenTofu : program;
}

bool is_run_by_terragrunt(const check::ExtensionContext& context) {
    constexpr std::string_view kUnits = "terragrunt";
    return (context.implied && context.implied("terragrunt.hcl", kUnits)) ||
           (context.mentioning && !context.mentioning(kUnits, 1).empty());
}

bool is_only_of_opentofu(std::string_view path) {
    constexpr std::array<std::string_view, 11> kPaths{
        "required_providers",         "language",
        "terraform/encryption",       "provider/for_each",
        "resource/lifecycle/enabled", "resource/lifecycle/destroy",
        "data/lifecycle/enabled",     "ephemeral/lifecycle/enabled",
        "data/lifecycle/destroy",     "module/lifecycle",
        "module/lifecycle/enabled"};
    return std::ranges::find(kPaths, path) != kPaths.end();
}

std::span<const std::string_view> functions_of_opentofu() {
    return kFunctions;
}

bool needs_opentofu(const BoundUnit& unit) {
    return !parts_of(unit).empty();
}

void check_program(const RuleInput& input) {
    const std::vector<bind::UnitSlot>& units = shape_of(input.module).units(Trait::OfOpenTofu);
    if (units.empty()) return;
    Program program = program_of(input.module, input.file);
    if (program == Program::Either && is_run_by_terragrunt(input.context)) program = Program::OpenTofu;
    for (const bind::UnitSlot& slot : units) {
        if (slot.file != input.file.input.id) continue;
        for (const Part& part : parts_of(*slot.unit)) report_part(input, program, slot, part);
        if (program == Program::Terraform) continue;
        for (const BoundAttribute& attribute : slot.unit->attributes)
            if (attribute.name == "enabled" && !title_of_argument(*slot.unit, attribute).empty())
                check_enabled(input, slot, attribute);
    }
}

}  // namespace hcl::terraform
