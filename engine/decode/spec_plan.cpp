#include "engine/decode/spec_plan.h"

#include <algorithm>
#include <bit>

#include "engine/decode/evaluate.h"

namespace hcl::decode {

void SlotTable::build(const std::vector<std::string_view>& names) {
    names_ = names;
    table_.assign(std::bit_ceil(std::max<std::size_t>(2 * names.size(), 2)), kNone);
    mask_ = table_.size() - 1;
    for (std::uint32_t slot = 0; slot < names_.size(); ++slot) {
        std::size_t at = hash(names_[slot]) & mask_;
        while (table_[at] != kNone) at = (at + 1) & mask_;
        table_[at] = slot;
    }
}

SpecPlan::SpecPlan(const Spec& spec, const Rules& rules) : rules_(rules) {
    root_ = plan_body(spec);
}

const BodyPlan* SpecPlan::plan_body(const Spec& spec) {
    if (auto known = planned_.find(&spec); known != planned_.end()) return known->second;
    BodyPlan& body = bodies_.emplace_back();
    body.schema = implied_schema(spec, rules_);
    std::vector<std::string_view> names;
    std::unordered_map<std::string_view, std::uint32_t> slots;
    for (const AttributeSchema& a : body.schema.attributes) {
        auto [it, is_new] = slots.emplace(a.name, static_cast<std::uint32_t>(body.slots.size()));
        if (is_new) {
            names.push_back(a.name);
            body.slots.push_back({.is_block = false, .required = false, .label_count = 0});
        }
        // In the reference, a required name that is requested again is reported as missing the second time.
        if (!is_new && a.required) body.has_slots = false;
        body.slots[it->second].required |= a.required;
    }
    for (const BlockHeaderSchema& b : body.schema.blocks) {
        auto [it, is_new] = slots.emplace(b.type, static_cast<std::uint32_t>(body.slots.size()));
        if (is_new) {
            names.push_back(b.type);
            body.slots.push_back({.is_block = true, .required = false, .label_count = 0});
        }
        BodyPlan::Slot& slot = body.slots[it->second];
        if (!slot.is_block) body.has_slots = false;
        // The last one wins, as in BodySchema::find_block.
        slot.label_count = static_cast<std::uint32_t>(b.label_names.size());
    }
    body.names.build(names);
    body.root = plan_spec(spec, body, slots, true);
    planned_.emplace(&spec, &body);
    return &body;
}

const SpecNode* SpecPlan::plan_spec(const Spec& spec, BodyPlan& body,
                                    std::unordered_map<std::string_view, std::uint32_t>& slots,
                                    bool imposes) {
    SpecNode& node = nodes_.emplace_back();
    node.spec = &spec;
    node.imposes = imposes;
    std::vector<Type> types;
    if (asks_for_block(spec.kind)) {
        if (!spec.children.empty()) {
            node.nested = plan_body(*spec.children.front());
            types.push_back(node.nested->root->type);
        }
    } else {
        for (const SpecPtr& child : spec.children) {
            const bool is_fallback =
                spec.kind == Spec::Kind::Default && !node.children.empty() && !rules_.decode_as_tool;
            node.children.push_back(plan_spec(*child, body, slots, imposes && !is_fallback));
            types.push_back(node.children.back()->type);
        }
    }
    if (spec.kind == Spec::Kind::Attr || asks_for_block(spec.kind)) {
        // A default's fallback blocks may be in no schema: then no body has them.
        auto slot = slots.find(spec.name);
        if (slot == slots.end() || body.slots[slot->second].is_block == (spec.kind == Spec::Kind::Attr))
            body.has_slots = false;
        else
            node.slot = slot->second;
        // By the information model, null counts as missing; the reference only checks the name.
        const AttributeSchema* wanted = body.schema.find_attribute(spec.name);
        node.needs_value =
            spec.kind == Spec::Kind::Attr && wanted && wanted->required && !rules_.decode_as_tool;
    }
    node.type = result_type(spec, types, rules_).without_optional();
    if (spec.kind == Spec::Kind::Object)
        for (const ObjectAttribute& attribute : node.type.attributes())
            for (std::size_t i = 0; i < spec.names.size(); ++i)
                if (spec.names[i] == attribute.name) node.order.push_back(i);
    return &node;
}

bool asks_for_block(Spec::Kind kind) {
    switch (kind) {
        case Spec::Kind::Block:
        case Spec::Kind::BlockList:
        case Spec::Kind::BlockSet:
        case Spec::Kind::BlockMap:
        case Spec::Kind::BlockAttrs:
            return true;
        default:
            return false;
    }
}

Type result_type(const Spec& spec, const std::vector<Type>& children, const Rules& rules) {
    switch (spec.kind) {
        case Spec::Kind::Object: {
            std::vector<ObjectAttribute> attributes;
            attributes.reserve(children.size());
            for (std::size_t i = 0; i < children.size(); ++i)
                attributes.push_back({spec.names[i], children[i]});
            return Type::object(std::move(attributes));
        }
        case Spec::Kind::Array:
            return Type::tuple(children);
        case Spec::Kind::Attr:
            return spec.type.type;
        case Spec::Kind::Literal:
            return spec.literal.type();
        case Spec::Kind::Block:
        case Spec::Kind::Default:
            return children.front();
        case Spec::Kind::BlockList:
            return Type::list(children.front());
        case Spec::Kind::BlockSet:
            return Type::set(children.front());
        case Spec::Kind::BlockMap: {
            Type type = children.front();
            for (std::size_t i = 0; i < spec.label_names.size(); ++i) type = Type::map(type);
            return type;
        }
        case Spec::Kind::BlockAttrs:
            return Type::map(spec.type.type);
        case Spec::Kind::Transform: {
            if (!spec.result) return Type::dynamic();
            eval::MapScope scope(spec.result_scope);
            scope.set("nested", Value::unknown(children.front()));
            return evaluate_in_file(*spec.result, spec.place.file, &scope, eval::eval_options(rules))
                .value.type();
        }
    }
    return Type::dynamic();
}

}  // namespace hcl::decode
