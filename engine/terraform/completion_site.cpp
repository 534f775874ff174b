#include "engine/terraform/completion_site.h"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/bind/interface.h"
#include "engine/terraform/place.h"
#include "engine/terraform/unit_traits.h"

namespace hcl::terraform {

namespace {

using syntax::Node;
using syntax::NodeKind;

std::string description_of(const bind::Module& module, bind::Symbol symbol) {
    const bind::UnitSlot slot = module.slot_of(symbol);
    const bind::Declaration& declaration = module.declaration(symbol);
    if (declaration.block == bind::kNone) return {};
    const bind::BoundAttribute* description =
        attribute_of(*slot.unit, slot.unit->blocks[declaration.block].body, "description");
    return description && description->expr ? bind::literal_text(description->expr) : std::string();
}

}  // namespace

std::string shown_type(const Type& type) {
    constexpr std::size_t kLongest = 60;
    if (type.is_dynamic()) return {};
    std::string text = type.to_constraint_source();
    if (text.size() <= kLongest) return text;
    return text.substr(0, text.find('(')) + "(…)";
}

std::string word_of_key(Node key) {
    std::string text(key ? key.text() : std::string_view());
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    return text;
}

CompletionSite::CompletionSite(const check::ExtensionContext& of, const check::ExtensionCursor& at)
    : context(of), cursor(at) {
    Node object;
    Node last;
    for (const Node node : cursor.path) {
        if (node.is(NodeKind::Block) && node.child(0)) {
            path += (path.empty() ? "" : "/") + std::string(node.child(0).text());
            if (!outer) outer = node;
            block = node;
        }
        if (node.is(NodeKind::Attribute)) attribute = node;
        if (node.is(NodeKind::ObjectItem)) item = node;
        if (node.is(NodeKind::Object)) object = node;
        last = node;
    }
    if (attribute) argument = word_of_key(attribute.child(0));
    const bool is_whole = attribute && object && attribute.child(1) == object;
    is_key = is_whole && (last == object || (item && item.child(0) == last));
    if (last && last.is(NodeKind::GetAttr) && last.child(0)) words = names_of(last.child(0).text());
}

void CompletionSite::add(check::ExtensionItem item_to_add) {
    if (item_to_add.label.empty() || !seen.insert(item_to_add.label).second) return;
    out.push_back(std::move(item_to_add));
}

void CompletionSite::add_address(std::string_view address, std::string detail, bool is_expected) {
    add({.kind = Kind::Value,
         .label = rest_of(address),
         .detail = std::move(detail),
         .is_expected = is_expected});
}

void CompletionSite::leave_out_address(std::string_view address) {
    add({.kind = Kind::Value, .label = rest_of(address), .is_hidden = true});
}

std::string CompletionSite::rest_of(std::string_view address) const {
    const std::vector<std::string> names = names_of(address);
    std::string rest;
    if (names.size() <= words.size() || !std::equal(words.begin(), words.end(), names.begin())) return rest;
    for (std::size_t i = words.size(); i < names.size(); ++i) rest += (rest.empty() ? "" : ".") + names[i];
    return rest;
}

void CompletionSite::add_symbols(const bind::Module& module, std::string_view kind, Kind as,
                                 const std::set<std::string>& there) {
    for (const bind::Symbol symbol : module.symbols().by_kind(kind)) {
        if (!symbol.is_declaration()) continue;
        const std::string& name = module.declaration(symbol).address.back();
        if (there.contains(name)) continue;
        const bind::InterfaceItem known =
            bind::interface_item(module, module.slot_of(symbol), symbol.index());
        const Type type = kind == "variable" ? known.type : module.value_of(symbol).unmarked().type();
        add({.kind = as,
             .label = name,
             .detail = shown_type(type),
             .documentation = description_of(module, symbol),
             .is_expected = as != Kind::Argument || known.is_required});
    }
}

void CompletionSite::add_members(const Type& type) {
    if (!type.is_object()) return;
    for (const ObjectAttribute& one : type.attributes())
        add({.kind = Kind::Member, .label = one.name, .detail = shown_type(one.type), .is_expected = true});
}

std::optional<std::vector<std::string>> CompletionSite::keys_around() const {
    std::vector<std::string> steps;
    bool is_inside = false;
    for (std::size_t i = 0; i < cursor.path.size(); ++i) {
        const Node node = cursor.path[i];
        const bool is_last = i + 1 == cursor.path.size();
        if (node.is(NodeKind::Attribute)) is_inside = true;
        if (!is_inside || node.is(NodeKind::Attribute) || node.is(NodeKind::Paren)) continue;
        if (node.is(NodeKind::Object)) {
            if (is_last) return steps;
            continue;
        }
        if (!node.is(NodeKind::ObjectItem) || is_last) return std::nullopt;
        if (cursor.path[i + 1] == node.child(0)) return steps;
        steps.push_back(word_of_key(node.child(0)));
    }
    return std::nullopt;
}

void CompletionSite::add_keys(Type type, std::span<const std::string> steps) {
    for (const std::string& step : steps) {
        const ObjectAttribute* next = type.is_object() ? type.find_attribute(step) : nullptr;
        if (!next) return;
        type = Type(next->type);
    }
    if (!type.is_object()) return;
    Node object;
    for (const Node node : cursor.path)
        if (node.is(NodeKind::Object)) object = node;
    std::set<std::string> there;
    for (const Node one : object.children())
        if (one.child(0) && !one.child(0).span().touches(cursor.offset))
            there.insert(word_of_key(one.child(0)));
    for (const ObjectAttribute& one : type.attributes())
        if (!there.contains(one.name))
            add({.kind = Kind::Argument,
                 .label = one.name,
                 .detail = shown_type(one.type),
                 .is_expected = !one.optional});
}

CompletionSite::Around CompletionSite::around() const {
    const bind::ModuleFile* file = context.module->file(cursor.file);
    const auto slot = file ? file->unit_at(cursor.offset) : std::nullopt;
    if (!slot || !slot->unit || cursor.offset < slot->base) return {};
    for (std::uint32_t i : slot->unit->bodies[0].blocks)
        if (slot->unit->blocks[i].span.touches(cursor.offset - slot->base))
            return {*slot, &slot->unit->blocks[i]};
    return {};
}

std::set<std::string> CompletionSite::keys() const {
    std::set<std::string> out_keys;
    const Node object = attribute ? attribute.child(1) : Node();
    if (!object) return out_keys;
    for (const Node one : object.children())
        if (one.child(0) && !one.child(0).span().touches(cursor.offset))
            out_keys.insert(word_of_key(one.child(0)));
    return out_keys;
}

}  // namespace hcl::terraform
