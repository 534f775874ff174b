// Null passed to variables that refuse it, and arguments and outputs of folders without configuration.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "engine/base/path.h"
#include "engine/bind/interface.h"
#include "engine/check/call_findings.h"
#include "engine/check/passed_values.h"
#include "engine/terraform/instance_elements.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/test_modules.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

void check_input(const RuleInput& input, const UnitSlot& home, const bind::Module& other,
                 std::uint32_t index) {
    const BoundAttribute& attribute = home.unit->attributes[index];
    if (!attribute.expr || !home.state || index >= home.state->values.size()) return;
    if (!home.state->values[index].is_null()) return;
    const bind::InterfacePtr there = bind::interface_of(other);
    const bind::InterfaceItem* item = there->find("variable", attribute.name);
    if (item && item->refuses_null)
        input.report(DiagCode::NullNotAllowed, attribute.expr.span().shifted(home.base),
                     {attribute.name, "", "Give it a value"});
}

// Folders without configuration by the names of their calls.
using EmptyFolders = std::map<std::string, std::string, std::less<>>;

bool is_repeated(const Call& call) {
    const bind::BoundUnit& own = *call.slot.unit;
    return attribute_of(own, call.bound().body, "count") || attribute_of(own, call.bound().body, "for_each");
}

void check_outputs_of_empty(const RuleInput& input, const EmptyFolders& empty) {
    if (empty.empty()) return;
    input.file.each_unit([&](const UnitSlot& slot) {
        for (const bind::Reference& reference : slot.unit->references) {
            const auto& steps = reference.steps;
            if (reference.is_text || reference.is_address || steps.size() < 3) continue;
            if (steps[0].name != "module") continue;
            if (const auto found = empty.find(steps[1].name); found != empty.end())
                input.report(
                    DiagCode::UnsupportedAttribute, steps[2].span.shifted(slot.base),
                    {steps[2].name, " The folder \"" + found->second + "\" holds no configuration."});
        }
    });
}

}  // namespace

bool is_empty_folder(const check::ExtensionContext& context, const std::string& folder) {
    return is_relative_path(folder) && context.bare &&
           context.bare(folder, context.module->language().id) == check::BareFolder::Empty;
}

void check_inputs(const RuleInput& input) {
    EmptyFolders empty;
    for (const Call& call : shape_of(input.module).calls) {
        const bool is_here = call.slot.file == input.file.input.id;
        const bool is_path = is_relative_path(call.folder);
        if (!is_here && !is_path) continue;
        bind::ModulePtr other = input.context.called_in(call.folder);
        // Such a folder is a module without variables and outputs.
        const bool is_empty = !other && is_empty_folder(input.context, call.folder);
        const bind::BoundBody& body = call.slot.unit->bodies[call.bound().body];
        // One finding is enough, which is that of the first argument. The path may still be typed.
        const bool has_arguments = std::ranges::any_of(body.attributes, [&](std::uint32_t i) {
            return !body.attribute(call.slot.unit->attributes[i].name);
        });
        if (is_empty && !has_arguments && !call.bound().labels.empty() && !is_repeated(call))
            empty.emplace(call.bound().labels[0].value, call.folder);
        if (!is_here || (!other && !is_empty)) continue;
        for (std::uint32_t i : body.attributes) {
            const BoundAttribute& attribute = call.slot.unit->attributes[i];
            if (body.attribute(attribute.name)) continue;
            if (!other) {
                // One finding is enough for all arguments.
                input.report(DiagCode::UndeclaredText, attribute.name_span.shifted(call.slot.base),
                             {"variable", attribute.name,
                              " The folder \"" + call.folder + "\" holds no configuration."});
                break;
            }
            check_input(input, call.slot, *other, i);
        }
    }
    check_outputs_of_empty(input, empty);
}

// Values beside tests, which all runs there read: those of the tested module. Names that it lacks are
// ignored.
void check_values_of_tests(const RuleInput& input) {
    if (!input.context.implied || !input.context.beside ||
        order_of_values(file_name_of(input.file.input.path)).empty() ||
        input.context.beside("", "terraform-test").empty())
        return;
    const std::string folder = from_test(input.context, input.file.input.path, "./");
    const bind::ModulePtr tested = input.context.implied(folder, "terraform");
    if (!tested) return;
    const bind::InterfacePtr there = bind::interface_of(*tested);
    const std::size_t before = input.out.size();
    input.file.each_unit([&](const UnitSlot& slot) {
        if (!slot.state) return;
        for (const std::uint32_t i : slot.unit->bodies[0].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            const bind::InterfaceItem* item = there->find("variable", attribute.name);
            if (!item || !attribute.expr) continue;
            const std::string why =
                check::misfit(*item, slot.state->values[i], *input.module.language().rules);
            if (!why.empty())
                input.report(DiagCode::IncorrectAttributeType, attribute.expr.span().shifted(slot.base),
                             {attribute.name, why});
        }
    });
    if (input.out.size() > before || !input.context.called) return;
    for (Diagnostic& found : check::value_file_findings(
             input.module, input.file.input.id, *tested, {}, input.context.called, &instance_elements(),
             input.context.alike ? input.context.alike() : 1, input.context.cancel))
        input.out.push_back(std::move(found));
}

void check_values_of_variables(const RuleInput& input) {
    const bind::ModulePtr module = input.context.implied ? input.context.implied("./", "terraform") : nullptr;
    if (!module) return check_values_of_tests(input);
    input.file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].attributes) check_input(input, slot, *module, i);
    });
}

}  // namespace hcl::terraform
