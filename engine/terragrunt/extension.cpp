#include "engine/terragrunt/extension.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/bind/resolution.h"
#include "engine/bind/written_path.h"
#include "engine/check/module_graph.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/module_path.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"
#include "engine/terragrunt/generated_names.h"
#include "engine/terragrunt/inputs.h"
#include "engine/terragrunt/reached_names.h"
#include "engine/terragrunt/removed_forms.h"
#include "engine/terragrunt/run_module.h"
#include "engine/terragrunt/stack_values.h"
#include "engine/terragrunt/unit_checks.h"

namespace hcl::terragrunt {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// The value of an attribute in a block; dynamic when it is not set.
Value value_in(const UnitSlot& slot, const BoundBlock& block, std::string_view name) {
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes)
        if (slot.unit->attributes[i].name == name && slot.state) return slot.state->values[i].unmarked();
    return Value::dynamic();
}

bool is_switched_off(const UnitSlot& slot, const BoundBlock& block) {
    const Value enabled = value_in(slot, block, "enabled");
    return enabled.is_known_bool() && !enabled.as_bool();
}

// Folders that the file names as known paths and that are not there. Units may be generated into a folder.
struct Folders {
    const check::ExtensionContext& context;
    Diagnostics& out;

    bool is_bare(const std::string& path, std::string_view language) const {
        return context.bare(path, language) != check::BareFolder::Unknown;
    }
    // The path that an argument at the place has as its value; else as it is written.
    static std::string shown(const UnitSlot& slot, const std::string& path, Span place) {
        if (slot.state && language::continues_elsewhere(path))
            for (std::uint32_t i = 0; i < slot.unit->attributes.size(); ++i) {
                const Value& value = slot.state->values[i].unmarked();
                const Node expr = slot.unit->attributes[i].expr;
                if (expr && expr.span() == place && value.is_known_string())
                    return std::string(value.as_string());
            }
        return language::as_written(path);
    }
    void report(const UnitSlot& slot, const std::string& path, Span place) {
        out.push_back(
            make_diagnostic(DiagCode::NoSuchModule, place.shifted(slot.base), {shown(slot, path, place)}));
        out.back().file = slot.file;
        out.back().severity = Severity::Warning;
    }
    static bool is_folder(const std::string& path) {
        const bool is_relative = is_relative_path(path) || language::continues_elsewhere(path);
        const bool is_generated = path.find("/.terragrunt-stack/") != std::string::npos;
        return is_relative && !is_generated && !path.ends_with(".hcl") && !path.ends_with(".json");
    }
    bool holds(const std::string& path, std::string_view language) const {
        return is_relative_path(path) && context.beside && !context.beside(path, language).empty();
    }
    void report_other(const UnitSlot& slot, Span place, std::string message) {
        report(slot, {}, place);
        out.back().title = "Not a unit";
        out.back().message = std::move(message);
    }
    void unit(const UnitSlot& slot, const std::string& path, Span place) {
        if (!is_folder(path) || !is_bare(path, "terragrunt") || !is_bare(path, kStack)) return;
        if (is_bare(path, "terraform"))
            report(slot, path, place);
        else if (holds(path, "terraform"))
            report_other(
                slot, place,
                "This is the folder of a module. A folder with a \"terragrunt.hcl\" is needed, which "
                "runs one.");
    }
    // What a stack takes for a unit, or for another stack.
    void part_of_stack(const UnitSlot& slot, const BoundBlock& block, const std::string& path, Span place) {
        const bool is_unit = block.type == "unit";
        const std::string_view wanted = is_unit ? "terragrunt" : kStack;
        const std::string_view other = is_unit ? kStack : std::string_view("terragrunt");
        if (!is_folder(path) || !is_bare(path, wanted)) return;
        if (holds(path, other))
            report_other(slot, place,
                         is_unit ? "This is the folder of a stack: a block \"stack\" takes it."
                                 : "This is the folder of a unit: a block \"unit\" takes it.");
        else
            unit(slot, path, place);
    }
    // Without validation, what is generated need not be a unit.
    bool is_there(const UnitSlot& slot, const BoundBlock& block, const std::string& path) const {
        const Value is_free = value_in(slot, block, "no_validation");
        return is_free.is_known_bool() && is_free.as_bool() &&
               context.bare(path, "terragrunt") != check::BareFolder::Missing;
    }
    // Whether the path leads to units with fewer steps up: it starts in a folder into which a stack of
    // another repository generates this one.
    bool leads_up_too_far(std::string_view path) const {
        constexpr std::string_view kUp = "../";
        while (path.starts_with(kUp)) {
            path.remove_prefix(kUp.size());
            if (path.starts_with(kUp) &&
                (!is_bare(std::string(path), "terragrunt") || !is_bare(std::string(path), kStack)))
                return true;
        }
        return false;
    }
    void block(const UnitSlot& slot, const BoundBlock& block) {
        // One that is not known here is reported as that.
        if (!block.def) return;
        if (block.type == "dependency") {
            const std::string path = bind::called_folder(*slot.unit, block);
            const bind::InterfacePtr there = context.module->foreign().find(path, "");
            // A missing folder is reported as for every call.
            if (!there) unit(slot, path, bind::place_of_called_folder(*slot.unit, block));
        } else if (block.type == "include") {
            const std::string path = bind::called_folder(*slot.unit, block);
            const bool is_file = path.ends_with(".hcl") || path.ends_with(".json");
            // A missing file that the path names by itself is reported as for every call.
            const bool is_of_unit = context.module->language().id == "terragrunt";
            if (is_of_unit && is_file && !context.module->foreign().find(path, "") &&
                !context.called_in(path) && context.bare(path, "") == check::BareFolder::Missing)
                report(slot, path, bind::place_of_called_folder(*slot.unit, block));
        } else if (block.type == "terraform" && block.def && block.def->call) {
            const std::string folder = bind::called_folder(*slot.unit, block);
            const std::string path = folder.substr(folder.rfind(':') + 1);
            // A unit can generate its module, in its own folder or in that of another unit.
            const bool is_made = path.find("/.terragrunt") != std::string::npos || !is_bare(path, "");
            if (is_folder(path) && !is_made && context.bare(folder, "") == check::BareFolder::Missing)
                report(slot, path, bind::place_of_called_folder(*slot.unit, block));
        } else if (block.type == "unit" || block.type == "stack") {
            const std::string folder = bind::called_folder(*slot.unit, block);
            const Span place = bind::place_of_called_folder(*slot.unit, block);
            // Paths of a stack in another one start where it is generated.
            const bool is_inner = context.mentioning && !context.mentioning(kStack, 1).empty();
            const std::string path = folder.substr(folder.rfind(':') + 1);
            if (!is_switched_off(slot, block) && !is_inner && !is_there(slot, block, path) &&
                !leads_up_too_far(path))
                part_of_stack(slot, block, path, place);
        } else if (block.type == "dependencies") {
            for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
                const BoundAttribute& attribute = slot.unit->attributes[i];
                const Node list = attribute.expr ? eval::without_parens(attribute.expr) : Node();
                if (attribute.name != "paths" || !list || !list.is(NodeKind::Tuple)) continue;
                const language::PathFunctions& functions =
                    language::path_functions(context.module->language());
                for (Node one : list.children()) unit(slot, bind::written_path(one, functions), one.span());
            }
        }
    }
};

