#include "engine/pcl/pulumi_schema.h"

#include <memory>
#include <string>

#include "engine/pcl/schema_record.h"

namespace hcl::pcl {

namespace {

constexpr std::string_view kStackReference = "pulumi:pulumi:StackReference";

std::string package_record() {
    PackageSpec spec;
    spec.name = "pulumi";
    return encode(spec);
}

// The outputs of another stack.
std::string stack_reference_record() {
    ResourceSpec spec;
    spec.token = kStackReference;
    spec.notes.documentation = "Another stack, whose outputs this program reads.";
    PropertySpec name;
    name.name = "name";
    name.notes.documentation = "The name of the stack: `organization/project/stack`.";
    name.type.kind = TypeSpec::Kind::String;
    spec.inputs.push_back(std::move(name));
    PropertySpec outputs;
    outputs.name = "outputs";
    outputs.notes.documentation = "The outputs of the stack, by name.";
    outputs.type.kind = TypeSpec::Kind::Map;
    outputs.type.parts.emplace_back();
    outputs.is_required = true;
    spec.outputs.push_back(std::move(outputs));
    return encode(spec);
}

class PulumiSchema final : public language::BodySource {
  public:
    Answer find(const language::BodyKey&) const override { return {}; }
    void each_name(std::string_view, const Visit&) const override {}
    void each_name_of(std::string_view, std::string_view family,
                      const std::function<void(std::string_view)>& visit) const override {
        if (family == kResourceFamily) visit(kStackReference);
    }
    std::shared_ptr<const std::string> native_record(const language::BodyKey& key) const override {
        if (key.family == kPackageFamily) return package_;
        return key.family == kResourceFamily && key.name == kStackReference ? resource_ : nullptr;
    }

  private:
    std::shared_ptr<const std::string> package_ = std::make_shared<const std::string>(package_record());
    std::shared_ptr<const std::string> resource_ =
        std::make_shared<const std::string>(stack_reference_record());
};

}  // namespace

language::BodySourcePtr pulumi_schema() {
    return std::make_shared<const PulumiSchema>();
}

}  // namespace hcl::pcl
