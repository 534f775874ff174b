// Values that defaults of variables lead to. A default that its own variable refuses is wrong in every
// module; others matter where a plan uses all of them: in a module that nothing calls, where no file gives
// values and none has to. They are warnings, because values can come from the command line and the
// environment.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/check/call_findings.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/titles.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;

constexpr std::string_view kRefused = "Invalid value for variable";
constexpr std::size_t kMostChecked = 16 * 1024;  // bytes; larger modules take too long for each edit

struct DefaultsOfModule {
    bool are_there = false;
    bool are_all = true;         // no variable is required
    bool are_validated = false;  // some of those with a condition

    explicit DefaultsOfModule(const bind::Module& module) {
        for (const bind::Symbol symbol : module.symbols().by_kind("variable")) {
            if (!symbol.is_declaration()) continue;
            const bind::Declaration& variable = module.declaration(symbol);
            const UnitSlot home = module.slot_of(symbol);
            if (variable.block == bind::kNone) continue;
            const std::uint32_t body = home.unit->blocks[variable.block].body;
            const bool has_default = attribute_of(*home.unit, body, "default");
            are_there = are_there || has_default;
            are_all = are_all && has_default;
            are_validated =
                are_validated ||
                (has_default && std::ranges::any_of(home.unit->bodies[body].blocks, [&](std::uint32_t i) {
                     return home.unit->blocks[i].type == "validation";
                 }));
        }
    }
};

std::size_t text_size_of(const bind::Module& module) {
    std::size_t bytes = 0;
    for (const bind::ModuleFile& file : module.files()) bytes += file.input.tree->text().size();
    return bytes;
}

// The default of a variable; nothing when the module has several, or none.
std::optional<Location> default_of(const bind::Module& module, const std::string& variable) {
    std::optional<Location> found;
    for (const bind::Symbol symbol : module.symbols().by_kind_and_name("variable", variable)) {
        if (!symbol.is_declaration()) continue;
        const UnitSlot home = module.slot_of(symbol);
        const std::uint32_t block = module.declaration(symbol).block;
        if (block == bind::kNone || found) return std::nullopt;
        const BoundAttribute* written = attribute_of(*home.unit, home.unit->blocks[block].body, "default");
        if (written && written->expr) found = {home.file, written->expr.span().shifted(home.base)};
    }
    return found;
}

std::string title_of_fault(const RuleInput& input, const Diagnostic& found) {
    const std::optional<Place> place = place_at(input.file, found.span);
    if (!place) return found.title;
    if (found.code != DiagCode::ConditionNotMet) {
        std::string title = title_of(input.module, input.file, *place, found);
        return title.empty() ? found.title : title;
    }
    const bind::BoundBlock* outer = place->outer();
    const bool is_of_variable = !outer || outer == place->inner() || outer->type == "variable";
    if (is_of_variable) return std::string(kRefused);
    return (outer->type == "output" ? "Module output value " : "Resource ") + place->inner()->type +
           " failed";
}

void report(const RuleInput& input, check::FallbackFinding fault) {
    const std::optional<Location> value = default_of(input.module, fault.input);
    const std::string quoted = "\"" + fault.input + "\"";
    if (fault.is_own_condition) {
        if (!value || value->file != input.file.input.id) return;
        Diagnostic& d =
            input.report("default-refused", value->span,
                         "The default of " + quoted + " does not meet a condition of the variable: " +
                             as_sentence(fault.found.message) + " Plans that use it fail.");
        d.severity = Severity::Warning;
        d.title = kRefused;
        d.related.push_back({{fault.found.file, fault.found.span}, "this condition"});
        return;
    }
    Diagnostic& d =
        input.report("default-fails", fault.found.span,
                     as_sentence(fault.found.message) + " A plan with the default" +
                         (value ? " of " + quoted : std::string("s of all variables")) + " fails here.");
    d.severity = Severity::Warning;
    d.title = title_of_fault(input, fault.found);
    if (value) d.related.push_back({*value, "the default"});
    std::ranges::move(fault.found.related, std::back_inserter(d.related));
}

}  // namespace

void check_default_values(const RuleInput& input) {
    if (text_size_of(input.module) > kMostChecked) return;
    const DefaultsOfModule defaults(input.module);
    if (!defaults.are_there) return;
    const check::ExtensionContext& context = input.context;
    const bool are_all_used = defaults.are_all && context.is_root() && context.beside &&
                              context.beside("", "terraform-values").empty();
    if (!are_all_used && !defaults.are_validated) return;
    for (check::FallbackFinding& fault : check::fallback_findings(input.module, input.file.input.id,
                                                                  "variable", context.called, context.cancel))
        if (are_all_used || fault.is_own_condition) report(input, std::move(fault));
}

}  // namespace hcl::terraform
