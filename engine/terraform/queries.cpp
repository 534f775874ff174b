// Names that queries read of the module in their folder.
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

// A query has variables and locals of its own, too.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kKindsOfModule{
    {{"var", "variable"}, {"local", "local"}}};

// Visits what the file does not declare itself, with the kind of the name.
template <typename Visit>
void each_name_of_module(const RuleInput& input, Visit&& visit) {
    input.file.each_unit([&](const bind::UnitSlot& slot) {
        input.context.cancel.poll();
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text || reference.is_address || reference.steps.size() < 2) continue;
            for (const auto& [root, kind] : kKindsOfModule)
                if (reference.steps[0].name == root &&
                    input.module.symbols().by_kind_and_name(kind, reference.steps[1].name).empty())
                    visit(slot, reference, kind);
        }
    });
}

bind::ModulePtr module_of_query(const RuleInput& input) {
    return input.context.implied ? input.context.implied("./", "terraform") : nullptr;
}

}  // namespace

void check_queries(const RuleInput& input) {
    const bind::ModulePtr module = module_of_query(input);
    if (!module) return;
    each_name_of_module(
        input, [&](const bind::UnitSlot& slot, const bind::Reference& reference, std::string_view kind) {
            const bind::ReferenceStep& step = reference.steps[1];
            if (!module->symbols().by_kind_and_name(kind, step.name).empty()) return;
            const std::string near = bind::interface_of(*module)->names_of(kind).nearest(step.name);
            Diagnostic& d = input.report(DiagCode::UndeclaredName, step.span.shifted(slot.base),
                                         {reference.steps[0].name + "." + step.name, did_you_mean(near)});
            check::add_nearest(d, step.span.shifted(slot.base), step.name, near);
        });
}

std::vector<check::ExtensionName> names_in_query(const RuleInput& input) {
    std::vector<check::ExtensionName> out;
    const bind::ModulePtr module = module_of_query(input);
    if (!module) return out;
    each_name_of_module(
        input, [&](const bind::UnitSlot& slot, const bind::Reference& reference, std::string_view kind) {
            const bind::ReferenceStep& step = reference.steps[1];
            check::ExtensionName name{step.span.shifted(slot.base),
                                      cover(reference.steps[0].span, step.span).shifted(slot.base),
                                      module,
                                      {}};
            std::ranges::copy_if(module->symbols().by_kind_and_name(kind, step.name),
                                 std::back_inserter(name.symbols), &bind::Symbol::is_declaration);
            if (!name.symbols.empty()) out.push_back(std::move(name));
        });
    return out;
}

}  // namespace hcl::terraform
