#include "engine/terraform/backend_settings.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/check/rule.h"
#include "engine/eval/text/describe.h"
#include "engine/language/language.h"
#include "engine/value/convert.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;
using language::AttributeDef;

// The backend that a file of settings is for.
struct Backend {
    std::string type;
    language::LazyBodyPtr body;
};

// Nothing where the module beside has no backend, several ones, or one of an unknown type.
std::optional<Backend> backend_beside(const check::ExtensionContext& context) {
    const bind::ModulePtr module = context.implied ? context.implied("./", "terraform") : nullptr;
    if (!module) return std::nullopt;
    std::string type;
    bool is_overridden = false;
    for (const Setting& setting : shape_of(*module).settings) {
        if (!keeps_state(setting.type) || (is_overridden && !setting.is_override)) continue;
        const bool replaces = setting.is_override && !is_overridden;
        if (setting.type != "backend" || (!type.empty() && type != setting.label && !replaces))
            return std::nullopt;
        type = setting.label;
        is_overridden = setting.is_override;
    }
    language::LazyBodyPtr body = type.empty() ? nullptr : module->language().body("backend_" + type);
    if (!body) return std::nullopt;
    return Backend{std::move(type), std::move(body)};
}

std::string type_of(const AttributeDef& def) {
    std::string text = shown_type(def.type);
    for (const Type& one : def.types) text += (text.empty() ? "" : " or ") + shown_type(one);
    return text;
}

bool takes(const AttributeDef& def, const Value& value, const Rules& rules) {
    if (def.types.empty()) return convert_value(value, def.type, rules).has_value();
    return std::ranges::any_of(
        def.types, [&](const Type& type) { return convert_value(value, type, rules).has_value(); });
}

void check_value(const RuleInput& input, const UnitSlot& slot, std::uint32_t index, const AttributeDef& def) {
    const BoundAttribute& attribute = slot.unit->attributes[index];
    if (!attribute.expr || !slot.state) return;
    const Value& value = slot.state->values[index].unmarked();
    if (!value.has_content()) return;
    const Span place = attribute.expr.span().shifted(slot.base);
    const Rules& rules = *input.module.language().rules;
    if (!takes(def, value, rules)) {
        const std::string wanted = def.types.empty() ? explain_mismatch(value.type(), def.type, rules)
                                                     : type_of(def) + " is required";
        input.report(DiagCode::IncorrectAttributeType, place,
                     {attribute.name, wanted.empty() ? type_of(def) + " is required" : wanted});
    }
}

void check_name(const RuleInput& input, const Backend& backend, Span place, const std::string& name) {
    const language::BodyDef& body = backend.body->get();
    std::vector<std::string> names;
    names.reserve(body.attributes.size() + body.blocks.size());
    for (const AttributeDef& def : body.attributes) names.push_back(def.name);
    for (const language::BlockDef& def : body.blocks) names.push_back(def.type);
    const std::string nearest = SimilarNames(names).nearest(name);
    Diagnostic& d = input.report(
        DiagCode::UnsupportedArgument, place,
        {name, " The backend \"" + backend.type + "\" has no such setting." + did_you_mean(nearest)});
    d.title = "Invalid backend configuration argument";
    // Later versions of a backend can have more.
    d.severity = Severity::Warning;
    check::add_nearest(d, place, name, nearest);
}

}  // namespace

void check_backend_settings(const RuleInput& input) {
    const std::optional<Backend> backend = backend_beside(input.context);
    if (!backend) return;
    const language::BodyDef& body = backend->body->get();
    if (body.is_lenient || body.any_attribute || !body.cases.empty()) return;
    input.file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (const AttributeDef* def = body.attribute(attribute.name))
                check_value(input, slot, i, *def);
            else if (!body.block(attribute.name))
                check_name(input, *backend, attribute.name_span.shifted(slot.base), attribute.name);
        }
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (!body.block(block.type) && !body.attribute(block.type))
                check_name(input, *backend, block.type_span.shifted(slot.base), block.type);
        }
    });
}

void complete_backend_setting(CompletionSite& site) {
    const std::optional<Backend> backend = backend_beside(site.context);
    const bind::ModuleFile* file = site.context.module->file(site.cursor.file);
    if (!backend || !file || site.block) return;
    const language::BodyDef& body = backend->body->get();
    if (site.cursor.at == check::ExtensionCursor::At::Value) {
        const AttributeDef* def = body.attribute(site.argument);
        if (!def) return;
        for (const language::Choice& choice : def->rules.values)
            if (choice.value.is_known_string())
                site.add({.label = std::string(choice.value.as_string()),
                          .documentation = choice.doc,
                          .is_string = true,
                          .is_expected = true});
        if (def->type.is_bool() && !site.cursor.in_string)
            for (const std::string_view word : {"true", "false"})
                site.add({.label = std::string(word), .is_expected = true});
        return;
    }
    if (site.cursor.at != check::ExtensionCursor::At::Name || site.attribute) return;
    std::set<std::string> there;
    file->each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (!attribute.name_span.shifted(slot.base).touches(site.cursor.offset))
                there.insert(attribute.name);
        }
    });
    for (const AttributeDef& def : body.attributes)
        if (!there.contains(def.name) && def.notes.is_available)
            site.add({.kind = CompletionSite::Kind::Argument,
                      .label = def.name,
                      .detail = type_of(def),
                      .documentation = def.notes.doc,
                      .is_deprecated = def.notes.is_deprecated});
}

std::optional<check::ExtensionHover> backend_setting_hover(const check::ExtensionContext& context, FileId id,
                                                           std::uint32_t offset) {
    const bind::ModuleFile* file = context.module->file(id);
    const std::optional<UnitSlot> slot = file ? file->unit_at(offset) : std::nullopt;
    if (!slot || !slot->unit || offset < slot->base) return std::nullopt;
    const std::optional<Backend> backend = backend_beside(context);
    if (!backend) return std::nullopt;
    for (const std::uint32_t i : slot->unit->bodies[0].attributes) {
        const BoundAttribute& attribute = slot->unit->attributes[i];
        if (!attribute.name_span.touches(offset - slot->base)) continue;
        const AttributeDef* def = backend->body->get().attribute(attribute.name);
        if (!def) return std::nullopt;
        return check::ExtensionHover{attribute.name_span.shifted(slot->base), type_of(*def),
                                     def->notes.doc + "\n\nSetting of the backend `" + backend->type + "`."};
    }
    return std::nullopt;
}

}  // namespace hcl::terraform
