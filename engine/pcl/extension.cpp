#include "engine/pcl/extension.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "engine/pcl/completion.h"
#include "engine/pcl/features.h"
#include "engine/pcl/node_look.h"
#include "engine/pcl/program.h"

namespace hcl::pcl {

namespace {

using check::ExtensionContext;
using check::ExtensionHover;

constexpr std::size_t kDeepestComponents = 20;
// The maximum number of repeated bindings per query, for components that contain each other.
constexpr std::size_t kMostRepeats = 256;

using Component = ProgramInput::Component;
using PackagesPtr = std::shared_ptr<const Packages>;

// The inputs of a bound program other than its files.
struct Inputs {
    PackagesPtr packages;
    bool is_lenient = false;
    std::map<std::string, Component, std::less<>> components;  // by folder, as the program names it
};

// The program of a module, cached with it. Bound again when a component or the schemas change.
struct KeptProgram {
    struct State {
        std::mutex mutex;
        ProgramPtr program;
        Inputs inputs;
    };
    std::shared_ptr<State> state = std::make_shared<State>();
};

// The last programs of some modules, the base of incremental binding. They do not affect results.
class RecentPrograms {
  public:
    ProgramPtr of(FileId first) {
        std::lock_guard lock(mutex_);
        auto found = std::ranges::find(kept_, first, &std::pair<FileId, ProgramPtr>::first);
        return found == kept_.end() ? nullptr : found->second;
    }
    void keep(FileId first, const ProgramPtr& program) {
        constexpr std::size_t kMost = 32;
        std::lock_guard lock(mutex_);
        auto found = std::ranges::find(kept_, first, &std::pair<FileId, ProgramPtr>::first);
        if (found == kept_.end()) {
            // Evict the least recently used one.
            if (kept_.size() == kMost) kept_.pop_back();
            found = kept_.insert(kept_.begin(), {first, program});
        }
        found->second = program;
        std::rotate(kept_.begin(), found, found + 1);
    }

  private:
    std::mutex mutex_;
    std::vector<std::pair<FileId, ProgramPtr>> kept_;  // by the first file of a module, most recent first
};

// The programs of a module and its components, for one query. Each is bound once,
// regardless of the number of paths to it.
class Programs {
  public:
    Programs(const ExtensionContext& context, PackagesPtr packages, RecentPrograms& recent)
        : context_(context), packages_(std::move(packages)), recent_(recent), way_{{context.module, {}}} {}

    // Binds the context's module with another tree for one of its files. Not cached.
    ProgramPtr find_with(FileId file, const syntax::FilePtr& tree) {
        ProgramPtr known = find();
        Inputs inputs{packages_, context_.is_lenient, {}};
        ProgramInput input = input_of(inputs);
        for (ProgramFile& one : input.files)
            if (one.id == file) one.tree = tree;
        input.previous = std::move(known);
        return Program::bind(std::move(input), context_.cancel);
    }

    // The program of the current module, which is the last of `way_`.
    ProgramPtr find() {
        context_.cancel.poll();
        KeptProgram::State& kept =
            *way_.back().module->memo().get<KeptProgram>([] { return KeptProgram(); }).state;
        ProgramPtr known;
        Inputs known_inputs;
        {
            std::lock_guard lock(kept.mutex);
            known = kept.program;
            known_inputs = kept.inputs;
        }
        Inputs inputs{packages_, context_.is_lenient, {}};
        if (known && known_inputs.packages == packages_ && known_inputs.is_lenient == context_.is_lenient &&
            std::ranges::all_of(known_inputs.components,
                                [&](const auto& one) { return component(one.first, inputs) == one.second; }))
            return known;
        ProgramPtr made = bind(inputs);
        std::lock_guard lock(kept.mutex);
        kept.program = made;
        kept.inputs = std::move(inputs);
        return made;
    }

    const PackagesPtr& packages() const { return packages_; }

  private:
    struct Step {
        bind::ModulePtr module;
        std::string folder;  // relative to that of the context
    };
    struct Answer {
        ProgramPtr program;  // null while it depends on the path
        bool is_seen = false;
    };

    ProgramInput input_of(Inputs& inputs) {
        ProgramInput input;
        for (const bind::ModuleFile& file : way_.back().module->files())
            input.files.push_back({file.input.id, file.input.path, file.input.tree});
        std::ranges::sort(input.files, {}, &ProgramFile::name);
        input.packages = packages_;
        if (context_.is_lenient) input.options = ProgramOptions::lenient();
        input.component = [&](std::string_view folder) { return component(folder, inputs); };
        return input;
    }

    ProgramPtr bind(Inputs& inputs) {
        ProgramInput input = input_of(inputs);
        const FileId first = input.files.empty() ? FileId() : input.files[0].id;
        input.previous = recent_.of(first);
        ProgramPtr made = Program::bind(std::move(input), context_.cancel);
        recent_.keep(first, made);
        return made;
    }

