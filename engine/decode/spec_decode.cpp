// Decodes bodies into values with a spec.
#include <algorithm>
#include <set>

#include "engine/base/counted.h"
#include "engine/decode/body_sources.h"
#include "engine/decode/evaluate.h"
#include "engine/decode/label_order.h"
#include "engine/decode/levels.h"
#include "engine/decode/plain_literal.h"
#include "engine/decode/spec.h"
#include "engine/decode/spec_plan.h"
#include "engine/eval/analysis/literal_part.h"
#include "engine/value/alternatives.h"
#include "engine/value/convert.h"
#include "engine/value/mismatch.h"
#include "engine/value/unify.h"

namespace hcl::decode {

namespace {

// From this number of blocks of one type on, they can be decoded in parallel.
constexpr std::size_t kParallelFrom = 256;

// State shared by all parts of one decoding.
struct Task {
    const Rules& rules;
    const eval::Scope* scope;
    const eval::EvalOptions& options;
    const ParallelFor* parallel;
};

bool has_type(const Value& value, const Type& type) {
    return type.is_primitive() ? value.kind() == type.kind() : value.type() == type;
}

struct Decoder {
    const Task& task;
    bool may_spread = true;  // false inside a parallel part
    Diagnostics diagnostics{};
    FrameStack frames{};

    const Rules& rules() const { return task.rules; }

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

    // ---- Bodies

    Value body(const Body& body, const BodyPlan& plan) {
        task.options.cancel.poll();
        if (const NativeTree* tree = body.source().native_tree()) {
            FrameStack::Mark mark = frames.mark();
            TreeLevel level(tree->file, tree->file_id);
            bool is_read = level.read(*tree, plan, frames);
            Value value = is_read ? decode(level, *plan.root) : Value();
            frames.release(mark);
            if (is_read) return value;
        }
        return content_of(body, plan);
    }
    Value content_of(const Body& body, const BodyPlan& plan) {
        ContentResult result = body.content(plan.schema);
        take(std::move(result.diagnostics));
        return decode(ContentLevel(result.content, plan), *plan.root);
    }

    Value nested(const TreeLevel& outer, const TreeBlock* block, const BodyPlan& plan) {
        task.options.cancel.poll();
        FrameStack::Mark mark = frames.mark();
        TreeLevel level(outer.file(), outer.file_id());
        bool is_read = level.read(*block, plan, frames);
        Value value = is_read ? decode(level, *plan.root) : Value();
        frames.release(mark);
        if (is_read) return value;
        Body body = outer.body_of(block);
        return block->item.split ? this->body(body, plan) : content_of(body, plan);
    }
    Value nested(const ContentLevel&, const Block* block, const BodyPlan& plan) {
        Value value = body(block->body, plan);
        Marks marks = block->body.value_marks();
        return marks.empty() ? value : value.with_marks(marks);
    }

    // The position of findings about the whole result of a spec.
    Location place_of(const Body& body, const BodyPlan& plan) {
        PartialResult result = body.partial_content(plan.schema);
        return place_of(result.content, *plan.root);
    }
    Location place_of(const BodyContent& content, const SpecNode& node) {
        const Spec& spec = *node.spec;
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
                return place_of(content, *node.children.front());
            case Spec::Kind::BlockAttrs:
                for (const Block& block : content.blocks)
                    if (block.type == spec.name) return block.header_span;
                return content.missing_item;
            default:
                for (const Block& block : content.blocks)
                    if (block.type == spec.name) return place_of(block.body, *node.nested);
                return content.missing_item;
        }
    }

    // ---- Specs

    template <typename Level>
    Value decode(const Level& level, const SpecNode& node) {
        const Spec& spec = *node.spec;
        switch (spec.kind) {
            case Spec::Kind::Object:
                return object(level, node);
            case Spec::Kind::Array: {
                std::vector<Value> elements;
                elements.reserve(node.children.size());
                for (const SpecNode* child : node.children) elements.push_back(decode(level, *child));
                return Value::tuple(std::move(elements));
            }
            case Spec::Kind::Attr:
                return attribute(level, node);
            case Spec::Kind::Literal:
                return spec.literal;
            case Spec::Kind::Block: {
                auto block = only(level, node);
                return block ? nested(level, block, *node.nested) : Value::null(node.type);
            }
            case Spec::Kind::BlockList:
            case Spec::Kind::BlockSet:
                return blocks(level, node);
            case Spec::Kind::BlockMap:
                return block_map(level, node);
            case Spec::Kind::BlockAttrs:
                return block_attrs(level, node);
            case Spec::Kind::Default:
                return first_not_null(level, node);
            case Spec::Kind::Transform:
                return transform(level, node);
        }
        return Value::dynamic();
    }

