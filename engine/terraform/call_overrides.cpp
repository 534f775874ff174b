// Calls whose source an override file replaces: the arguments of all their blocks go to the module of the
// last source.
#include "engine/terraform/call_overrides.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/language/call_folder.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::kNone;
using bind::UnitSlot;

struct Overriding {
    UnitSlot slot;
    const BoundBlock* block;

    std::string source() const { return bind::called_folder(*slot.unit, *block); }
};

// The blocks in override files that are merged into the call, in order.
std::vector<Overriding> overriding(const bind::Module& module, const BoundBlock& call) {
    std::vector<Overriding> out;
    if (!module.files().has_overrides() || call.labels.empty()) return out;
    for (const bind::Symbol symbol : module.symbols().by_kind_and_name("module", call.labels[0].value)) {
        if (!symbol.is_declaration() || module.declaration(symbol).block == kNone) continue;
        const UnitSlot slot = module.slot_of(symbol);
        if (module.file(slot.file)->is_override)
            out.push_back({slot, &slot.unit->blocks[module.declaration(symbol).block]});
    }
    return out;
}

// Empty: the call has its own.
std::string last_source(const std::vector<Overriding>& blocks) {
    std::string source;
    for (const Overriding& one : blocks)
        if (std::string own = one.source(); !own.empty()) source = std::move(own);
    return source;
}

bool is_required(const bind::Module& module, bind::Symbol variable) {
    const UnitSlot slot = module.slot_of(variable);
    const std::uint32_t block = module.declaration(variable).block;
    return block != kNone && !attribute_of(*slot.unit, slot.unit->blocks[block].body, "default");
}

void check_arguments(const RuleInput& input, const UnitSlot& slot, const BoundBlock& call,
                     const std::string& source) {
    const bind::ModulePtr called = input.context.called_in(source);
    if (!called) return;
    const std::string where =
        " An override file gives the call the module in \"" + language::as_written(source) + "\".";
    const bind::BoundBody& body = slot.unit->bodies[call.body];
    for (const std::uint32_t i : body.attributes) {
        const bind::BoundAttribute& attribute = slot.unit->attributes[i];
        if (body.attribute(attribute.name) ||
            !called->symbols().by_kind_and_name("variable", attribute.name).empty())
            continue;
        input.report(DiagCode::UnsupportedArgument, attribute.name_span.shifted(slot.base),
                     {attribute.name, where});
    }
    std::set<std::string> missing;
    for (const bind::ModuleFile& file : called->files())
        file.each_unit([&](const UnitSlot& home) {
            for (const bind::Declaration& d : home.unit->declarations) {
                if (d.def->kind != "variable" || d.address.empty()) continue;
                const std::string& name = d.address.back();
                const bind::SymbolList symbols = called->symbols().by_kind_and_name("variable", name);
                const bool is_set = attribute_of(*slot.unit, call.body, name);
                if (!is_set && !symbols.empty() && is_required(*called, symbols.back())) missing.insert(name);
            }
        });
    for (const std::string& name : missing)
        input.report(DiagCode::MissingRequiredArgument, body.missing_place.shifted(slot.base), {name})
            .message += where;
}

}  // namespace

bool is_about_overridden_call(const bind::Module& module, const Place& place, const Diagnostic& found) {
    const BoundBlock* call = place.outer();
    if (!call || call->type != "module") return false;
    // What the called module makes of this block's arguments alone; those of the overridden block are there,
    // too.
    if (module.file(place.slot.file)->is_override)
        return found.code == DiagCode::ConditionNotMet || found.code == DiagCode::CalledModuleFails;
    const bool is_of_argument =
        found.code == DiagCode::MissingRequiredArgument || found.code == DiagCode::UndeclaredText ||
        found.code == DiagCode::ConditionNotMet || found.code == DiagCode::IncorrectAttributeType ||
        found.code == DiagCode::CalledModuleFails || found.code == DiagCode::NullNotAllowed;
    // A finding of the merged call names its source.
    return is_of_argument && !last_source(overriding(module, *call)).empty() &&
           found.message.find(" An override file ") == std::string::npos;
}

void check_overridden_calls(const RuleInput& input) {
    if (input.file.is_override || !input.module.files().has_overrides()) return;
    for (const Call& call : shape_of(input.module).calls) {
        if (call.slot.file != input.file.input.id) continue;
        const std::vector<Overriding> blocks = overriding(input.module, call.bound());
        if (const std::string source = last_source(blocks); !source.empty())
            check_arguments(input, call.slot, call.bound(), source);
    }
}

}  // namespace hcl::terraform
