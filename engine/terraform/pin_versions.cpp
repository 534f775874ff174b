// Version constraints of providers from the lock file.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/hcl_string.h"
#include "engine/check/insertion.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/editing.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using check::ExtensionRefactoring;
using syntax::Node;
using syntax::NodeKind;

// The edit that gives a requirement this constraint; nothing when it has it.
std::optional<FileEdit> with_constraint(const bind::ModuleFile& file, const bind::UnitSlot& slot,
                                        const BoundAttribute& requirement, const std::string& constraint) {
    const Node expr = eval::without_parens(requirement.expr);
    const std::string text = hcl_string(constraint);
    auto replaced = [&](Node node) -> std::optional<FileEdit> {
        if (node.text() == text) return std::nullopt;
        return FileEdit{slot.file, {node.span().shifted(slot.base), text}};
    };
    if (expr.is(NodeKind::Template)) return replaced(expr);
    if (!expr.is(NodeKind::Object)) return std::nullopt;
    Node last;
    for (Node item : expr.children()) {
        if (!item.is(NodeKind::ObjectItem) || !item.child(0) || !item.child(1)) continue;
        if (item.child(0).text() == "version" || item.child(0).text() == "\"version\"")
            return replaced(item.child(1));
        last = item;
    }
    // `NAME = {}`: the source is implied.
    if (!last) {
        const std::string_view inside = expr.text().substr(1, expr.text().size() - 2);
        if (inside.find_first_not_of(" \t\r\n") != std::string_view::npos) return std::nullopt;
        return FileEdit{slot.file, {expr.span().shifted(slot.base), "{ version = " + text + " }"}};
    }
    const syntax::File& tree = *file.input.tree;
    const Span item = last.span().shifted(slot.base);
    const std::string rest = tree.text({item.end, expr.span().end + slot.base});
    const std::uint32_t column = tree.position(item.start, ColumnUnit::Utf8).column;
    const bool is_on_lines = rest.find('\n') != std::string::npos;
    return FileEdit{
        slot.file,
        {{item.end, item.end},
         (is_on_lines ? "\n" + std::string(column, ' ') : std::string(", ")) + "version = " + text}};
}

// "~> 5.31" for 5.31.2; the version itself before 1.0 and for others of another form.
std::string similar_to(const std::string& version) {
    const std::size_t minor = version.find('.');
    const std::size_t patch = minor == std::string::npos ? minor : version.find('.', minor + 1);
    if (patch == std::string::npos || version.find('-') != std::string::npos) return version;
    return version.starts_with("0.") ? "~> " + version : "~> " + version.substr(0, patch);
}

// The arguments that a requirement is, by name.
const BoundAttribute* requirement_at(const bind::Module& module, const RequiredProvider& required,
                                     bind::UnitSlot& home) {
    const bind::ModuleFile* file = module.file(required.place.file);
    const auto slot = file ? file->unit_at(required.place.span.start) : std::nullopt;
    if (!slot || file->input.tree->options().syntax != syntax::Syntax::Native) return nullptr;
    home = *slot;
    for (const BoundAttribute& one : slot->unit->attributes)
        if (one.expr && one.name == required.name &&
            one.span.shifted(slot->base).touches(required.place.span.start))
            return &one;
    return nullptr;
}

// A new requirement: in the block for them, in that of the settings, or in new ones before `place`.
std::vector<FileEdit> new_requirement(const bind::Module& module, const Place& place, const std::string& name,
                                      const std::string& constraint) {
    const std::string source = hcl_string("hashicorp/" + name);
    const std::string value = "{\n  source  = " + source + "\n  version = " + hcl_string(constraint) + "\n}";
    std::vector<FileEdit> out;
    for (const bind::UnitSlot& slot : shape_of(module).units(Trait::OfModule)) {
        const bind::ModuleFile& file = *module.file(slot.file);
        if (!out.empty() || file.is_override || file.input.tree->options().syntax != syntax::Syntax::Native)
            continue;
        for (const bind::BoundBlock& block : slot.unit->blocks) {
            if (block.type != "required_providers" || block.body == bind::kNone || !out.empty()) continue;
            const check::BodySource body{*file.input.tree, slot.base, *slot.unit,
                                         slot.unit->bodies[block.body]};
            for (Edit& edit : check::add_arguments(body, std::vector{check::NewArgument{name, value}})) {
                edit.range = edit.range.shifted(slot.base);
                out.push_back({slot.file, std::move(edit)});
            }
        }
    }
    if (!out.empty()) return out;
    const std::uint32_t start = place.outer()->span.start + place.slot.base;
    std::string text = "terraform {\n  required_providers {\n    " + name +
                       " = {\n      source  = " + source + "\n      version = " + hcl_string(constraint) +
                       "\n    }\n  }\n}\n\n";
    return {{place.slot.file, {{start, start}, std::move(text)}}};
}

}  // namespace

