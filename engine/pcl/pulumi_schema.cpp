#include "engine/pcl/pulumi_schema.h"

#include <memory>
#include <string>

#include "engine/pcl/schema_record.h"

namespace hcl::pcl {

namespace {

constexpr std::string_view kStackReference = "pulumi:pulumi:StackReference";
constexpr std::string_view kStash = "pulumi:index:Stash";
constexpr std::string_view kCanonicalStash = "pulumi::Stash";

std::string package_record() {
    PackageSpec spec;
    spec.name = "pulumi";
    return encode(spec);
}

PropertySpec property(std::string_view name, TypeSpec::Kind kind, bool is_required,
                      std::string_view documentation) {
    PropertySpec out;
    out.name = name;
    out.type.kind = kind;
    out.is_required = is_required;
    out.notes.documentation = documentation;
    return out;
}

std::string stack_reference_record() {
    ResourceSpec spec;
    spec.token = kStackReference;
    spec.notes.documentation = "Another stack, whose outputs this program reads.";
    spec.inputs = {property("name", TypeSpec::Kind::String, false,
                            "The name of the stack: `organization/project/stack`.")};
    spec.outputs = {property("outputs", TypeSpec::Kind::Map, true, "The outputs of the stack, by name.")};
    spec.outputs[0].type.parts.emplace_back();  // anything
    return encode(spec);
}

std::string stash_record() {
    ResourceSpec spec;
    spec.token = kStash;
    spec.notes.documentation = "A value that is kept in the state of the stack.";
    spec.inputs = {property("input", TypeSpec::Kind::Any, true, "The value to keep.")};
    spec.outputs = {property("input", TypeSpec::Kind::Any, true, "The value as it was given last."),
                    property("output", TypeSpec::Kind::Any, true, "The value that is kept.")};
    return encode(spec);
}

class PulumiSchema final : public language::BodySource {
  public:
    Answer find(const language::BodyKey&) const override { return {}; }
    void each_name(std::string_view, const VersionOf&, const Visit&) const override {}
    void each_name_of(const language::BodyKey& key,
                      const std::function<void(std::string_view)>& visit) const override {
        if (key.family != kResourceFamily) return;
        visit(kCanonicalStash);
        visit(kStackReference);
    }
    std::shared_ptr<const std::string> native_record(const language::BodyKey& key) const override {
        if (key.family == kPackageFamily) return package_;
        if (key.family != kResourceFamily) return nullptr;
        return key.name == kStackReference   ? stack_reference_
               : key.name == kCanonicalStash ? stash_
                                             : nullptr;
    }

  private:
    using Record = std::shared_ptr<const std::string>;
    Record package_ = std::make_shared<const std::string>(package_record());
    Record stack_reference_ = std::make_shared<const std::string>(stack_reference_record());
    Record stash_ = std::make_shared<const std::string>(stash_record());
};

}  // namespace

language::BodySourcePtr pulumi_schema() {
    return std::make_shared<const PulumiSchema>();
}

}  // namespace hcl::pcl