    template <typename Level>
    Value object(const Level& level, const SpecNode& node) {
        const Spec& spec = *node.spec;
        // In spec order, which is the order of findings.
        std::vector<Value> values(node.children.size());
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = decode(level, *node.children[i]);
        // Usually the values have exactly the types of the spec, and so does the object.
        auto attributes = node.type.attributes();
        bool as_expected = node.order.size() == values.size();
        for (std::size_t i = 0; as_expected && i < attributes.size(); ++i) {
            const Type& type = attributes[i].type;
            as_expected = type.has_dynamic() ? type.is_dynamic() : has_type(values[node.order[i]], type);
        }
        if (as_expected) {
            if (std::ranges::is_sorted(node.order)) return Value::object(node.type, std::move(values));
            std::vector<Value> ordered;
            ordered.reserve(values.size());
            for (std::size_t i : node.order) ordered.push_back(std::move(values[i]));
            return Value::object(node.type, std::move(ordered));
        }
        std::vector<std::pair<std::string, Value>> named;
        named.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            named.emplace_back(spec.names[i], std::move(values[i]));
        return Value::object(std::move(named));
    }

    // ---- Attributes

    Value attribute(const TreeLevel& level, const SpecNode& node) {
        const TypeConstraint& constraint = node.spec->type;
        syntax::Node attr = level.attribute(node);
        // A missing required attribute was reported when the body was read.
        if (!attr) return Value::null(node.type);
        Value value;
        syntax::Node expr = attr.child(1);
        const bool is_choice = !node.spec->alternatives.empty();
        if (!is_choice && !constraint.defaults && plain_literal(expr, constraint.type, value)) return value;
        if (eval::decoder_of(constraint.type) || task.options.warn_about_numbers || node.needs_value)
            return needed(level.attribute_of(attr), node);
        std::size_t before = diagnostics.size();
        eval::Budget budget(task.options.limits, task.options.cancel);
        value = eval::evaluate(expr, task.scope, rules(), budget, level.file(), diagnostics,
                               eval::checks_everything(task.options));
        for (std::size_t i = before; i < diagnostics.size(); ++i)
            if (!diagnostics[i].file.is_valid()) diagnostics[i].file = level.file_id();
        return convert(std::move(value), *node.spec, DiagCode::IncorrectAttributeType, node.spec->name,
                       [&] { return level.attribute_of(attr); });
    }
    Value attribute(const ContentLevel& level, const SpecNode& node) {
        const Attribute* attr = level.attribute(node);
        return attr ? needed(*attr, node) : Value::null(node.type);
    }
    Value needed(const Attribute& attr, const SpecNode& node) {
        Value value = convert_attribute(attr, *node.spec, DiagCode::IncorrectAttributeType, node.spec->name);
        if (node.needs_value && value.is_null()) {
            Diagnostic diagnostic =
                make_diagnostic(DiagCode::MissingRequiredArgument, attr.expr.span(), {node.spec->name});
            diagnostic.message = "The argument \"" + node.spec->name +
                                 "\" is required here, and null is not a value. Give it one.";
            report(std::move(diagnostic), attr.span);
        }
        return value;
    }

    // Converts the expression's value to the type of the spec; on failure,
    // an unknown value of the right type.
    Value convert_attribute(const Attribute& attr, const Spec& spec, DiagCode mismatch,
                            std::string_view name) {
        if (eval::decoder_of(spec.type.type)) {
            eval::EvalResult decoded = decode_attribute(attr, spec.type.type, task.scope, task.options);
            take(std::move(decoded.diagnostics));
            return std::move(decoded.value);
        }
        eval::EvalResult result = evaluate_attribute(attr, task.scope, task.options);
        take(std::move(result.diagnostics));
        return convert(std::move(result.value), spec, mismatch, name, [&] { return attr; });
    }

