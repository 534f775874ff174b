// Settings of `terraform` blocks: a module has one backend and one list of providers across all these blocks.
// The pack checks the number of blocks in one `terraform` block.
#include <algorithm>
#include <map>
#include <string>

#include "engine/base/path.h"
#include "engine/terraform/opentofu.h"
#include "engine/terraform/rules.h"
#include "engine/terragrunt/generated_names.h"

namespace hcl::terraform {

namespace {

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

// Why it cannot be the local name of a provider; empty when it can.
std::string name_problem(std::string_view name) {
    if (std::ranges::any_of(name, [](char c) { return c >= 'A' && c <= 'Z'; }))
        return "Names of providers are in lower case.";
    if (std::ranges::any_of(name, [](char c) { return !is_letter_or_digit(c) && c != '-'; }))
        return "Names of providers have only letters, digits and dashes.";
    if (name.starts_with('-') || name.ends_with('-'))
        return "Names of providers begin and end without a dash.";
    if (name.find("--") != std::string_view::npos) return "Names of providers have single dashes.";
    return {};
}

// Why it cannot be a part of the source of a provider. The pack reports other characters.
std::string part_problem(std::string_view part) {
    const bool has_others =
        std::ranges::any_of(part, [](char c) { return !is_letter_or_digit(c) && c != '-' && c != '_'; });
    return has_others ? std::string() : name_problem(part);
}

// In "HOST/NAMESPACE/TYPE".
std::string_view namespace_in(std::string_view source) {
    const std::size_t end = source.rfind('/');
    if (end == std::string_view::npos) return {};
    source = source.substr(0, end);
    return source.substr(source.rfind('/') + 1);
}

// Why the constraint is none on a provider, although it would be one on a module; empty: it is one.
std::string version_problem(std::string_view constraint) {
    constexpr std::string_view kBlank = " \t";
    constexpr std::string_view kDigits = "0123456789";
    for (std::size_t at = 0; at < constraint.size();) {
        std::string_view part = constraint.substr(at, constraint.find(',', at) - at);
        at += part.size() + 1;
        part.remove_prefix(std::min(part.find_first_not_of(kBlank), part.size()));
        const std::size_t sign = std::min(part.find_first_not_of("=!<>~"), part.size());
        part.remove_prefix(sign);
        const std::size_t blanks = std::min(part.find_first_not_of(kBlank), part.size());
        if (sign > 0 && (blanks > 1 || part.starts_with('\t')))
            return "At most one space follows the operator of a version constraint here.";
        part.remove_prefix(blanks);
        if (part.starts_with('v')) return "Versions of providers have no \"v\" in front.";
        int numbers = 1;
        std::size_t end = part.find_first_not_of(kDigits);
        for (; end < part.size() && part[end] == '.'; ++numbers)
            end = part.find_first_not_of(kDigits, end + 1);
        constexpr int kMostNumbers = 3;
        if (numbers > kMostNumbers) return "Versions of providers have at most three numbers.";
    }
    return {};
}

void check_constraints(const RuleInput& input, const ModuleShape& shape) {
    for (const ProviderBlock& provider : shape.providers) {
        if (provider.place.file != input.file.input.id) continue;
        const std::string_view name = std::string_view(provider.name).substr(0, provider.name.find('.'));
        // The pack reports other characters.
        if (const std::string why = part_problem(name); !why.empty())
            input.report("provider-name", provider.place.span, why);
        if (const std::string why = version_problem(provider.constraint); !why.empty())
            input.report("provider-version", provider.constraint_place, why);
    }
}

void check_local_names(const RuleInput& input, const ModuleShape& shape) {
    for (const RequiredProvider& required : shape.required) {
        if (required.place.file != input.file.input.id) continue;
        if (const std::string why = name_problem(required.name); !why.empty())
            input.report("provider-name", required.place.span, why);
        const std::string_view type =
            std::string_view(required.source).substr(required.source.rfind('/') + 1);
        if (required.source.starts_with("terraform.io/builtin/") && type != "terraform")
            input.report("provider-built-in", required.place.span,
                         "The only built-in provider is \"terraform.io/builtin/terraform\".");
        if (const std::string why = version_problem(required.constraint); !why.empty())
            input.report("provider-version", required.place.span, why);
        if (const std::string why = part_problem(namespace_in(required.source)); !why.empty())
            input.report("provider-namespace", required.place.span, "In the source, the namespace: " + why);
        if (const std::string why = part_problem(type); !why.empty() && type != required.name)
            input.report("provider-type-name", required.place.span, "In the source, the type: " + why);
        if (type.starts_with("terraform-"))
            input.report("provider-type-name", required.place.span,
                         "The type of a provider has no prefix: \"terraform-provider-" +
                             std::string(type.substr(type.rfind('-') + 1)) +
                             "\" is the name of its repository, not a part of its source.");
    }
}

// Two local names of one provider.
void check_names(const RuleInput& input, const ModuleShape& shape) {
    std::map<std::string, const RequiredProvider*> seen;
    for (const RequiredProvider& required : shape.required) {
        auto [first, is_new] = seen.emplace(required.source, &required);
        if (is_new || first->second->name == required.name || required.place.file != input.file.input.id)
            continue;
        Diagnostic& d = input.report("provider-names", required.place.span,
                                     "\"" + required.name + "\" and \"" + first->second->name +
                                         "\" are names of the same provider: keep one of the two.");
        d.severity = Severity::Warning;
        d.related.push_back({first->second->place, "the other name is here"});
    }
}

// A backend is set up before anything has a value.
void check_backend(const RuleInput& input, const bind::UnitSlot& slot) {
    const bind::BoundUnit& unit = *slot.unit;
    if (program_of(input.module, input.file) == Program::OpenTofu) return;
    for (const bind::Reference& reference : unit.references) {
        if (reference.is_text || reference.steps.empty()) continue;
        std::uint32_t block = unit.bodies[unit.attributes[reference.attribute].body].block;
        while (block != bind::kNone && unit.blocks[block].type != "backend")
            block = unit.bodies[unit.blocks[block].parent].block;
        if (block == bind::kNone) continue;
        Diagnostic& d = input.report(
            FoundBy::Init, reference.span.shifted(slot.base),
            "Settings of a backend are constants: \"" + reference.steps[0].name + "\" cannot be used here.");
        d.message += kNamesInOpenTofu;
        d.severity = Severity::Warning;
        d.title = "Variables not allowed";
    }
}

// Terragrunt can remove a file before the module runs.
bool is_in_removable_file(const RuleInput& input, const Setting& setting) {
    const bind::ModuleFile* file = input.module.file(setting.place.file);
    return file && terragrunt::may_remove_file(input.context, std::string(file_name_of(file->input.path)));
}

}  // namespace

void check_settings(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
    for (const bind::UnitSlot& slot : shape.units(Trait::Referring))
        if (slot.file == input.file.input.id) check_backend(input, slot);
    check_constraints(input, shape);
    check_local_names(input, shape);
    check_names(input, shape);
    std::map<std::string_view, const Setting*> of_providers;
    const Setting* state = nullptr;
    const Setting* providers = nullptr;
    for (const Setting& setting : shape.settings) {
        // An override file replaces the setting that it names.
        if (setting.is_override) continue;
        if (setting.type == "provider_meta" && !setting.label.empty()) {
            auto [first, is_new] = of_providers.emplace(setting.label, &setting);
            if (is_new || setting.place.file != input.file.input.id) continue;
            Diagnostic& d = input.report(DiagCode::DuplicateLabels, setting.place.span,
                                         {setting.type, " \"" + setting.label + "\""});
            d.related.push_back({first->second->place, "the first one is here"});
            continue;
        }
        const bool is_state = keeps_state(setting.type);
        if (!is_state && setting.type != "required_providers") continue;
        const Setting*& first = is_state ? state : providers;
        if (!first) {
            first = &setting;
            continue;
        }
        if (setting.owner == first->owner || is_in_removable_file(input, setting)) continue;
        if (is_in_removable_file(input, *first)) {
            first = &setting;
            continue;
        }
        if (setting.place.file != input.file.input.id) continue;
        Diagnostic& d = setting.type == first->type
                            ? input.report(DiagCode::DuplicateBlock, setting.place.span, {setting.type})
                            : input.report(DiagCode::ConflictingArguments, setting.place.span,
                                           {first->type, setting.type});
        d.related.push_back({first->place, "the first one is here"});
    }
}

}  // namespace hcl::terraform
