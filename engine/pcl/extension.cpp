#include "engine/pcl/extension.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/check/module_graph.h"
#include "engine/pcl/completion.h"
#include "engine/pcl/features.h"
#include "engine/pcl/node_look.h"
#include "engine/pcl/program.h"

namespace hcl::pcl {

namespace {

using check::ExtensionContext;
using check::ExtensionHover;

using Component = ProgramInput::Component;
using PackagesPtr = std::shared_ptr<const Packages>;

// The inputs of a bound program other than its files.
struct Inputs {
    PackagesPtr packages;
    bool is_lenient = false;
    std::map<std::string, Component, std::less<>> components;  // by folder, as the program names it
    bool operator==(const Inputs&) const = default;
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

// The folders that the components of a module name, cached with it.
struct ComponentFolders {
    std::vector<std::string> names;  // sorted

    static const std::vector<std::string>& of(const bind::Module& module) {
        return module.memo().get<ComponentFolders>([&] { return ComponentFolders(module); }).names;
    }
    explicit ComponentFolders(const bind::Module& module) {
        for (const bind::ModuleFile& file : module.files())
            for (const syntax::BlockView& block : file.input.tree->body().blocks()) {
                if (block.type() != "component") continue;
                const std::vector<syntax::LabelView> labels = block.labels();
                if (labels.size() == 2) names.push_back(labels[1].value);
            }
        std::ranges::sort(names);
        names.erase(std::unique(names.begin(), names.end()), names.end());
    }
};

// The modules of a workspace that have components, with their programs; cached with it.
class ComponentGraph {
  public:
    using Place = check::ModuleGraph::Place;

    static std::shared_ptr<ComponentGraph> of(const ExtensionContext& context) {
        struct Kept {
            std::shared_ptr<ComponentGraph> graph = std::make_shared<ComponentGraph>();
        };
        return context.workspace ? context.workspace->get<Kept>([] { return Kept(); }).graph : Kept().graph;
    }

    std::uint32_t find(const ExtensionContext& context, const bind::ModulePtr& root) {
        const auto components = [&](const bind::Module& module) {
            std::vector<bind::ModulePtr> out;
            for (const std::string& folder : ComponentFolders::of(module))
                out.push_back(context.called_by(module, folder + "/"));
            return out;
        };
        return modules_.find(root, components, context.cancel);
    }
    // Its `next` are the components of the program, in the order of the folders that it names.
    const Place& at(std::uint32_t number) const { return modules_.at(number); }

    // The program of a place, for strict or lenient settings; null when it is not kept yet.
    ProgramPtr program(std::uint32_t number, bool is_lenient) const {
        std::lock_guard lock(mutex_);
        const auto kept = programs_[is_lenient ? 1 : 0].find(number);
        return kept == programs_[is_lenient ? 1 : 0].end() ? nullptr : kept->second;
    }
    void keep(std::uint32_t number, bool is_lenient, const ProgramPtr& program) {
        std::lock_guard lock(mutex_);
        programs_[is_lenient ? 1 : 0][number] = program;
    }

  private:
    check::ModuleGraph modules_;
    mutable std::mutex mutex_;
    std::unordered_map<std::uint32_t, ProgramPtr> programs_[2];
};

// The programs of a module and its components, for one query. A program does not depend on the one that asks
// for it: modules that contain each other are found first, and each of them refuses the others.
class Programs {
  public:
    Programs(const ExtensionContext& context, PackagesPtr packages, RecentPrograms& recent)
        : context_(context),
          packages_(std::move(packages)),
          recent_(recent),
          graph_(ComponentGraph::of(context)) {}

