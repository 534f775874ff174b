#include "engine/terragrunt/unit_checks.h"

#include <set>
#include <string>
#include <string_view>

#include "engine/base/path.h"
#include "engine/bind/interface.h"
#include "engine/check/passed_values.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terragrunt/generated_names.h"
#include "engine/terragrunt/run_module.h"
#include "engine/terragrunt/stack_values.h"

namespace hcl::terragrunt {

using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

namespace {

void check_mocks_of(const check::ExtensionContext& context, const UnitSlot& slot, const BoundBlock& block,
                    Diagnostics& out) {
    const Node mocks = expression_in(*slot.unit, block.body, "mock_outputs");
    const Node object = mocks ? eval::without_parens(mocks) : Node();
    if (!object || !object.is(NodeKind::Object)) return;
    const std::string folder = bind::called_folder(*slot.unit, block);
    const bind::ModulePtr unit = folder.empty() ? nullptr : context.called_in(folder);
    if (!unit) return;
    const RunModule run = module_run_by(context, *unit);
    if (!run.module) return;
    const GeneratedNames generated = generated_names(context, unit);
    const bind::InterfacePtr module = bind::interface_of(*run.module);
    for (const Node item : object.children()) {
        if (!item.is(NodeKind::ObjectItem) || !item.child(0) || item.child(0).is(NodeKind::Paren)) continue;
        const std::string name = bind::literal_text(item.child(0));
        if (name.empty() || module->find("output", name) || generated.may_declare("output." + name)) continue;
        out.push_back(check::undeclared_name(*module, "output", name,
                                             "The module in \"" + run.path + "\" declares none of that name.",
                                             item.child(0).span().shifted(slot.base)));
        out.back().file = slot.file;
        out.back().severity = Severity::Warning;
    }
}

// Looks for the names that a unit passes to its module.
struct Passing {
    PassedNames& out;

    void add(const Type& type) {
        if (!type.is_object()) {
            out.are_all = false;
            return;
        }
        for (const ObjectAttribute& one : type.attributes()) out.names.insert(one.name);
    }

    // Blocks by which files or arguments of the command set variables, and those that write such files.
    void look(const bind::Module& part) {
        for (const bind::ModuleFile& file : part.files())
            file.each_unit([&](const UnitSlot& slot) {
                for (const BoundBlock& block : slot.unit->blocks) {
                    if (block.type == "extra_arguments") out.are_all = false;
                    if (block.type != "generate") continue;
                    const Node path = expression_in(*slot.unit, block.body, "path");
                    const std::string name = path ? bind::literal_text(path) : std::string();
                    out.are_all = out.are_all && (name.ends_with(".tf") || name.ends_with(".tofu"));
                }
                for (const std::uint32_t i : slot.unit->bodies[0].attributes)
                    if (slot.unit->attributes[i].name == "generate") out.are_all = false;
            });
    }

    void add_included(const Included& include) {
        if (!include.module) {
            out.are_all = false;
            return;
        }
        look(*include.module);
        if (!is_merged(include)) return;
        const bind::InterfacePtr there = bind::interface_of(*include.module);
        if (const bind::InterfaceItem* inputs = there->find("unit_part", "inputs"))
            add(inputs->value.unmarked().type());
    }
};

// What the message is shown at: `inputs`, or else the source of the module.
Location place_of_inputs(const bind::ModuleFile& file) {
    Location out;
    each_inputs(file, [&](const UnitSlot& slot, std::uint32_t i) {
        out = {slot.file, slot.unit->attributes[i].name_span.shifted(slot.base)};
    });
    if (out.file.is_valid()) return out;
    file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (block.type == "terraform" || (block.type == "include" && !out.file.is_valid()))
                out = {slot.file, block.header_span.shifted(slot.base)};
        }
    });
    return out;
}

}  // namespace

PassedNames names_passed_by(const check::ExtensionContext& context, const bind::Module& unit) {
    PassedNames out;
    Passing passing{out};
    passing.look(unit);
    for (const bind::ModuleFile& file : unit.files())
        each_inputs(file, [&](const UnitSlot& slot, std::uint32_t i) {
            passing.add(slot.state ? slot.state->values[i].unmarked().type() : Type::dynamic());
        });
    for (const Included& include : includes_of(context, unit)) passing.add_included(include);
    return out;
}

void check_include_levels(const check::ExtensionContext& context, Diagnostics& out) {
    if (!context.called) return;
    for (const Included& include : includes_of(context, *context.module)) {
        if (!include.module || includes_of(context, *include.module).empty()) continue;
        const std::string_view name = file_name_of(include.module->files()[0].input.path);
        const Span place = bind::place_of_called_folder(*include.slot.unit, *include.block);
        Diagnostic& d = add_diagnostic(out, DiagCode::CheckFailed, place.shifted(include.slot.base),
                                       {"\"" + std::string(name) +
                                        "\" includes a file itself, and Terragrunt follows only one level of "
                                        "includes."});
        d.title = "Too many levels of includes";
        d.file = include.slot.file;
        d.rule = kLevelsRule;
    }
}

void check_mock_outputs(const check::ExtensionContext& context, const bind::ModuleFile& file,
                        Diagnostics& out) {
    if (!context.called) return;
    file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].blocks)
            if (slot.unit->blocks[i].type == "dependency")
                check_mocks_of(context, slot, slot.unit->blocks[i], out);
    });
}

void check_missing_inputs(const check::ExtensionContext& context, const bind::ModuleFile& file,
                          Diagnostics& out) {
    constexpr std::string_view kValues = "terraform-values";
    if (!context.called || !context.beside) return;
    const RunModule run = module_run_by(context, *context.module);
    if (!run.module) return;
    const PassedNames passed = names_passed_by(context, *context.module);
    // Files of values in the folder of the unit are copied to that of the module.
    if (!passed.are_all || !context.beside("", kValues).empty()) return;
    const GeneratedNames generated = generated_names(context, context.module);
    std::string missing;
    for (const bind::InterfaceItem& variable : bind::interface_of(*run.module)->items) {
        if (variable.kind != "variable" || !variable.is_required || passed.names.contains(variable.name) ||
            generated.may_declare("var." + variable.name))
            continue;
        missing += (missing.empty() ? "\"" : ", \"") + variable.name + "\"";
    }
    const Location place = place_of_inputs(file);
    if (missing.empty() || !place.file.is_valid()) return;
    Diagnostic& d = add_diagnostic(
        out, DiagCode::CheckFailed, place.span,
        {"The module in \"" + run.path + "\" needs " + missing +
         ", which no inputs set. Variables of the environment (`TF_VAR_...`) can set them, too."});
    d.title = "Missing inputs";
    d.file = place.file;
    d.severity = Severity::Hint;
    d.rule = kMissingInputsRule;
}

}  // namespace hcl::terragrunt
