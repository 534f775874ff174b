#include "engine/terraform/stack_modules.h"

#include <algorithm>
#include <utility>

#include "engine/base/path.h"
#include "engine/bind/instance_members.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

constexpr std::string_view kStack = "terraform-stack";
constexpr std::string_view kDeployments = "terraform-deploy";

class NamesInStack {
  public:
    explicit NamesInStack(const RuleInput& input) : context_(input.context), file_(input.file) {}

    std::vector<check::ExtensionName> all() && {
        file_.each_unit([&](const UnitSlot& slot) {
            context_.cancel.poll();
            for (std::uint32_t i : slot.unit->bodies[0].blocks) given(slot, slot.unit->blocks[i]);
            for (const bind::Reference& reference : slot.unit->references) read(slot, reference);
        });
        std::ranges::sort(out_, {}, [](const auto& name) { return name.word.start; });
        return std::move(out_);
    }

  private:
    void add(const bind::ModulePtr& module, std::string_view kind, std::string_view name, Span origin,
             Span word) {
        check::ExtensionName out{word, origin, module, {}};
        std::ranges::copy_if(module->symbols().by_kind_and_name(kind, name), std::back_inserter(out.symbols),
                             &bind::Symbol::is_declaration);
        if (!out.symbols.empty()) out_.push_back(std::move(out));
    }

    void given(const UnitSlot& slot, const BoundBlock& block) {
        const bind::BoundAttribute* inputs = attribute_of(*slot.unit, block.body, "inputs");
        if (!inputs || !inputs->expr) return;
        const bind::ModulePtr module = module_of_part(context_, slot, block);
        if (!module) return;
        for (const Node item : eval::without_parens(inputs->expr).children()) {
            if (!item.is(NodeKind::ObjectItem) || !item.child(0)) continue;
            const std::string name = bind::literal_text(item.child(0));
            const Span word = item.child(0).span().shifted(slot.base);
            if (!name.empty()) add(module, "variable", name, word, word);
        }
    }

    void read(const UnitSlot& slot, const bind::Reference& reference) {
        if (reference.is_text || reference.steps.size() < 2) return;
        const std::string& type = reference.steps[0].name;
        if (type != "component" && type != "stack" && type != "deployment") return;
        const Span address{reference.span.start, reference.steps[1].span.end};
        const auto member = member_behind(slot.unit->attributes[reference.attribute].expr, address);
        const bind::ModulePtr module = module_of_part(context_, type, reference.steps[1].name);
        if (!module) return;
        if (member) {
            add(module, "output", member->name, cover(address, member->span).shifted(slot.base),
                member->span.shifted(slot.base));
            return;
        }
        if (reference.steps.size() > 2) return;
        for (const bind::InstanceMember& one : bind::members_of_instances(*slot.unit, reference))
            add(module, "output", one.name, one.span.shifted(slot.base), one.span.shifted(slot.base));
    }

    const check::ExtensionContext& context_;
    const bind::ModuleFile& file_;
    std::vector<check::ExtensionName> out_{};
};

}  // namespace

bool is_of_stacks(const language::Language& language) {
    return language.id == kStack || language.id == kDeployments;
}

bind::ModulePtr module_of_part(const check::ExtensionContext& context, const UnitSlot& slot,
                               const BoundBlock& block) {
    if (!context.implied) return nullptr;
    if (block.type == "deployment") return context.implied("./", kStack);
    if (block.type != "component" && block.type != "removed" && block.type != "stack") return nullptr;
    const bind::BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
    const std::string folder = source && source->expr ? bind::literal_text(source->expr) : std::string();
    if (!is_relative_path(folder)) return nullptr;
    return context.implied(folder, block.type == "stack" ? kStack : "terraform");
}

bind::ModulePtr module_of_part(const check::ExtensionContext& context, const std::string& type,
                               const std::string& name) {
    for (const bind::Symbol symbol : context.module->symbols().by_address({type, name})) {
        if (!symbol.is_declaration()) continue;
        const UnitSlot slot = context.module->slot_of(symbol);
        const bind::Declaration& declaration = context.module->declaration(symbol);
        if (declaration.block != bind::kNone)
            return module_of_part(context, slot, slot.unit->blocks[declaration.block]);
    }
    return nullptr;
}

bool is_key_of_providers(const bind::ModuleFile& file, const Diagnostic& found) {
    if (found.code != DiagCode::UndeclaredName && found.code != DiagCode::AmbiguousAttributeKey) return false;
    const std::optional<Place> place = place_at(file, found.span);
    if (!place || !place->attribute || place->attribute->name != "providers" || !place->attribute->expr)
        return false;
    const syntax::Node object = eval::without_parens(place->attribute->expr);
    if (!object.is(syntax::NodeKind::Object)) return false;
    return std::ranges::any_of(object.children(), [&](const syntax::Node item) {
        return item.child(0) && item.child(0).span().contains(place->span.start);
    });
}

std::vector<check::ExtensionName> names_in_stack(const RuleInput& input) {
    return NamesInStack(input).all();
}

}  // namespace hcl::terraform
