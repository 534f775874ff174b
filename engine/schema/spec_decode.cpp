// Making values of bodies by a spec.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/schema/evaluate.h"
#include "engine/schema/spec.h"
#include "engine/value/convert.h"
#include "engine/value/unify.h"

namespace hcl::schema {

namespace {

// One body being decoded.
struct Level {
    const BodyContent& content;

    // The blocks of one type, in order.
    std::vector<const Block*> blocks(std::string_view type) const {
        std::vector<const Block*> found;
        for (const Block& block : content.blocks)
            if (block.type == type) found.push_back(&block);
        return found;
    }
};

struct Decoder {
    const eval::Scope* scope;
    const eval::EvalOptions& options;
    Diagnostics diagnostics;

    const Rules& rules() const { return *options.rules; }

    void report(Diagnostic diagnostic, Location place) {
        diagnostic.file = place.file;
        diagnostics.push_back(std::move(diagnostic));
    }
    void report(DiagCode code, Location place, std::initializer_list<std::string_view> args) {
        report(make_diagnostic(code, place.span, args), place);
    }
    void take(Diagnostics&& more) {
        diagnostics.insert(diagnostics.end(), std::make_move_iterator(more.begin()),
                           std::make_move_iterator(more.end()));
    }

    // What a spec implies, worked out once and used for every body that it reads.
    struct Implied {
        BodySchema schema;
        Type type;
        std::vector<std::size_t> order;  // Object: the child of each attribute of `type`
    };
    std::unordered_map<const Spec*, Implied> implied{};

    const Implied& implied_by(const Spec& spec) {
        auto [it, is_new] = implied.try_emplace(&spec);
        if (!is_new) return it->second;
        Implied made{.schema = implied_schema(spec, rules()),
                     .type = implied_type(spec, rules()).without_optional(),
                     .order = {}};
        if (spec.kind == Spec::Kind::Object)
            for (const ObjectAttribute& attribute : made.type.attributes())
                for (std::size_t i = 0; i < spec.names.size(); ++i)
                    if (spec.names[i] == attribute.name) made.order.push_back(i);
        return it->second = std::move(made);
    }
    Type type_of(const Spec& spec) { return implied_by(spec).type; }

    Value body(const Body& body, const Spec& spec) {
        options.cancel.poll();
        ContentResult result = body.content(implied_by(spec).schema);
        take(std::move(result.diagnostics));
        return decode(Level{result.content}, spec);
    }

    // Where a complaint about the whole result of a spec points.
    Location place_of(const Body& body, const Spec& spec) {
        PartialResult result = body.partial_content(implied_by(spec).schema);
        return place_of(result.content, spec);
    }
    Location place_of(const BodyContent& content, const Spec& spec) {
        switch (spec.kind) {
            case Spec::Kind::Attr:
                if (const Attribute* attr = content.find(spec.name)) return attr->place();
                return content.missing_item;
            case Spec::Kind::Object:
            case Spec::Kind::Array:
                return content.missing_item;
            case Spec::Kind::Literal:
                return {};
            case Spec::Kind::Default:
            case Spec::Kind::Transform:
                return place_of(content, *spec.children.front());
            case Spec::Kind::BlockAttrs:
                for (const Block& block : content.blocks)
                    if (block.type == spec.name) return block.header_span;
                return content.missing_item;
            default:
                for (const Block& block : content.blocks)
                    if (block.type == spec.name) return place_of(block.body, *spec.children.front());
                return content.missing_item;
        }
    }

    Value object(Level level, const Spec& spec) {
        std::vector<Value> values;
        values.reserve(spec.children.size());
        for (const SpecPtr& child : spec.children) values.push_back(decode(level, *child));
        // Nearly always the values have the types that the spec says, and so has the object.
        const Implied& expected = implied_by(spec);
        auto attributes = expected.type.attributes();
        bool as_expected = expected.order.size() == values.size();
        for (std::size_t i = 0; as_expected && i < attributes.size(); ++i)
            as_expected = values[expected.order[i]].type() == attributes[i].type;
        if (as_expected) {
            std::vector<Value> ordered;
            ordered.reserve(values.size());
            for (std::size_t i : expected.order) ordered.push_back(std::move(values[i]));
            return Value::object(expected.type, std::move(ordered));
        }
        std::vector<std::pair<std::string, Value>> named;
        named.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            named.emplace_back(spec.names[i], std::move(values[i]));
        return Value::object(std::move(named));
    }

