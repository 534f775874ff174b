// Constraints that no version meets: one alone, those of a module and of one that it calls; and versions in
// the lock file that a constraint no longer admits.
#include <set>
#include <string>
#include <string_view>

#include "engine/language/version_order.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

constexpr std::string_view kProviderTitle = "Failed to query available provider packages";
constexpr std::string_view kProgramTitle = "Unsupported Terraform Core version";

bool can_be_met(const std::string& constraint) {
    return language::admits_from("0.0.0", constraint);
}

// Both can be met, but not by one version.
bool contradict(const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && can_be_met(a) && can_be_met(b) && !can_be_met(a + ", " + b);
}

void check_locked(const RuleInput& input, const RequiredProvider& required, const std::string& address) {
    const bind::Packages& packages = input.module.packages();
    // That of a called module is not used.
    if (!packages.locked() || !packages.locked()->is_own || !is_surely_root(shape_of(input.module))) return;
    const std::string_view locked = packages.locked_version(address);
    if (locked.empty() || language::is_admitted(locked, required.constraint)) return;
    Diagnostic& d =
        input.report("provider-locked", required.place.span,
                     "The lock file selects version " + std::string(locked) + ", which \"" +
                         required.constraint + "\" does not admit: run `terraform init -upgrade`.");
    d.severity = Severity::Warning;
    d.title = kProviderTitle;
}

// The constraint of the module that the call leads to, on the same provider.
void check_call(const RuleInput& input, const ModuleShape& shape, const Call& call) {
    const bind::ModulePtr called = input.context.called_in(call.folder);
    if (!called || called.get() == &input.module) return;
    const ModuleShape& there = shape_of(*called);
    const Span place = call.bound().header_span.shifted(call.slot.base);
    const auto report = [&](const std::string& subject, const std::string& theirs, const std::string& ours,
                            std::string_view title) {
        input
            .report("version-conflict", place,
                    "The module requires " + subject + " \"" + theirs + "\", and this one \"" + ours +
                        "\": no version meets both, so `terraform init` fails.")
            .title = title;
    };
    std::set<std::string> reported;
    for (const RequiredProvider& theirs : there.required) {
        const std::string address = provider_address(theirs.source, theirs.name);
        for (const RequiredProvider& ours : shape.required)
            if (!ours.is_override && !theirs.is_override &&
                provider_address(ours.source, ours.name) == address &&
                contradict(theirs.constraint, ours.constraint) && reported.insert(address).second)
                report("the provider \"" + theirs.name + "\" in", theirs.constraint, ours.constraint,
                       kProviderTitle);
    }
    if (contradict(there.required_version, shape.required_version))
        report("Terraform", there.required_version, shape.required_version, kProgramTitle);
}

}  // namespace

void check_version_conflicts(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
    for (const RequiredProvider& required : shape.required) {
        if (required.place.file != input.file.input.id || required.is_override || required.constraint.empty())
            continue;
        if (can_be_met(required.constraint))
            check_locked(input, required, provider_address(required.source, required.name));
        else
            input
                .report("version-conflict", required.place.span,
                        "No version meets \"" + required.constraint + "\", so `terraform init` fails.")
                .title = kProviderTitle;
    }
    if (!input.context.called) return;
    for (const Call& call : shape.calls)
        if (call.slot.file == input.file.input.id) check_call(input, shape, call);
}

}  // namespace hcl::terraform
