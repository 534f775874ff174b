// Bodies in JSON syntax, where the schema decides what a property is: an argument, or blocks
// with labels as further levels of objects. An array of objects is equivalent to their
// properties in order. A property "//" is a comment.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/json_string.h"
#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/decode/body_sources.h"
#include "engine/syntax/json/json_literals.h"

namespace hcl::decode {

using syntax::Node;
using syntax::NodeKind;

Location JsonBody::start_of(Node node) const {
    // The span of a container is its opening bracket, that of other values the whole.
    Span span = node.span();
    bool is_container = node.is(NodeKind::JsonObject) || node.is(NodeKind::JsonArray);
    if (is_container) span.end = std::min(span.end, span.start + 1);
    return at(span);
}

Location JsonBody::missing_item() const {
    if (!value_.is(NodeKind::JsonObject)) return start_of(value_);
    Span span = value_.span();
    return at({span.end - (span.is_empty() ? 0 : 1), span.end});
}

Attribute JsonBody::attribute(const Property& property) const {
    return {.name = property.name,
            .expr = eval::Expression(property.value, file_),
            .span = at(cover(property.name_node.span(), property.value.span())),
            .name_span = at(property.name_node.span()),
            .iteration = {},
            .marks = {},
            .is_unknown = false};
}

namespace {

Diagnostic at_file(FileId file, Diagnostic diagnostic) {
    diagnostic.file = file;
    return diagnostic;
}

}  // namespace

// The properties of an object, or of all objects in an array. `label_name` is the label that the keys stand
// for; empty for a body's own properties.
std::vector<JsonBody::Property> JsonBody::properties(Node value, std::string_view label_name,
                                                     Diagnostics& diagnostics) const {
    std::vector<Property> found;
    auto collect = [&](Node object) {
        for (Node property : object.children()) {
            if (!property.is(NodeKind::JsonProperty)) continue;
            Node name = property.child(0);
            Node content = property.child(1);
            if (!name || !content || !name.is(NodeKind::JsonString)) continue;
            found.push_back({normalised(syntax::decode_json_string(name.text())), name, content});
        }
    };
    auto refuse = [&](Node node, bool is_element) {
        DiagCode code = label_name.empty()
                            ? (is_element ? DiagCode::JsonBodyElementType : DiagCode::JsonBodyType)
                            : (is_element ? DiagCode::JsonLabelElementType : DiagCode::JsonLabelType);
        diagnostics.push_back(at_file(file_id_, make_diagnostic(code, start_of(node).span, {label_name})));
    };
    switch (value.kind()) {
        case NodeKind::JsonNull:
            break;
        case NodeKind::JsonObject:
            collect(value);
            break;
        case NodeKind::JsonArray:
            for (Node element : value.children()) {
                if (element.is(NodeKind::JsonObject))
                    collect(element);
                else
                    refuse(element, true);
            }
            break;
        default:
            refuse(value, false);
    }
    return found;
}

struct JsonBody::BlockWalk {
    const BlockHeaderSchema& schema;
    Location type_span;
    std::vector<std::string> labels;
    std::vector<Location> label_spans;
    std::vector<Block>& blocks;
    Diagnostics& diagnostics;
};

void JsonBody::unpack_block(Node value, BlockWalk& walk, std::size_t level) const {
    if (level < walk.schema.label_names.size()) {
        const std::string& label_name = walk.schema.label_names[level];
        std::vector<Property> labelled = properties(value, label_name, walk.diagnostics);
        if (labelled.empty())
            walk.diagnostics.push_back(
                at_file(file_id_, make_diagnostic(DiagCode::JsonMissingLabel, start_of(value).span,
                                                  {walk.schema.type, label_name})));
        for (const Property& property : labelled) {
            walk.labels.push_back(syntax::decode_json_string(property.name_node.text()));
            walk.label_spans.push_back(at(property.name_node.span()));
            unpack_block(property.value, walk, level + 1);
            walk.labels.pop_back();
            walk.label_spans.pop_back();
        }
        return;
    }
    auto add = [&](Node body) {
        walk.blocks.push_back({.type = walk.schema.type,
                               .labels = walk.labels,
                               .body = Body(std::make_shared<JsonBody>(file_, file_id_, body)),
                               .header_span = start_of(value),
                               .type_span = walk.type_span,
                               .label_spans = walk.label_spans,
                               .own_place = start_of(body)});
    };
    switch (value.kind()) {
        case NodeKind::JsonNull:
            break;
        case NodeKind::JsonObject:
            add(value);
            break;
        case NodeKind::JsonArray:
            // Elements of the wrong type are reported when their content is read.
            for (Node element : value.children()) add(element);
            break;
        default:
            walk.diagnostics.push_back(
                at_file(file_id_,
                        make_diagnostic(DiagCode::JsonBlockType, start_of(value).span, {walk.schema.type})));
    }
}

BodyContent JsonBody::take(const BodySchema& schema, HiddenNames& used, Diagnostics& diagnostics) const {
    BodyContent content;
    content.missing_item = missing_item();

    std::unordered_set<std::string_view> wanted_attributes;
    for (const AttributeSchema& a : schema.attributes) wanted_attributes.insert(a.name);
    std::unordered_map<std::string_view, const BlockHeaderSchema*> wanted_blocks;
    for (const BlockHeaderSchema& b : schema.blocks) wanted_blocks[b.type] = &b;
    std::unordered_map<std::string_view, Location> set_at;

    for (const Property& property : properties(value_, {}, diagnostics)) {
        if (hidden_.contains(property.name)) continue;
        if (auto name = wanted_attributes.find(property.name); name != wanted_attributes.end()) {
            Attribute attr = attribute(property);
            auto [it, is_new] = set_at.emplace(*name, attr.span);
            if (!is_new) {
                Diagnostic diagnostic =
                    make_diagnostic(DiagCode::DuplicateArgument, attr.name_span.span, {property.name});
                diagnostic.file = file_id_;
                diagnostic.context = attr.span.span;
                diagnostic.related.push_back({it->second, "first set here"});
                diagnostics.push_back(std::move(diagnostic));
                continue;
            }
            content.attributes.push_back(std::move(attr));
            used.add(property.name);
        } else if (auto block = wanted_blocks.find(property.name); block != wanted_blocks.end()) {
            // A fallback accepts blocks with matching labels.
            Diagnostics ignored;
            BlockWalk walk{*block->second,
                           at(property.name_node.span()),
                           {},
                           {},
                           content.blocks,
                           block->second->any_labels ? ignored : diagnostics};
            unpack_block(property.value, walk, 0);
            used.add(property.name);
        }
    }
    content.index_names();
    for (const AttributeSchema& a : schema.attributes)
        if (a.required && !set_at.contains(a.name))
            diagnostics.push_back(at_file(file_id_, make_diagnostic(DiagCode::MissingRequiredArgument,
                                                                    content.missing_item.span, {a.name})));
    return content;
}

ContentResult JsonBody::content(const BodySchema& schema) const {
    ContentResult result;
    HiddenNames used = hidden_;
    result.content = take(schema, used, result.diagnostics);

    std::vector<std::string_view> candidates;
    for (const AttributeSchema& a : schema.attributes)
        if (!used.contains(a.name)) candidates.push_back(a.name);
    for (const BlockHeaderSchema& b : schema.blocks) candidates.push_back(b.type);

    std::uint64_t suggestions = 0;
    for (const Property& property : properties(value_, {}, result.diagnostics)) {
        if (property.name == "//" || used.contains(property.name)) continue;
        const std::string suggestion =
            ++suggestions <= limits::suggestions ? suggest(property.name, candidates) : std::string();
        std::string advice = did_you_mean(suggestion);
        Span name_span = property.name_node.span();
        Diagnostic diagnostic =
            make_diagnostic(DiagCode::ExtraneousJsonProperty, name_span, {property.name, advice});
        diagnostic.file = file_id_;
        diagnostic.context = cover(name_span, property.value.span());
        if (!suggestion.empty())
            diagnostic.fixes.push_back({.title = "Change to \"" + suggestion + "\"",
                                        .edits = {{file_id_, {name_span, json_string(suggestion)}}},
                                        .preferred = true,
                                        .is_guess = true});
        result.diagnostics.push_back(std::move(diagnostic));
    }
    return result;
}

PartialResult JsonBody::partial_content(const BodySchema& schema) const {
    PartialResult result;
    auto remain = std::make_shared<JsonBody>(*this);
    result.content = take(schema, remain->hidden_, result.diagnostics);
    result.remain = Body(std::move(remain));
    return result;
}

AttributesResult JsonBody::just_attributes() const {
    AttributesResult result;
    if (!value_.is(NodeKind::JsonObject)) {
        result.diagnostics.push_back(
            at_file(file_id_, make_diagnostic(DiagCode::JsonAttributesType, start_of(value_).span)));
        return result;
    }
    std::unordered_map<std::string, Location> set_at;
    for (const Property& property : properties(value_, {}, result.diagnostics)) {
        if (property.name == "//" || hidden_.contains(property.name)) continue;
        Attribute attr = attribute(property);
        auto [it, is_new] = set_at.emplace(property.name, attr.span);
        if (is_new) {
            result.attributes.push_back(std::move(attr));
            continue;
        }
        Diagnostic diagnostic =
            make_diagnostic(DiagCode::DuplicateJsonAttribute, attr.name_span.span, {property.name});
        diagnostic.file = file_id_;
        diagnostic.related.push_back({it->second, "first set here"});
        result.diagnostics.push_back(std::move(diagnostic));
    }
    return result;
}

}  // namespace hcl::decode
