#include "engine/bind/block_values.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "engine/base/limits.h"
#include "engine/bind/generated_blocks.h"
#include "engine/language/language.h"

namespace hcl::bind {

namespace {

// Blocks by their labels: an object for each label.
Value by_labels(const BoundUnit& unit, std::vector<std::pair<std::uint32_t, Value>> blocks,
                std::size_t label = 0) {
    std::vector<std::pair<std::string, Value>> out;
    std::map<std::string, std::vector<std::pair<std::uint32_t, Value>>> groups;  // with further labels
    out.reserve(blocks.size());
    for (auto& [block, value] : blocks) {
        const std::vector<BoundLabel>& labels = unit.blocks[block].labels;
        if (label >= labels.size()) continue;
        if (label + 1 == labels.size())
            out.emplace_back(labels[label].value, std::move(value));
        else
            groups[labels[label].value].emplace_back(block, std::move(value));
    }
    for (auto& [name, alike] : groups) out.emplace_back(name, by_labels(unit, std::move(alike), label + 1));
    return Value::object(std::move(out));
}

}  // namespace

namespace {

// Whether nothing is written in the body, so that its values follow from its only definition.
bool is_empty(const BoundBody& body) {
    return body.attributes.empty() && body.blocks.empty() && body.defs.size() == 1;
}

struct EmptyBody {
    Value self;
};
struct EmptySet {
    Value set;
};

// The value of an attribute that is not set.
enum class Absent : std::uint8_t {
    Null,    // another declaration may have it
    Unsure,  // null, unless it is still to be written
};

// The value of the blocks of one type in a body.
Value value_of_blocks(const BoundUnit& unit, const UnitState& state, const BoundBody& body,
                      const BodyDef& def, const BlockDef& block, int depth) {
    auto is_generated = [&](std::uint32_t child) {
        return unit.blocks[child].def == def.generator(block.type);
    };
    // How many there will be is not known.
    if (def.generator(block.type) && std::ranges::any_of(body.blocks, is_generated)) return Value::dynamic();
    // The values of more blocks would take more memory than the file: they are unknown.
    constexpr std::ptrdiff_t kMostLabelled = 1000;
    auto is_one = [&](std::uint32_t child) { return unit.blocks[child].def == &block; };
    const bool is_map = block.repeats == BlockDef::Repeats::Map && !block.labels.empty();
    if (is_map && std::ranges::count_if(body.blocks, is_one) > kMostLabelled) return Value::dynamic();
    std::vector<std::pair<std::uint32_t, Value>> blocks;
    for (std::uint32_t child : body.blocks)
        if (is_one(child))
            blocks.emplace_back(child, body_object(unit, state, unit.blocks[child].body, nullptr, depth + 1));
    if (is_map) return by_labels(unit, std::move(blocks));
    std::vector<Value> values;
    values.reserve(blocks.size());
    for (auto& [child, value] : blocks) values.push_back(std::move(value));
    if (block.repeats == BlockDef::Repeats::Single || block.repeats == BlockDef::Repeats::Attributes)
        return values.empty() ? Value::null() : values.front();
    return Value::tuple(std::move(values));
}

Value make_object(const BoundUnit& unit, const UnitState& state, std::uint32_t body,
                  const language::Needs* needs, int depth, Absent absent = Absent::Unsure) {
    const BoundBody& b = unit.bodies[body];
    auto value_of_absent = [&](const AttributeDef& attribute) {
        const Type type = attribute.type.without_optional();
        const bool is_awaited = absent == Absent::Unsure && attribute.is_required;
        return is_awaited ? Value::unknown(type) : Value::null(type);
    };
    std::vector<std::pair<std::string, Value>> out;
    if (depth > 40) return Value::dynamic();
    // Later entries win, so attributes that are set need no null before them.
    auto is_set = [&](const std::string& name) {
        return std::ranges::any_of(b.attributes, [&](std::uint32_t index) {
            const BoundAttribute& attribute = unit.attributes[index];
            return attribute.name == name && !(attribute.def && attribute.def->is_write_only);
        });
    };
    std::size_t most = b.attributes.size();
    for (const BodyDef* def : b.defs) most += def->attributes.size() + def->blocks.size();
    out.reserve(std::min<std::size_t>(most, 64));
    auto add_attribute = [&](const AttributeDef& attribute) {
        if (most > 64 || !is_set(attribute.name))
            out.emplace_back(attribute.name, value_of_absent(attribute));
    };
    auto add_block = [&](const BodyDef& def, const BlockDef& block) {
        out.emplace_back(block.type, value_of_blocks(unit, state, b, def, block, depth));
    };
    for (const BodyDef* def : b.defs)
        if (needs && !needs->all) {
            // A schema can have thousands of names, of which a pack asks for some.
            for (const std::string& name : needs->names) {
                const AttributeDef* attribute = def->attribute(name);
                const BlockDef* block = def->block(name);
                if (attribute && attribute->name == name) add_attribute(*attribute);
                if (block && block->type == name) add_block(*def, *block);
            }
        } else {
            for (const AttributeDef& attribute : def->attributes) add_attribute(attribute);
            for (const BlockDef& block : def->blocks) add_block(*def, block);
        }
    for (std::uint32_t index : b.attributes) {
        const BoundAttribute& attribute = unit.attributes[index];
        if (needs && !needs->contains(attribute.name)) continue;
        if (attribute.def && attribute.def->is_write_only) continue;  // stays the null from above
        out.emplace_back(attribute.name,
                         index < state.values.size() ? state.values[index] : Value::dynamic());
    }
    return Value::object(std::move(out));
}

}  // namespace

Value body_object(const BoundUnit& unit, const UnitState& state, std::uint32_t body,
                  const language::Needs* needs, int depth) {
    const BoundBody& b = unit.bodies[body];
    if (needs || !is_empty(b)) return make_object(unit, state, body, needs, depth);
    return b.defs.front()
        ->memo->get<EmptyBody>([&] { return EmptyBody{make_object(unit, state, body, nullptr, 0)}; })
        .self;
}

namespace {

// A body that another one overrides.
struct OverriddenBody {
    UnitSlot slot;
    std::uint32_t body;
};

// The bodies that the body of an overriding declaration adds to, the nearest first.
std::vector<OverriddenBody> overridden_bodies(const Module& module, const UnitSlot& slot,
                                              std::uint32_t body) {
    std::vector<OverriddenBody> out;
    if (!module.files().has_overrides()) return out;
    std::uint32_t block = slot.unit->bodies[body].block;
    std::uint32_t declaration = block == kNone ? kNone : slot.unit->blocks[block].declaration;
    if (declaration == kNone || slot.unit->declarations[declaration].block != block) return out;
    Symbol symbol = Symbol::of(slot.file, slot.label, Symbol::Kind::Declaration, declaration);
    // Each of very many overrides of one address would look at the same ones.
    constexpr std::size_t kMost = 20;
    const Declaration& d = slot.unit->declarations[declaration];
    const std::size_t alike = module.symbols().by_kind_and_name(d.def->kind, d.address.back()).size();
    const std::size_t most = alike > limits::alike_declarations ? 1 : kMost;
    while (out.size() < most) {
        auto below = module.symbols().overridden_by(symbol);
        if (!below) break;
        symbol = *below;
        UnitSlot home = module.slot_of(symbol);
        out.push_back({home, home.unit->blocks[home.unit->declarations[symbol.index()].block].body});
    }
    return out;
}

// `above` with what it leaves out taken from `below`.
Value over(const Value& above, const Value& below) {
    if (!above.has_content() || !below.has_content() || !above.type().is_object() ||
        !below.type().is_object())
        return above;
    std::vector<std::pair<std::string, Value>> out;
    auto is_there = [](const Value& value) {
        const Value& plain = value.unmarked();
        bool is_no_block = plain.has_content() && plain.type().is_tuple() && plain.size() == 0;
        return !plain.is_null() && !is_no_block;
    };
    out.reserve(below.size());
    for (std::size_t i = 0; i < below.size(); ++i)
        out.emplace_back(std::string(below.key_at(i).as_string()), below.value_at(i));
    for (std::size_t i = 0; i < above.size(); ++i) {
        const Value name = above.key_at(i);
        const std::string_view key = name.as_string();
        const Value* known = below.find(key);
        if (!known)
            out.emplace_back(std::string(key), above.value_at(i));
        else if (is_there(above.value_at(i)))
            out[static_cast<std::size_t>(known - &below.value_at(0))].second = above.value_at(i);
    }
    return Value::object(std::move(out));
}

}  // namespace

Value merged_object(const Module& module, const UnitSlot& slot, std::uint32_t body,
                    const language::Needs* needs) {
    std::vector<OverriddenBody> below = overridden_bodies(module, slot, body);
    std::erase_if(below, [](const OverriddenBody& one) { return !one.slot.state; });
    if (below.empty()) return body_object(*slot.unit, *slot.state, body, needs, 0);
    Value self = make_object(*slot.unit, *slot.state, body, needs, 0, Absent::Null);
    for (const OverriddenBody& one : below) {
        const Absent absent = &one == &below.back() ? Absent::Unsure : Absent::Null;
        self = over(self, make_object(*one.slot.unit, *one.slot.state, one.body, needs, 0, absent));
    }
    return self;
}

namespace {

// `value_at` is called for the labels that are there.
template <typename ValueAt>
Value labels_object(const BlockDef* def, std::size_t count, const ValueAt& value_at) {
    std::vector<std::pair<std::string, Value>> labels;
    for (std::size_t i = 0; def && i < def->labels.size(); ++i)
        if (i < count)
            labels.emplace_back(def->labels[i].name, value_at(i));
        else if (def->labels[i].is_optional)
            labels.emplace_back(def->labels[i].name, Value::null(Type::string()));
    return Value::object(std::move(labels));
}

}  // namespace

Value labels_of(const BlockDef* def, const std::vector<std::string>& texts) {
    return labels_object(def, texts.size(), [&](std::size_t i) { return Value::string(texts[i]); });
}

Value labels_of(const BoundBlock& block) {
    return labels_object(block.def, block.labels.size(),
                         [&](std::size_t i) { return Value::string(block.labels[i].value); });
}

Value generated_labels_of(const UnitSlot& slot, const BoundBlock& generator) {
    const BlockDef* made = slot.unit->bodies[generator.parent].block_def(generator.labels.front().value);
    if (!made) return Value::object({});
    const GeneratedLabels written = generated_labels(slot, generator, made->labels.size());
    if (written.is_known)
        return labels_object(made, written.values.size(), [&](std::size_t i) { return written.values[i]; });
    const bool is_fixed = std::ranges::none_of(
        made->labels, [](const language::LabelDef& label) { return label.is_optional || label.is_variadic; });
    if (!is_fixed) return Value::dynamic();
    return labels_object(made, made->labels.size(),
                         [](std::size_t) { return Value::unknown(Type::string()); });
}

namespace {

// Whether the body has the names that `needs` asks for; without it, all of the schema and of the body.
Value make_set(const Module& module, const UnitSlot& slot, std::uint32_t body, const language::Needs* needs) {
    const bool is_whole = !needs || needs->all_of_set;
    std::map<std::string_view, bool> names;
    for (const BodyDef* def : slot.unit->bodies[body].defs) {
        // A schema can have thousands of names, of which a pack asks for some.
        if (!is_whole) {
            for (const std::string& name : needs->set_names)
                if (def->attribute(name) || def->block(name)) names.emplace(name, false);
            continue;
        }
        for (const AttributeDef& attribute : def->attributes) names.emplace(attribute.name, false);
        for (const BlockDef& block : def->blocks) names.emplace(block.type, false);
    }
    auto add = [&](const std::string& name) {
        if (is_whole || std::ranges::find(needs->set_names, name) != needs->set_names.end())
            names[name] = true;
    };
    auto add_all = [&](const BoundUnit& unit, const BoundBody& written) {
        for (std::uint32_t i : written.attributes) add(unit.attributes[i].name);
        for (std::uint32_t i : written.blocks) add(unit.blocks[i].type);
    };
    add_all(*slot.unit, slot.unit->bodies[body]);
    for (const OverriddenBody& below : overridden_bodies(module, slot, body))
        add_all(*below.slot.unit, below.slot.unit->bodies[below.body]);
    std::vector<std::pair<std::string, Value>> set;
    set.reserve(names.size());
    for (const auto& [name, is_set] : names) set.emplace_back(name, Value::boolean(is_set));
    return Value::object(std::move(set));
}

}  // namespace

Value set_of(const Module& module, const UnitSlot& slot, std::uint32_t body, const language::Needs* needs) {
    const BoundBody& b = slot.unit->bodies[body];
    const bool is_whole = !needs || needs->all_of_set;
    if (!is_whole || !is_empty(b) || module.files().has_overrides())
        return make_set(module, slot, body, needs);
    return b.defs.front()
        ->memo->get<EmptySet>([&] { return EmptySet{make_set(module, slot, body, nullptr)}; })
        .set;
}

}  // namespace hcl::bind