    Value decode(Level level, const Spec& spec) {
        switch (spec.kind) {
            case Spec::Kind::Object:
                return object(level, spec);
            case Spec::Kind::Array: {
                std::vector<Value> elements;
                elements.reserve(spec.children.size());
                for (const SpecPtr& child : spec.children) elements.push_back(decode(level, *child));
                return Value::tuple(std::move(elements));
            }
            case Spec::Kind::Attr:
                return attribute(level, spec);
            case Spec::Kind::Literal:
                return spec.literal;
            case Spec::Kind::Block:
                return single_block(level, spec);
            case Spec::Kind::BlockList:
            case Spec::Kind::BlockSet:
                return blocks(level, spec);
            case Spec::Kind::BlockMap:
                return block_map(level, spec);
            case Spec::Kind::BlockAttrs:
                return block_attrs(level, spec);
            case Spec::Kind::Default:
                return first_not_null(level, spec);
            case Spec::Kind::Transform:
                return transform(level, spec);
        }
        return Value::dynamic();
    }

    // The expression's value as `constraint` wants it; an unknown value of the right type when it cannot be
    // had.
    Value convert_attribute(const Attribute& attr, const TypeConstraint& constraint, DiagCode mismatch,
                            std::string_view name) {
        if (eval::decoder_of(constraint.type)) {
            eval::EvalResult decoded = decode_attribute(attr, constraint.type, scope, options);
            take(std::move(decoded.diagnostics));
            return std::move(decoded.value);
        }
        eval::EvalResult result = evaluate_attribute(attr, scope, options);
        take(std::move(result.diagnostics));
        Value value = constraint.defaults ? constraint.defaults->apply(result.value, rules()) : result.value;
        ValueResult converted = convert_value(value, constraint.type, rules());
        if (converted) return std::move(*converted);
        std::string why = path_to_string(converted.error().path());
        why += (why.empty() ? "" : ": ") + converted.error().message();
        Diagnostic diagnostic = make_diagnostic(mismatch, attr.expr.span(), {name, why});
        diagnostic.context = cover(attr.name_span.span, attr.expr.span());
        report(std::move(diagnostic), attr.span);
        return Value::unknown(constraint.type.without_optional());
    }

    Value attribute(Level level, const Spec& spec) {
        const Attribute* attr = level.content.find(spec.name);
        // That a required one is missing was found when the content was read.
        if (!attr) return Value::null(spec.type.type.without_optional());
        return convert_attribute(*attr, spec.type, DiagCode::IncorrectAttributeType, spec.name);
    }

    // The only block of a type: none gives null, a second one is an error.
    const Block* only(Level level, const Spec& spec) {
        std::vector<const Block*> found = level.blocks(spec.name);
        if (found.empty()) {
            if (spec.required) report(DiagCode::MissingBlock, level.content.missing_item, {spec.name});
            return nullptr;
        }
        if (found.size() > 1) {
            Diagnostic diagnostic =
                make_diagnostic(DiagCode::DuplicateBlock, found[1]->header_span.span, {spec.name});
            diagnostic.related.push_back({found[0]->header_span, "the first one is here"});
            report(std::move(diagnostic), found[1]->header_span);
        }
        return found.front();
    }

    Value single_block(Level level, const Spec& spec) {
        const Block* block = only(level, spec);
        if (!block) return Value::null(type_of(*spec.children.front()));
        return body(block->body, *spec.children.front());
    }

    Value blocks(Level level, const Spec& spec) {
        const Spec& nested = *spec.children.front();
        std::vector<Value> elements;
        std::vector<const Block*> sources;
        for (const Block* block : level.blocks(spec.name)) {
            Value value = body(block->body, nested).with_marks(block->body.value_marks());
            // Any number of blocks may come of it: nothing is known of the whole.
            if (block->body.is_unknown()) return Value::unknown(type_of(spec));
            elements.push_back(std::move(value));
            sources.push_back(block);
        }
        check_count(level, spec, sources);
        bool is_set = spec.kind == Spec::Kind::BlockSet;
        if (elements.empty()) {
            Type element = type_of(nested);
            return is_set ? Value::set(element, {}) : Value::list(element, {});
        }
        auto element_type = unify_elements(elements, sources, spec);
        if (!element_type) return Value::dynamic();
        return is_set ? Value::set(*element_type, std::move(elements))
                      : Value::list(*element_type, std::move(elements));
    }