    template <typename AttributeOf>
    Value convert(Value value, const Spec& spec, DiagCode mismatch, std::string_view name,
                  AttributeOf attribute_of) {
        const TypeConstraint& constraint = spec.type;
        if (constraint.defaults) value = constraint.defaults->apply(value, rules());
        ValueResult converted = spec.alternatives.empty()
                                    ? convert_value(value, constraint.type, rules())
                                    : convert_to_one_of(value, spec.alternatives, rules());
        if (converted) return std::move(*converted);
        const Attribute attr = attribute_of();
        const bool is_tool = rules().decode_as_tool;
        const ValueError error =
            is_tool ? converted.error()
                    : at_innermost_part(converted.error(), value.type(), constraint.type, rules());
        std::string why = path_to_string(error.path());
        why += (why.empty() ? "" : ": ") + error.message();
        const Span place = is_tool || !attr.expr.is_node()
                               ? attr.expr.span()
                               : eval::literal_part(attr.expr.node(), error.path()).span();
        Diagnostic diagnostic = make_diagnostic(mismatch, place, {name, why});
        diagnostic.context = cover(attr.name_span.span, attr.expr.span());
        report(std::move(diagnostic), attr.span);
        return Value::unknown(constraint.type.without_optional());
    }

    // ---- Blocks

    template <typename Level>
    Location place_of_block(const Level& level, typename Level::Handle block) const {
        return rules().decode_as_tool ? level.header_span(block) : level.own_place(block);
    }

    // The only block of a type: null if there is none, a second one is an error.
    template <typename Level>
    typename Level::Handle only(const Level& level, const SpecNode& node) {
        const Spec& spec = *node.spec;
        auto found = level.first(node);
        if (!found) {
            if (spec.required && node.imposes)
                report(DiagCode::MissingBlock, level.missing_item(), {spec.name});
            return found;
        }
        if (auto second = level.next(node, found)) {
            Location place = place_of_block(level, second);
            Diagnostic diagnostic = make_diagnostic(DiagCode::DuplicateBlock, place.span, {spec.name});
            diagnostic.related.push_back({place_of_block(level, found), "the first one is here"});
            // A fallback forbids nothing, but an ignored block deserves a warning.
            if (!node.imposes) diagnostic.severity = Severity::Warning;
            report(std::move(diagnostic), place);
        }
        return found;
    }

    template <typename Level>
    std::vector<typename Level::Handle> handles_of(const Level& level, const SpecNode& node) {
        std::vector<typename Level::Handle> handles;
        handles.reserve(level.count(node));
        for (auto block = level.first(node); block; block = level.next(node, block)) handles.push_back(block);
        return handles;
    }

    // The values of blocks, in order; large numbers of them in parallel.
    template <typename Level>
    std::vector<Value> values_of(const Level& level, const SpecNode& node,
                                 std::span<const typename Level::Handle> handles) {
        std::vector<Value> values(handles.size());
        if (!may_spread || !task.parallel || handles.size() < kParallelFrom) {
            for (std::size_t i = 0; i < handles.size(); ++i)
                values[i] = nested(level, handles[i], *node.nested);
            return values;
        }
        // More parts than threads, for a balanced load.
        std::size_t parts = std::min<std::size_t>(16, handles.size() / (kParallelFrom / 4));
        std::vector<Diagnostics> found(parts);
        (*task.parallel)(parts, [&](std::size_t part) {
            Decoder decoder{.task = task, .may_spread = false};
            std::size_t begin = handles.size() * part / parts;
            std::size_t end = handles.size() * (part + 1) / parts;
            for (std::size_t i = begin; i < end; ++i)
                values[i] = decoder.nested(level, handles[i], *node.nested);
            found[part] = std::move(decoder.diagnostics);
        });
        for (Diagnostics& part : found) take(std::move(part));
        return values;
    }

    template <typename Level>
    Value blocks(const Level& level, const SpecNode& node) {
        std::vector<typename Level::Handle> handles = handles_of(level, node);
        auto unknown = std::ranges::find_if(handles, [&](auto block) { return level.is_unknown(block); });
        if (unknown != handles.end()) {
            // It may generate any number of blocks, so the rest is unknown.
            values_of(level, node, {handles.begin(), unknown + 1});
            return Value::unknown(node.type);
        }
        std::vector<Value> elements = values_of(level, node, handles);
        check_count(level, node, handles);
        bool is_set = node.spec->kind == Spec::Kind::BlockSet;
        Type element = node.nested->root->type;
        if (!elements.empty()) {
            switch (unify_blocks(level, node, elements, handles, element)) {
                case Unity::Failed:
                    return Value::dynamic();
                case Unity::None:
                    return Value::tuple(is_set ? distinct(std::move(elements)) : std::move(elements));
                case Unity::Found:
                    break;
            }
        }
        return is_set ? Value::set(element, std::move(elements)) : Value::list(element, std::move(elements));
    }