    // A component of the program whose inputs are being collected.
    Component component(std::string_view folder, Inputs& inputs) {
        if (auto known = inputs.components.find(folder); known != inputs.components.end())
            return known->second;
        Component found = find_component(way_.back().folder + std::string(folder) + "/");
        inputs.components.emplace(folder, found);
        return found;
    }

    Component find_component(std::string folder) {
        using Found = Component::Found;
        if (way_.size() > kDeepestComponents) return {};
        bind::ModulePtr other = context_.called_in(folder);
        if (!other) return {};
        if (std::ranges::find(way_, other, &Step::module) != way_.end()) {
            depends_on_way_ = true;
            return {Found::Own, nullptr};
        }
        Answer& answer = answers_[{other, way_.size()}];
        if (answer.program) return {Found::Program, answer.program};
        if (answer.is_seen && ++repeats_ > kMostRepeats) {
            depends_on_way_ = true;
            return {};
        }
        answer.is_seen = true;
        const bool outer = std::exchange(depends_on_way_, false);
        way_.push_back({other, std::move(folder)});
        ProgramPtr program = find();
        way_.pop_back();
        if (!depends_on_way_) answer.program = program;
        depends_on_way_ |= outer;
        return {Found::Program, std::move(program)};
    }

    const ExtensionContext& context_;
    PackagesPtr packages_;
    RecentPrograms& recent_;
    std::vector<Step> way_;  // from the context's module to the current one
    // By module and depth, as the deepest modules have no components.
    std::map<std::pair<bind::ModulePtr, std::size_t>, Answer> answers_;
    bool depends_on_way_ = false;  // the result contains a module that encloses it
    std::size_t repeats_ = 0;
};

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "pcl"; }

    Diagnostics findings(const ExtensionContext& context, FileId file) const override {
        Diagnostics out;
        const ProgramPtr program = programs_of(context).find();
        for (const Diagnostic& d : program->findings())
            if (d.file == file) out.push_back(d);
        return out;
    }

    std::optional<ExtensionHover> hover(const ExtensionContext& context, FileId file,
                                        std::uint32_t offset) const override {
        const ProgramPtr program = programs_of(context).find();
        return hover_at(*program, file, offset, context.cancel);
    }

    std::vector<check::ExtensionItem> completions(const ExtensionContext& context,
                                                  const check::ExtensionCursor& cursor) const override {
        Programs programs = programs_of(context);
        const ProgramPtr program = programs.find_with(cursor.file, cursor.tree);
        return pcl::completions(*program, *programs.packages(), cursor, context.cancel);
    }

    std::optional<check::ExtensionSignature> signature(const ExtensionContext& context,
                                                       const check::ExtensionCursor& cursor,
                                                       std::string_view name,
                                                       syntax::Node call) const override {
        const ProgramPtr program = programs_of(context).find_with(cursor.file, cursor.tree);
        const std::optional<std::uint32_t> index = node_at(*program, cursor.file, cursor.offset);
        if (!index) return std::nullopt;
        return NodeLook(*program, *index, context.cancel).described_call(name, call);
    }

    std::vector<std::string> parameter_names(std::string_view function) const override {
        // The parameters of "invoke" and "call" are named in their own signature.
        std::vector<std::string> names;
        Diagnostics ignored;
        const auto known = Functions().signature({function, {}, {}, {}}, ignored);
        if (!known) return names;
        for (const Parameter& parameter : known->parameters) names.push_back(parameter.name);
        if (known->rest) names.push_back(known->rest->name + "...");
        return names;
    }

    std::optional<std::vector<check::ExtensionHint>> type_hints(const ExtensionContext& context, FileId file,
                                                                Span span) const override {
        return pcl::type_hints(*programs_of(context).find(), file, span, context.cancel);
    }

    std::vector<check::ExtensionArgument> missing_arguments(const ExtensionContext& context, FileId file,
                                                            std::uint32_t offset) const override {
        return pcl::missing_arguments(*programs_of(context).find(), file, offset);
    }

    bool may_extract(const ExtensionContext& context, FileId file, Span expression) const override {
        return pcl::may_extract(*programs_of(context).find(), file, expression);
    }

    std::optional<check::ExtensionDefinition> definition(const ExtensionContext& context, FileId file,
                                                         std::uint32_t offset) const override {
        return definition_at(*programs_of(context).find(), file, offset, context.cancel);
    }

  private:
    Programs programs_of(const ExtensionContext& context) const {
        std::lock_guard lock(mutex_);
        if (schemas_ != context.schemas) packages_[0] = packages_[1] = nullptr;
        schemas_ = context.schemas;
        PackagesPtr& packages = packages_[context.is_lenient ? 1 : 0];
        if (!packages) packages = std::make_shared<const Packages>(context.schemas, context.is_lenient);
        return {context, packages, recent_};
    }

    mutable RecentPrograms recent_;
    mutable std::mutex mutex_;
    mutable language::BodySourcePtr schemas_;
    mutable PackagesPtr packages_[2];  // for strict and lenient programs
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::pcl
