// Settings of `terraform` blocks: a module has one backend and one list of providers across all these blocks.
// The pack checks the number of blocks in one `terraform` block.
#include <algorithm>
#include <map>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

bool keeps_state(const std::string& type) {
    return type == "backend" || type == "cloud" || type == "state_store";
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

}  // namespace

void check_settings(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
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
        if (setting.place.file != input.file.input.id || setting.owner == first->owner) continue;
        Diagnostic& d = setting.type == first->type
                            ? input.report(DiagCode::DuplicateBlock, setting.place.span, {setting.type})
                            : input.report(DiagCode::ConflictingArguments, setting.place.span,
                                           {first->type, setting.type});
        d.related.push_back({first->place, "the first one is here"});
    }
}

}  // namespace hcl::terraform
