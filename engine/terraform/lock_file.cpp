#include "engine/terraform/lock_file.h"

#include "engine/terraform/shape.h"

namespace hcl::terraform {

LockedVersions locked_versions(const bind::Module* lock) {
    LockedVersions versions;
    if (!lock) return versions;
    for (const bind::ModuleFile& file : lock->files())
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const bind::BoundBlock& block = slot.unit->blocks[i];
                if (block.type != "provider" || block.labels.empty()) continue;
                const bind::BoundAttribute* version = attribute_of(*slot.unit, block.body, "version");
                if (!version || !version->expr) continue;
                if (std::string text = bind::literal_text(version->expr); !text.empty())
                    versions[block.labels[0].value] = std::move(text);
            }
        });
    return versions;
}

LockedVersions locked_versions(const check::ExtensionContext& context) {
    return locked_versions(context.in_language ? context.in_language("", "terraform-lock").get() : nullptr);
}

}  // namespace hcl::terraform