    // Removes duplicates, keeping the first.
    static std::vector<Value> distinct(std::vector<Value> values) {
        std::vector<Value> kept;
        auto before = [](const Value& a, const Value& b) { return Value::compare(a, b) < 0; };
        std::set<Value, decltype(before)> seen(before);
        for (Value& value : values)
            if (!value.is_wholly_known() || seen.insert(value).second) kept.push_back(std::move(value));
        return kept;
    }

    template <typename Level, typename Handles>
    void check_count(const Level& level, const SpecNode& node, const Handles& handles) {
        const Spec& spec = *node.spec;
        if (!node.imposes) return;
        auto count = static_cast<std::int64_t>(handles.size());
        if (count < spec.min_items) {
            report(DiagCode::TooFewBlocks, level.missing_item(),
                   {spec.name, std::to_string(spec.min_items), std::to_string(count)});
            std::string& message = diagnostics.back().message;
            use_singular(message, "least 1 \"" + spec.name + "\" blocks are",
                         "least 1 \"" + spec.name + "\" block is");
            use_singular(message, "there are 1.", "there is 1.");
        } else if (spec.max_items > 0 && count > spec.max_items) {
            auto surplus = handles[static_cast<std::size_t>(spec.max_items)];
            Location place = rules().decode_as_tool ? place_of(level.body_of(surplus), *node.nested)
                                                    : level.own_place(surplus);
            report(DiagCode::TooManyBlocks, place,
                   {spec.name, std::to_string(spec.max_items), std::to_string(count)});
            use_singular(diagnostics.back().message, "most 1 \"" + spec.name + "\" blocks are",
                         "most 1 \"" + spec.name + "\" block is");
        }
    }

    // Whether values have one type.
    enum class Unity : std::uint8_t {
        Found,   // they have `type`, or were converted to it
        None,    // they do not, and need not: attributes of type any can differ
        Failed,  // reported
    };

    template <typename Level>
    Unity unify_blocks(const Level& level, const SpecNode& node, std::vector<Value>& elements,
                       std::span<const typename Level::Handle> handles, Type& type) {
        return unify_elements(
            elements, node, "no single type fits them all",
            [&](std::size_t i) { return place_of(level.body_of(handles[i]), *node.nested); }, type);
    }

    // By the specification, a value of type any stays unchanged. The reference builds a list or map,
    // so its values must have one type.
    template <typename PlaceOf>
    Unity unify_elements(std::vector<Value>& elements, const SpecNode& node, std::string_view no_type,
                         PlaceOf place_of_element, Type& type) {
        type = elements.front().type();
        if (std::ranges::all_of(elements, [&](const Value& v) { return has_type(v, type); }))
            return Unity::Found;
        std::vector<Type> types;
        types.reserve(elements.size());
        for (const Value& v : elements) types.push_back(v.type());
        auto unified = unify(types, Safety::Unsafe, rules());
        const bool may_differ = !rules().decode_as_tool;
        // Only untyped values, such as null, get the type of the other values.
        if (may_differ &&
            !(unified && std::ranges::all_of(types, [&](const Type& t) { return unified->type.matches(t); })))
            return Unity::None;
        auto fail_at = [&](std::size_t i, std::string_view why) {
            report(DiagCode::InconsistentBlocks, place_of_element(i), {node.spec->name, why});
            return Unity::Failed;
        };
        if (!unified) return fail_at(0, no_type);
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (!unified->needs_conversion[i]) continue;
            ValueResult converted = convert_value(elements[i], unified->type, rules());
            if (!converted) return fail_at(i, converted.error().message());
            elements[i] = std::move(*converted);
        }
        // A dynamic part in one element may have a type in another, and then there is no common type.
        for (const Value& v : elements)
            if (v.kind() != TypeKind::Dynamic && !has_type(v, unified->type))
                return may_differ ? Unity::None : Unity::Failed;
        type = unified->type;
        return Unity::Found;
    }

