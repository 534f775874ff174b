// Names that came into the language later than versions which the module admits by `required_version`.
#include <functional>
#include <map>
#include <set>
#include <string>

#include "engine/language/version_order.h"
#include "engine/terraform/dated_parts.h"
#include "engine/terraform/opentofu.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

// Tries the released versions and some that may follow.
Admitted admitted_by(const std::string& constraint, std::string_view since) {
    constexpr int kMostMinors = 30;
    constexpr int kMostPatches = 13;
    Admitted out;
    const language::VersionConstraint admitting(constraint);
    for (int minor = 0; minor < kMostMinors; ++minor)
        for (int patch = 0; patch < kMostPatches; ++patch) {
            const std::string version = "1." + std::to_string(minor) + "." + std::to_string(patch);
            bool& side = language::compare_versions(version, since) < 0 ? out.older : out.newer;
            side = side || admitting.admits(version);
            if (out.older && out.newer) return out;
        }
    return out;
}

bool is_of_condition(const DatedPart& part) {
    return part.name.starts_with("var.") || part.name.starts_with("local.");
}

// What a finding is about, for which the first use in the module stands.
std::string form_of(const DatedPart& part, Program program) {
    return (program == Program::OpenTofu ? "tofu " : "") + (is_of_condition(part) ? "condition" : part.name) +
           ' ' + std::string(part.since.of(program));
}

// Where nothing tells the program, a module may be for OpenTofu, which had it earlier or always.
bool is_surely_refused(const DatedPart& part, Program program, const std::string& required) {
    constexpr std::string_view kFirstOpenTofu = "1.6";
    if (program != Program::Either) return true;
    const std::string_view other = part.since.opentofu.empty() ? kFirstOpenTofu : part.since.opentofu;
    return language::compare_versions(other, part.since.terraform) >= 0 || admitted_by(required, other).older;
}

// The uses of a form in a module: one finding is enough for all of them.
struct DatedUses {
    struct Use {
        FileId file;
        std::uint32_t start = 0;  // of the first in the file
        std::size_t count = 0;
    };
    std::map<std::string, Use, std::less<>> by_form;

    static const DatedUses& of(const bind::Module& module, const ModuleShape& shape) {
        return module.memo().get<DatedUses>([&] {
            DatedUses out;
            for (const bind::UnitSlot& slot : shape.units(Trait::Dated)) {
                const Program program = program_of(module, *module.file(slot.file));
                for (const DatedPart& part : dated_parts(*slot.unit)) {
                    if (part.since.of(program).empty()) continue;
                    const std::uint32_t start = part.span.shifted(slot.base).start;
                    Use& use = out.by_form[form_of(part, program)];
                    if (use.count++ == 0) use.file = slot.file;
                    if (use.file == slot.file && (use.count == 1 || start < use.start)) use.start = start;
                }
            }
            return out;
        });
    }
};

}  // namespace

Admitted admitted_around(const bind::Module& module, std::string_view version) {
    const std::string& selected = module.language().version;
    if (!selected.empty()) {
        const bool is_newer = language::compare_versions(selected, version) >= 0;
        return {.older = !is_newer, .newer = is_newer};
    }
    const std::string& required = shape_of(module).required_version;
    return required.empty() ? Admitted() : admitted_by(required, version);
}

bool is_surely_since(const bind::Module& module, std::string_view version) {
    const Admitted admitted = admitted_around(module, version);
    return admitted.newer && !admitted.older;
}

bool is_offered(const bind::Module& module, const bind::ModuleFile& file, std::string_view path,
                const language::Notes& notes, bool surely) {
    // A test may run in any version.
    if (module.language().id != "terraform")
        return !surely || module.language().is_version_selected || notes.since.empty();
    const Program program = program_of(module, file);
    if (program != Program::OpenTofu && is_only_of_opentofu(path)) return false;
    if (module.language().is_version_selected) return true;
    const std::size_t slash = path.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    std::string_view around = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    around = around.substr(around.rfind('/') + 1);
    const std::string_view since = since_of_name(program, around, name, notes.since);
    if (since.empty()) return true;
    const std::string& required = shape_of(module).required_version;
    if (required.empty()) return !surely;
    const Admitted admitted = admitted_by(required, since);
    return surely ? !admitted.older : admitted.newer;
}

void check_required_version(const RuleInput& input) {
    const ModuleShape& shape = shape_of(input.module);
    if (shape.required_version.empty() || input.module.language().is_version_selected) return;
    const Program program = program_of(input.module, input.file);
    std::map<std::string, Admitted, std::less<>> known;  // by the version that added a name
    std::set<const DatedUses::Use*> reported;  // in JSON, several resources share the name of a type
    for (const bind::UnitSlot& slot : shape.units(Trait::Dated)) {
        if (slot.file != input.file.input.id) continue;
        for (const DatedPart& part : dated_parts(*slot.unit)) {
            const std::string since(part.since.of(program));
            if (since.empty()) continue;
            const auto [found, is_new] = known.try_emplace(since);
            if (is_new) found->second = admitted_by(shape.required_version, since);
            const Admitted admitted = found->second;
            if (!admitted.older) continue;
            const Span place = part.span.shifted(slot.base);
            const DatedUses::Use* use = nullptr;
            if (admitted.newer) {
                const auto& uses = DatedUses::of(input.module, shape).by_form;
                const auto one = uses.find(form_of(part, program));
                if (one != uses.end()) use = &one->second;
                if (use && (use->file != slot.file || use->start != place.start)) continue;
                if (use && !reported.insert(use).second) continue;
            }
            Diagnostic& d = input.report(
                DiagCode::NotAvailable, place,
                {part.name,
                 (is_of_condition(part) ? "can be read in conditions of another variable since version "
                                        : "was added in version ") +
                     since,
                 "`required_version` (\"" + shape.required_version + "\") admits " +
                     (admitted.newer ? "earlier ones, which refuse it" : "none that has it"),
                 "."});
            if (!part.title.empty()) d.title = part.title;
            if (admitted.newer && !is_surely_refused(part, program, shape.required_version))
                d.severity = Severity::Warning;
            if (use && use->count > 1)
                d.message += " It is one of " + std::to_string(use->count) + " such places in the module.";
        }
    }
}

}  // namespace hcl::terraform
