#include "engine/terraform/extension.h"

#include <algorithm>
#include <utility>

#include "engine/language/version_order.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/completion.h"
#include "engine/terraform/editing.h"
#include "engine/terraform/lint.h"
#include "engine/terraform/lock_file.h"
#include "engine/terraform/module_manifest.h"
#include "engine/terraform/registry.h"
#include "engine/terraform/titles.h"

namespace hcl::terraform {

namespace {

// Names in a backend are reported whether they are declared or not.
bool is_reported_by_use(const bind::ModuleFile& file, const Place& place, const Diagnostic& found) {
    const std::string& path = file.input.path;
    return place.path.starts_with("terraform/backend/") && found.code == DiagCode::UndeclaredName &&
           !path.ends_with(".tofu") && !path.ends_with(".tofu.json");
}

// True for findings that do not apply to OpenTofu, in a file that only OpenTofu reads: variables where values
// must be known before a plan, and templates that render templates.
bool is_fine_in_opentofu(const bind::ModuleFile& file, const Place& place, const Diagnostic& found) {
    const std::string& path = file.input.path;
    if (!path.ends_with(".tofu") && !path.ends_with(".tofu.json")) return false;
    if (found.code == DiagCode::FunctionFailed)
        return found.message.find("a template cannot render another one") != std::string::npos;
    return found.code == DiagCode::VariablesNotAllowed &&
           (path_fits(place.path, "module/source") || path_fits(place.path, "module/version") ||
            place.path.starts_with("terraform/cloud/"));
}

// The path of the file that counts in its place for the other of the two programs: Terraform reads "main.tf",
// and OpenTofu reads "main.tofu" beside it instead. Empty for other files.
std::string path_of_twin(std::string_view path) {
    for (const auto& [from, to] :
         {std::pair<std::string_view, std::string_view>{".tf", ".tofu"}, {".tf.json", ".tofu.json"}}) {
        if (path.ends_with(from)) return std::string(path.substr(0, path.size() - from.size())).append(to);
        if (path.ends_with(to)) return std::string(path.substr(0, path.size() - to.size())).append(from);
    }
    return {};
}

bool is_duplicate(DiagCode code) {
    return code == DiagCode::DuplicateBlock || code == DiagCode::DuplicateLabels ||
           code == DiagCode::DuplicateKey;
}

// Whether the duplicate is of the twin of the file: no program reads both.
bool repeats_twin(const bind::Module& module, const bind::ModuleFile& file, const Diagnostic& found) {
    if (found.related.empty()) return false;
    const std::string twin = path_of_twin(file.input.path);
    return std::ranges::any_of(found.related, [&](const RelatedPlace& place) {
        const bind::ModuleFile* other = module.file(place.where.file);
        return other && other->input.path == twin;
    });
}

// Attributes of resources are checked wherever they are read: also in a result that is never chosen.
void is_error_anywhere(const bind::Module& module, const Place& place, Diagnostic& found) {
    if (found.code != DiagCode::UnsupportedAttribute || found.severity != Severity::Warning) return;
    const std::size_t condition = found.message.find(" This fails if the condition ");
    if (condition == std::string::npos || !is_of_resource(module, place)) return;
    found.message.erase(condition);
    found.severity = Severity::Error;
}

// Says in words what the pattern of a provider's address demands.
void explain_source(const Place& place, Diagnostic& found) {
    if (found.code != DiagCode::UnsuitableString || !path_fits(place.path, "terraform/required_providers/*"))
        return;
    const std::size_t pattern = found.message.find(": it must match \"");
    if (pattern == std::string::npos || !found.message.starts_with("\"source\"")) return;
    const bool is_url = found.message.find("://") < pattern;
    found.message.replace(pattern, std::string::npos,
                          std::string(": an address such as \"hashicorp/aws\", or with a host as "
                                      "\"registry.example.com/hashicorp/aws\", is needed") +
                              (is_url ? ", not a URL." : "."));
}

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "terraform"; }

    std::string_view rules_file() const override { return ".tflint.hcl"; }
    check::RuleSettings rules_in(const syntax::File& file) const override { return rules_of_tflint(file); }

    std::string_view lock_file() const override { return ".terraform.lock.hcl"; }
    bind::PackageVersions locked_in(const syntax::File& file) const override { return locked_versions(file); }

