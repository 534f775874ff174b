#include "engine/ide/navigation/member_names.h"

#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/language/schema.h"

namespace hcl::ide {

namespace {

using bind::kNone;
using syntax::Node;
using syntax::NodeKind;

// The item of an object with this key; null when there is none, or several.
Node item_called(Node object, std::string_view name) {
    Node found;
    for (const Node item : object.children()) {
        if (!item.is(NodeKind::ObjectItem) || !item.child(0) || bind::literal_text(item.child(0)) != name)
            continue;
        if (found) return {};
        found = item;
    }
    return found;
}

// The argument of a type constructor: the object in `object({ ... })`, the type in `map(TYPE)`.
Node argument_of(Node type, std::string_view constructor) {
    return type.is(NodeKind::Call) && eval::call_name(type).view() == constructor ? type.child(1) : Node();
}

Node without_optional(Node type) {
    const Node inner = eval::without_parens(type);
    const Node wrapped = argument_of(inner, "optional");
    return wrapped ? eval::without_parens(wrapped) : inner;
}

// Goes from a value or a type to a member; null where it is not written there.
class Descent {
  public:
    Descent(Node start, bool is_type) : at_(is_type ? without_optional(start) : start), is_type_(is_type) {}

    bool into(std::string_view name) {
        if (!at_) return false;
        if (is_type_)
            for (const std::string_view many : {"map", "list", "set"})
                if (const Node element = argument_of(at_, many)) {
                    at_ = without_optional(element);
                    item_ = Node();
                    return true;
                }
        Node object = eval::without_parens(at_);
        if (is_type_) object = argument_of(object, "object");
        if (!object || !object.is(NodeKind::Object)) return false;
        item_ = item_called(object, name);
        if (!item_) return false;
        at_ = is_type_ ? without_optional(item_.child(1)) : item_.child(1);
        return true;
    }
    // The last step, if it has a key.
    Node item() const { return item_; }

  private:
    Node at_;
    Node item_{};
    bool is_type_;
};

struct Start {
    Node expr;
    bool is_type = false;
};

// The value or the type that a declaration writes out.
Start start_of(const bind::BoundUnit& unit, const bind::Declaration& d) {
    if (d.attribute != kNone) return {unit.attributes[d.attribute].expr};
    if (d.block == kNone) return {};
    for (const std::uint32_t i : unit.bodies[unit.blocks[d.block].body].attributes) {
        const bind::BoundAttribute& attribute = unit.attributes[i];
        if (attribute.def && attribute.def->decoder == language::Decoder::Type && d.def->type)
            return {attribute.expr, true};
    }
    return {};
}

// Adds the keys that lead to the one at the offset, and gives its item; null when there is none.
Node key_at(Start start, std::uint32_t offset, std::vector<std::string>& keys) {
    for (Node at = start.is_type ? without_optional(start.expr) : start.expr; at;) {
        Node object = eval::without_parens(at);
        if (start.is_type) object = argument_of(object, "object");
        if (!object || !object.is(NodeKind::Object)) return {};
        at = Node();
        for (const Node item : object.children()) {
            const bool is_around =
                item.is(NodeKind::ObjectItem) && item.child(0) && item.span().touches(offset);
            const std::string name = is_around ? bind::literal_text(item.child(0)) : std::string();
            if (name.empty()) continue;
            keys.push_back(name);
            if (item.child(0).span().touches(offset)) return item;
            if (item.child(1)) at = start.is_type ? without_optional(item.child(1)) : item.child(1);
            break;
        }
    }
    return {};
}

DefinitionPlace place_of(const bind::UnitSlot& home, Node item) {
    return {home.file, item.span().shifted(home.base), item.child(0).span().shifted(home.base)};
}

// Where the cursor is at the key itself.
std::optional<MemberName> written_member(const BoundPlace& place) {
    for (const bind::Declaration& d : place.unit().declarations) {
        const Start start = start_of(place.unit(), d);
        if (!start.expr || !start.expr.span().touches(place.offset)) continue;
        MemberName out{{}, d.address};
        const Node item = key_at(start, place.offset, out.path);
        if (!item) continue;
        const DefinitionPlace there = place_of(*place.slot, item);
        out.definition = {there.name, {there}};
        return out;
    }
    return std::nullopt;
}

}  // namespace

std::optional<MemberName> member_at(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    for (const bind::Reference& reference : place.unit().references) {
        if (reference.is_text || reference.is_address || !reference.span.touches(place.offset)) continue;
        const bind::Resolution found = bind::resolve(*place.module, *place.slot, reference);
        if (found.kind != bind::Resolution::Kind::Symbol || found.symbols.empty() ||
            !found.symbols.back().is_declaration())
            continue;
        std::size_t last = found.steps;
        while (last < reference.steps.size() && !reference.steps[last].span.touches(place.offset)) ++last;
        if (last >= reference.steps.size()) continue;
        const bind::Symbol symbol = found.symbols.back();
        const bind::UnitSlot home = place.module->slot_of(symbol);
        const Start start = start_of(*home.unit, home.unit->declarations[symbol.index()]);
        if (!start.expr) continue;
        Descent descent(start.expr, start.is_type);
        bool is_there = true;
        for (std::size_t i = found.steps; i <= last && is_there; ++i)
            is_there = descent.into(reference.steps[i].name);
        const Node item = is_there ? descent.item() : Node();
        if (!item) continue;
        MemberName out{{place.in_file(cover(reference.steps.front().span, reference.steps[last].span)),
                        {place_of(home, item)}},
                       {}};
        for (std::size_t i = 0; i <= last; ++i) out.path.push_back(reference.steps[i].name);
        return out;
    }
    return written_member(place);
}

}  // namespace hcl::ide
