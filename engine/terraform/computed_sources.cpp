#include <string>
#include <vector>

#include "engine/base/path.h"
#include "engine/bind/scopes.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

std::vector<check::ExtensionPath> computed_sources(const check::ExtensionContext& context, FileId id) {
    std::vector<check::ExtensionPath> out;
    const bind::ModuleFile* file = context.module->file(id);
    if (!file) return out;
    file->each_unit([&](const bind::UnitSlot& slot) {
        for (const bind::BoundBlock& block : slot.unit->blocks) {
            if (block.parent != 0 || block.type != "module" || block.body == bind::kNone) continue;
            const bind::BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
            if (!source || !source->expr || !bind::literal_text(source->expr).empty()) continue;
            const bind::ModulePtr usual = usual_values(context).with_all;
            const bind::UnitSlot there =
                usual ? usual->slot_of({slot.label, slot.file, 0}) : bind::UnitSlot();
            if (!there.unit || !there.state) continue;
            // The source of a module is not evaluated with it.
            const Value value =
                eval::evaluate(source->expr, bind::scope_of(*usual, there, source->body).get()).value;
            if (!value.is_known_string() || !is_relative_path(value.as_string())) continue;
            out.push_back({source->expr.span().shifted(slot.base), std::string(value.as_string()), "./",
                           "terraform", true});
        }
    });
    return out;
}

}  // namespace hcl::terraform
