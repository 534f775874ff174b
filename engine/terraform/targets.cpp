#include "engine/terraform/targets.h"

#include <algorithm>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/language/call_folder.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

bind::ModulePtr module_of_call(const check::ExtensionContext& context, const bind::Module& module,
                               std::string_view name) {
    for (const Call& call : shape_of(module).calls)
        if (!call.bound().labels.empty() && call.bound().labels[0].value == name)
            return context.called_by(module, call.folder);
    return nullptr;
}

std::string why_missing(const check::ExtensionContext& context, bind::ModulePtr module,
                        std::span<const std::string> names) {
    std::string folder;
    auto in_folder = [&] { return (folder.empty() ? "" : " in \"" + folder + "\"") + "."; };
    for (; names.size() >= 2 && names[0] == "module"; names = names.subspan(2)) {
        if (module->symbols().by_kind_and_name("module", names[1]).empty())
            return "There is no call \"" + names[1] + "\" of a module" + in_folder();
        if (names.size() == 2) return {};
        const ModuleShape& shape = shape_of(*module);
        auto call = std::ranges::find_if(shape.calls, [&](const Call& one) {
            return !one.bound().labels.empty() && one.bound().labels[0].value == names[1];
        });
        if (call == shape.calls.end()) return {};
        folder = language::as_written(call->folder);
        module = context.called_by(*module, call->folder);
        if (!module) return {};
    }
    const bool is_data = names.size() == 3 && names[0] == "data";
    if (names.size() != 2 && !is_data) return {};
    if (!module->symbols().by_address(std::vector<std::string>(names.begin(), names.end())).empty())
        return {};
    return "There is no " + std::string(is_data ? "data source" : "resource") + " \"" +
           names[names.size() - 2] + "." + names.back() + "\"" + in_folder();
}

}  // namespace hcl::terraform