constexpr std::string_view kNoFile = "File not found";

// Without an argument, the file of units is looked for, as roots were called earlier.
void check_bare_search(const check::ExtensionContext& context, const UnitSlot& slot, Node call,
                       Diagnostics& out) {
    constexpr std::string_view kRoot = "root.hcl";
    const auto above = [&](std::string_view name) {
        return context.called_in(std::string(language::kInParents) + std::string(name)) != nullptr;
    };
    if (!context.called || above("terragrunt.hcl") || !above(kRoot)) return;
    Diagnostic& d = add_diagnostic(out, DiagCode::NoSuchModule, call.span().shifted(slot.base), {kRoot});
    d.title = kNoFile;
    d.message =
        "No folder above has a \"terragrunt.hcl\", which this looks for. There is a \"root.hcl\": name it.";
    d.file = slot.file;
    d.severity = Severity::Warning;
    const std::uint32_t at = call.span().end + slot.base - 1;
    d.fixes.push_back({.title = "Look for \"root.hcl\"",
                       .edits = {{slot.file, {{at, at}, "\"root.hcl\""}}},
                       .preferred = true});
}

// Files that the unit looks for in the folders above, and that none of them has, where one has nearly this
// name.
void check_files_above(const check::ExtensionContext& context, const bind::ModuleFile& file, bool starts_here,
                       Diagnostics& out) {
    constexpr std::string_view kFinds = "find_in_parent_folders";
    if (!context.like_above) return;
    file.each_unit([&](const UnitSlot& slot) {
        if (!std::ranges::binary_search(slot.unit->calls, kFinds)) return;
        for (const BoundAttribute& attribute : slot.unit->attributes) {
            if (!attribute.expr) continue;
            // Calls come before those inside of them.
            std::uint32_t guarded_until = 0;
            eval::each_call(attribute.expr, [&](Node call, std::string_view name) {
                if (name == "try" || name == "can") guarded_until = std::max(guarded_until, call.span().end);
                if (name == kFinds && call.child_count() == 1 && starts_here &&
                    call.span().start >= guarded_until && call.text().ends_with("()"))
                    check_bare_search(context, slot, call, out);
                const Node argument = name == kFinds && call.child_count() == 2 ? call.child(1) : Node();
                const std::string text = argument ? bind::literal_text(argument) : std::string();
                // Only files of the language are known.
                if (!text.ends_with(".hcl") || text.find('/') != std::string::npos ||
                    call.span().start < guarded_until)
                    return;
                const std::string near = context.like_above(text);
                if (near.empty()) return;
                out.push_back(
                    make_diagnostic(DiagCode::NoSuchModule, argument.span().shifted(slot.base), {text}));
                Diagnostic& d = out.back();
                d.title = kNoFile;
                d.message = "No folder above has a file \"" + text + "\"." + did_you_mean(near);
                d.file = slot.file;
                d.severity = Severity::Warning;
            });
        }
    });
}

