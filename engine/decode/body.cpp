#include "engine/decode/body.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/decode/body_sources.h"

namespace hcl::decode {

const AttributeSchema* BodySchema::find_attribute(std::string_view name) const {
    for (const AttributeSchema& a : attributes)
        if (a.name == name) return &a;
    return nullptr;
}

const BlockHeaderSchema* BodySchema::find_block(std::string_view type) const {
    // The last one wins, as for all block types that occur twice in a schema.
    for (auto it = blocks.rbegin(); it != blocks.rend(); ++it)
        if (it->type == type) return &*it;
    return nullptr;
}

std::vector<std::string> conflicting_names(const BodySchema& schema) {
    std::unordered_set<std::string_view> attributes;
    std::vector<std::string> conflicts;
    for (const AttributeSchema& a : schema.attributes)
        if (!attributes.insert(a.name).second) conflicts.push_back(a.name);
    // A block type can occur several times, with the same labels.
    std::unordered_map<std::string_view, std::size_t> labels;
    for (const BlockHeaderSchema& b : schema.blocks) {
        auto [it, is_new] = labels.emplace(b.type, b.label_names.size());
        if (attributes.contains(b.type) || it->second != b.label_names.size()) conflicts.push_back(b.type);
    }
    std::ranges::sort(conflicts);
    conflicts.erase(std::unique(conflicts.begin(), conflicts.end()), conflicts.end());
    return conflicts;
}

const Attribute* BodyContent::find(std::string_view name) const {
    if (by_name_.size() == attributes.size() && !attributes.empty()) {
        auto it = std::ranges::lower_bound(
            by_name_, name, {}, [&](std::uint32_t i) -> std::string_view { return attributes[i].name; });
        return it != by_name_.end() && attributes[*it].name == name ? &attributes[*it] : nullptr;
    }
    for (const Attribute& a : attributes)
        if (a.name == name) return &a;
    return nullptr;
}

void BodyContent::index_names() {
    constexpr std::size_t kFew = 12;
    by_name_.clear();
    if (attributes.size() <= kFew) return;
    by_name_.resize(attributes.size());
    for (std::size_t i = 0; i < by_name_.size(); ++i) by_name_[i] = static_cast<std::uint32_t>(i);
    std::ranges::stable_sort(by_name_, {},
                             [&](std::uint32_t i) -> std::string_view { return attributes[i].name; });
}

Body::Body() : source_(std::make_shared<MergedBody>(std::vector<Body>{})) {}

namespace {

// Finds conflicts between few names without allocation.
bool has_conflicts(const BodySchema& schema) {
    constexpr std::size_t kFew = 24;
    if (schema.attributes.size() + schema.blocks.size() > kFew) return !conflicting_names(schema).empty();
    for (std::size_t i = 0; i < schema.attributes.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (schema.attributes[i].name == schema.attributes[k].name) return true;
    for (std::size_t i = 0; i < schema.blocks.size(); ++i) {
        const BlockHeaderSchema& block = schema.blocks[i];
        if (schema.find_attribute(block.type)) return true;
        for (std::size_t k = 0; k < i; ++k)
            if (schema.blocks[k].type == block.type &&
                schema.blocks[k].label_names.size() != block.label_names.size())
                return true;
    }
    return false;
}

// Reported before the body's own findings. The schema is part of a program, so there is no position.
void report_conflicts(const BodySchema& schema, FileId file, Diagnostics& diagnostics) {
    if (schema.may_repeat || !has_conflicts(schema)) return;
    Diagnostics found;
    for (const std::string& name : conflicting_names(schema)) {
        Diagnostic& d = add_diagnostic(found, DiagCode::ConflictingSchemaNames, {}, {name});
        d.file = file;
        d.has_place = false;
    }
    diagnostics.insert(diagnostics.begin(), found.begin(), found.end());
}

}  // namespace

ContentResult Body::content(const BodySchema& schema) const {
    ContentResult result = source_->content(schema);
    report_conflicts(schema, missing_item().file, result.diagnostics);
    return result;
}
PartialResult Body::partial_content(const BodySchema& schema) const {
    PartialResult result = source_->partial_content(schema);
    report_conflicts(schema, missing_item().file, result.diagnostics);
    return result;
}
AttributesResult Body::just_attributes() const {
    return source_->just_attributes();
}
Location Body::missing_item() const {
    return source_->missing_item();
}
bool Body::is_unknown() const {
    return source_->is_unknown();
}
Marks Body::value_marks() const {
    return source_->value_marks();
}

Body merge_bodies(std::vector<Body> bodies) {
    if (bodies.size() == 1) return std::move(bodies.front());
    return Body(std::make_shared<MergedBody>(std::move(bodies)));
}

}  // namespace hcl::decode
