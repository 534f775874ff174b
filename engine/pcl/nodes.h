// The nodes behind pcl::Type. Private to this room's type*.cpp and eventuals.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/once.h"
#include "engine/pcl/type.h"

namespace hcl::pcl {

namespace internal {

// List, set, map, promise, output.
struct WrapNode : TypeNode {
    WrapNode(const TypeNode& head, const Type& e) : TypeNode(head), element(e) {}
    Type element;
};
struct TupleNode : TypeNode {
    TupleNode(const TypeNode& head, std::span<const Type> e) : TypeNode(head), elements(e.begin(), e.end()) {}
    std::vector<Type> elements;
};
struct UnionNode : TypeNode {
    UnionNode(const TypeNode& head, std::vector<Type> m, std::string_view a)
        : TypeNode(head), members(std::move(m)), annotation(a) {}
    std::vector<Type> members;
    std::string annotation;
};
struct ObjectNode : TypeNode {
    ObjectNode(const TypeNode& head, std::vector<Property> p, std::string_view a)
        : TypeNode(head), properties(std::move(p)), annotation(a) {}
    std::vector<Property> properties;
    std::string annotation;
    Once<PropertyNames> names{};
};
struct OpaqueNode : TypeNode {
    OpaqueNode(const TypeNode& head, std::string_view n) : TypeNode(head), name(n) {}
    std::string name;
};
struct EnumNode : TypeNode {
    EnumNode(const TypeNode& head, std::string_view t, const Type& u, std::vector<Value> v)
        : TypeNode(head), token(t), underlying(u), values(std::move(v)) {}
    std::string token;
    Type underlying;
    std::vector<Value> values;
};
struct ConstNode : TypeNode {
    ConstNode(const TypeNode& head, const Type& u, const Value& v)
        : TypeNode(head), underlying(u), value(v) {}
    Type underlying;
    Value value;
};
struct ReferenceNode : TypeNode {
    ReferenceNode(const TypeNode& head, std::weak_ptr<const TypeSource> s, std::string_view t, bool o, char d)
        : TypeNode(head), source(std::move(s)), token(t), has_outputs(o), step(d) {}
    std::weak_ptr<const TypeSource> source;
    std::string token;
    bool has_outputs;  // whether the source's type contains outputs
    // Applied to the type that the source returns: nothing (0), input types of its
    // parts ('I'), or outputs removed ('O').
    char step;
};

}  // namespace internal

// 0, 'I' or 'O', as in ReferenceNode.
char reference_step(const Type& type);
// For a reference: a reference to the same type with `step` applied (see ReferenceNode).
Type derived_reference(const Type& type, char step);
// The type with input_type applied to its parts, without the output of the type itself.
Type input_parts(const Type& type);
bool equal_constants(const Value& a, const Value& b);

}  // namespace hcl::pcl
