#include "engine/terragrunt/reached_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/bind/resolution.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/module_path.h"
#include "engine/terragrunt/run_module.h"

namespace hcl::terragrunt {

namespace {

using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

class NameReader {
  public:
    NameReader(const check::ExtensionContext& context, const bind::ModuleFile& file)
        : context_(context), module_(*context.module), file_(file) {}

    std::vector<check::ExtensionName> names() {
        each_inputs(file_, [&](const UnitSlot& slot, std::uint32_t i) {
            const RunModule run = module_run_by(context_, module_);
            for (const InputEntry& entry : input_entries(slot.unit->attributes[i])) {
                const Span place = entry.key.span().shifted(slot.base);
                if (run.module)
                    add(run.module, "variable", entry.name, place, place);
                else
                    for (const bind::ModulePtr& one : shared_input(module_, entry.name))
                        add(one, "variable", entry.name, place, place);
            }
        });
        file_.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) mocked_by(slot, slot.unit->blocks[i]);
            for (const bind::Reference& reference : slot.unit->references) reached_by(slot, reference);
            for (const bind::BoundAttribute& attribute : slot.unit->attributes)
                if (attribute.expr && reads_any(*slot.unit)) read_in(slot, attribute.expr);
        });
        std::ranges::sort(out_, {}, [](const check::ExtensionName& one) { return one.word.start; });
        return std::move(out_);
    }

    // The module that the unit of a dependency runs. Included files declare dependencies, too.
    bind::ModulePtr run_by_dependency(const std::string& name) {
        auto [at, is_new] = by_dependency_.try_emplace(name);
        if (!is_new) return at->second;
        if (const bind::ModulePtr unit = unit_of_dependency(name))
            at->second = module_run_by(context_, *unit).module;
        return at->second;
    }

    bind::ModulePtr unit_of_dependency(const std::string& name) {
        bind::ModulePtr unit = unit_of(module_, name);
        if (!unit)
            for (const Included& include : includes())
                // Its paths start at the unit.
                if (include.module && is_merged(include) && !unit) unit = unit_of(*include.module, name);
        return unit;
    }

  private:
    // What an expression gets from files that are read.
    struct Read {
        std::vector<bind::ModulePtr>
            modules{};           // one for each unit that includes this file, where they differ
        bool is_locals = false;  // not all of the file
    };

    void add(const bind::ModulePtr& module, std::string_view kind, std::string_view name, Span word,
             Span origin) {
        if (!module) return;
        std::vector<bind::Symbol> symbols = symbols_called(*module, kind, name);
        if (!symbols.empty()) out_.push_back({word, origin, module, std::move(symbols)});
    }

    void reached_by(const UnitSlot& slot, const bind::Reference& reference) {
        constexpr std::size_t kName = 3;  // behind a root, a name and a word
        const std::vector<bind::ReferenceStep>& steps = reference.steps;
        if (!reference.is_text && steps.size() > 2 && steps[0].name == "local")
            reached_by_local(slot, steps, read_by_local(module_, steps[1].name), 2);
        if (reference.is_text || steps.size() <= kName || steps[kName].name.empty()) return;
        const Span word = steps[kName].span.shifted(slot.base);
        const Span origin = cover(steps[0].span, steps[kName].span).shifted(slot.base);
        if (steps[0].name == "dependency" && steps[2].name == "outputs")
            add(run_by_dependency(steps[1].name), "output", steps[kName].name, word, origin);
        else if (steps[0].name == "include" && steps[2].name == "inputs")
            for (const bind::ModulePtr& one : input_of_include(steps[1].name, steps[kName].name))
                add(one, "variable", steps[kName].name, word, origin);
        else if (steps[0].name == "include" && steps[2].name == "locals" && steps.size() > kName + 1)
            reached_by_local(slot, steps, read_by_include(steps[1].name, steps[kName].name), kName + 1);
    }

    // `local.common.locals.NAME`, or `local.common.NAME` where the local holds the locals of the file; the
    // same with the local of an included file. `at`: the step behind the local.
    void reached_by_local(const UnitSlot& slot, const std::vector<bind::ReferenceStep>& steps,
                          const Read& read, std::size_t at) {
        if (!read.is_locals && steps[at].name != "locals") return;
        if (!read.is_locals) ++at;
        if (steps.size() <= at || steps[at].name.empty()) return;
        for (const bind::ModulePtr& module : read.modules)
            add(module, "local", steps[at].name, steps[at].span.shifted(slot.base),
                cover(steps[0].span, steps[at].span).shifted(slot.base));
    }

    // Keys of `mock_outputs`: outputs of the module that the dependency runs.
    void mocked_by(const UnitSlot& slot, const BoundBlock& block) {
        if (block.type != "dependency" || block.labels.empty()) return;
        for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
            const bind::BoundAttribute& attribute = slot.unit->attributes[i];
            if (attribute.name != "mock_outputs" || !attribute.expr) continue;
            const Node object = eval::without_parens(attribute.expr);
            if (!object.is(NodeKind::Object)) continue;
            for (const Node item : object.children()) {
                if (!item.is(NodeKind::ObjectItem) || !item.child(0)) continue;
                const std::string name = bind::literal_text(item.child(0));
                const Span word = item.child(0).span().shifted(slot.base);
                if (!name.empty()) add(run_by_dependency(block.labels[0].value), "output", name, word, word);
            }
        }
    }

    const std::vector<Included>& includes() {
        if (!includes_) includes_ = includes_of(context_, module_);
        return *includes_;
    }
    const Included* include_called(const std::string& name) {
        for (const Included& one : includes())
            if (one.module && !one.block->labels.empty() && one.block->labels[0].value == name) return &one;
        return nullptr;
    }

    // `include.NAME.inputs.INPUT`: the modules whose variable the included file sets.
    std::vector<bind::ModulePtr> input_of_include(const std::string& include, const std::string& input) {
        if (const Included* one = include_called(include)) {
            for (const bind::ModuleFile& file : one->module->files()) {
                bool sets = false;
                each_inputs(file, [&](const UnitSlot& slot, std::uint32_t i) {
                    const std::vector<InputEntry> entries = input_entries(slot.unit->attributes[i]);
                    sets = sets || std::ranges::find(entries, input, &InputEntry::name) != entries.end();
                });
                if (sets) return shared_input(*one->module, input);
            }
        }
        return {};
    }
    const std::vector<bind::ModulePtr>& shared_input(const bind::Module& part, const std::string& name) {
        auto [at, is_new] = shared_.try_emplace({&part, name});
        if (is_new) at->second = modules_with_input(context_, part, name);
        return at->second;
    }

    bind::ModulePtr unit_of(const bind::Module& module, const std::string& name) const {
        bind::ModulePtr unit;
        for (const bind::ModuleFile& file : module.files())
            file.each_unit([&](const UnitSlot& slot) {
                for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                    const BoundBlock& block = slot.unit->blocks[i];
                    if (block.type != "dependency" || block.labels.empty() || block.labels[0].value != name)
                        continue;
                    const std::string folder = bind::called_folder(*slot.unit, block);
                    if (!folder.empty()) unit = context_.called_by(module_, folder);
                }
            });
        return unit;
    }

    // The files that the call of a function reads, in this file or in one that it includes.
    std::vector<bind::ModulePtr> read_by(const bind::Module& of, Node call) const {
        if (!call.is(NodeKind::Call) || !call.child(1)) return {};
        const eval::Function* function =
            of.language().evaluation.functions->find(eval::call_name(call).view());
        if (!function || !eval::reads_module(*function)) return {};
        const std::string path = bind::read_path(call.child(1), of.language());
        if (path.empty()) return {};
        if (bind::ModulePtr read = context_.called_by(module_, path)) return {std::move(read)};
        if (&of != &module_) {
            // It may start with a name of the included file.
            bind::ModulePtr read = context_.called_by(of, path);
            return read ? std::vector{std::move(read)} : std::vector<bind::ModulePtr>();
        }
        // The paths of an included file start at the units.
        constexpr std::size_t kMost = 200;
        std::vector<bind::ModulePtr> out;
        if (context_.callers)
            for (const bind::ModulePtr& unit : context_.callers(module_, kMost))
                if (bind::ModulePtr read = context_.called_by(*unit, path);
                    read && std::ranges::find(out, read) == out.end())
                    out.push_back(std::move(read));
        return out;
    }
    // `read_terragrunt_config("../common.hcl")`, `.locals` of it, and a local that holds one of these.
    Read read_in_value(const bind::Module& of, Node expr) {
        expr = eval::without_parens(expr);
        if (!expr.is(NodeKind::GetAttr) || !expr.child(0)) return {read_by(of, expr)};
        const std::string name = name_in(expr);
        const Node inner = eval::without_parens(expr.child(0));
        if (inner.is(NodeKind::Variable) && inner.text() == "local") return read_by_local(of, name);
        const eval::Traversal path = eval::traversal_of(expr);
        if (path.size() == 4 && path[0].name == "include" && path[2].name == "locals")
            return read_by_include(path[1].name, name);
        Read read = name == "locals" ? read_in_value(of, inner) : Read();
        if (read.is_locals) return {};
        read.is_locals = true;
        return read;
    }
    // `include.root.locals.common`
    Read read_by_include(const std::string& include, const std::string& name) {
        const Included* one = include_called(include);
        return one ? read_by_local(*one->module, name) : Read();
    }
    const Read& read_by_local(const bind::Module& of, const std::string& name) {
        auto [at, is_new] = by_local_.try_emplace({&of, name});
        if (!is_new) return at->second;  // empty in a cycle
        for (const bind::Symbol symbol : of.symbols().by_address({"local", name})) {
            if (!symbol.is_declaration()) continue;
            const bind::BoundUnit& unit = of.unit_of(symbol);
            const bind::Declaration& declaration = unit.declarations[symbol.index()];
            if (declaration.attribute == bind::kNone || !unit.attributes[declaration.attribute].expr)
                continue;
            Read read = read_in_value(of, unit.attributes[declaration.attribute].expr);
            at->second = std::move(read);
            if (!at->second.modules.empty()) break;
        }
        return at->second;
    }

    bool reads_any(const bind::BoundUnit& unit) const {
        return std::ranges::any_of(unit.calls, [&](const std::string& name) {
            const eval::Function* function = module_.language().evaluation.functions->find(name);
            return function && eval::reads_module(*function);
        });
    }
    // `read_terragrunt_config("a.hcl").locals.NAME`
    void read_in(const UnitSlot& slot, Node node) {
        const Node inner = node.is(NodeKind::GetAttr) ? node.child(0) : Node();
        if (inner && inner.is(NodeKind::GetAttr) && name_in(inner) == "locals" && inner.child(0)) {
            const Span word = name_span(node);
            for (const bind::ModulePtr& read : read_by(module_, eval::without_parens(inner.child(0))))
                add(read, "local", name_in(node), word.shifted(slot.base), word.shifted(slot.base));
        }
        for (const Node child : node.children())
            if (child) read_in(slot, child);
    }
    static Span name_span(Node get) { return get.token_span(get.token_end() - 1); }
    static std::string name_in(Node get) {
        const Span span = name_span(get);
        const std::string_view whole = get.text();
        return std::string(whole.substr(span.start - get.span().start, span.length()));
    }

    const check::ExtensionContext& context_;
    const bind::Module& module_;
    const bind::ModuleFile& file_;
    std::vector<check::ExtensionName> out_{};
    std::map<std::string, bind::ModulePtr> by_dependency_{};
    std::optional<std::vector<Included>> includes_{};
    std::map<std::pair<const bind::Module*, std::string>, Read> by_local_{};
    std::map<std::pair<const bind::Module*, std::string>, std::vector<bind::ModulePtr>> shared_{};
};

}  // namespace

std::vector<check::ExtensionName> reached_names(const check::ExtensionContext& context,
                                                const bind::ModuleFile& file) {
    return context.called ? NameReader(context, file).names() : std::vector<check::ExtensionName>();
}

bind::ModulePtr module_of_dependency(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                     const std::string& dependency) {
    return context.called ? NameReader(context, file).run_by_dependency(dependency) : nullptr;
}

bool is_run_by_dependency_known(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                const std::string& dependency) {
    return module_of_dependency(context, file, dependency) != nullptr;
}

bind::ModulePtr unit_of_dependency(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                   const std::string& dependency) {
    return context.called ? NameReader(context, file).unit_of_dependency(dependency) : nullptr;
}

}  // namespace hcl::terragrunt