    template <typename Level>
    Value block_map(const Level& level, const SpecNode& node) {
        std::vector<typename Level::Handle> handles = handles_of(level, node);
        auto unknown = std::ranges::find_if(handles, [&](auto block) { return level.is_unknown(block); });
        if (unknown != handles.end()) {
            values_of(level, node, {handles.begin(), unknown});
            return Value::unknown(node.type);
        }
        if (!node.imposes) drop_unlabelled(level, node, handles);
        std::vector<Value> values = values_of(level, node, handles);

        LabelOrder entries(node.spec->label_names.size());
        entries.reserve(handles.size());
        for (auto block : handles)
            for (std::size_t i = 0; i < entries.depth; ++i)
                entries.add(rules().decode_as_tool ? std::string(level.label(block, i))
                                                   : normalised(level.label(block, i)));
        entries.sort();
        drop_repeats(level, node, handles, entries);

        Type element = node.nested->root->type;
        // Without blocks, the reference drops all levels except one.
        if (values.empty() && rules().decode_as_tool) return Value::map(element, {});
        std::vector<Value> sorted;
        std::vector<typename Level::Handle> sources;
        sorted.reserve(entries.order.size());
        sources.reserve(entries.order.size());
        for (std::size_t block : entries.order) {
            sorted.push_back(std::move(values[block]));
            sources.push_back(handles[block]);
        }
        if (!sorted.empty()) {
            switch (unify_blocks(level, node, sorted, sources, element)) {
                case Unity::Failed:
                    return Value::dynamic();
                case Unity::None:
                    return map_level(entries, sorted, 0, sorted.size(), 0, std::nullopt);
                case Unity::Found:
                    break;
            }
        }
        return map_level(entries, sorted, 0, sorted.size(), 0, element);
    }

    // Keeps the first block of each label combination and reports the others in source order.
    template <typename Level>
    void drop_repeats(const Level& level, const SpecNode& node,
                      const std::vector<typename Level::Handle>& handles, LabelOrder& entries) {
        std::vector<std::pair<std::size_t, std::size_t>> repeats;  // the block, and the first of its labels
        std::vector<std::size_t> kept;
        kept.reserve(entries.order.size());
        for (std::size_t block : entries.order) {
            if (!kept.empty() && entries.compare(kept.back(), block) == 0)
                repeats.emplace_back(block, kept.back());
            else
                kept.push_back(block);
        }
        std::ranges::sort(repeats);
        for (auto [block, first] : repeats) {
            std::string quoted;
            for (std::size_t i = 0; i < entries.depth; ++i) quoted += " \"" + entries.label(block, i) + "\"";
            Location place = place_of_block(level, handles[block]);
            Diagnostic diagnostic =
                make_diagnostic(DiagCode::DuplicateLabels, place.span, {node.spec->name, quoted});
            diagnostic.related.push_back({place_of_block(level, handles[first]), "first defined here"});
            report(std::move(diagnostic), place);
        }
        entries.order = std::move(kept);
    }

    // A fallback accepts blocks with any labels while another spec provides the value. When it is used, a
    // block with another number of labels has no position in the map.
    template <typename Level>
    void drop_unlabelled(const Level& level, const SpecNode& node,
                         std::vector<typename Level::Handle>& handles) {
        const std::vector<std::string>& names = node.spec->label_names;
        std::erase_if(handles, [&](auto block) {
            const std::size_t count = level.label_count(block);
            if (count == names.size()) return false;
            const std::string wanted = counted(names.size(), "label");
            std::string all;
            for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
            if (count < names.size())
                report(DiagCode::MissingLabel, level.header_span(block),
                       {names[count], node.spec->name, wanted, all});
            else
                report(DiagCode::ExtraneousLabel, level.header_span(block), {node.spec->name, wanted, all});
            return true;
        });
    }

    // The sorted entries [begin, end) share their first `level` labels. Builds objects instead of maps
    // if the values have no common type.
    static Value map_level(const LabelOrder& all, std::vector<Value>& values, std::size_t begin,
                           std::size_t end, std::size_t level, const std::optional<Type>& leaf_type) {
        std::vector<std::pair<std::string, Value>> entries;
        entries.reserve(level + 1 == all.depth ? end - begin : 0);
        while (begin < end) {
            const std::string& label = all.label(all.order[begin], level);
            std::size_t next = begin + 1;
            while (next < end && all.label(all.order[next], level) == label) ++next;
            entries.emplace_back(label, level + 1 == all.depth
                                            ? std::move(values[begin])
                                            : map_level(all, values, begin, next, level + 1, leaf_type));
            begin = next;
        }
        if (!leaf_type) return Value::object(std::move(entries));
        Type element = *leaf_type;
        for (std::size_t l = level + 1; l < all.depth; ++l) element = Type::map(element);
        return Value::map(element, std::move(entries));
    }

