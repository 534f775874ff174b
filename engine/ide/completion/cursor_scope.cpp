#include "engine/ide/completion/cursor_scope.h"

#include <algorithm>

#include "engine/bind/named_expressions.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/bind/single_outcome.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::ide {

using syntax::NodeKind;
using syntax::TokenKind;

namespace {

constexpr int kMaxDepth = 30;           // nested steps that cannot be evaluated by themselves
constexpr std::size_t kMaxAddress = 6;  // steps of a symbol's address

Value member_of(const Value& marked, std::string_view name) {
    const Value& object = marked.unmarked();
    const Type type = object.type();
    if (object.has_content() && (type.is_map() || type.is_object()))
        if (const Value* found = object.find(name)) return *found;
    if (type.is_map()) return Value::unknown(type.element());
    const ObjectAttribute* attribute = type.is_object() ? type.find_attribute(name) : nullptr;
    return attribute ? Value::unknown(attribute->type) : Value::dynamic();
}

}  // namespace

const ScopePtr& CursorScope::names() {
    if (names_) return names_;
    if (cursor_.slot) {
        names_ = with_types(
            bind::scope_of(cursor_.module(), *cursor_.slot, cursor_.body == kNone ? 0 : cursor_.body),
            typed_);
    } else {
        auto functions = std::make_shared<eval::MapScope>();
        functions->allow_variables();
        functions->set_functions(cursor_.language().evaluation.functions);
        names_ = std::move(functions);
    }
    return names_;
}

bool CursorScope::is_local(std::string_view name) const {
    if (!cursor_.slot || !cursor_.slot->state || cursor_.body == kNone) return false;
    for (std::uint32_t body : bind::bodies_around(*cursor_.slot->unit, cursor_.body))
        if (const eval::Scope* scope = cursor_.slot->state->scope_of(body); scope && scope->variable(name))
            return true;
    return false;
}

bool CursorScope::sees(bind::Symbol symbol) const {
    if (!symbol.is_declaration()) return true;
    const language::Visibility visibility = cursor_.module().declaration(symbol).def->visibility;
    if (visibility == language::Visibility::Module) return true;
    if (cursor_.slot)
        return bind::is_visible(cursor_.module(), symbol, *cursor_.slot,
                                cursor_.body == kNone ? 0 : cursor_.body);
    return visibility == language::Visibility::File ? symbol.file == cursor_.state.id()
                                                    : visibility != language::Visibility::Parent;
}

std::vector<bind::Symbol> CursorScope::visible(const std::vector<std::string>& address) const {
    const bind::SymbolList all = cursor_.module().symbols().by_address(address);
    std::vector<bind::Symbol> found(all.begin(), all.end());
    std::erase_if(found, [&](bind::Symbol symbol) { return !sees(symbol); });
    return found;
}

// The cursor is inside the span, or after it on the same line.
bool CursorScope::contains_cursor(Span in_unit) const {
    const Span span = in_unit.shifted(cursor_.slot->base);
    if (span.touches(cursor_.offset)) return true;
    if (cursor_.offset < span.end || cursor_.offset - span.end > 80) return false;
    return cursor_.file().text({span.end, cursor_.offset}).find_first_not_of(" \t") == std::string::npos;
}

bool CursorScope::is_around(bind::Symbol symbol) const {
    const auto& slot = cursor_.slot;
    if (!symbol.is_declaration() || !slot || symbol.file != slot->file || symbol.label != slot->label)
        return false;
    return contains_cursor(slot->unit->declarations[symbol.index()].span);
}

bool CursorScope::would_be_cycle(bind::Symbol symbol) const {
    if (!is_around(symbol)) return false;
    const bind::BoundUnit& unit = *cursor_.slot->unit;
    const bind::Declaration& d = unit.declarations[symbol.index()];
    if (d.attribute != kNone || !d.def->value || d.def->needs.all) return true;
    const language::Needs& needs = d.def->needs;
    const std::uint32_t own = unit.blocks[d.block].body;
    for (std::uint32_t at = cursor_.body; at != kNone && at != own;) {
        const std::uint32_t around = unit.bodies[at].block;
        if (around == kNone) return false;
        at = unit.blocks[around].parent;
        if (at == own) return needs.contains(unit.blocks[around].type);
    }
    return std::ranges::any_of(unit.bodies[own].attributes, [&](std::uint32_t i) {
        return contains_cursor(unit.attributes[i].span) && needs.contains(unit.attributes[i].name);
    });
}

