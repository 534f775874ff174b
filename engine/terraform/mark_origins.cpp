#include "engine/terraform/mark_origins.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/reference_walk.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

namespace {

constexpr int kDeepestCall = 10;
constexpr std::size_t kMostOutputs = 100;

// The marks of its arguments are those of the configuration, which only a plan evaluates.
bool is_built_in(const bind::Declaration& declaration) {
    return declaration.def->kind == "resource" && declaration.address.front() == "terraform_data";
}

}  // namespace

bool has_choice(syntax::Node node) {
    using syntax::NodeKind;
    constexpr std::array<std::string_view, 5> kChoosing{"can", "coalesce", "coalescelist", "lookup", "try"};
    const bool is_loop = node.is(NodeKind::ForTuple) || node.is(NodeKind::ForObject);
    if (node.is(NodeKind::Conditional) || (is_loop && node.has(syntax::kHasCondition))) return true;
    if (node.is(NodeKind::Call) &&
        std::ranges::find(kChoosing, eval::call_name(node).view()) != kChoosing.end())
        return true;
    return std::ranges::any_of(node.children(), has_choice);
}

MarksFrom MarkOrigins::of(const bind::Module& module, const bind::UnitSlot& home, std::uint32_t attribute) {
    ReferenceWalk walk{{{home, attribute}}};
    bool is_hidden = false;
    bool is_by_setting = true;
    bool is_chosen = has_choice(home.unit->attributes[attribute].expr);
    const bool has_others = walk.run([&](const bind::UnitSlot& slot, const bind::Reference& reference) {
        const bind::Resolution resolved = bind::resolve(module, slot, reference);
        for (const bind::Symbol symbol : resolved.symbols) {
            if (!symbol.is_declaration() || !module.value_of(symbol).contains_marks()) continue;
            const Reached reached{&module.declaration(symbol), module.slot_of(symbol), resolved.steps};
            if (hides_value(reached) || is_built_in(*reached.declaration)) {
                is_hidden = true;
                is_by_setting = is_by_setting && is_set_by_output(module, reached, reference);
            } else if (reached.declaration->attribute != bind::kNone) {
                const std::uint32_t behind = reached.declaration->attribute;
                is_chosen = is_chosen || has_choice(reached.home.unit->attributes[behind].expr);
                walk.open.emplace_back(reached.home, behind);
            } else {
                return true;
            }
        }
        return false;
    });
    if (!is_hidden || has_others) return MarksFrom::Known;
    if (is_by_setting) return MarksFrom::Setting;
    return is_chosen ? MarksFrom::Choice : MarksFrom::Hidden;
}

bool MarkOrigins::is_set_by_output(const bind::Module& module, const Reached& call,
                                   const bind::Reference& reference) {
    if (call.declaration->def->kind != "module" || depth_ == kDeepestCall) return false;
    if (++looked_up_ > kMostOutputs) return false;
    const bind::BoundBlock& block = call.home.unit->blocks[call.declaration->block];
    const bind::ModulePtr called = context_.called_by(module, bind::called_folder(*call.home.unit, block));
    if (!called) return false;
    for (const bind::Symbol symbol : called->symbols().by_kind("output")) {
        if (!symbol.is_declaration()) continue;
        const std::string& name = called->declaration(symbol).address.back();
        if (std::ranges::find(reference.steps, name, &bind::ReferenceStep::name) != reference.steps.end())
            return is_set_by(*called, symbol);
    }
    return false;
}

bool MarkOrigins::is_set_by(const bind::Module& called, bind::Symbol output) {
    const bind::UnitSlot home = called.slot_of(output);
    const std::uint32_t body = home.unit->blocks[called.declaration(output).block].body;
    const bind::BoundAttribute* value = attribute_of(*home.unit, body, "value");
    if (!value || !home.state) return false;
    const std::uint32_t index = index_of(*home.unit, *value);
    if (!home.state->values[index].contains_marks())
        return attribute_of(*home.unit, body, "sensitive") != nullptr;
    ++depth_;
    const MarksFrom inner = of(called, home, index);
    --depth_;
    return inner == MarksFrom::Setting;
}

}  // namespace hcl::terraform
