// The number of instances of repeated blocks, behind the argument that tells it.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/path.h"
#include "engine/bind/instance.h"
#include "engine/bind/interface.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/terraform/editing.h"
#include "engine/terraform/unit_traits.h"

namespace hcl::terraform {

namespace {

// Whether the argument refers to something, so that its text does not show the number.
bool has_references(const bind::BoundUnit& unit, std::uint32_t attribute) {
    return std::ranges::any_of(unit.references, [&](const bind::Reference& reference) {
        return reference.attribute == attribute && !reference.is_text;
    });
}

// Empty when it is unknown, or shown by the hint of a reference.
std::string size_of(const bind::UnitSlot& slot, std::uint32_t index) {
    const bool is_count = slot.unit->attributes[index].name == "count";
    const Value& value = slot.state->values[index];
    if (value.contains_marks() || !value.is_known() || value.is_null()) return {};
    if (is_count)
        return value.is_known_number() ? "= " + value.as_number().to_text().value_or("…") : std::string();
    const Type& type = value.type();
    if (!type.is_set() && !type.is_map() && !type.is_object()) return {};
    // Elements of a set that are unknown may be equal.
    if (type.is_set() && !value.is_wholly_known()) return {};
    return value.size() == 1 ? "1 instance" : std::to_string(value.size()) + " instances";
}

// The name of a file of values that every plan reads, as a key in the order of Terraform; empty for others.
std::string order_of(std::string_view name) {
    if (name == "terraform.tfvars") return "0";
    if (name == "terraform.tfvars.json") return "1";
    const bool is_read = name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json");
    return is_read ? "2" + std::string(name) : std::string();
}

// A root module with the values that a plan without options has.
struct UsualInstance {
    bind::ModulePtr module{};
    bool is_set = false;  // files give some of them, not only defaults
};

UsualInstance usual_instance(const check::ExtensionContext& context) {
    constexpr std::uint64_t kMostSteps = 2'000'000;
    UsualInstance out;
    const bind::Module& module = *context.module;
    if (!context.is_root() || !context.called || bind::usual_cost(module) > kMostSteps) return out;
    std::map<std::string, bind::ModulePtr> files;
    if (context.beside)
        for (bind::ModulePtr& one : context.beside("", "terraform-values"))
            if (std::string order = order_of(file_name_of(one->files().front().input.path)); !order.empty())
                files.emplace(std::move(order), std::move(one));
    std::map<std::string, Value> given;
    for (const auto& [order, values] : files)
        values->files().front().each_unit([&](const bind::UnitSlot& slot) {
            if (!slot.state) return;
            for (std::uint32_t i : slot.unit->bodies[0].attributes)
                given.insert_or_assign(slot.unit->attributes[i].name, slot.state->values[i]);
        });
    std::map<std::string, Value> inputs;
    for (const bind::Symbol symbol : module.symbols().by_kind("variable")) {
        const std::string& name = module.declaration(symbol).address.back();
        if (const auto known = given.find(name); known != given.end())
            inputs.insert_or_assign(name, known->second);
        else if (bind::interface_item(module, module.slot_of(symbol), symbol.index()).is_required)
            inputs.insert_or_assign(name, Value::dynamic());
    }
    auto all = std::make_shared<bind::Inputs>();
    all->kind = "variable";
    for (auto& [name, value] : inputs) all->given.push_back({name, std::move(value)});
    out.is_set = !given.empty();
    out.module = bind::instantiate(module, std::move(all), context.called, context.cancel).module;
    return out;
}

}  // namespace

std::vector<check::ExtensionHint> instance_hints(const check::ExtensionContext& context, FileId id,
                                                 Span span) {
    std::vector<check::ExtensionHint> out;
    const bind::ModuleFile* file = context.module->file(id);
    if (!file || context.module->language().id != "terraform") return out;
    std::optional<UsualInstance> usual;
    file->each_unit([&](const bind::UnitSlot& slot) {
        context.cancel.poll();
        if (!slot.state || slot.base > span.end || slot.base + slot.unit->size < span.start) return;
        for (std::uint32_t index : instance_arguments(*slot.unit)) {
            const bind::BoundAttribute& attribute = slot.unit->attributes[index];
            const std::uint32_t end = attribute.span.end + slot.base;
            if (!span.touches(end) || !attribute.expr || attribute.expr.is_broken() ||
                !has_references(*slot.unit, index))
                continue;
            // The hint of a reference shows its value, if it is known.
            const bool is_path = attribute.name == "count" &&
                                 !eval::traversal_of(eval::without_parens(attribute.expr)).empty();
            if (std::string text = size_of(slot, index); !text.empty()) {
                if (!is_path) out.push_back({end, std::move(text)});
                continue;
            }
            if (!usual) usual = usual_instance(context);
            const bind::ModuleFile* there = usual->module ? usual->module->file(id) : nullptr;
            const auto same = there ? there->unit_at(end - 1) : std::nullopt;
            if (!same || same->unit != slot.unit || !same->state) continue;
            if (const std::string text = size_of(*same, index); !text.empty())
                out.push_back({end, text + (usual->is_set ? " as set" : " by default")});
        }
    });
    return out;
}

}  // namespace hcl::terraform
