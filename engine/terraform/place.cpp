#include "engine/terraform/place.h"

#include <algorithm>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::kNone;

bool covers(Span span, std::uint32_t place) {
    return span.start <= place && place <= span.end;
}

bool is_at(const BoundAttribute& attribute, std::uint32_t place) {
    return covers(attribute.span, place);
}

// In JSON the key that is the last label precedes the block.
bool is_at(const BoundBlock& block, std::uint32_t place) {
    return covers(block.span, place) || (!block.labels.empty() && covers(block.labels.back().span, place));
}

// The item of a body that contains the place: `items` are in order of the text, except in JSON where
// properties can be anywhere.
template <typename Item>
std::uint32_t item_at(const std::vector<Item>& all, std::span<const std::uint32_t> items,
                      std::uint32_t place) {
    constexpr std::size_t kFew = 64;
    auto contains = [&](std::uint32_t i) { return is_at(all[i], place); };
    if (items.size() <= kFew) {
        auto found = std::ranges::find_if(items, contains);
        return found == items.end() ? kNone : *found;
    }
    auto after =
        std::ranges::upper_bound(items, place, {}, [&](std::uint32_t i) { return all[i].span.start; });
    if (after != items.begin() && contains(*(after - 1))) return *(after - 1);
    return after != items.end() && contains(*after) ? *after : kNone;
}

}  // namespace

std::string_view Place::label(std::size_t index) const {
    for (auto it = blocks.rbegin(); it != blocks.rend(); ++it) {
        const std::vector<bind::BoundLabel>& labels = slot.unit->blocks[*it].labels;
        if (!labels.empty()) return index < labels.size() ? std::string_view(labels[index].value) : "";
    }
    return {};
}

std::optional<Place> place_at(const bind::ModuleFile& file, Span span) {
    const std::optional<bind::UnitSlot> slot = file.unit_at(span.start);
    if (!slot || !slot->unit || slot->unit->bodies.empty() || span.start < slot->base) return std::nullopt;
    Place place{.slot = *slot, .span = {span.start - slot->base, span.end - slot->base}};
    const bind::BoundUnit& unit = *slot->unit;
    const std::uint32_t own = unit.own_body();
    if (own != 0) {
        place.blocks.push_back(unit.bodies[own].block);
        place.path = unit.blocks[unit.bodies[own].block].type;
    }
    for (std::uint32_t body = own;;) {
        const std::uint32_t block = item_at(unit.blocks, unit.bodies[body].blocks, place.span.start);
        if (block == kNone) {
            const std::uint32_t attribute =
                item_at(unit.attributes, unit.bodies[body].attributes, place.span.start);
            if (attribute != kNone) place.attribute = &unit.attributes[attribute];
            break;
        }
        place.blocks.push_back(block);
        place.path += (place.path.empty() ? "" : "/") + unit.blocks[block].type;
        body = unit.blocks[block].body;
    }
    if (place.attribute) place.path += (place.path.empty() ? "" : "/") + place.attribute->name;
    return place;
}

std::span<const bind::Reference> references_before(const Place& place) {
    if (!place.attribute) return {};
    // References within an index follow the one that has the index.
    constexpr std::ptrdiff_t kMostWithin = 64;
    const auto index = index_of(*place.slot.unit, *place.attribute);
    const std::span<const bind::Reference> all = bind::references_of(*place.slot.unit, index);
    const auto after = std::ranges::upper_bound(
        all, place.span.start, {}, [](const bind::Reference& reference) { return reference.span.start; });
    return {after - std::min(after - all.begin(), kMostWithin), after};
}

bool runs_at_destruction(const bind::BoundUnit& unit, const BoundBlock& provisioner) {
    return std::ranges::any_of(unit.bodies[provisioner.body].attributes, [&](std::uint32_t at) {
        const BoundAttribute& attribute = unit.attributes[at];
        return attribute.name == "when" && attribute.expr &&
               (attribute.expr.text() == "destroy" || bind::literal_text(attribute.expr) == "destroy");
    });
}

bool is_in_destroying_provisioner(const Place& place) {
    const bind::BoundUnit& unit = *place.slot.unit;
    const auto destroys = [&](std::uint32_t i) {
        return unit.blocks[i].type == "provisioner" && runs_at_destruction(unit, unit.blocks[i]);
    };
    return std::ranges::any_of(place.blocks, [&](std::uint32_t i) {
        const BoundBlock& block = unit.blocks[i];
        // The connection of a resource is that of its provisioners.
        return destroys(i) || (block.type == "connection" &&
                               std::ranges::any_of(unit.bodies[block.parent].blocks, destroys));
    });
}

bool is_in_moved_block(const bind::ModuleFile& file, Span span) {
    const std::optional<Place> place = place_at(file, span);
    return place && place->outer() && place->outer()->type == "moved";
}

std::string address_in(const bind::UnitSlot& slot, const BoundAttribute* argument) {
    if (!argument || !argument->expr || !slot.state) return {};
    const auto index = index_of(*slot.unit, *argument);
    if (index >= slot.state->values.size()) return {};
    const Value& address = slot.state->values[index].unmarked();
    return address.is_known_string() ? std::string(address.as_string()) : std::string();
}

std::vector<syntax::Node> nodes_to(syntax::Node expr, Span place) {
    std::vector<syntax::Node> path;
    for (syntax::Node node = expr; node;) {
        path.push_back(node);
        if (node.span() == place) return path;
        syntax::Node inner;
        for (syntax::Node child : node.children())
            if (child.span().start <= place.start && place.end <= child.span().end) inner = child;
        node = inner;
    }
    return {};
}

std::optional<MemberBehind> member_behind(syntax::Node expr, Span address) {
    using syntax::NodeKind;
    std::vector<syntax::Node> path = nodes_to(expr, address);
    while (path.size() > 1) {
        const syntax::Node operand = path.back();
        path.pop_back();
        const syntax::Node step = path.back();
        if (!(step.child(0) == operand)) return std::nullopt;
        if (step.is(NodeKind::Index) || step.is(NodeKind::LegacyIndex)) continue;
        if (!step.is(NodeKind::GetAttr)) return std::nullopt;
        std::string name(eval::attribute_name(step));
        const std::uint32_t end = step.span().end;
        if (name.empty()) return std::nullopt;
        const auto length = static_cast<std::uint32_t>(name.size());
        return MemberBehind{std::move(name), {end - length, end}};
    }
    return std::nullopt;
}

bool path_fits(std::string_view path, std::string_view pattern) {
    auto cut = [](std::string_view& from) {
        const std::size_t at = from.rfind('/');
        const std::string_view last = at == std::string_view::npos ? from : from.substr(at + 1);
        from = at == std::string_view::npos ? std::string_view() : from.substr(0, at);
        return last;
    };
    while (!pattern.empty()) {
        if (path.empty()) return false;
        const std::string_view wanted = cut(pattern);
        const std::string_view there = cut(path);
        if (wanted != "*" && wanted != there) return false;
    }
    return true;
}

std::vector<std::string> names_of(std::string_view address) {
    std::vector<std::string> names(1);
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t i = 0; i < address.size(); ++i) {
        const char c = address[i];
        if (is_quoted && c == '\\') {
            ++i;
            continue;
        }
        if (c == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (c == '[') ++depth;
        if (depth == 0 && c == '.')
            names.emplace_back();
        else if (depth == 0)
            names.back() += c;
        if (c == ']') --depth;
    }
    return names;
}

}  // namespace hcl::terraform