    template <typename Level>
    Value block_attrs(const Level& level, const SpecNode& node) {
        const Spec& spec = *node.spec;
        Type element = spec.type.type.without_optional();
        auto block = only(level, node);
        if (!block) return Value::null(Type::map(element));
        AttributesResult attrs = level.body_of(block).just_attributes();
        take(std::move(attrs.diagnostics));
        std::vector<Value> values;
        values.reserve(attrs.attributes.size());
        for (const Attribute& attr : attrs.attributes)
            values.push_back(convert_attribute(attr, spec, DiagCode::InvalidAttributeOfBlock, spec.name));
        Unity unity = Unity::Found;
        if (element.has_dynamic() && !values.empty())
            unity = unify_elements(
                values, node, "no single type fits all of its arguments",
                [&](std::size_t i) { return attrs.attributes[i].place(); }, element);
        if (unity == Unity::Failed) return Value::dynamic();
        std::vector<std::pair<std::string, Value>> entries;
        entries.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            entries.emplace_back(attrs.attributes[i].name, std::move(values[i]));
        if (unity == Unity::None) return Value::object(std::move(entries));
        return Value::map(element, std::move(entries));
    }

    // ---- Choices

    template <typename Level>
    Value first_not_null(const Level& level, const SpecNode& node) {
        Value value;
        for (const SpecNode* child : node.children) {
            value = decode(level, *child);
            if (!value.is_null()) break;
        }
        return value;
    }

    template <typename Level>
    Value transform(const Level& level, const SpecNode& node) {
        const Spec& spec = *node.spec;
        std::size_t before = diagnostics.size();
        Value nested = decode(level, *node.children.front());
        bool failed =
            std::any_of(diagnostics.begin() + static_cast<std::ptrdiff_t>(before), diagnostics.end(),
                        [](const Diagnostic& d) { return d.severity == Severity::Error; });
        // Errors of the transform on an invalid value would hide the cause.
        if (failed) return Value::unknown(node.type);
        if (!spec.result) return Value::null();
        auto child = std::make_shared<eval::MapScope>(spec.result_scope);
        child->set("nested", std::move(nested));
        eval::EvalResult result = evaluate_in_file(*spec.result, spec.place.file, child.get(), task.options);
        take(std::move(result.diagnostics));
        return std::move(result.value);
    }
};

}  // namespace

PreparedSpec::PreparedSpec(SpecPtr spec, const Rules& rules)
    : spec_(std::move(spec)), plan_(std::make_unique<const SpecPlan>(*spec_, rules)) {}
PreparedSpec::PreparedSpec(PreparedSpec&&) noexcept = default;
PreparedSpec& PreparedSpec::operator=(PreparedSpec&&) noexcept = default;
PreparedSpec::~PreparedSpec() = default;

const Type& PreparedSpec::type() const {
    return plan_->root().root->type;
}
const BodySchema& PreparedSpec::schema() const {
    return plan_->root().schema;
}

namespace {

DecodeResult decode_by(const SpecPlan& plan, const Body& body, const eval::Scope* scope,
                       const eval::EvalOptions& options, const ParallelFor& parallel) {
    Task task{.rules = plan.rules(),
              .scope = scope,
              .options = options,
              .parallel = parallel ? &parallel : nullptr};
    Decoder decoder{.task = task};
    Value value = decoder.body(body, plan.root());
    return {std::move(value), std::move(decoder.diagnostics)};
}

}  // namespace

DecodeResult PreparedSpec::decode(const Body& body, const eval::Scope* scope,
                                  const eval::EvalOptions& options, const ParallelFor& parallel) const {
    return decode_by(*plan_, body, scope, options, parallel);
}

DecodeResult decode(const Body& body, const Spec& spec, const eval::Scope* scope,
                    const eval::EvalOptions& options, const ParallelFor& parallel) {
    return decode_by(SpecPlan(spec, *options.rules), body, scope, options, parallel);
}

PartialDecodeResult partial_decode(const Body& body, const Spec& spec, const eval::Scope* scope,
                                   const eval::EvalOptions& options) {
    SpecPlan plan(spec, *options.rules);
    Task task{.rules = plan.rules(), .scope = scope, .options = options, .parallel = nullptr};
    Decoder decoder{.task = task};
    PartialResult result = body.partial_content(plan.root().schema);
    decoder.take(std::move(result.diagnostics));
    Value value = decoder.decode(ContentLevel(result.content, plan.root()), *plan.root().root);
    return {std::move(value), std::move(result.remain), std::move(decoder.diagnostics)};
}

}  // namespace hcl::decode