// Files that a function reads and that are not there, where it gets nothing to take their place.
void check_read_files(const check::ExtensionContext& context, const bind::ModuleFile& file,
                      Diagnostics& out) {
    const language::Language& language = context.module->language();
    file.each_unit([&](const UnitSlot& slot) {
        for (const BoundAttribute& attribute : slot.unit->attributes) {
            if (!attribute.expr || slot.unit->calls.empty()) continue;
            eval::Guards guards(attribute.expr, eval::error_catching_functions());
            eval::each_call(attribute.expr, [&](Node call, std::string_view name) {
                const eval::Function* function = language.evaluation.functions->find(name);
                if (!function || !eval::reads_module(*function) || call.child_count() != 2 ||
                    guards.cover({call.span(), {}}))
                    return;
                const Node argument = call.child(1);
                const std::string path = bind::read_path(argument, language);
                const bind::InterfacePtr there =
                    path.empty() ? nullptr : context.module->foreign().find(path, "");
                if (!there || !there->is_absent || !path.ends_with(".hcl")) return;
                Diagnostic& d = out.emplace_back(
                    make_diagnostic(DiagCode::NoSuchModule, argument.span().shifted(slot.base), {path}));
                d.title = kNoFile;
                const std::string text = bind::literal_text(argument);
                d.message = (text.empty() ? "There is no file at this path."
                                          : "There is no file \"" + text + "\" here.") +
                            " A second argument takes its place: `" + std::string(name) + "(PATH, { })`.";
                d.file = slot.file;
                d.severity = Severity::Warning;
            });
        }
    });
}

