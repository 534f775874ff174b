#include "engine/bind/json_shapes.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

namespace {

bool is_scalar(Node value) {
    return value &&
           (value.is(NodeKind::JsonString) || value.is(NodeKind::JsonNumber) || value.is(NodeKind::JsonBool));
}

}  // namespace

bool holds_objects(Node value) {
    if (!value.is(NodeKind::JsonArray)) return value.is(NodeKind::JsonObject);
    for (Node child : value.children())
        if (child.is(NodeKind::JsonObject)) return true;
    return false;
}

void find_wrong_element(BoundUnit& unit, Node element, const std::string& type, const std::string& label) {
    if (!is_scalar(element)) return;
    const DiagCode code = label.empty() ? DiagCode::JsonBodyElementType : DiagCode::JsonLabelElementType;
    unit.wrong_shapes.push_back({code, element.span(), type, label});
}

void find_wrong_shapes(BoundUnit& unit, Node value, const std::string& type, const std::string& label) {
    const bool is_label = !label.empty();
    auto refuse = [&](Node node, DiagCode code) {
        unit.wrong_shapes.push_back({code, node.span(), type, label});
    };
    if (is_scalar(value)) return refuse(value, is_label ? DiagCode::JsonLabelType : DiagCode::JsonBlockType);
    if (is_label && (value.is(NodeKind::JsonNull) || value.child_count() == 0))
        return refuse(value, DiagCode::JsonMissingLabel);
    if (!value.is(NodeKind::JsonArray)) return;
    for (Node child : value.children()) find_wrong_element(unit, child, type, label);
}

void find_wrong_object(BoundUnit& unit, Node element) {
    if (is_scalar(element) || element.is(NodeKind::JsonNull) || element.is(NodeKind::JsonArray))
        unit.wrong_shapes.push_back({DiagCode::JsonBodyElementType, element.span(), "", ""});
}

void find_wrong_elements(BoundUnit& unit, Node array) {
    constexpr std::size_t kMostElements = 200;
    for (Node child : array.children()) {
        if (unit.wrong_shapes.size() >= kMostElements) return;
        find_wrong_object(unit, child);
    }
}

}  // namespace hcl::bind
