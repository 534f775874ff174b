// Findings that `terraform validate` does not give although later commands fail: it takes variables, outputs
// of called modules and instances of repeated blocks for unknown, and leaves backends and values of tests
// alone. Private to terraform/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/check/language_extension.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

// The command that finds it.
enum class FoundBy : std::uint8_t {
    Validate,
    Plan,
    SomePlans,        // those of most versions
    PlanOfInstances,  // plans, which look at single instances
    WhenComputed,     // plans in which the part of the expression is computed
    Apply,            // what a plan does not compute
    Init,
    Test,
};
// Whether a finding is about an index or key that a value does not have.
bool is_about_key(DiagCode code);
// The finding of `validate` for the same path behind such a key, or behind a call. Places are in the unit.
std::optional<Diagnostic> found_behind_key(const check::ExtensionContext& context, const Place& place,
                                           const Diagnostic& found);
// Whether a finding is about the syntax, which every command reads first.
bool is_of_syntax(DiagCode code);
FoundBy found_by(const check::ExtensionContext& context, const Place& place, const Diagnostic& found);
// Where Terraform takes only constants and OpenTofu also names, the end of a message that says so.
inline constexpr std::string_view kNamesInOpenTofu =
    " OpenTofu 1.8 and later accept variables and locals whose values are known before a plan.";
// The message of a finding that `validate` does not give.
std::string message_of(FoundBy command, std::string sentence);
// Whether a plan evaluates the arguments at a place: it does so for each instance of the block around them.
enum class Planned : std::uint8_t { Always, WithInstances, Never };
Planned planned_at(const Place& place);
// The same for the arguments of a block, but for those that say how often it is there.
Planned planned_of(const bind::UnitSlot& slot, const bind::BoundBlock& block);
// Whether the place is in the second operand of `&&` or `||`, and in no part of an expression that may not be
// evaluated. Versions before 1.12 evaluate both operands.
bool is_second_operand(const Place& place);
// Whether the place is the member of a name that blocks or the language add, such as `path` or `each`.
bool is_of_fixed_name(const Place& place);
// Whether the place follows the address of a resource, or the key of one of its instances.
bool is_of_resource(const bind::Module& module, const Place& place);

}  // namespace hcl::terraform
