// Parts of a body that are computed on first use: blocks that generate others, definitions for free names,
// and the lists of required items.
#include <algorithm>

#include "engine/language/reading.h"

namespace hcl::language {

using syntax::Node;

namespace {

// The scope of `content`, as a pack expression in a separate tree.
Node iterator_names() {
    static const syntax::FilePtr text = syntax::parse_expression(
        "{ (first(self.iterator, label.type)) = { key = any_key(self.for_each), value = "
        "any_element(self.for_each) } }");
    return text->root();
}

// The generating blocks of a body, by the index of the block that each generates.
struct Generators {
    std::vector<Once<std::shared_ptr<const BlockDef>>> all;
};

BodyDef::Demands demands_of(const BodyDef& body) {
    BodyDef::Demands out;
    for (std::uint32_t i = 0; i < body.attributes.size(); ++i) {
        const AttributeDef& one = body.attributes[i];
        if (one.is_required) out.always.attributes.push_back(i);
        if (one.required_if) out.under_a_condition.attributes.push_back(i);
        if (!one.needs_others.empty()) out.with_others.attributes.push_back(i);
    }
    for (std::uint32_t i = 0; i < body.blocks.size(); ++i) {
        const BlockDef& one = body.blocks[i];
        if (one.min_items > 0) out.always.blocks.push_back(i);
        if (one.required_if) out.under_a_condition.blocks.push_back(i);
        if (!one.needs_others.empty()) out.with_others.blocks.push_back(i);
    }
    return out;
}

}  // namespace

const BodyDef::Demands& BodyDef::demands() const {
    return memo->get<Demands>([&] { return demands_of(*this); });
}

const BlockDef* BodyDef::generator(std::string_view type) const {
    const auto slot = slots.find(type);
    if (!generated_by || slot == slots.end() || slot->second.block < 0) return nullptr;
    const auto index = static_cast<std::size_t>(slot->second.block);
    const auto& made = memo->get<Generators>(
        [&] { return Generators{std::vector<Once<std::shared_ptr<const BlockDef>>>(blocks.size())}; });
    return made.all[index].get([&] { return generator_of(*generated_by, blocks[index]); }).get();
}

std::shared_ptr<const BlockDef> generator_of(const Language& language, const BlockDef& made) {
    BlockDef content;
    content.type = "content";
    content.notes.doc = made.notes.doc;
    content.repeats = BlockDef::Repeats::Single;
    content.min_items = content.max_items = 1;
    content.body = made.body;
    for (const LabelDef& label : made.labels) content.generated_labels.push_back(label.name);
    content.cases = made.cases;
    content.place = made.place;
    BodyDef body;
    auto attribute = [&](std::string name, std::string doc) -> AttributeDef& {
        AttributeDef def;
        def.name = std::move(name);
        def.notes.doc = std::move(doc);
        def.place = made.place;
        body.slots[def.name].attribute = static_cast<std::int32_t>(body.attributes.size());
        body.attributes.push_back(std::move(def));
        return body.attributes.back();
    };
    AttributeDef& for_each = attribute("for_each", "The collection: a block is made of each element.");
    for_each.is_required = true;
    for_each.iterates = Iterates::Any;
    attribute("iterator", "The name of the element inside `content`; that of the block otherwise.").decoder =
        Decoder::Keyword;
    if (!made.labels.empty()) {
        AttributeDef& labels = attribute("labels", "The labels of the blocks.");
        if (made.labels.size() == 1 && made.labels[0].naming) labels.rules = made.labels[0].naming->rules;
        labels.type = Type::list(Type::string());
        labels.is_required = !made.labels.front().is_optional && !made.labels.front().is_variadic;
        const bool is_fixed = std::ranges::none_of(
            made.labels, [](const LabelDef& label) { return label.is_optional || label.is_variadic; });
        if (is_fixed) labels.rules.min_length = labels.rules.max_length = made.labels.size();
    }
    body.slots["content"].block = 0;
    body.blocks.push_back(std::move(content));
    BlockDef def;
    def.type = language.dynamic_blocks;
    def.makes_blocks = true;
    // Completion offers one of these for all types.
    def.notes.doc = "Makes blocks of the type in the label, one for each element of a collection.";
    def.labels.push_back({.name = "type", .doc = "The type of the blocks.", .rules = {}, .naming = {}});
    def.place = made.place;
    def.body = std::make_shared<LazyBody>(language, std::move(body));
    // Names that the generated blocks have in scope; the iterator precedes them.
    for (const ScopeDef& own : made.scopes)
        if (!own.when && !own.needs.all && !own.needs.set && own.needs.names.empty())
            def.scopes.push_back(own);
    ScopeDef scope;
    scope.names = iterator_names();
    scope.needs.names = {"for_each", "iterator"};
    def.scopes.push_back(std::move(scope));
    return std::make_shared<const BlockDef>(std::move(def));
}

const AttributeDef& free_attribute() {
    static const AttributeDef def;
    return def;
}

BlockDef make_free_block(const Language& language) {
    BlockDef def;
    def.hides_type = true;
    LabelDef label;
    label.name = "labels";
    label.is_variadic = true;
    def.labels.push_back(std::move(label));
    BodyDef body;
    body.is_lenient = true;
    def.body = std::make_shared<LazyBody>(language, std::move(body));
    return def;
}

}  // namespace hcl::language
