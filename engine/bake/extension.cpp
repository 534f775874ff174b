#include "engine/bake/extension.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bake/dockerfile.h"
#include "engine/base/ascii.h"
#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/check/rule.h"

namespace hcl::bake {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using Found = DiskAnswer::Found;

constexpr std::string_view kStageRule = "unknown-stage";
constexpr std::string_view kFileRule = "missing-input";

// An argument of a target, its own or an inherited one.
struct Argument {
    UnitSlot slot{};
    const BoundAttribute* attribute = nullptr;
    std::string text;
};

// The arguments of a target that are known texts. Command-line options and further files can change them.
struct Inputs {
    bool are_known = true;
    std::optional<Argument> context{};
    std::optional<Argument> dockerfile{};
    std::optional<Argument> stage{};
    bool is_inline = false;
    std::size_t blocks = 0;  // that were looked at
};

struct TargetChecker {
    const bind::Module& module;
    const bind::ModuleFile& file;
    const Disk& disk;
    Diagnostics& out;
    struct KnownStages {
        Stages stages;
        std::set<std::string> lowered;  // their names
    };
    std::map<std::string, KnownStages> stages{};  // by path of the Dockerfile
    std::uint64_t suggestions = 0;

    // Own arguments come before those of the targets that the block inherits from; of these, the last counts.
    void collect(const UnitSlot& slot, const BoundBlock& target, int depth, Inputs& inputs) const {
        constexpr int kDeepest = 10;
        constexpr std::size_t kMostBlocks = 100;
        if (depth > kDeepest || ++inputs.blocks > kMostBlocks) inputs.are_known = false;
        if (!inputs.are_known) return;
        const Value* inherited = nullptr;
        for (const std::uint32_t i : slot.unit->bodies[target.body].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            const Value& value = slot.state->values[i].unmarked();
            if (attribute.name == "matrix") inputs.are_known = false;
            if (attribute.name == "dockerfile-inline") inputs.is_inline = true;
            if (attribute.name == "inherits") inherited = &value;
            std::optional<Argument>* place = attribute.name == "context"      ? &inputs.context
                                             : attribute.name == "dockerfile" ? &inputs.dockerfile
                                             : attribute.name == "target"     ? &inputs.stage
                                                                              : nullptr;
            if (!place || *place) continue;
            if (value.is_known_string())
                *place = Argument{slot, &attribute, std::string(value.as_string())};
            else
                inputs.are_known = false;
        }
        if (!inherited) return;
        if (!inherited->has_content() || inherited->type().is_primitive()) {
            inputs.are_known = false;
            return;
        }
        std::vector<std::string> names;
        for (const Value& one : inherited->elements()) {
            const Value& text = one.unmarked();
            if (text.is_known_string())
                names.emplace_back(text.as_string());
            else
                inputs.are_known = false;
        }
        for (auto name = names.rbegin(); name != names.rend(); ++name) from_target(*name, depth, inputs);
    }

    void from_target(const std::string& name, int depth, Inputs& inputs) const {
        const bind::SymbolList found = module.symbols().by_address({"target", name});
        // Blocks of the same name are merged, and others may be in a file that is not known here.
        if (found.size() != 1 || !found.front().is_declaration()) {
            inputs.are_known = false;
            return;
        }
        const UnitSlot slot = module.slot_of(found.front());
        const bind::Declaration& declaration = module.declaration(found.front());
        if (declaration.block == bind::kNone || !slot.state)
            inputs.are_known = false;
        else
            collect(slot, slot.unit->blocks[declaration.block], depth + 1, inputs);
    }

    // A local path; others are URLs, other targets, or start in the working directory.
    static bool is_local(std::string_view path) { return path.find(':') == std::string_view::npos; }

    void report(std::string_view rule, const Argument& at, const std::string& sentence,
                const std::string& near) {
        if (!at.attribute->expr || at.slot.file != file.input.id) return;
        const Span place = at.attribute->expr.span().shifted(at.slot.base);
        // Several targets can inherit it.
        if (std::ranges::find(out, place, &Diagnostic::span) != out.end()) return;
        Diagnostic& d = add_diagnostic(out, DiagCode::CheckFailed, place, {sentence + did_you_mean(near)});
        d.file = at.slot.file;
        d.severity = Severity::Warning;
        d.rule = rule;
        const bool is_plain = at.attribute->expr.text() == '"' + at.text + '"';
        if (!near.empty() && is_plain)
            check::add_replacement(d, {place.start + 1, place.end - 1},
                                   at.text.substr(0, at.text.rfind('/') + 1) + near);
    }

    const KnownStages& stages_at(const std::string& path, std::string_view dockerfile) {
        const auto [known, is_new] = stages.try_emplace(path);
        if (!is_new) return known->second;
        known->second.stages = stages_of(dockerfile);
        for (const std::string& one : known->second.stages.names)
            known->second.lowered.insert(ascii::lowered(one));
        return known->second;
    }

    void check_stage(const Argument& stage, const KnownStages& known, const std::string& name) {
        const bool is_number = std::ranges::all_of(stage.text, ascii::is_digit);
        if (!known.stages.are_known || stage.text.empty() || is_number ||
            known.lowered.contains(ascii::lowered(stage.text)))
            return;
        Suggester near(stage.text);
        if (++suggestions <= limits::suggestions)
            for (const std::string& one : known.stages.names) near.offer(one);
        report(kStageRule, stage,
               "\"" + name + "\" has no stage \"" + stage.text +
                   "\": none of its `FROM` lines ends with `AS " + stage.text + "`.",
               near.best());
    }

