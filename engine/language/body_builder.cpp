#include "engine/language/body_builder.h"

#include "engine/language/reading.h"

namespace hcl::language {

namespace {

bool holds_objects(const Type& type) {
    return (type.is_list() || type.is_set()) && type.element().is_object();
}

}  // namespace

void BodyBuilder::add_spelling(const std::string& name) {
    if (!language_.takes_any_case) return;
    if (!out_.spellings) out_.spellings = std::make_shared<std::unordered_map<std::string, std::string>>();
    out_.spellings->emplace(spelling_key(name), name);
}

void BodyBuilder::add(AttributeDef def) {
    add_spelling(def.name);
    Slot& slot = out_.slots[def.name];
    if (slot.attribute >= 0) return;
    slot.attribute = static_cast<std::int32_t>(out_.attributes.size());
    out_.attributes.push_back(std::move(def));
}

void BodyBuilder::add(BlockDef def) {
    add_spelling(def.type);
    Slot& slot = out_.slots[def.type];
    if (slot.block >= 0) return;
    slot.block = static_cast<std::int32_t>(out_.blocks.size());
    if (!language_.dynamic_blocks.empty()) out_.generated_by = &language_;
    out_.blocks.push_back(std::move(def));
}

BlockDef BodyBuilder::as_block(const AttributeDef& def) const {
    bool is_one = def.type.is_object() || def.type.is_map();
    Type object = def.type;
    while (object.is_collection() && !object.is_map()) object = Type(object.element());
    BlockDef block;
    block.type = def.name;
    block.notes = def.notes;
    block.place = def.place;
    block.repeats = is_one ? BlockDef::Repeats::Single : BlockDef::Repeats::List;
    if (is_one) block.max_items = 1;
    if (def.fields && !object.is_map()) {
        block.body = def.fields;
        return block;
    }
    BodyDef body;
    BodyBuilder inside(language_, body);
    if (object.is_object()) {
        for (const ObjectAttribute& attribute : object.attributes()) {
            AttributeDef inner;
            inner.name = attribute.name;
            inner.type = attribute.type;
            inner.is_required = !attribute.optional;
            if (holds_objects(inner.type)) inside.add(inside.as_block(inner));
            inside.add(std::move(inner));
        }
    } else if (object.is_map()) {
        auto any = std::make_shared<AttributeDef>();
        any->type = Type(object.element());
        any->fields = def.fields;
        any->rules = def.rules;
        body.any_attribute = std::move(any);
    } else {
        body.is_lenient = true;
    }
    block.body = std::make_shared<LazyBody>(language_, std::move(body));
    return block;
}

}  // namespace hcl::language
