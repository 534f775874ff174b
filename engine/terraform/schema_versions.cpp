// Providers whose schema is known, but not in the version that the lock file selects, or in none that the
// module admits.
#include <string>

#include "engine/language/version_order.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

void check_provider(const RuleInput& input, const std::string& name, const std::string& constraint,
                    Span place) {
    const language::Language& language = input.module.language();
    const bind::Packages& packages = input.module.packages();
    const std::string address = packages.address_of(name, language);
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
