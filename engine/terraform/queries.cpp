// Names that queries read of the module in their folder.
#include <array>
#include <string>
#include <string_view>

#include "engine/base/suggest.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

void check_queries(const RuleInput& input) {
    const bind::ModulePtr module = input.context.implied ? input.context.implied("./", "terraform") : nullptr;
    if (!module) return;
    // A query has variables and locals of its own, too.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kKinds{
        {{"var", "variable"}, {"local", "local"}}};
    input.file.each_unit([&](const bind::UnitSlot& slot) {
        input.context.cancel.poll();
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text || reference.is_address || reference.steps.size() < 2) continue;
            for (const auto& [root, kind] : kKinds) {
                const bind::ReferenceStep& step = reference.steps[1];
                if (reference.steps[0].name != root ||
                    !input.module.symbols().by_kind_and_name(kind, step.name).empty() ||
                    !module->symbols().by_kind_and_name(kind, step.name).empty())
                    continue;
                const std::string near = bind::interface_of(*module)->names_of(kind).nearest(step.name);
                Diagnostic& d = input.report(DiagCode::UndeclaredName, step.span.shifted(slot.base),
                                             {std::string(root) + "." + step.name, did_you_mean(near)});
                if (!near.empty() && step.span.length() == step.name.size())
                    check::add_replacement(d, step.span.shifted(slot.base), near);
            }
        }
    });
}

}  // namespace hcl::terraform