Value CursorScope::value_at(Node node, std::span<const Node> around, int depth) {
    if (depth > kMaxDepth) return Value::dynamic();
    if (node.is(NodeKind::SplatItem)) {
        for (std::size_t i = around.size(); i-- > 0;)
            if (around[i].is(NodeKind::FullSplat) || around[i].is(NodeKind::AttrSplat)) {
                Value source = value_at(around[i].child(0), around.first(i), depth + 1);
                if (source.type().is_dynamic()) return instance_of(around[i].child(0));
                const Type type = source.unmarked().type();
                const bool is_sequence = (type.is_collection() && !type.is_map()) || type.is_tuple();
                return is_sequence ? element_of(source, cursor_.rules()) : source;
            }
        return Value::dynamic();
    }
    if (std::optional<Value> direct = value_of_path(node)) return *direct;
    if (auto value = value_of(cursor_.rules(), node, *names_in(around)))
        if (!value->unmarked().type().is_dynamic()) return *value;
    // A step on top of a node that cannot be evaluated by itself.
    if (node.is(NodeKind::GetAttr) && node.child(0)) {
        Value object = value_at(node.child(0), around, depth + 1);
        const std::uint32_t last = node.token_end() - 1;
        return member_of(object, node.token_kind(last) == TokenKind::Ident ? node.token_text(last) : "");
    }
    if ((node.is(NodeKind::Index) || node.is(NodeKind::LegacyIndex)) && node.child(0)) {
        Value all = value_at(node.child(0), around, depth + 1);
        return all.type().is_dynamic() ? instance_of(node.child(0)) : element_of(all, cursor_.rules());
    }
    return Value::dynamic();
}

std::optional<Value> CursorScope::value_of_path(Node node) const {
    using Kind = eval::TraversalStep::Kind;
    const eval::Traversal steps = eval::traversal_of(node);
    if (steps.empty() || is_local(steps[0].name)) return std::nullopt;
    std::vector<std::string> address;
    for (const eval::TraversalStep& step : steps) {
        const bool is_key = step.kind == Kind::Index && step.key.is_known_string();
        if (address.size() == kMaxAddress || step.kind == Kind::Splat ||
            (step.kind == Kind::Index && !is_key))
            break;
        address.push_back(is_key ? std::string(step.key.as_string()) : step.name);
    }
    for (; !address.empty(); address.pop_back()) {
        const std::vector<bind::Symbol> found = visible(address);
        if (found.empty()) continue;
        Value value = cursor_.module().value_of(found.back());
        if (const auto type = bind::collection_type(cursor_.module(), found.back()))
            value = Value::unknown(*type);
        for (const eval::TraversalStep& step : std::span(steps).subspan(address.size())) {
            if (step.kind == Kind::Attr)
                value = member_of(value, step.name);
            else if (value.type().is_dynamic() && &step == &steps[address.size()])
                value = instance_of(found.back());
            else if (step.key.is_known_string())
                value = member_of(value, step.key.as_string());
            else if (step.key.is_known_number())
                value = element_at(value, step.key);
            else
                return std::nullopt;
        }
        return value;
    }
    return std::nullopt;
}

Value CursorScope::instance_of(bind::Symbol symbol) const {
    if (!symbol.is_declaration()) return Value::dynamic();
    return bind::single_outcome(cursor_.module(), cursor_.module().unit_of(symbol),
                                cursor_.module().declaration(symbol));
}

Value CursorScope::instance_of(Node all) const {
    const eval::Traversal steps = eval::traversal_of(all);
    if (steps.empty() || is_local(steps[0].name)) return Value::dynamic();
    std::vector<std::string> address;
    for (const eval::TraversalStep& step : steps) {
        const bool is_name =
            step.kind == eval::TraversalStep::Kind::Root || step.kind == eval::TraversalStep::Kind::Attr;
        if (!is_name || address.size() == kMaxAddress) return Value::dynamic();
        address.push_back(step.name);
    }
    const std::vector<bind::Symbol> found = visible(address);
    return found.empty() ? Value::dynamic() : instance_of(found.back());
}

Value CursorScope::element_at(const Value& collection, const Value& key) const {
    const Value& value = collection.unmarked();
    const Type type = value.type();
    const auto index = key.as_number().to_int64();
    if (type.is_tuple() && index && *index >= 0 &&
        static_cast<std::size_t>(*index) < type.elements().size()) {
        if (value.has_content()) return value.value_at(static_cast<std::size_t>(*index));
        return Value::unknown(type.elements()[static_cast<std::size_t>(*index)]);
    }
    return element_of(value, cursor_.rules());
}

}  // namespace hcl::ide
