// Several bodies as one. A required attribute can be in any of them, so it is checked after all were read.
#include <unordered_map>

#include "engine/decode/body_sources.h"

namespace hcl::decode {

namespace {

// Adds the attributes of one body, and reports those that an earlier body has set.
void merge_attributes(std::vector<Attribute>& into, std::unordered_map<std::string, Location>& places,
                      std::vector<Attribute>&& more, Diagnostics& diagnostics) {
    for (Attribute& attr : more) {
        auto [it, is_new] = places.emplace(attr.name, attr.name_span);
        if (is_new) {
            into.push_back(std::move(attr));
            continue;
        }
        Diagnostic diagnostic =
            make_diagnostic(DiagCode::DuplicateArgument, attr.name_span.span, {attr.name});
        diagnostic.file = attr.name_span.file;
        diagnostic.related.push_back({it->second, "first set here"});
        diagnostics.push_back(std::move(diagnostic));
    }
}

void merge_content(BodyContent& into, std::unordered_map<std::string, Location>& places, BodyContent&& more,
                   Diagnostics& diagnostics) {
    merge_attributes(into.attributes, places, std::move(more.attributes), diagnostics);
    for (Block& block : more.blocks) into.blocks.push_back(std::move(block));
}

void append(Diagnostics& into, Diagnostics&& more) {
    into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

BodySchema without_required(const BodySchema& schema) {
    BodySchema copy = schema;
    for (AttributeSchema& a : copy.attributes) a.required = false;
    return copy;
}

void check_required(const BodySchema& schema, const BodyContent& content, Diagnostics& diagnostics) {
    for (const AttributeSchema& a : schema.attributes) {
        if (!a.required || content.find(a.name)) continue;
        Diagnostic diagnostic = make_diagnostic(DiagCode::MissingRequiredArgument, {}, {a.name});
        // Any of the files could set it, so there is no position.
        diagnostic.has_place = false;
        diagnostics.push_back(std::move(diagnostic));
    }
}

}  // namespace

Location MergedBody::missing_item() const {
    return bodies_.empty() ? Location{} : bodies_.front().missing_item();
}

ContentResult MergedBody::content(const BodySchema& schema) const {
    ContentResult result;
    BodySchema optional = without_required(schema);
    std::unordered_map<std::string, Location> places;
    for (const Body& body : bodies_) {
        ContentResult part = body.source().content(optional);
        append(result.diagnostics, std::move(part.diagnostics));
        merge_content(result.content, places, std::move(part.content), result.diagnostics);
    }
    result.content.index_names();
    check_required(schema, result.content, result.diagnostics);
    return result;
}

PartialResult MergedBody::partial_content(const BodySchema& schema) const {
    PartialResult result;
    BodySchema optional = without_required(schema);
    std::unordered_map<std::string, Location> places;
    std::vector<Body> remains;
    for (const Body& body : bodies_) {
        PartialResult part = body.source().partial_content(optional);
        append(result.diagnostics, std::move(part.diagnostics));
        merge_content(result.content, places, std::move(part.content), result.diagnostics);
        remains.push_back(std::move(part.remain));
    }
    result.content.index_names();
    check_required(schema, result.content, result.diagnostics);
    result.remain = Body(std::make_shared<MergedBody>(std::move(remains)));
    return result;
}

AttributesResult MergedBody::just_attributes() const {
    AttributesResult result;
    std::unordered_map<std::string, Location> places;
    for (const Body& body : bodies_) {
        AttributesResult part = body.just_attributes();
        append(result.diagnostics, std::move(part.diagnostics));
        merge_attributes(result.attributes, places, std::move(part.attributes), result.diagnostics);
    }
    return result;
}

}  // namespace hcl::decode
