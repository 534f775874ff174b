#include "engine/terraform/extension.h"

#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "terraform"; }

    std::string_view rules_file() const override { return ".tflint.hcl"; }
    check::RuleSettings rules_in(const syntax::File& file) const override { return rules_of_tflint(file); }

    Diagnostics findings(const check::ExtensionContext& context, FileId id) const override {
        Diagnostics out;
        const bind::ModuleFile* file = context.module->file(id);
        if (!file) return out;
        const RuleInput input{context, *context.module, *file, out};
        check_settings(input);
        check_providers(input);
        check_inputs(input);
        check_resources(input);
        check_imports(input);
        check_moves(input);
        check_conditions(input);
        check_overriding_files(input);
        check_call_cycles(input);
        check_provider_functions(input);
        lint_file(input);
        return out;
    }
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::terraform
