#include "engine/pcl/extension.h"

#include <algorithm>
#include <mutex>

#include "engine/base/path.h"
#include "engine/pcl/program.h"

namespace hcl::pcl {

namespace {

using check::ExtensionContext;
using check::ExtensionHover;

constexpr std::size_t kDeepestComponents = 20;

// The program of a module, kept with it. It is made again when a component or the schemas are others.
struct KeptProgram {
    struct State {
        std::mutex mutex;
        ProgramPtr program;
        std::shared_ptr<const Packages> packages;
        std::vector<std::pair<std::string, ProgramPtr>> components;  // by folder, from the first module
    };
    std::shared_ptr<State> state = std::make_shared<State>();
};

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "pcl"; }

    Diagnostics findings(const ExtensionContext& context, FileId file) const override {
        Diagnostics out;
        for (const Diagnostic& d : program_of(context)->findings())
            if (d.file == file) out.push_back(d);
        return out;
    }

    std::optional<ExtensionHover> hover(const ExtensionContext& context, FileId file,
                                        std::uint32_t offset) const override {
        const ProgramPtr program = program_of(context);
        for (const ProgramNode& node : program->nodes()) {
            if (node.file != file || !node.name_span.touches(offset)) continue;
            std::string line = std::string(word_of(node.kind)) + " " + node.name;
            const Type& type =
                node.kind == ProgramNode::Kind::Output && node.type.is_dynamic() ? node.value : node.type;
            return ExtensionHover{node.name_span, line + ": " + type.to_pretty(), {}};
        }
        if (auto known = input_at(*program, file, offset)) return known;
        // The smallest expression around the cursor.
        std::optional<ExtensionHover> best;
        ProgramInput input = input_of(context, {}, "");
        input.on_type = [&](FileId at, syntax::Node node, const Type& type) {
            const Span span = node.span();
            if (at != file || !span.touches(offset) || (best && best->span.length() <= span.length())) return;
            best = ExtensionHover{span, std::string(node.text()) + ": " + type.to_pretty(), {}};
            if (span.length() > 60 || node.text().find('\n') != std::string_view::npos)
                best->type = type.to_pretty();
            if (type.contains_eventuals())
                best->documentation = "resolves to `" + resolve_outputs(type).to_pretty() + "`";
        };
        Program::bind(std::move(input), context.cancel);
        return best;
    }

  private:
    // What the schema says of the argument of a resource whose name is at the offset.
    static std::optional<ExtensionHover> input_at(const Program& program, FileId file, std::uint32_t offset) {
        for (const ProgramNode& node : program.nodes()) {
            if (node.file != file || !node.span.touches(offset) || node.detail.empty()) continue;
            if (node.kind != ProgramNode::Kind::Resource && node.kind != ProgramNode::Kind::Read)
                return std::nullopt;
            const std::optional<Token> token = parse_token(node.detail);
            const PackagePtr home =
                token ? program.packages().find(token->home(), program.version_of(token->home())) : nullptr;
            const ResourceDef* def = home ? home->resource(node.detail) : nullptr;
            auto tree = std::ranges::find(program.files(), file, &ProgramFile::id);
            if (!def || tree == program.files().end()) return std::nullopt;
            for (const syntax::BlockView& block : tree->tree->body().blocks()) {
                if (block.span() != node.span) continue;
                const std::vector<syntax::LabelView> labels = block.labels();
                if (labels.size() > 1 && labels[1].span.touches(offset))
                    return ExtensionHover{labels[1].span, "resource " + def->spec.token,
                                          notes_of(def->spec.notes)};
                for (const syntax::AttributeView& attribute : block.body().attributes()) {
                    if (!attribute.name_span.touches(offset)) continue;
                    const InputDef* input = def->input(attribute.name);
                    if (!input) return std::nullopt;
                    return ExtensionHover{
                        attribute.name_span,
                        std::string(attribute.name) + ": " + resolve_outputs(input->type).to_pretty(),
                        notes_of(input->spec->notes)};
                }
            }
        }
        return std::nullopt;
    }

    static std::string notes_of(const Notes& notes) {
        std::string out = notes.documentation;
        if (!notes.deprecation.empty())
            out += (out.empty() ? "" : "\n\n") + ("**Deprecated.** " + notes.deprecation);
        return out;
    }

    std::shared_ptr<const Packages> packages_of(const language::BodySourcePtr& schemas) const {
        std::lock_guard lock(mutex_);
        if (!packages_ || schemas_ != schemas) {
            schemas_ = schemas;
            packages_ = std::make_shared<const Packages>(schemas);
        }
        return packages_;
    }

    using Chain = std::vector<const bind::Module*>;

    // `prefix`: the way from the context's folder to that of the module.
    ProgramInput input_of(const ExtensionContext& context, Chain chain, const std::string& prefix) const {
        chain.push_back(context.module.get());
        ProgramInput input;
        for (const bind::ModuleFile& file : context.module->files())
            input.files.push_back({file.input.id, file.input.path, file.input.tree});
        std::ranges::sort(input.files, {}, &ProgramFile::name);
        input.packages = packages_of(context.schemas);
        input.component = [this, &context, chain, prefix](std::string_view folder) {
            return component(context, chain, prefix + std::string(folder) + "/");
        };
        return input;
    }

    ProgramInput::Component component(const ExtensionContext& context, const Chain& chain,
                                      const std::string& folder) const {
        using Found = ProgramInput::Component::Found;
        if (!context.other || chain.size() > kDeepestComponents) return {};
        const ExtensionContext::Other other = context.other(folder);
        if (!other.module) return {};
        if (std::ranges::find(chain, other.module.get()) != chain.end()) return {Found::Own, nullptr};
        const ExtensionContext inner{other.module, context.folder, context.schemas, context.other,
                                     context.cancel};
        return {Found::Program, program_of(inner, chain, folder)};
    }

    ProgramPtr program_of(const ExtensionContext& context, const Chain& chain = {},
                          const std::string& prefix = {}) const {
        KeptProgram::State& kept =
            *context.module->memo().get<KeptProgram>([] { return KeptProgram(); }).state;
        const std::shared_ptr<const Packages> packages = packages_of(context.schemas);
        ProgramPtr known;
        std::vector<std::pair<std::string, ProgramPtr>> components;
        {
            std::lock_guard lock(kept.mutex);
            if (kept.packages == packages) known = kept.program;
            components = kept.components;
        }
        ProgramInput input = input_of(context, chain, prefix);
        if (known && std::ranges::all_of(components, [&](const auto& one) {
                return input.component(one.first).program == one.second;
            }))
            return known;
        components.clear();
        auto find = input.component;
        input.component = [&](std::string_view folder) {
            ProgramInput::Component found = find(folder);
            components.emplace_back(folder, found.program);
            return found;
        };
        ProgramPtr made = Program::bind(std::move(input), context.cancel);
        std::lock_guard lock(kept.mutex);
        kept.program = made;
        kept.packages = packages;
        kept.components = std::move(components);
        return made;
    }

    mutable std::mutex mutex_;
    mutable language::BodySourcePtr schemas_;
    mutable std::shared_ptr<const Packages> packages_;
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::pcl