// Units and stacks of a stack that are generated into the same folder. Terragrunt compares the texts of two
// units or of two stacks, and the folders of a unit and a stack; where it sees no difference, one replaces
// the other.
struct SamePaths {
    Diagnostics& out;
    struct Seen {
        Location place;
        std::string type;
    };
    std::map<std::string, Seen> texts{};  // by type and text
    std::map<std::string, Seen> folders{};

    void report(const Location& place, const std::string& type, const std::string& path, const Seen& other,
                Severity severity) {
        out.push_back(make_diagnostic(DiagCode::DuplicateKey, place.span, {type, "path, \"" + path + "\""}));
        Diagnostic& d = out.back();
        if (other.type != type)
            d.message =
                "A \"" + other.type + "\" block has the same path, \"" + path + "\"; each needs its own.";
        d.file = place.file;
        d.severity = severity;
        d.related.push_back({other.place, "the other one is here"});
    }
    void block(const UnitSlot& slot, const BoundBlock& block) {
        if ((block.type != "unit" && block.type != "stack") || is_switched_off(slot, block)) return;
        const Value path = value_in(slot, block, "path");
        const Node written = expression_in(*slot.unit, block.body, "path");
        if (!path.is_known_string() || !written) return;
        const Value is_beside = value_in(slot, block, "no_dot_terragrunt_stack");
        const bool is_outside = is_beside.is_known_bool() && is_beside.as_bool();
        const std::string text(path.as_string());
        const Seen own{{slot.file, written.span().shifted(slot.base)}, block.type};
        const auto [same_text, is_new_text] = texts.emplace(block.type + ' ' + text, own);
        const auto [same_folder, is_new_folder] =
            folders.emplace((is_outside ? "" : ".terragrunt-stack/") + clean_path(text), own);
        if (!is_new_text)
            report(own.place, block.type, text, same_text->second, Severity::Error);
        else if (!is_new_folder)
            report(own.place, block.type, text, same_folder->second,
                   same_folder->second.type == block.type ? Severity::Warning : Severity::Error);
    }
};

constexpr std::string_view kAddedToStack = "terragrunt.autoinclude.stack.hcl";

// Whether a unit includes this one. Asked for many findings, so the answer is kept.
struct IncludedByUnit {
    bool is_included = false;
};

bool is_included(const check::ExtensionContext& context) {
    constexpr std::size_t kMostUnits = 40;
    return context.memo
        ->get<IncludedByUnit>([&] {
            IncludedByUnit made;
            if (!context.callers || context.module->files().empty()) return made;
            const FileId own = context.module->files()[0].input.id;
            for (const bind::ModulePtr& unit : context.callers(*context.module, kMostUnits))
                for (const Included& include : includes_of(context, *unit))
                    if (include.module && include.module->files()[0].input.id == own) made.is_included = true;
            return made;
        })
        .is_included;
}

// Whether units include or read it: it runs nothing by itself.
bool is_part(const check::ExtensionContext& context, const bind::ModuleFile& file) {
    return !file_name_of(file.input.path).starts_with("terragrunt.") || is_included(context);
}

// The files of a module that read values, cached with it: each finding about a path asks.
struct FilesThatReadValues {
    std::set<FileId> files{};
};

bool reads_values(const bind::Module& module, FileId id) {
    const auto& reading = module.memo().get<FilesThatReadValues>([&] {
        FilesThatReadValues made;
        for (const bind::ModuleFile& file : module.files())
            file.each_unit([&](const UnitSlot& slot) {
                for (const bind::Reference& reference : slot.unit->references)
                    if (!reference.is_text && reference.steps[0].name == "values")
                        made.files.insert(file.input.id);
            });
        return made;
    });
    return reading.files.contains(id);
}