    void check_count(Level level, const Spec& spec, const std::vector<const Block*>& sources) {
        auto count = static_cast<std::int64_t>(sources.size());
        if (count < spec.min_items) {
            report(DiagCode::TooFewBlocks, level.content.missing_item,
                   {spec.name, std::to_string(spec.min_items), std::to_string(count)});
        } else if (spec.max_items > 0 && count > spec.max_items) {
            const Block& surplus = *sources[static_cast<std::size_t>(spec.max_items)];
            Location place =
                rules().decode_as_tool ? place_of(surplus.body, *spec.children.front()) : surplus.header_span;
            report(DiagCode::TooManyBlocks, place,
                   {spec.name, std::to_string(spec.max_items), std::to_string(count)});
        }
    }

    // Blocks that hold attributes of any type may differ; what they make must be of one type all the same.
    std::optional<Type> unify_elements(std::vector<Value>& elements, const std::vector<const Block*>& sources,
                                       const Spec& spec) {
        Type first = elements.front().type();
        if (std::ranges::all_of(elements, [&](const Value& v) { return v.type() == first; })) return first;
        std::vector<Type> types;
        for (const Value& v : elements) types.push_back(v.type());
        auto unified = unify(types, Safety::Unsafe, rules());
        auto fail_at = [&](std::size_t i, std::string_view why) {
            report(DiagCode::InconsistentBlocks, place_of(sources[i]->body, *spec.children.front()),
                   {spec.name, why});
            return std::nullopt;
        };
        if (!unified) return fail_at(0, "no single type fits them all");
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (!unified->needs_conversion[i]) continue;
            ValueResult converted = convert_value(elements[i], unified->type, rules());
            if (!converted) return fail_at(i, converted.error().message());
            elements[i] = std::move(*converted);
        }
        return unified->type;
    }

    Value block_map(Level level, const Spec& spec) {
        const Spec& nested = *spec.children.front();
        std::size_t depth = spec.label_names.size();
        // Keyed by all labels, so that equal ones meet whatever their level.
        std::map<std::vector<std::string>, std::pair<Value, const Block*>> entries;
        for (const Block* block : level.blocks(spec.name)) {
            if (block->body.is_unknown()) return Value::unknown(type_of(spec));
            Value value = body(block->body, nested).with_marks(block->body.value_marks());
            std::vector<std::string> labels(block->labels.begin(),
                                            block->labels.begin() + static_cast<std::ptrdiff_t>(depth));
            auto [it, is_new] = entries.try_emplace(std::move(labels), std::move(value), block);
            if (is_new) continue;
            std::string quoted;
            for (const std::string& label : it->first) quoted += " \"" + label + "\"";
            Diagnostic diagnostic =
                make_diagnostic(DiagCode::DuplicateLabels, block->header_span.span, {spec.name, quoted});
            diagnostic.related.push_back({it->second.second->header_span, "first defined here"});
            report(std::move(diagnostic), block->header_span);
        }
        std::vector<Value> values;
        std::vector<const Block*> sources;
        for (auto& [labels, entry] : entries) {
            values.push_back(entry.first);
            sources.push_back(entry.second);
        }
        Type element = type_of(nested);
        // Without blocks the reference forgets all levels but one.
        if (values.empty() && rules().decode_as_tool) return Value::map(element, {});
        if (!values.empty()) {
            auto unified = unify_elements(values, sources, spec);
            if (!unified) return Value::dynamic();
            element = *unified;
        }
        std::vector<std::pair<const std::vector<std::string>*, Value>> leaves;
        std::size_t i = 0;
        for (auto& [labels, entry] : entries) leaves.emplace_back(&labels, std::move(values[i++]));
        return map_level(leaves, 0, leaves.size(), 0, depth, element);
    }

