// Targets of `import` blocks. Terraform can generate configuration only for a single resource of the root
// module, so every other target must be declared.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

// The names of an address without its keys: `module.a["x"].t.n` gives module, a, t, n.
std::vector<std::string> names_of(std::string_view address) {
    std::vector<std::string> names(1);
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t i = 0; i < address.size(); ++i) {
        const char c = address[i];
        if (is_quoted && c == '\\') {
            ++i;
            continue;
        }
        if (c == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (c == '[') ++depth;
        if (depth == 0 && c == '.')
            names.emplace_back();
        else if (depth == 0)
            names.back() += c;
        if (c == ']') --depth;
    }
    return names;
}

// Why the resource does not exist; empty when it does, or when that is unknown.
std::string problem(const RuleInput& input, std::span<const std::string> names) {
    bind::ModulePtr module = input.context.module;
    std::string folder;
    for (; names.size() > 2 && names[0] == "module"; names = names.subspan(2)) {
        if (module->symbols().by_kind_and_name("module", names[1]).empty())
            return "There is no call \"" + names[1] + "\" of a module" +
                   (folder.empty() ? "" : " in \"" + folder + "\"") + ".";
        const ModuleShape& shape = shape_of(*module);
        auto call = std::ranges::find_if(shape.calls, [&](const Call& one) {
            return !one.bound().labels.empty() && one.bound().labels[0].value == names[1];
        });
        if (call == shape.calls.end() || !input.context.other) return {};
        folder += (folder.empty() ? "" : "/") + call->folder;
        module = input.context.other(folder);
        if (!module) return {};
    }
    if (names.size() != 2 || !module->symbols().by_address({names[0], names[1]}).empty()) return {};
    return "There is no resource \"" + names[0] + "." + names[1] + "\"" +
           (folder.empty() ? "" : " in \"" + folder + "\"") + ".";
}

}  // namespace

void check_imports(const RuleInput& input) {
    for (const bind::UnitSlot& slot : shape_of(input.module).imports) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        const bind::BoundUnit& unit = *slot.unit;
        for (std::uint32_t i : unit.bodies[0].blocks) {
            if (unit.blocks[i].type != "import") continue;
            const std::uint32_t body = unit.blocks[i].body;
            const bind::BoundAttribute* to = attribute_of(unit, body, "to");
            if (!to || !to->expr) continue;
            const auto index = static_cast<std::size_t>(to - unit.attributes.data());
            const Value& address = slot.state->values[index].unmarked();
            if (!address.is_known_string()) continue;
            const std::vector<std::string> names = names_of(address.as_string());
            // Configuration can be generated for a single resource of the root module.
            if (names[0] != "module" && !attribute_of(unit, body, "for_each")) continue;
            const std::string why = problem(input, names);
            if (!why.empty())
                input.report("import-target", to->expr.span().shifted(slot.base),
                             why + " What is imported needs a configuration.");
        }
    }
}

}  // namespace hcl::terraform
