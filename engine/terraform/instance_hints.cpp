// The number of instances of repeated blocks, behind the argument that tells it.
#include <algorithm>
#include <string>
#include <string_view>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/terraform/editing.h"
#include "engine/terraform/unit_traits.h"
#include "engine/terraform/usual_values.h"

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

}  // namespace

std::vector<check::ExtensionHint> instance_hints(const check::ExtensionContext& context, FileId id,
                                                 Span span) {
    std::vector<check::ExtensionHint> out;
    const bind::ModuleFile* file = context.module->file(id);
    if (!file || context.module->language().id != "terraform") return out;
    const UsualValues* usual = nullptr;
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
            if (!usual) usual = &usual_values(context);
            const bind::ModuleFile* there = usual->with_all ? usual->with_all->file(id) : nullptr;
            const auto same = there ? there->unit_at(end - 1) : std::nullopt;
            if (!same || same->unit != slot.unit || !same->state) continue;
            if (const std::string text = size_of(*same, index); !text.empty())
                out.push_back({end, text + (usual->with_files ? " as set" : " by default")});
        }
    });
    return out;
}

}  // namespace hcl::terraform
