#include "engine/terraform/targets.h"

#include <algorithm>
#include <utility>

#include "engine/bind/inputs.h"
#include "engine/bind/instance.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/language/call_folder.h"
#include "engine/syntax/file/file.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

namespace {

using Presence = AddressedInstance::Presence;
using syntax::Node;
using syntax::NodeKind;

Value value_of_literal(Node key) {
    eval::EvalResult made = eval::evaluate(key, nullptr);
    return has_errors(made.diagnostics) ? Value::dynamic() : std::move(made.value);
}

// A name or a key of an address.
struct AddressStep {
    std::string name;
    std::optional<Value> key{};
};

// From the last one on; empty when the expression is no address.
std::vector<AddressStep> steps_of_address(Node expr, const std::function<Value(Node)>& key_of) {
    std::vector<AddressStep> steps;
    Node node = expr;
    for (; node && !node.is_broken() && node.child(0); node = node.child(0)) {
        if (node.is(NodeKind::GetAttr))
            steps.push_back({std::string(eval::attribute_name(node))});
        else if (node.is(NodeKind::Index) && node.child(1))
            steps.push_back({"", key_of ? key_of(node.child(1)) : value_of_literal(node.child(1))});
        else
            return {};
    }
    if (!node || !node.is(NodeKind::Variable)) return {};
    steps.push_back({std::string(node.text())});
    return steps;
}

const Call* call_of(const ModuleShape& shape, std::string_view name) {
    const auto call = std::ranges::find_if(shape.calls, [&](const Call& one) {
        return !one.bound().labels.empty() && one.bound().labels[0].value == name;
    });
    return call == shape.calls.end() ? nullptr : &*call;
}

std::string dotted_name(const AddressPart& part) {
    std::string out;
    for (const std::string& name : part.names) out += (out.empty() ? "" : ".") + name;
    return out;
}

Presence presence_of_number(const Value& count, const Value& key) {
    if (!count.type().is_number() || count.is_null()) return Presence::Unknown;
    return key.as_number() < count.as_number() ? Presence::There : Presence::Missing;
}

Presence presence_of_text(const Value& collection, const Value& key) {
    const Type& type = collection.type();
    const bool has_keys = type.is_object() || type.is_map();
    if (collection.is_null() || (!has_keys && !type.is_set())) return Presence::Unknown;
    for (std::size_t i = 0; i < collection.size(); ++i) {
        const Value& one = has_keys ? collection.key_at(i) : collection.value_at(i);
        if (!one.is_known_string()) return Presence::Unknown;
        if (one.as_string() == key.as_string()) return Presence::There;
    }
    return Presence::Missing;
}

// The instance of a block with a key, or the single one without.
AddressedInstance instance_of(const bind::UnitSlot& slot, std::uint32_t body, const AddressPart& part) {
    const bind::BoundAttribute* count = attribute_of(*slot.unit, body, "count");
    const bind::BoundAttribute* repetition = count ? count : attribute_of(*slot.unit, body, "for_each");
    const std::string name = "\"" + dotted_name(part) + "\"";
    if (!part.key) {
        if (!repetition) return {Presence::There};
        return {Presence::OtherKinds,
                name + " has several instances: write which, as in `[" + (count ? "0" : "\"KEY\"") + "]`."};
    }
    if (!repetition)
        return {Presence::OtherKinds,
                name + " has neither \"count\" nor \"for_each\", so it has no instances with keys."};
    const Value key = part.key->unmarked();
    if (!key.is_known() || key.is_null()) return {};
    const bool is_number = key.is_known_number();
    if (!is_number && !key.is_known_string()) return {};
    if (count && !is_number) return {Presence::OtherKinds, name + " has instances by number."};
    if (!count && is_number)
        return {Presence::OtherKinds, name + " has instances by text: the key is quoted."};
    if (!slot.state) return {};
    const Value value = slot.state->values[index_of(*slot.unit, *repetition)].unmarked();
    if (!value.is_known()) return {};
    AddressedInstance out{count ? presence_of_number(value, key) : presence_of_text(value, key)};
    if (out.presence == Presence::Missing)
        out.why = "There is no instance " + part.text() + ": " +
                  (count ? "\"count\" is " + value.as_number().to_text().value_or("smaller")
                         : std::string("\"for_each\" has no such key")) +
                  ".";
    return out;
}

// The call or resource of a module that a part names.
struct DeclaredPart {
    bind::UnitSlot slot;
    const bind::BoundBlock* block = nullptr;  // null: there is none, or several override each other
    bool is_declared = false;
    Span header{};  // in the unit
};

DeclaredPart declared_part(const bind::Module& module, const AddressPart& part) {
    DeclaredPart out;
    for (const bind::Symbol symbol : module.symbols().by_address(part.names)) {
        if (!symbol.is_declaration()) continue;
        const std::uint32_t block = module.declaration(symbol).block;
        const bool is_first = !out.is_declared;
        out.is_declared = true;
        out.slot = module.slot_of(symbol);
        out.block = is_first && block != bind::kNone ? &out.slot.unit->blocks[block] : nullptr;
        if (block != bind::kNone) out.header = out.slot.unit->blocks[block].header_span;
    }
    return out;
}

// The module that a call leads to, with the arguments of the call.
bind::ModulePtr module_behind(const check::ExtensionContext& context, const bind::Module& module,
                              const AddressPart& part) {
    const Call* call = call_of(shape_of(module), part.names.back());
    bind::ModulePtr base = call ? context.called_by(module, call->folder) : nullptr;
    if (!base || !call->slot.state) return nullptr;
    if (bind::usual_cost(*base) > module.limits().file_steps) return base;
    bind::ModulePtr instance =
        bind::instantiate(*base, bind::inputs_of(call->slot, call->bound()), context.called, context.cancel)
            .module;
    return instance ? instance : base;
}

}  // namespace