std::optional<ExtensionRefactoring> version_as_requirement(const check::ExtensionContext& context,
                                                           const Place& place) {
    const bind::BoundBlock* block = place.outer();
    if (!block || block->type != "provider" || place.blocks.size() != 1 || block->labels.empty())
        return std::nullopt;
    const bind::ModuleFile& file = *context.module->file(place.slot.file);
    const BoundAttribute* version = attribute_of(*place.slot.unit, block->body, "version");
    if (!version || !version->expr || file.input.tree->options().syntax != syntax::Syntax::Native)
        return std::nullopt;
    const bool is_here =
        place.attribute ? place.attribute == version : place.span.start <= block->header_span.end;
    std::string constraint = bind::literal_text(version->expr);
    if (!is_here || constraint.empty()) return std::nullopt;
    const std::string& name = block->labels[0].value;
    ExtensionRefactoring out{"version-to-requirement", "Move \"version\" to required_providers", {}};
    if (const RequiredProvider* required = shape_of(*context.module).requirement(name)) {
        bind::UnitSlot home;
        const BoundAttribute* there = requirement_at(*context.module, *required, home);
        if (!there) return std::nullopt;
        if (!required->constraint.empty() && required->constraint != constraint)
            constraint = required->constraint + ", " + constraint;
        if (auto edit = with_constraint(*context.module->file(home.file), home, *there, constraint))
            out.edits.push_back(std::move(*edit));
    } else {
        out.edits = new_requirement(*context.module, place, name, constraint);
    }
    const Span gone = check::removed_place(*file.input.tree, version->span.shifted(place.slot.base));
    out.edits.push_back({place.slot.file, {gone, ""}});
    std::ranges::sort(out.edits, [](const FileEdit& a, const FileEdit& b) {
        return a.file != b.file ? a.file < b.file : a.edit.range < b.edit.range;
    });
    return out;
}

std::vector<ExtensionRefactoring> pins_at(const check::ExtensionContext& context, const Place& place) {
    std::vector<ExtensionRefactoring> out;
    if (!place.inner() || place.inner()->type != "required_providers") return out;
    const bind::ModuleFile& file = *context.module->file(place.slot.file);
    if (file.input.tree->options().syntax != syntax::Syntax::Native) return out;
    const bind::Packages& packages = context.module->packages();
    if (!packages.locked()) return out;
    ExtensionRefactoring exact{"pin-provider", "", {}};
    ExtensionRefactoring similar{"require-provider", "", {}};
    for (std::uint32_t i : place.slot.unit->bodies[place.inner()->body].attributes) {
        const BoundAttribute& requirement = place.slot.unit->attributes[i];
        if (!requirement.expr || (place.attribute && place.attribute != &requirement)) continue;
        const RequiredProvider* required = shape_of(*context.module).requirement(requirement.name);
        const std::string version(required ? packages.locked_version(required->source) : std::string_view());
        if (version.empty()) continue;
        const std::string near = similar_to(version);
        if (auto edit = with_constraint(file, place.slot, requirement, version)) {
            exact.edits.push_back(std::move(*edit));
            exact.title = "Require the locked version " + version;
        }
        if (auto edit = with_constraint(file, place.slot, requirement, near); edit && near != version) {
            similar.edits.push_back(std::move(*edit));
            similar.title = "Require versions like the locked one, " + near;
        }
    }
    for (ExtensionRefactoring* one : {&exact, &similar}) {
        if (one->edits.empty()) continue;
        if (!place.attribute)
            one->title = one == &exact ? "Require the locked versions of all providers"
                                       : "Require versions like the locked ones of all providers";
        out.push_back(std::move(*one));
    }
    return out;
}

}  // namespace hcl::terraform
