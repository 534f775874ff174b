// Names of locals, which JSON takes as any text.
#include <string>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

void check_local_names(const RuleInput& input) {
    for (const bind::UnitSlot& slot : shape_of(input.module).units(Trait::MisnamedLocal)) {
        if (slot.file != input.file.input.id) continue;
        for (const bind::BoundAttribute& attribute : slot.unit->attributes)
            if (is_misnamed_local(*slot.unit, attribute))
                input
                    .report("local-name", attribute.name_span.shifted(slot.base),
                            "\"" + attribute.name +
                                "\" cannot be the name of a local: a name starts with a letter or an "
                                "underscore, followed by letters, digits, underscores and dashes.")
                    .title = "Invalid local value name";
    }
}

}  // namespace hcl::terraform