// Whether a stack makes the unit: it is the source of one, or it reads values, and none lie beside it. Its
// paths start in the folder that is generated from it.
bool is_made_by_stack(const check::ExtensionContext& context, const bind::ModuleFile& file) {
    if (is_source_of_stack(context)) return true;
    return reads_values(*context.module, file.input.id) &&
           !context.implied("terragrunt.values.hcl", "terragrunt-values");
}

// Whether a call at this place is in use: a dependency can be switched off.
bool is_enabled(const PlacedBlock& around) {
    return !around.block || around.block->type != "dependency" ||
           !is_switched_off(around.slot, *around.block);
}

// Where the dependencies and includes of a unit lead that are not switched off.
std::vector<bind::ModulePtr> enabled_calls(const check::ExtensionContext& context, const bind::Module& unit) {
    std::vector<bind::ModulePtr> out;
    unit.files()[0].each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            const bool is_call = block.type == "dependency" || block.type == "include";
            const std::string folder = is_call ? bind::called_folder(*slot.unit, block) : std::string();
            if (folder.empty() || is_switched_off(slot, block)) continue;
            if (bind::ModulePtr next = context.called_by(unit, folder)) out.push_back(std::move(next));
        }
    });
    const auto key = [](const bind::ModulePtr& module) { return check::ModuleGraph::key_of(*module); };
    std::ranges::sort(out, {}, key);
    const auto repeated = std::ranges::unique(out, {}, key);
    out.erase(repeated.begin(), repeated.end());
    return out;
}

// The units of a workspace by their dependencies, cached with it.
struct UnitGraph {
    std::shared_ptr<check::ModuleGraph> units = std::make_shared<check::ModuleGraph>();

    static std::shared_ptr<check::ModuleGraph> of(const check::ExtensionContext& context) {
        return context.workspace ? context.workspace->get<UnitGraph>([] { return UnitGraph(); }).units
                                 : UnitGraph().units;
    }
};

// Whether dependencies that are not switched off lead from the block to its own unit.
bool leads_back(const check::ExtensionContext& context, const PlacedBlock& around) {
    if (!around.block || around.block->type != "dependency") return true;
    const bind::ModulePtr to = context.called_in(bind::called_folder(*around.slot.unit, *around.block));
    // One that is not known may lead anywhere.
    if (!to || check::ModuleGraph::key_of(*to) == check::ModuleGraph::key_of(*context.module)) return true;
    const std::shared_ptr<check::ModuleGraph> graph = UnitGraph::of(context);
    const check::ModuleGraph::Next next = [&](const bind::Module& unit) {
        return enabled_calls(context, unit);
    };
    const std::uint32_t own = graph->find(context.module, next, context.cancel);
    return graph->at(own).group == graph->at(graph->find(to, next, context.cancel)).group;
}

// Names behind `dependency.` and `feature.` that neither the unit declares nor a file that it includes, where
// these are all known. Without an include, the pack says that they must be declared.
void check_names_of_includes(const check::ExtensionContext& context, const bind::ModuleFile& file,
                             Diagnostics& out) {
    if (context.module->language().id != "terragrunt" || !context.called || is_part(context, file)) return;
    const std::vector<Included> includes = includes_of(context, *context.module);
    if (includes.empty()) return;
    std::vector<bind::ModulePtr> all{context.module};
    for (const Included& include : includes) {
        // A file that includes others is an error by itself.
        if (!include.module || !includes_of(context, *include.module).empty()) return;
        all.push_back(include.module);
    }
    if (context.implied)
        if (bind::ModulePtr beside = context.implied("terragrunt.autoinclude.hcl", "terragrunt"))
            all.push_back(std::move(beside));
    file.each_unit([&](const UnitSlot& slot) {
        bind::Guards guards(*slot.unit, eval::error_catching_functions());
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text || reference.steps.size() < 2 || reference.steps[1].name.empty()) continue;
            const std::string& root = reference.steps[0].name;
            if (root != "dependency" && root != "feature") continue;
            const std::string& name = reference.steps[1].name;
            if (root == "dependency" && is_added_by_stack(context, name)) continue;
            if (std::ranges::any_of(all,
                                    [&](const bind::ModulePtr& one) {
                                        return !one->symbols().by_address({root, name}).empty();
                                    }) ||
                guards.cover(reference))
                continue;
            std::vector<std::string> known;
            for (const bind::ModulePtr& one : all)
                for (const bind::Symbol symbol : one->symbols().by_kind(root))
                    known.push_back(one->declaration(symbol).address.back());
            const std::string near = SimilarNames(std::move(known)).nearest(name);
            const Span place = reference.steps[1].span.shifted(slot.base);
            out.push_back(
                make_diagnostic(DiagCode::UndeclaredName, place, {root + '.' + name, did_you_mean(near)}));
            out.back().file = slot.file;
            add_nearest(out.back(), slot.file, place, name, near);
        }
    });
}