    // Binds the context's module with another tree for one of its files. Not cached.
    ProgramPtr find_with(FileId file, const syntax::FilePtr& tree) {
        ProgramPtr known = find();
        ProgramInput input = input_of(*context_.module);
        for (ProgramFile& one : input.files)
            if (one.id == file) one.tree = tree;
        const Place& own = graph_->at(graph_->find(context_, context_.module));
        input.component = [&](std::string_view folder) {
            const bind::ModulePtr other = context_.called_in(std::string(folder) + "/");
            if (!other) return Component();
            const std::uint32_t to = graph_->find(context_, other);
            return component_of(own, graph_->at(to), program_at(to));
        };
        input.previous = std::move(known);
        return Program::bind(std::move(input), context_.cancel);
    }

    // The program of the context's module.
    ProgramPtr find() { return program_at(graph_->find(context_, context_.module)); }

    const PackagesPtr& packages() const { return packages_; }

  private:
    using Place = ComponentGraph::Place;

    // Binds the programs that it needs first, which have lower numbers or are of its own group.
    ProgramPtr program_at(std::uint32_t number) {
        if (ProgramPtr known = graph_->program(number, context_.is_lenient)) return known;
        std::vector<std::uint32_t> open{number};
        std::set<std::uint32_t> missing{number};
        while (!open.empty()) {
            context_.cancel.poll();
            const Place& place = graph_->at(open.back());
            open.pop_back();
            for (const std::optional<std::uint32_t>& to : place.next)
                if (to && !graph_->program(*to, context_.is_lenient) && missing.insert(*to).second)
                    open.push_back(*to);
        }
        for (std::uint32_t one : missing) graph_->keep(one, context_.is_lenient, find(graph_->at(one)));
        return graph_->program(number, context_.is_lenient);
    }

    static Component component_of(const Place& place, const Place& component, const ProgramPtr& program) {
        using Found = Component::Found;
        if (component.group == place.group) return {Found::Own, nullptr};
        return {Found::Program, program};
    }

    ProgramPtr find(const Place& place) {
        Inputs inputs{packages_, context_.is_lenient, {}};
        const std::vector<std::string>& folders = ComponentFolders::of(*place.module);
        for (std::size_t i = 0; i < folders.size(); ++i) {
            const std::optional<std::uint32_t> to = place.next[i];
            inputs.components.emplace(folders[i], to ? component_of(place, graph_->at(*to),
                                                                    graph_->program(*to, context_.is_lenient))
                                                     : Component());
        }
        KeptProgram::State& kept = *place.module->memo().get<KeptProgram>([] { return KeptProgram(); }).state;
        {
            std::lock_guard lock(kept.mutex);
            if (kept.program && kept.inputs == inputs) return kept.program;
        }
        ProgramPtr made = bind(*place.module, inputs);
        std::lock_guard lock(kept.mutex);
        kept.program = made;
        kept.inputs = std::move(inputs);
        return made;
    }

    ProgramInput input_of(const bind::Module& module) const {
        ProgramInput input;
        for (const bind::ModuleFile& file : module.files())
            input.files.push_back({file.input.id, file.input.path, file.input.tree});
        std::ranges::sort(input.files, {}, &ProgramFile::name);
        input.packages = packages_;
        if (context_.is_lenient) input.options = ProgramOptions::lenient();
        return input;
    }

    ProgramPtr bind(const bind::Module& module, const Inputs& inputs) {
        ProgramInput input = input_of(module);
        input.component = [&](std::string_view folder) {
            auto found = inputs.components.find(folder);
            return found != inputs.components.end() ? found->second : Component();
        };
        const FileId first = input.files.empty() ? FileId() : input.files[0].id;
        input.previous = recent_.of(first);
        ProgramPtr made = Program::bind(std::move(input), context_.cancel);
        recent_.keep(first, made);
        return made;
    }

    const ExtensionContext& context_;
    PackagesPtr packages_;
    RecentPrograms& recent_;
    std::shared_ptr<ComponentGraph> graph_;
};

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "pcl"; }
    // In a repeated resource, the element at hand.
    bool has_own_meaning(std::string_view name) const override { return name == "range"; }

    Diagnostics findings(const ExtensionContext& context, FileId file) const override {
        const ProgramPtr program = programs_of(context).find();
        return program->findings_in(file);
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
