// JSON files: the schema says what is a block.
#include "engine/bind/unit_json.h"

#include "engine/bind/json_shapes.h"
#include "engine/bind/unit_binder.h"

namespace hcl::bind {

namespace {

struct JsonBinder : Binder {
    static std::string key_of(Node property) {
        Node key = property.child(0);
        return key && key.is(NodeKind::JsonString) ? std::string(eval::JsonText(key).text()) : std::string();
    }

    static void each_object(Node value, const std::function<void(Node)>& visit) {
        if (!value) return;
        if (value.is(NodeKind::JsonObject)) visit(value);
        if (value.is(NodeKind::JsonArray))
            for (Node child : value.children())
                if (child.is(NodeKind::JsonObject)) visit(child);
    }

    // HCL 1 takes the keys of an object for labels only where each of its values holds objects.
    static bool holds_only_objects(Node object) {
        return std::ranges::all_of(object.children(), [](Node property) {
            return !property.is(NodeKind::JsonProperty) || !property.child(1) ||
                   holds_objects(property.child(1));
        });
    }

    void json_block(std::string type, Span type_span, const BlockDef* def, Node value,
                    std::vector<BoundLabel> labels, std::uint32_t parent) {
        // The label of a dynamic block names the type of its blocks.
        bool makes_others = !def && !language.dynamic_blocks.empty() && type == language.dynamic_blocks;
        std::size_t wanted = def ? def->labels.size() : makes_others ? 1 : 0;
        if (def)
            find_wrong_shapes(unit, value, type,
                              labels.size() < wanted ? def->labels[labels.size()].name : "");
        if (labels.size() < wanted) {
            const bool may_lack_label = language.is_hcl1 && def && def->labels[labels.size()].is_optional;
            each_object(value, [&](Node object) {
                if (may_lack_label && !holds_only_objects(object))
                    return json_object(type, type_span, object, value.is(NodeKind::JsonArray), labels,
                                       parent);
                for (Node property : object.children())
                    json_label(type, type_span, def, property, labels, parent);
            });
            return;
        }
        each_object(value, [&](Node object) {
            json_object(type, type_span, object, value.is(NodeKind::JsonArray), labels, parent);
        });
    }

    // A property whose key is the next label.
    void json_label(const std::string& type, Span type_span, const BlockDef* def, Node property,
                    std::vector<BoundLabel> labels, std::uint32_t parent) {
        if (!property.is(NodeKind::JsonProperty) || !property.child(1)) return;
        labels.push_back({key_of(property), property.child(0).span()});
        json_block(type, type_span, def, property.child(1), std::move(labels), parent);
    }

    // `type_span`: empty when the key is elsewhere.
    void json_object(const std::string& type, Span type_span, Node object, bool is_element,
                     std::vector<BoundLabel> labels, std::uint32_t parent) {
        const Span whole = object.span();
        Span header = labels.empty() ? type_span : labels.back().span;
        // Blocks of one array share their key, so a finding points to the opening brace of its own
        // object.
        if (is_element) header = {whole.start, whole.start + 1};
        const Span elsewhere{header.start, header.start};
        for (BoundLabel& label : labels)
            if (label.is_elsewhere) label.span = elsewhere;
        const std::uint32_t index = add_block(parent, type, std::move(labels));
        const std::uint32_t body =
            add_body(index, {whole.start + 1, std::max(whole.start + 1, whole.end - 1)}, header);
        BoundBlock& block = unit.blocks[index];
        block.is_key_elsewhere = type_span.is_empty();
        block.type_span = block.is_key_elsewhere ? elsewhere : type_span;
        block.header_span = header;
        block.span = whole;
        block.body = body;
        set_defs(body, block.def);
        json_items(object.children(), body, index);
    }

    template <typename Properties>
    void json_items(const Properties& properties, std::uint32_t body, std::uint32_t block) {
        struct Later {
            std::string name;
            Node property;
            const BlockDef* def;
        };
        std::vector<Later> later;
        // Names unknown to the body itself may be defined by the bodies that its cases select.
        std::vector<std::pair<std::string, Node>> others;
        auto add = [&](std::string name, Node property) {
            add_attribute(body, std::move(name), property.child(0).span(), property.span(), property,
                          property.child(1));
        };
        auto add_known = [&](std::string& name, Node property) {
            const BlockDef* def = unit.bodies[body].block_def(name);
            const bool may_be_attribute = unit.bodies[body].attribute(name) != nullptr;
            // A name that may be an attribute or a block is a block only when its value is an object, or an
            // array with one.
            if (may_be_attribute && !holds_objects(property.child(1))) def = nullptr;
            bool is_attribute = !def && may_be_attribute;
            if (is_attribute)
                add(std::move(name), property);
            else if (def)
                later.push_back({std::move(name), property, def});
            return def || is_attribute;
        };
        for (Node property : properties) {
            if (!property.is(NodeKind::JsonProperty) || !property.child(1)) continue;
            std::string name = key_of(property);
            if (name == "//" || name.empty()) continue;
            if (!add_known(name, property)) others.emplace_back(std::move(name), property);
        }
        json_others = &others;
        if (block != kNone) finish_block(block);
        json_others = nullptr;
        for (auto& [name, property] : others) {
            if (add_known(name, property)) continue;
            bool makes_others = !language.dynamic_blocks.empty() && name == language.dynamic_blocks &&
                                unit.bodies[body].may_be_made();
            const BlockDef* def = makes_others || free_attribute(body) ? nullptr : free_block(body);
            if (def || makes_others)
                later.push_back({std::move(name), property, def});
            else
                add(std::move(name), property);
        }
        for (std::size_t i = 0; i < unit.bodies[body].attributes.size(); ++i)
            finish_attribute(unit.bodies[body].attributes[i]);
        if (++depth < kMaxDepth)
            for (Later& item : later)
                json_block(item.name, item.property.child(0).span(), item.def, item.property.child(1), {},
                           body);
        --depth;
    }
};

std::vector<BoundLabel> labels_of(const JsonAround& around) {
    std::vector<BoundLabel> labels;
    labels.reserve(around.labels.size());
    for (const std::string& label : around.labels)
        labels.push_back({.value = label, .span = {}, .is_elsewhere = true});
    return labels;
}

// Binds elements of the object or array that `around` leads to.
struct ElementBinder {
    JsonBinder& binder;
    const JsonAround& around;
    const BlockDef* def;