// What a dependency says of its outputs beside mocks.
struct OutputSettings {
    bool are_mocks_alone = false;  // its state is never read
    bool are_mocks_added = false;  // to the outputs of its state
};

OutputSettings output_settings(const bind::Module& module, const std::string& dependency) {
    OutputSettings out;
    for (const bind::Symbol symbol : module.symbols().by_address({"dependency", dependency})) {
        if (!symbol.is_declaration()) continue;
        const UnitSlot slot = module.slot_of(symbol);
        const std::uint32_t index = module.declaration(symbol).block;
        if (index == bind::kNone) continue;
        const BoundBlock& block = slot.unit->blocks[index];
        const Value skipped = value_in(slot, block, "skip_outputs");
        out.are_mocks_alone = (skipped.is_known_bool() && skipped.as_bool()) || is_switched_off(slot, block);
        for (const std::uint32_t i : slot.unit->bodies[block.body].attributes) {
            const std::string& name = slot.unit->attributes[i].name;
            const Value value = value_in(slot, block, name);
            if (name == "mock_outputs_merge_strategy_with_state")
                out.are_mocks_added = !value.is_known_string() || value.as_string() != "no_merge";
            else if (name == "mock_outputs_merge_with_state")
                out.are_mocks_added = !value.is_known_bool() || value.as_bool();
        }
    }
    return out;
}

// An output that mocks lack, of a module that is not known: its state may have it. False where the mocks only
// add to the state.
bool is_missing_in_mocks(const check::ExtensionContext& context, const bind::ModuleFile& file,
                         Diagnostic& d) {
    constexpr std::size_t kOutputs = 2;  // behind a root and a name
    bool is_missing = true;
    file.each_unit([&](const UnitSlot& slot) {
        for (const bind::Reference& reference : slot.unit->references) {
            const std::vector<bind::ReferenceStep>& steps = reference.steps;
            if (reference.is_text || steps.size() <= kOutputs + 1 || steps[0].name != "dependency" ||
                steps[kOutputs].name != "outputs" ||
                !reference.span.shifted(slot.base).contains(d.span.start) ||
                is_run_by_dependency_known(context, file, steps[1].name))
                continue;
            OutputSettings settings = output_settings(*context.module, steps[1].name);
            const bind::ModulePtr unit = unit_of_dependency(context, file, steps[1].name);
            settings.are_mocks_alone |= unit && !may_run_module(context, *unit);
            const std::string mocks = "The mock outputs of \"" + steps[1].name + "\" do not have it";
            if (settings.are_mocks_alone) {
                d.message = mocks + ", and they are all that it gives. " + d.message;
            } else if (settings.are_mocks_added) {
                is_missing = false;
            } else {
                d.severity = Severity::Warning;
                d.message = mocks + ", and until the dependency is applied only they are there. " + d.message;
            }
        }
    });
    return is_missing;
}

