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

void find_wrong_shapes(BoundUnit& unit, Node value, const std::string& type, const std::string& label) {
    const bool is_label = !label.empty();
    auto refuse = [&](Node node, DiagCode code) {
        unit.wrong_shapes.push_back({code, node.span(), type, label});
    };
    if (is_scalar(value)) return refuse(value, is_label ? DiagCode::JsonLabelType : DiagCode::JsonBlockType);
    if (is_label && (value.is(NodeKind::JsonNull) || value.child_count() == 0))
        return refuse(value, DiagCode::JsonMissingLabel);
    if (!value.is(NodeKind::JsonArray)) return;
    for (Node child : value.children())
        if (is_scalar(child))
            refuse(child, is_label ? DiagCode::JsonLabelElementType : DiagCode::JsonBodyElementType);
}

void find_wrong_elements(BoundUnit& unit, Node array) {
    constexpr std::size_t kMostElements = 200;
    for (Node child : array.children()) {
        if (unit.wrong_shapes.size() >= kMostElements) return;
        if (is_scalar(child) || child.is(NodeKind::JsonNull) || child.is(NodeKind::JsonArray))
            unit.wrong_shapes.push_back({DiagCode::JsonBodyElementType, child.span(), "", ""});
    }
}

}  // namespace hcl::bind
