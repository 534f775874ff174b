#include "engine/terraform/lock_file.h"

#include "engine/bind/module.h"

namespace hcl::terraform {

bind::PackageVersions locked_versions(const syntax::File& lock) {
    bind::PackageVersions versions;
    for (const syntax::BlockView& block : lock.body().blocks()) {
        const std::vector<syntax::LabelView> labels = block.labels();
        if (block.type() != "provider" || labels.empty()) continue;
        for (const syntax::AttributeView& attribute : block.body().attributes()) {
            if (attribute.name != "version" || !attribute.expr) continue;
            if (std::string text = bind::literal_text(attribute.expr); !text.empty())
                versions[labels[0].value] = std::move(text);
        }
    }
    return versions;
}

}  // namespace hcl::terraform
