// Providers whose schema is known, but not in the version that the lock file selects, or in none that the
// module admits; and those without any.
#include <algorithm>
#include <string>
#include <string_view>

#include "engine/language/body_source.h"
#include "engine/language/version_order.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

constexpr std::string_view kUsualRegistry = "registry.terraform.io/";

bool has_any_schema(const language::BodySource& schemas, const std::string& address) {
    bool has_one = false;
    schemas.each_package(
        [&](std::string_view package) { has_one = has_one || language::is_address_of(package, address); });
    return has_one;
}

// Whether resources or data of the module are of the provider.
bool has_resources_of(const bind::Module& module, const std::string& name) {
    bool found = false;
    for (const bind::ModuleFile& file : module.files()) {
        file.units->each(0, file.units->count(), 0, [&](const bind::UnitCell& cell, std::uint32_t) {
            if (found || !cell.unit || !std::ranges::binary_search(cell.unit->package_names, name)) return;
            found = std::ranges::any_of(cell.unit->blocks, [](const bind::BoundBlock& block) {
                return block.parent == 0 &&
                       (block.type == "resource" || block.type == "data" || block.type == "ephemeral");
            });
        });
        if (found) break;
    }
    return found;
}

// Once for each provider of a module that nothing calls, and only where something would be checked.
void report_missing_schema(const RuleInput& input, const std::string& name, std::string_view address,
                           Span place) {
    const bind::LockedPackagesPtr& locked = input.module.packages().locked();
    if (!input.context.is_root() || (locked && !locked->is_own) || !has_resources_of(input.module, name))
        return;
    if (address.starts_with(kUsualRegistry)) address.remove_prefix(kUsualRegistry.size());
    input.report(DiagCode::SchemaMissing, place, {address});
}

void check_provider(const RuleInput& input, const std::string& name, const std::string& constraint,
                    Span place) {
    const language::Language& language = input.module.language();
    const bind::Packages& packages = input.module.packages();
    const std::string address = packages.address_of(name, language);
    if (address.empty() || address == kBuiltInProvider) return;
    if (!has_any_schema(*language.additions.schemas, address))
        return report_missing_schema(input, name, address, place);
    std::string used = packages.version_of(address, language);
    if (used.empty())
        language.additions.schemas->each_version(address, [&](std::string_view version) { used = version; });
    const std::string_view locked = packages.locked_version(address);
    // An unknown version may be the right one.
    if (used.empty() || used == locked) return;
    std::string reason;
    if (!locked.empty()) {
        // Modules that the one with the lock file calls need not repeat it.
        if (!packages.locked()->is_own) return;
        reason = "the lock file selects " + std::string(locked);
    } else {
        if (language::is_admitted(used, constraint)) return;
        reason = "\"" + constraint + "\" is required";
    }
    input.report(DiagCode::SchemaOfOtherVersion, place, {address, used, reason});
}

}  // namespace

void check_schema_versions(const RuleInput& input) {
    if (!input.module.language().additions.schemas) return;
    const ModuleShape& shape = shape_of(input.module);
    for (const RequiredProvider& one : shape.required)
        if (one.place.file == input.file.input.id && &one == shape.requirement(one.name))
            check_provider(input, one.name, one.constraint, one.place.span);
    // Configurations of providers that are not required by name.
    for (const ProviderBlock& one : shape.providers)
        if (one.place.file == input.file.input.id && !shape.requirement(one.name) &&
            &one == shape.provider(one.name) && one.name.find('.') == std::string::npos)
            check_provider(input, one.name, "", one.place.span);
}

}  // namespace hcl::terraform