    // A file that is not there, where nearly the same is.
    void check_file(const Argument& path, const std::string& full) {
        const std::string folder(folder_of(full));
        const DiskAnswerPtr there = disk.folder(folder, 1);
        if (!there || there->found != Found::Folder) return;
        Suggester near(file_name_of(full));
        for (const std::string& one : there->files) near.offer(one);
        if (!near.best().empty())
            report(kFileRule, path, "There is no file \"" + path.text + "\" in the context.", near.best());
    }

    void check_context(const Argument& context, const std::string& full) {
        const std::string around(folder_of(full));
        const DiskAnswerPtr there = disk.folder(around, 2);
        if (!there || there->found != Found::Folder) return;
        Suggester near(file_name_of(full));
        for (const std::string& one : there->files)
            if (const std::size_t slash = one.find('/'); slash != std::string::npos)
                near.offer(std::string_view(one).substr(0, slash));
        if (!near.best().empty())
            report(kFileRule, context, "There is no folder \"" + context.text + "\" beside this file.",
                   near.best());
    }

    void look(const UnitSlot& slot, const BoundBlock& target) {
        Inputs inputs;
        collect(slot, target, 0, inputs);
        if (!inputs.are_known) return;
        const std::string context = inputs.context ? inputs.context->text : ".";
        const std::string name = inputs.dockerfile ? inputs.dockerfile->text : "Dockerfile";
        if (!is_local(context) || !is_local(name)) return;
        const std::string own(folder_of(file.input.path));
        const std::string folder = clean_path(context.starts_with('/') ? context : own + context);
        const DiskAnswerPtr there = disk.file(folder);
        if (!there || there->found == Found::Unknowable) return;
        if (there->found == Found::Nothing) {
            if (inputs.context) check_context(*inputs.context, folder);
            return;
        }
        if (inputs.is_inline || there->found != Found::Folder) return;
        const std::string path = name.starts_with('/') ? name : clean_path(folder + '/' + name);
        const DiskAnswerPtr dockerfile = disk.file(path);
        if (!dockerfile) return;
        if (dockerfile->found == Found::Nothing && inputs.dockerfile) check_file(*inputs.dockerfile, path);
        if (dockerfile->found != Found::File || !inputs.stage) return;
        check_stage(*inputs.stage, stages_at(path, dockerfile->bytes), name);
    }
};

struct DeclaredBeside {
    Location place;
    std::string file;  // its name
};

// The name that a finding says is missing.
std::string_view missing_name(const Diagnostic& found) {
    return found.arg(found.code == DiagCode::UndeclaredText ? 1 : 0);
}

// The declaration of the missing name in a file of the folder that is not read by itself.
std::optional<DeclaredBeside> declared_beside(const check::ExtensionContext& context,
                                              const Diagnostic& found) {
    constexpr std::string_view kAnyFile = "hcl";
    const bool is_text = found.code == DiagCode::UndeclaredText;
    if (!is_text && found.code != DiagCode::UndeclaredName) return std::nullopt;
    if (!context.beside) return std::nullopt;
    for (const bind::ModulePtr& other : context.beside("", kAnyFile))
        for (const bind::ModuleFile& file : other->files())
            for (const syntax::BlockView& block : file.input.tree->body().blocks()) {
                const std::vector<syntax::LabelView> labels = block.labels();
                const bool is_kind = !is_text || found.arg(0).contains(block.type());
                if (is_kind && labels.size() == 1 && labels[0].value == missing_name(found))
                    return DeclaredBeside{{file.input.id, labels[0].span},
                                          std::string(file_name_of(file.input.path))};
            }
    return std::nullopt;
}

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "bake"; }

    std::vector<std::string_view> rule_names() const override { return {kStageRule, kFileRule}; }

    // `docker buildx bake -f docker-bake.hcl -f other.hcl`
    bool refine(const check::ExtensionContext& context, FileId id, Diagnostic& found) const override {
        const bind::ModuleFile* file = context.module->file(id);
        if (!file || found.severity != Severity::Error) return true;
        const std::optional<DeclaredBeside> there = declared_beside(context, found);
        if (!there) return true;
        const std::string own(file_name_of(file->input.path));
        found.severity = Severity::Warning;
        found.message = "Only \"" + there->file + "\" declares \"" + std::string(missing_name(found)) +
                        "\": this file works when both are given, `-f " + own + " -f " + there->file + "`.";
        found.fixes.clear();
        found.related.push_back({there->place, "declared here"});
        return true;
    }

    Diagnostics findings(const check::ExtensionContext& context, FileId id) const override {
        Diagnostics out;
        const bind::ModuleFile* file = context.module->file(id);
        const bind::ModuleFiles* files = context.module->disk_files();
        if (!file || !files || !files->disk() || !file->input.path.starts_with('/')) return out;
        TargetChecker checker{*context.module, *file, *files->disk(), out};
        file->each_unit([&](const UnitSlot& slot) {
            context.cancel.poll();
            if (!slot.state) return;
            for (const std::uint32_t i : slot.unit->bodies[0].blocks)
                if (slot.unit->blocks[i].type == "target") checker.look(slot, slot.unit->blocks[i]);
        });
        return out;
    }
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::bake