    std::string_view manifest_file() const override { return kModuleManifest; }
    std::vector<check::InstalledModule> installed_in(std::string_view text) const override {
        return modules_of_manifest(text);
    }
    check::Download::State fits(const check::InstalledModule& module, std::string_view source,
                                std::string_view versions) const override {
        using State = check::Download::State;
        if (!is_same_source(source, module.source)) return State::OtherSource;
        const bool is_admitted =
            module.version.empty() || versions.empty() || language::is_admitted(module.version, versions);
        return is_admitted ? State::Fits : State::OtherVersion;
    }

    Diagnostics findings(const check::ExtensionContext& context, FileId id) const override {
        Diagnostics out;
        const bind::ModuleFile* file = context.module->file(id);
        if (!file) return out;
        const RuleInput input{context, *context.module, *file, out};
        if (context.module->language().id == "terraform-test") {
            check_tests(input);
            return out;
        }
        check_settings(input);
        check_providers(input);
        check_inputs(input);
        check_downloads(input);
        check_call_keys(input);
        check_resources(input);
        check_each_values(input);
        check_imports(input);
        check_moves(input);
        check_conditions(input);
        check_broken_conditions(input);
        check_overriding_files(input);
        check_call_cycles(input);
        check_provider_functions(input);
        check_schema_versions(input);
        lint_file(input);
        return out;
    }

    std::optional<check::ExtensionDefinition> definition(const check::ExtensionContext& context, FileId id,
                                                         std::uint32_t offset) const override {
        return called_module(context, id, offset);
    }
    std::string see_also(const check::ExtensionContext& context, FileId id,
                         std::uint32_t offset) const override {
        return registry_link(context, id, offset);
    }
    std::vector<check::ExtensionLink> links(const check::ExtensionContext& context,
                                            FileId id) const override {
        return registry_links(context, id);
    }
    std::vector<check::ExtensionRefactoring> refactorings(const check::ExtensionContext& context, FileId id,
                                                          Span span) const override {
        return refactorings_at(context, id, span);
    }
    std::vector<check::ExtensionItem> completions(const check::ExtensionContext& context,
                                                  const check::ExtensionCursor& cursor) const override {
        return completions_at(context, cursor);
    }
    check::ExtensionRecord on_rename(const check::ExtensionContext& context,
                                     const bind::Declaration& declaration,
                                     const std::vector<std::string>& from,
                                     const std::vector<std::string>& to) const override {
        return moved_block(*context.module, declaration, from, to);
    }
    bool is_history(const check::ExtensionContext& context, FileId id, Span span) const override {
        const bind::ModuleFile* file = context.module->file(id);
        return file && is_in_moved_block(*file, span);
    }

    bool refine(const check::ExtensionContext& context, FileId id, Diagnostic& found) const override {
        const bind::ModuleFile* file = context.module->file(id);
        if (!file || !found.has_place) return true;
        if (is_duplicate(found.code) && repeats_twin(*context.module, *file, found)) return false;
        if (!counts_as_convention(context, *file, found)) return false;
        const std::optional<Place> place = place_at(*file, found.span);
        if (!place) return true;
        if (is_fine_in_opentofu(*file, *place, found) || is_reported_by_use(*file, *place, found))
            return false;
        is_error_anywhere(*context.module, *place, found);
        explain_source(*place, found);
        const FoundBy command = found_by(context, *place, found);
        if (std::string title = title_of(*context.module, *file, *place, found); !title.empty())
            found.title = std::move(title);
        if (command == FoundBy::Validate) return true;
        const bool is_of_plan = command == FoundBy::Plan || command == FoundBy::SomePlans;
        const Planned planned = is_of_plan ? planned_at(*place) : Planned::Always;
        if (planned == Planned::Never) return false;
        if (planned == Planned::WithInstances) {
            found.severity = Severity::Warning;
            found.message = as_sentence(found.message) + " Every plan with an instance of the block fails.";
            return true;
        }
        const bool is_fine_elsewhere = found.code == DiagCode::VariablesNotAllowed;
        found.code = DiagCode::FailsInPlan;
        found.message = message_of(command, std::move(found.message));
        if (is_fine_elsewhere) {
            found.message += kNamesInOpenTofu;
            found.severity = Severity::Warning;
        }
        return true;
    }
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::terraform
