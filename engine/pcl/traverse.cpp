#include "engine/pcl/traverse.h"

#include <algorithm>

#include "engine/base/counted.h"
#include "engine/base/suggest.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/unify.h"
#include "engine/value/text.h"

namespace hcl::pcl {

namespace {

StepProblem about_type(DiagCode code, const Type& type) {
    return {code, {type.to_string()}, {}, type};
}

Step problem(DiagCode code, std::vector<std::string> arguments = {}) {
    Step step;
    step.problems.push_back({code, std::move(arguments)});
    return step;
}

Step refused(const Type& type) {
    return {{}, {about_type(DiagCode::PclCannotTraverse, type)}};
}

Step into_object(const Type& object, const StepKey& key) {
    const bool is_null = key.value && key.value->is_null();
    if (is_null || !is_convertible(input_type(Type::string()), key.type))
        return problem(DiagCode::PclObjectProperty);
    if (!key.value) return {Type::union_of(property_types(object)), {}};
    const std::string name = property_name(*key.value);
    if (const Property* property = object.find_property(name)) return {property->type, {}};
    const PropertyNames& known = object.property_names();
    if (const auto twin = known.by_lower.find(to_lower(name)); twin != known.by_lower.end()) {
        Step step = problem(DiagCode::PclPropertyCase, {name, twin->second});
        step.problems[0].meant = twin->second;
        step.type = object.find_property(twin->second)->type;
        return step;
    }
    std::string meant = known.similar.nearest(name);
    Step step = problem(DiagCode::PclUnknownProperty, {name, known.listed, did_you_mean(meant)});
    step.problems[0].meant = std::move(meant);
    return step;
}

Step into_tuple(const Type& tuple, const StepKey& key) {
    auto elements = tuple.elements();
    if (!is_assignable(input_type(Type::number()), key.type)) return problem(DiagCode::PclTupleIndex);
    if (!key.value) return {Type::union_of(std::vector<Type>(elements.begin(), elements.end())), {}};
    const std::optional<std::int64_t> index =
        key.value->is_known_number() ? key.value->as_number().to_int64() : std::nullopt;
    if (!index) return problem(DiagCode::PclTupleIndex);
    if (*index < 0 || static_cast<std::uint64_t>(*index) >= elements.size())
        return problem(DiagCode::PclTupleRange,
                       {std::to_string(elements.size()), counted(elements.size(), "element")});
    return {elements[static_cast<std::size_t>(*index)], {}};
}

Step into_union(const Type& whole, const StepKey& key) {
    std::vector<Type> found;
    std::vector<StepProblem> problems;
    for (const Type& member : whole.members()) {
        if (member.is_none()) {
            found.push_back(member);
            continue;
        }
        Step step = traverse(member, key);
        if (!step.has_errors()) found.push_back(step.type);
        std::ranges::move(step.problems, std::back_inserter(problems));
    }
    // Null alone has no properties.
    if (found.empty() || (found.size() == 1 && found[0].is_none())) {
        problems.push_back(about_type(DiagCode::PclCannotTraverse, whole));
        return {Type(), std::move(problems)};
    }
    return {Type::union_of(std::move(found)), {}};
}

}  // namespace

std::vector<std::string> StepProblem::readable() const {
    std::vector<std::string> out = arguments;
    if (about) out[0] = in_short(*about);
    return out;
}

std::string property_name(const Value& key) {
    if (key.is_known_string()) return std::string(key.as_string());
    if (key.is_known_bool()) return key.as_bool() ? "true" : "false";
    return key.as_number().to_text().value_or("");
}

StepKey StepKey::literal(const Value& value) {
    if (value.is_null()) return {Type::dynamic(), value};
    if (value.is_known_bool()) return {Type::boolean(), value};
    if (value.is_known_number()) return {Type::number(), value};
    return {Type::string(), value};
}

bool Step::has_errors() const {
    return std::ranges::any_of(
        problems, [](const StepProblem& p) { return diag_info(p.code).severity == Severity::Error; });
}

Step traverse(const Type& type, const StepKey& key) {
    switch (type.kind()) {
        case Kind::Dynamic:
        case Kind::Enum:
            return {type, {}};
        case Kind::None: {
            Step step = problem(DiagCode::PclTraverseNone);
            step.type = type;
            return step;
        }
        case Kind::Bool:
        case Kind::Int:
        case Kind::Number:
        case Kind::String:
        case Kind::Id:
        case Kind::Opaque:
        case Kind::Set:
            return refused(type);
        case Kind::List:
            if (is_convertible(input_type(Type::number()), key.type)) return {type.element(), {}};
            return {type.element(), {{DiagCode::PclListIndex, {}}}};
        case Kind::Map:
            if (is_convertible(input_type(Type::string()), key.type)) return {type.element(), {}};
            return {type.element(), {{DiagCode::PclMapKey, {}}}};
        case Kind::Tuple:
            return into_tuple(type, key);
        case Kind::Object:
            return into_object(type, key);
        case Kind::Union:
            return into_union(type, key);
        case Kind::Const:
            return traverse(type.underlying(), key);
        case Kind::Promise: {
            Step step = traverse(type.element(), key);
            step.type = Type::promise(step.type);
            return step;
        }
        case Kind::Output: {
            Step step = traverse(type.element(), key);
            step.type = Type::output(step.type);
            return step;
        }
        case Kind::Reference:
            return traverse(type.resolved(), key);
    }
    return {};
}

Type without_wrappers(const Type& type) {
    Type inner = type.resolved();
    while (true) {
        Type next = inner.is_eventual() ? inner.element() : without_none(inner);
        next = next.resolved();
        if (next == inner) return inner;
        inner = std::move(next);
    }
}

Type rewrapped(const Type& source, const Type& type) {
    // An unknown value may be an output.
    if (source.is_unknown()) return type.is_unknown() ? type : Type::output(type);
    Type result = type;
    for (Type layer = source; layer.is_eventual(); layer = layer.element())
        result = layer.is(Kind::Promise) ? Type::promise(result) : Type::output(result);
    return result;
}

IterationTypes iteration_types(const Type& collection) {
    const Type inner = without_wrappers(collection);
    switch (inner.kind()) {
        case Kind::List:
            return {Type::integer(), inner.element()};
        case Kind::Map:
            return {Type::string(), inner.element()};
        case Kind::Tuple:
            return {Type::integer(), common_types(inner.elements()).safe};
        case Kind::Object:
            return {Type::string(), common_types(property_types(inner)).safe};
        case Kind::Dynamic:
            return {inner, inner};
        default:
            if (may_be_anything(inner)) return {Type::unknown(), Type::unknown()};
            return {Type(), Type(), about_type(DiagCode::PclCannotIterate, inner)};
    }
}

}  // namespace hcl::pcl