    // Leaves [begin, end) share their first `level` labels and are sorted by all of them.
    static Value map_level(const std::vector<std::pair<const std::vector<std::string>*, Value>>& leaves,
                           std::size_t begin, std::size_t end, std::size_t level, std::size_t depth,
                           const Type& leaf_type) {
        std::vector<std::pair<std::string, Value>> entries;
        Type element = leaf_type;
        for (std::size_t l = level + 1; l < depth; ++l) element = Type::map(element);
        while (begin < end) {
            const std::string& label = (*leaves[begin].first)[level];
            std::size_t next = begin + 1;
            while (next < end && (*leaves[next].first)[level] == label) ++next;
            Value value = level + 1 == depth ? leaves[begin].second
                                             : map_level(leaves, begin, next, level + 1, depth, leaf_type);
            entries.emplace_back(label, std::move(value));
            begin = next;
        }
        return Value::map(element, std::move(entries));
    }

    Value block_attrs(Level level, const Spec& spec) {
        Type element = spec.type.type.without_optional();
        const Block* block = only(level, spec);
        if (!block) return Value::null(Type::map(element));
        AttributesResult attrs = block->body.just_attributes();
        take(std::move(attrs.diagnostics));
        std::vector<std::pair<std::string, Value>> entries;
        std::vector<Value> values;
        for (const Attribute& attr : attrs.attributes)
            values.push_back(
                convert_attribute(attr, spec.type, DiagCode::InvalidAttributeOfBlock, spec.name));
        if (element.has_dynamic() && !values.empty()) {
            std::vector<const Block*> sources(values.size(), block);
            auto unified = unify_elements_of(values, attrs.attributes, spec);
            if (!unified) return Value::dynamic();
            element = *unified;
        }
        for (std::size_t i = 0; i < values.size(); ++i)
            entries.emplace_back(attrs.attributes[i].name, std::move(values[i]));
        return Value::map(element, std::move(entries));
    }

    // As unify_elements, for the attributes of one block.
    std::optional<Type> unify_elements_of(std::vector<Value>& values,
                                          const std::vector<Attribute>& attributes, const Spec& spec) {
        std::vector<Type> types;
        for (const Value& v : values) types.push_back(v.type());
        auto unified = unify(types, Safety::Unsafe, rules());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Attribute& attr = attributes[i];
            Location place = attr.place();
            if (!unified) {
                report(DiagCode::InconsistentBlocks, place,
                       {spec.name, "no single type fits all of its arguments"});
                return std::nullopt;
            }
            ValueResult converted = convert_value(values[i], unified->type, rules());
            if (!converted) {
                report(DiagCode::InconsistentBlocks, place, {spec.name, converted.error().message()});
                return std::nullopt;
            }
            values[i] = std::move(*converted);
        }
        return unified->type;
    }

    Value first_not_null(Level level, const Spec& spec) {
        Value value;
        for (const SpecPtr& child : spec.children) {
            value = decode(level, *child);
            if (!value.is_null()) break;
        }
        return value;
    }

    Value transform(Level level, const Spec& spec) {
        std::size_t before = diagnostics.size();
        Value nested = decode(level, *spec.children.front());
        bool failed =
            std::any_of(diagnostics.begin() + static_cast<std::ptrdiff_t>(before), diagnostics.end(),
                        [](const Diagnostic& d) { return d.severity == Severity::Error; });
        // What the transform would say of a broken value only hides why it is broken.
        if (failed) return Value::unknown(type_of(spec));
        if (!spec.result) return Value::null();
        auto child = std::make_shared<eval::MapScope>(spec.result_scope);
        child->set("nested", std::move(nested));
        eval::EvalResult result = evaluate_in_file(*spec.result, spec.place.file, child.get(), options);
        take(std::move(result.diagnostics));
        return std::move(result.value);
    }
};

}  // namespace

DecodeResult decode(const Body& body, const Spec& spec, const eval::Scope* scope,
                    const eval::EvalOptions& options) {
    Decoder decoder{.scope = scope, .options = options, .diagnostics = {}, .implied = {}};
    Value value = decoder.body(body, spec);
    return {std::move(value), std::move(decoder.diagnostics)};
}

PartialDecodeResult partial_decode(const Body& body, const Spec& spec, const eval::Scope* scope,
                                   const eval::EvalOptions& options) {
    Decoder decoder{.scope = scope, .options = options, .diagnostics = {}, .implied = {}};
    PartialResult result = body.partial_content(implied_schema(spec, *options.rules));
    decoder.take(std::move(result.diagnostics));
    Value value = decoder.decode(Level{result.content}, spec);
    return {std::move(value), std::move(result.remain), std::move(decoder.diagnostics)};
}

}  // namespace hcl::schema
