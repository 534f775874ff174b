#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/base/path.h"
#include "engine/bind/instance_members.h"
#include "engine/bind/scopes.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;

// Visits the calls of a file whose source is an expression, with the path that it usually is.
void each_computed_source(const check::ExtensionContext& context, const bind::ModuleFile& file,
                          const std::function<void(const UnitSlot&, const BoundBlock&, const BoundAttribute&,
                                                   std::string)>& visit) {
    file.each_unit([&](const UnitSlot& slot) {
        for (const BoundBlock& block : slot.unit->blocks) {
            if (block.parent != 0 || block.type != "module" || block.body == bind::kNone) continue;
            const BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
            if (!source || !source->expr || !bind::literal_text(source->expr).empty()) continue;
            const bind::ModulePtr usual = usual_values(context).with_all;
            const UnitSlot there = usual ? usual->slot_of({slot.label, slot.file, 0}) : UnitSlot();
            if (!there.unit || !there.state) continue;
            // The source of a module is not evaluated with it.
            const Value value =
                eval::evaluate(source->expr, bind::scope_of(*usual, there, source->body).get()).value;
            if (!value.is_known_string() || !is_relative_path(value.as_string())) continue;
            visit(slot, block, *source, std::string(value.as_string()));
        }
    });
}

}  // namespace

std::vector<check::ExtensionPath> computed_sources(const check::ExtensionContext& context, FileId id) {
    std::vector<check::ExtensionPath> out;
    const bind::ModuleFile* file = context.module->file(id);
    if (!file) return out;
    each_computed_source(
        context, *file,
        [&](const UnitSlot& slot, const BoundBlock&, const BoundAttribute& source, std::string path) {
            out.push_back({source.expr.span().shifted(slot.base), std::move(path), "./", "terraform", true});
        });
    return out;
}

bind::ModulePtr module_of_computed_call(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                        std::uint32_t offset) {
    bind::ModulePtr found;
    each_computed_source(
        context, file,
        [&](const UnitSlot& slot, const BoundBlock& block, const BoundAttribute&, const std::string& path) {
            if (block.span.shifted(slot.base).touches(offset)) found = context.called_in(path);
        });
    return found;
}

bind::ModulePtr module_of_computed_call(const check::ExtensionContext& context, std::string_view name) {
    bind::ModulePtr found;
    for (const bind::ModuleFile& file : context.module->files())
        each_computed_source(
            context, file,
            [&](const UnitSlot&, const BoundBlock& block, const BoundAttribute&, const std::string& path) {
                if (!block.labels.empty() && block.labels[0].value == name) found = context.called_in(path);
            });
    return found;
}

std::vector<check::ExtensionName> names_in_computed_calls(const check::ExtensionContext& context,
                                                          const bind::ModuleFile& file) {
    std::vector<check::ExtensionName> out;
    auto add = [&](const bind::ModulePtr& module, std::string_view kind, std::string_view name, Span origin,
                   Span word) {
        check::ExtensionName one{word, origin, module, {}};
        for (const bind::Symbol symbol : module->symbols().by_kind_and_name(kind, name))
            if (symbol.is_declaration()) one.symbols.push_back(symbol);
        if (!one.symbols.empty()) out.push_back(std::move(one));
    };
    std::map<std::string, bind::ModulePtr> called;
    for (const bind::ModuleFile& one : context.module->files())
        each_computed_source(context, one,
                             [&](const UnitSlot& slot, const BoundBlock& block, const BoundAttribute&,
                                 const std::string& path) {
                                 const bind::ModulePtr there = context.called_in(path);
                                 if (!there || block.labels.empty()) return;
                                 called.insert_or_assign(block.labels[0].value, there);
                                 if (one.input.id != file.input.id) return;
                                 for (const std::uint32_t i : slot.unit->bodies[block.body].attributes) {
                                     const BoundAttribute& attribute = slot.unit->attributes[i];
                                     const Span word = attribute.name_span.shifted(slot.base);
                                     if (!slot.unit->bodies[block.body].attribute(attribute.name))
                                         add(there, "variable", attribute.name, word, word);
                                 }
                             });
    if (called.empty()) return out;
    file.each_unit([&](const UnitSlot& slot) {
        for (const bind::Reference& reference : slot.unit->references) {
            const std::vector<bind::ReferenceStep>& steps = reference.steps;
            if (reference.is_text || steps.size() < 2 || steps[0].name != "module") continue;
            const auto there = called.find(steps[1].name);
            if (there == called.end()) continue;
            const Span call = cover(steps[0].span, steps[1].span);
            if (const auto member = member_behind(slot.unit->attributes[reference.attribute].expr, call)) {
                add(there->second, "output", member->name,
                    Span{call.start, member->span.end}.shifted(slot.base), member->span.shifted(slot.base));
                continue;
            }
            for (const bind::InstanceMember& one : bind::members_of_instances(*slot.unit, reference))
                add(there->second, "output", one.name, one.span.shifted(slot.base),
                    one.span.shifted(slot.base));
        }
    });
    return out;
}

}  // namespace hcl::terraform