    bool has_labels_left() const { return def && around.labels.size() < def->labels.size(); }

    void property(Node property) { binder.json_label(around.type, {}, def, property, labels_of(around), 0); }

    void element(Node element) {
        if (!element.is(NodeKind::JsonObject)) {
            if (around.type.empty()) return find_wrong_object(binder.unit, element);
            return find_wrong_element(binder.unit, element, around.type,
                                      has_labels_left() ? def->labels[around.labels.size()].name : "");
        }
        if (around.type.empty()) return binder.json_items(element.children(), 0, kNone);
        if (!has_labels_left())
            return binder.json_object(around.type, {}, element, true, labels_of(around), 0);
        for (Node inner : element.children()) property(inner);
    }
};

}  // namespace

BoundUnitPtr bind_json(const syntax::File& file, const language::Language& language,
                       const Packages& packages) {
    NewUnit<JsonBinder> made(language, packages, {0, file.size()});
    if (Node root = file.root()) {
        if (root.is(NodeKind::JsonArray)) find_wrong_elements(*made.unit, root);
        JsonBinder::each_object(root,
                                [&](Node object) { made.binder.json_items(object.children(), 0, kNone); });
    }
    return made.finished(file.size());
}

bool may_be_in_parts(const language::Language& language) {
    const BodyDef& root = language.root();
    // Duplicate arguments are found only within one unit.
    return root.attributes.empty() && !root.any_attribute && !root.is_lenient;
}

std::optional<JsonAround> inside_of(const JsonAround& around, const syntax::SplitBlock& element,
                                    const language::Language& language) {
    const std::shared_ptr<const syntax::Chunk> header = syntax::header_of(element);
    const Node first(header.get(), 0, 0);
    const Node container(header.get(), 0, static_cast<std::uint32_t>(header->nodes.size()) - 1);
    const BlockDef* def = around.type.empty() ? nullptr : language.root().block(around.type);
    const std::size_t wanted = def ? def->labels.size() : 0;
    if (around.is_list_of_names) return std::nullopt;
    const bool is_label = def && around.labels.size() < wanted;
    if (!first.is(NodeKind::JsonProperty)) {
        const bool is_object = first == container && first.is(NodeKind::JsonObject);
        return is_object && (!def || is_label) ? std::optional(around) : std::nullopt;
    }
    const std::string key = JsonBinder::key_of(first);
    JsonAround inside = around;
    if (def) {
        inside.labels.push_back(key);
    } else {
        inside.type = key;
        def = language.root().block(key);
        if (!def) return std::nullopt;
        // A label that names a symbol has a place.
        for (const language::LabelDef& label : def->labels)
            if (label.naming) return std::nullopt;
    }
    if (inside.labels.size() < def->labels.size() || container.is(NodeKind::JsonArray)) return inside;
    // Duplicates of names that are not symbols are found only within one unit.
    inside.is_list_of_names = is_list_of_names(*def) && def->body->get().any_attribute->symbol;
    return inside.is_list_of_names ? std::optional(inside) : std::nullopt;
}

BoundUnitPtr bind_json_elements(const JsonAround& around, const syntax::Chunk& chunk,
                                const language::Language& language, const Packages& packages) {
    NewUnit<JsonBinder> made(language, packages);
    JsonBinder& binder = made.binder;
    const auto size = static_cast<std::uint32_t>(chunk.text.size());
    const BlockDef* def = around.type.empty() ? nullptr : language.root().block(around.type);
    const std::uint32_t body = around.is_list_of_names ? binder.stand_in(around.type, {0, size}) : 0;
    ElementBinder elements{binder, around, def};
    std::vector<Node> items;
    syntax::each_element(chunk, [&](Node element) {
        if (!element.is(NodeKind::JsonProperty))
            elements.element(element);
        else if (def && !around.is_list_of_names)
            elements.property(element);
        else
            items.push_back(element);
    });
    binder.json_items(items, body, kNone);
    return made.finished(size);
}

BoundUnitPtr bind_json_header(const JsonAround& inside, const syntax::Chunk& header, std::uint32_t end,
                              const language::Language& language, const Packages& packages) {
    NewUnit<JsonBinder> made(language, packages);
    JsonBinder& binder = made.binder;
    const Node property(&header, 0, 0);
    const std::uint32_t index = binder.add_block(0, inside.type, {});
    const std::uint32_t open =
        Node(&header, 0, static_cast<std::uint32_t>(header.nodes.size()) - 1).span().start;
    const Span key = property.child(0).span();
    const std::uint32_t body = binder.add_body(index, {open + 1, std::max(open + 1, end - 1)}, key);
    BoundBlock& block = made.unit->blocks[index];
    block.type_span = block.header_span = key;
    block.span = {open, end};
    block.body = body;
    block.has_parts = true;
    binder.set_defs(body, block.def);
    binder.finish_lenience(body);
    return made.finished(end);
}

}  // namespace hcl::bind
