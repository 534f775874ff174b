// Version constraints of providers from the lock file.
#include <optional>
#include <string>
#include <utility>

#include "engine/base/hcl_string.h"
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

}  // namespace

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