// Whether a file that the unit of a dependency generates may declare the output that is missing here.
bool is_output_generated(const check::ExtensionContext& context, const bind::ModuleFile& file,
                         const Diagnostic& d) {
    constexpr std::size_t kName = 3;  // behind a root, a name and a word
    bool is_generated = false;
    file.each_unit([&](const UnitSlot& slot) {
        for (const bind::Reference& reference : slot.unit->references) {
            const std::vector<bind::ReferenceStep>& steps = reference.steps;
            if (is_generated || reference.is_text || steps.size() <= kName || steps[0].name != "dependency" ||
                steps[2].name != "outputs")
                continue;
            const Span word = steps[kName].span.shifted(slot.base);
            if (d.span.end <= word.start || word.end <= d.span.start) continue;
            const bind::ModulePtr unit = unit_of_dependency(context, file, steps[1].name);
            is_generated = unit && generated_names(context, unit).may_declare("output." + steps[kName].name);
        }
    });
    return is_generated;
}

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "terragrunt"; }

    std::vector<std::string_view> rule_names() const override { return {kLevelsRule, kMissingInputsRule}; }

    Diagnostics findings(const check::ExtensionContext& context, FileId id) const override {
        Diagnostics out;
        const bind::ModuleFile* file = context.module->file(id);
        if (file && context.implied) {
            const bool is_stack = context.module->language().id == kStack;
            if (is_stack || context.module->language().id == "terragrunt")
                check_values_beside(context, *file, out);
            if (is_stack) {
                SamePaths paths{out};
                file->each_unit([&](const UnitSlot& slot) {
                    for (std::uint32_t i : slot.unit->bodies[0].blocks)
                        paths.block(slot, slot.unit->blocks[i]);
                    for (std::uint32_t i : slot.unit->bodies[0].blocks)
                        if (slot.unit->blocks[i].type == "unit" || slot.unit->blocks[i].type == "stack")
                            check_passed_values(context, slot, slot.unit->blocks[i], out);
                });
            }
        }
        if (file)
            check_files_above(
                context, *file,
                !is_part(context, *file) && context.implied && !is_made_by_stack(context, *file), out);
        if (file) check_read_files(context, *file, out);
        if (file && context.bare && context.implied && !is_made_by_stack(context, *file)) {
            Folders folders{context, out};
            file->each_unit([&](const UnitSlot& slot) {
                for (std::uint32_t i : slot.unit->bodies[0].blocks) folders.block(slot, slot.unit->blocks[i]);
            });
        }
        if (file) check_names_of_includes(context, *file, out);
        if (file) check_inputs(context, *file, out);
        if (file && context.module->language().id == "terragrunt" && !is_part(context, *file)) {
            check_include_levels(context, out);
            check_mock_outputs(context, *file, out);
            check_missing_inputs(context, *file, out);
        }
        return out;
    }

    std::optional<check::ExtensionDefinition> definition(const check::ExtensionContext& context, FileId id,
                                                         std::uint32_t offset) const override {
        const bind::ModuleFile* file = context.module->file(id);
        if (!file) return std::nullopt;
        return passed_value_at(context, *file, offset);
    }

    std::vector<check::ExtensionItem> completions(const check::ExtensionContext& context,
                                                  const check::ExtensionCursor& cursor) const override {
        const bind::ModuleFile* file = context.module->file(cursor.file);
        if (!file) return {};
        std::vector<check::ExtensionItem> items = values_to_complete(context, *file, cursor);
        if (context.module->language().id == "terragrunt")
            for (auto* complete : {inputs_to_complete, mocks_to_complete})
                std::ranges::move(complete(context, *file, cursor), std::back_inserter(items));
        std::ranges::move(inputs_of_includes(context, cursor), std::back_inserter(items));
        return items;
    }

    std::vector<check::ExtensionName> names_of_others(const check::ExtensionContext& context,
                                                      FileId id) const override {
        const bind::ModuleFile* file = context.module->file(id);
        return file ? reached_names(context, *file) : std::vector<check::ExtensionName>();
    }

    // The file that a stack generates beside a unit adds its dependencies to those of the unit. What only
    // other files name is a part of units: they have the other dependencies, and its paths start there.
    bool refine(const check::ExtensionContext& context, FileId id, Diagnostic& d) const override {
        constexpr std::string_view kRoot = "dependency.";
        const bind::ModuleFile* file = context.module->file(id);
        // What is added to a stack sees its locals and components.
        if (file && d.code == DiagCode::UndeclaredName && file_name_of(file->input.path) == kAddedToStack)
            return false;
        if (!file || context.module->language().id != "terragrunt") return true;
        add_rewrite(*file, d);
        if (!context.implied) return true;
        if (d.code == DiagCode::NoSuchModule) {
            const PlacedBlock around = block_around(*file, d.span);
            const bool is_include = around.block && around.block->type == "include";
            const std::string path = file->input.tree->text(d.span);
            // Includes cannot use locals, which is reported by itself.
            if (is_include && (path.starts_with("local.") || path.starts_with("\"${local."))) return false;
            const bool is_file = is_include || path.ends_with(".hcl\"") || path.ends_with(".json\"");
            if (is_file && d.title != kNoFile) {
                d.title = kNoFile;
                d.message = path.starts_with('"') ? "There is no file " + path + " here."
                                                  : "There is no file at this path.";
            }
            return !is_part(context, *file) && is_enabled(around) && !is_made_by_stack(context, *file);
        }
        if (d.code == DiagCode::NameNotAllowedHere) {
            // Earlier versions take such a source, which no more than some commands can read.
            const PlacedBlock around = block_around(*file, d.span);
            if (around.block && around.block->type == "terraform") d.severity = Severity::Warning;
        }
        if (d.code == DiagCode::MissingLabel) {
            const PlacedBlock around = block_around(*file, d.span);
            if (around.block && around.block->type == "include")
                d.message =
                    "An include has a name, as in include \"root\". Most commands still accept one without; "
                    "\"terragrunt hcl validate\" does not.";
        }
        if (d.code == DiagCode::UndeclaredText && d.arg(0) == "include" &&
            context.module->symbols().by_kind("include").size() <= 1) {
            d.severity = Severity::Warning;
            d.message += " Terragrunt ignores the name where there is only one include.";
        }
        if ((d.code == DiagCode::UnsupportedAttribute || d.code == DiagCode::MissingIndex) &&
            is_output_generated(context, *file, d))
            return false;
        if (d.code == DiagCode::MissingIndex) {
            // A nameless include is there by this name, beside others.
            constexpr std::string_view kNameless = "include[\"\"]";
            const Span whole{d.span.start - std::min(d.span.start, std::uint32_t{7}), d.span.end};
            return file->input.tree->text(whole) != kNameless;
        }
        if (d.code == DiagCode::UnsupportedAttribute && !is_missing_in_mocks(context, *file, d)) return false;
        if (d.code == DiagCode::ReferenceCycle) {
            const PlacedBlock around = block_around(*file, d.span);
            return is_enabled(around) && leads_back(context, around);
        }
        if (d.code != DiagCode::UndeclaredName || d.span.start < kRoot.size()) return true;
        const Span before{d.span.start - static_cast<std::uint32_t>(kRoot.size()), d.span.start};
        std::string name = file->input.tree->text(d.span);
        if (name.starts_with('.')) name.erase(0, 1);
        if (file->input.tree->text(before) != kRoot) return true;
        if (is_part(context, *file)) return false;
        const bind::ModulePtr beside = context.implied("terragrunt.autoinclude.hcl", "terragrunt");
        return (!beside || beside->symbols().by_address({"dependency", name}).empty()) &&
               !is_added_by_stack(context, name);
    }
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::terragrunt