bind::ModulePtr module_of_call(const check::ExtensionContext& context, const bind::Module& module,
                               std::string_view name) {
    const Call* call = call_of(shape_of(module), name);
    return call ? context.called_by(module, call->folder) : nullptr;
}

std::string why_missing(const check::ExtensionContext& context, bind::ModulePtr module,
                        std::span<const std::string> names) {
    std::string folder;
    auto in_folder = [&] { return (folder.empty() ? "" : " in \"" + folder + "\"") + "."; };
    for (; names.size() >= 2 && names[0] == "module"; names = names.subspan(2)) {
        if (module->symbols().by_kind_and_name("module", names[1]).empty())
            return "There is no call \"" + names[1] + "\" of a module" + in_folder();
        if (names.size() == 2) return {};
        const Call* call = call_of(shape_of(*module), names[1]);
        if (!call) return {};
        folder = language::as_written(call->folder);
        module = context.called_by(*module, call->folder);
        if (!module) return {};
    }
    const bool is_data = names.size() == 3 && names[0] == "data";
    if (names.size() != 2 && !is_data) return {};
    if (!module->symbols().by_address(std::vector<std::string>(names.begin(), names.end())).empty())
        return {};
    return "There is no " + std::string(is_data ? "data source" : "resource") + " \"" +
           names[names.size() - 2] + "." + names.back() + "\"" + in_folder();
}

std::string AddressPart::text() const {
    std::string out = dotted_name(*this);
    if (!key) return out;
    return out + "[" + (key->unmarked().is_known() ? key->unmarked().to_display() : "...") + "]";
}

std::vector<AddressPart> parts_of_address(syntax::Node expr, const std::function<Value(Node)>& key_of) {
    std::vector<AddressStep> steps = steps_of_address(expr, key_of);
    std::ranges::reverse(steps);
    std::vector<AddressPart> parts;
    std::size_t i = !steps.empty() && steps[0].name == "resource" ? 1 : 0;
    while (i < steps.size()) {
        const bool is_data = steps[i].name == "data" || steps[i].name == "ephemeral";
        const std::size_t end = i + (is_data ? 3 : 2);
        if (end > steps.size()) return {};
        AddressPart& part = parts.emplace_back();
        for (; i < end; ++i) {
            if (steps[i].key) return {};
            part.names.push_back(std::move(steps[i].name));
        }
        if (i < steps.size() && steps[i].key) part.key = std::move(steps[i++].key);
        if (!part.is_call() && i < steps.size()) return {};
    }
    return parts;
}

std::vector<AddressPart> parts_of_address(std::string_view address) {
    const syntax::FilePtr tree = syntax::parse_expression(address);
    if (!tree->root() || has_errors(tree->diagnostics())) return {};
    return parts_of_address(tree->root());
}

std::optional<Location> declaration_at(const check::ExtensionContext& context, bind::ModulePtr module,
                                       std::span<const AddressPart> parts) {
    for (; module && !parts.empty(); parts = parts.subspan(1)) {
        const DeclaredPart there = declared_part(*module, parts.front());
        if (!there.is_declared) return std::nullopt;
        if (parts.size() == 1) return Location{there.slot.file, there.header.shifted(there.slot.base)};
        const Call* call = call_of(shape_of(*module), parts.front().names.back());
        module = call ? context.called_by(*module, call->folder) : nullptr;
    }
    return std::nullopt;
}

AddressedInstance find_instance(const check::ExtensionContext& context, bind::ModulePtr module,
                                std::span<const AddressPart> parts, bool is_whole) {
    for (; module && !parts.empty(); parts = parts.subspan(1)) {
        const AddressPart& part = parts.front();
        const bool is_last = parts.size() == 1;
        const DeclaredPart there = declared_part(*module, part);
        AddressedInstance found;
        if (!there.is_declared) {
            found.presence = Presence::Undeclared;
        } else if (is_last && is_whole && !part.key) {
            found.presence = Presence::There;
        } else if (there.block) {
            found = instance_of(there.slot, there.block->body, part);
        }
        found.is_in_call = !is_last;
        if (there.block) found.declared = {there.slot.file, there.header.shifted(there.slot.base)};
        if (is_last || found.presence != Presence::There) return found;
        module = module_behind(context, *module, part);
    }
    return {};
}

}  // namespace hcl::terraform
