#include "engine/decode/dynamic_block.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/counted.h"
#include "engine/decode/body_sources.h"
#include "engine/decode/evaluate.h"
#include "engine/decode/iteration.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"

namespace hcl::decode {

// ---- Iterations

std::shared_ptr<const Iteration> Iteration::nest(const std::shared_ptr<const Iteration>& outer,
                                                 std::string name, Value key, Value value) {
    auto inner = outer ? std::make_shared<Iteration>(*outer) : std::make_shared<Iteration>();
    std::vector<std::pair<std::string, Value>> attributes;
    attributes.emplace_back("key", std::move(key));
    attributes.emplace_back("value", std::move(value));
    inner->iterators_.insert_or_assign(std::move(name), Value::object(std::move(attributes)));
    return inner;
}

std::shared_ptr<const eval::Scope> Iteration::scope(const eval::Scope* parent) const {
    auto scope = std::make_shared<eval::MapScope>(parent);
    for (const auto& [name, object] : iterators_) scope->set(name, object);
    return scope;
}

namespace {

const BlockHeaderSchema& dynamic_header() {
    static const BlockHeaderSchema header{.type = "dynamic", .label_names = {"type"}};
    return header;
}

BodySchema with_dynamic(const BodySchema& schema) {
    BodySchema extended = schema;
    extended.blocks.push_back(dynamic_header());
    return extended;
}

// A body inside a block with an unknown for_each: it keeps its structure, and every value is unknown.
class UnknownBody final : public BodySource {
  public:
    UnknownBody(Body body, Marks marks) : body_(std::move(body)), marks_(std::move(marks)) {}

    ContentResult content(const BodySchema& schema) const override {
        ContentResult result = body_.source().content(schema);
        blur(result.content);
        return result;
    }
    PartialResult partial_content(const BodySchema& schema) const override {
        PartialResult result = body_.source().partial_content(schema);
        blur(result.content);
        result.remain = Body(std::make_shared<UnknownBody>(std::move(result.remain), marks_));
        return result;
    }
    AttributesResult just_attributes() const override {
        AttributesResult result = body_.just_attributes();
        for (Attribute& attr : result.attributes) blur(attr);
        return result;
    }
    Location missing_item() const override { return body_.missing_item(); }
    bool is_unknown() const override { return true; }
    Marks value_marks() const override { return body_.value_marks(); }

  private:
    void blur(Attribute& attr) const {
        attr.is_unknown = true;
        attr.marks |= marks_;
    }
    void blur(BodyContent& content) const {
        for (Attribute& attr : content.attributes) blur(attr);
        for (Block& block : content.blocks)
            block.body = Body(std::make_shared<UnknownBody>(block.body, marks_));
        content.missing_item = {};
    }

    Body body_;
    Marks marks_;
};

class DynamicBody final : public BodySource {
  public:
    struct Context {
        const eval::Scope* scope;
        eval::EvalOptions options;
    };
    DynamicBody(Body body, std::shared_ptr<const Context> context, std::shared_ptr<const Iteration> iteration,
                Marks marks)
        : body_(std::move(body)),
          context_(std::move(context)),
          iteration_(std::move(iteration)),
          marks_(std::move(marks)) {}

    ContentResult content(const BodySchema& schema) const override {
        ContentResult raw = body_.source().content(extended(schema));
        ContentResult result;
        result.diagnostics = std::move(raw.diagnostics);
        result.content = expand(schema, std::move(raw.content), false, result.diagnostics);
        return result;
    }

    PartialResult partial_content(const BodySchema& schema) const override {
        PartialResult raw = body_.source().partial_content(extended(schema));
        PartialResult result;
        result.diagnostics = std::move(raw.diagnostics);
        result.content = expand(schema, std::move(raw.content), true, result.diagnostics);
        // The remaining body may contain dynamic blocks of other types, so it is this body
        // with the consumed names hidden.
        auto remain = std::make_shared<DynamicBody>(*this);
        for (const AttributeSchema& a : schema.attributes) remain->hidden_attributes_.push_back(a.name);
        for (const BlockHeaderSchema& b : schema.blocks) remain->hidden_blocks_.push_back(b);
        result.remain = Body(std::move(remain));
        return result;
    }

    AttributesResult just_attributes() const override {
        AttributesResult result = body_.just_attributes();
        // The reference drops the iterators here: free attributes cannot use them.
        if (context_->options.rules->decode_as_tool) return result;
        for (Attribute& attr : result.attributes) attach(attr);
        return result;
    }
    Location missing_item() const override { return body_.missing_item(); }
    Marks value_marks() const override { return marks_; }

  private:
    // A parsed dynamic block.
    struct Generator {
        std::string type;
        Location type_span;
        Location header_span;
        Value collection;
        std::string iterator;
        std::vector<eval::Expression> labels;
        Body content;
    };

    BodySchema extended(const BodySchema& schema) const {
        BodySchema all = with_dynamic(schema);
        all.blocks.insert(all.blocks.end(), hidden_blocks_.begin(), hidden_blocks_.end());
        for (const std::string& name : hidden_attributes_) all.attributes.push_back({.name = name});
        return all;
    }
    bool hides_block(std::string_view type) const {
        return std::ranges::any_of(hidden_blocks_, [&](const auto& b) { return b.type == type; });
    }
    void attach(Attribute& attr) const {
        if (iteration_) attr.iteration = iteration_;
        attr.marks |= marks_;
    }
    std::shared_ptr<DynamicBody> child(Body body, std::shared_ptr<const Iteration> iteration,
                                       Marks marks) const {
        return std::make_shared<DynamicBody>(std::move(body), context_, std::move(iteration),
                                             std::move(marks));
    }
    void report(Diagnostics& into, DiagCode code, Location place,
                std::initializer_list<std::string_view> args = {}) const {
        Diagnostic diagnostic = make_diagnostic(code, place.span, args);
        diagnostic.file = place.file;
        into.push_back(std::move(diagnostic));
    }
    eval::EvalResult evaluate(const eval::Expression& expr, FileId file, const Iteration* iteration) const {
        std::shared_ptr<const eval::Scope> inner;
        if (iteration) inner = iteration->scope(context_->scope);
        return evaluate_in_file(expr, file, inner ? inner.get() : context_->scope, context_->options);
    }

    BodyContent expand(const BodySchema& schema, BodyContent raw, bool is_partial,
                       Diagnostics& diagnostics) const {
        BodyContent content;
        content.missing_item = body_.missing_item();
        for (Attribute& attr : raw.attributes) {
            if (std::ranges::find(hidden_attributes_, attr.name) != hidden_attributes_.end()) continue;
            attach(attr);
            content.attributes.push_back(std::move(attr));
        }
        for (Block& block : raw.blocks) {
            if (block.type != dynamic_header().type) {
                if (hides_block(block.type)) continue;
                // A written block may contain dynamic ones, and refer to outer iterators.
                block.body = Body(child(block.body, iteration_, {}));
                content.blocks.push_back(std::move(block));
                continue;
            }
            const std::string type = normalised(block.labels.front());
            if (hides_block(type)) continue;
            const BlockHeaderSchema* wanted = schema.find_block(type);
            if (!wanted) {
                if (!is_partial)
                    report(diagnostics, DiagCode::UnsupportedBlockType, block.label_spans.front(),
                           {type, ""});
                continue;
            }
            if (auto generator = read(*wanted, block, diagnostics))
                generate(*generator, content, diagnostics);
        }
        return content;
    }

    // As many as the block type has labels; empty when there are more or fewer.
    std::optional<std::vector<eval::Expression>> label_expressions(const BlockHeaderSchema& wanted,
                                                                   const Attribute& labels, FileId file,
                                                                   Diagnostics& diagnostics) const {
        auto list = eval::static_list(labels.expr);
        if (!list) {
            Diagnostics more;
            more.push_back(list.error());
            append_at(diagnostics, std::move(more), file);
            return std::nullopt;
        }
        const std::string count = counted(wanted.label_names.size(), "label");
        if (list->size() > wanted.label_names.size()) {
            report(diagnostics, DiagCode::ExtraneousDynamicLabel,
                   {file, (*list)[wanted.label_names.size()].span()}, {wanted.type, count});
            return std::nullopt;
        }
        if (list->size() < wanted.label_names.size()) {
            report(diagnostics, DiagCode::TooFewDynamicLabels, labels.place(), {wanted.type, count});
            return std::nullopt;
        }
        return *std::move(list);
    }

    std::optional<Generator> read(const BlockHeaderSchema& wanted, const Block& block,
                                  Diagnostics& diagnostics) const {
        BodySchema schema{.attributes = {{.name = "for_each", .required = true}, {.name = "iterator"}},
                          .blocks = {{.type = "content", .label_names = {}}}};
        if (!wanted.label_names.empty()) schema.attributes.push_back({.name = "labels", .required = true});
        ContentResult read = block.body.content(schema);
        FileId file = block.header_span.file;
        bool failed = false;
        auto take = [&](Diagnostics&& more) {
            failed = failed || has_errors(more);
            append_at(diagnostics, std::move(more), file);
        };
        take(std::move(read.diagnostics));
        if (failed) return std::nullopt;

        Generator generator{.type = wanted.type,
                            .type_span = block.label_spans.front(),
                            .header_span = block.header_span,
                            .collection = {},
                            .iterator = wanted.type,
                            .labels = {},
                            .content = {}};
        if (const Attribute* iterator = read.content.find("iterator")) {
            auto traversal = eval::static_traversal(iterator->expr);
            if (!traversal) {
                take({traversal.error()});
                return std::nullopt;
            }
            if (traversal->size() != 1) {
                report(diagnostics, DiagCode::InvalidIterator, {file, eval::span_of(*traversal)});
                return std::nullopt;
            }
            generator.iterator = traversal->front().name;
        }

        const Attribute& each = *read.content.find("for_each");
        eval::EvalResult collection = evaluate(each.expr, file, iteration_.get());
        take(std::move(collection.diagnostics));
        if (failed) return std::nullopt;
        generator.collection = std::move(collection.value);
        const Value& plain = generator.collection.unmarked();
        Type type = plain.type();
        if (!type.is_dynamic() && !type.is_collection() && !type.is_structural()) {
            report(diagnostics, DiagCode::ForEachNotIterable, each.place(), {type.friendly_name()});
            return std::nullopt;
        }
        if (plain.is_null()) {
            report(diagnostics, DiagCode::ForEachNull, each.place());
            return std::nullopt;
        }

        if (const Attribute* labels = read.content.find("labels")) {
            auto list = label_expressions(wanted, *labels, file, diagnostics);
            if (!list) return std::nullopt;
            generator.labels = *std::move(list);
        }

        const std::vector<Block>& contents = read.content.blocks;
        if (contents.empty()) {
            report(diagnostics, DiagCode::MissingDynamicContent, read.content.missing_item);
            return std::nullopt;
        }
        if (contents.size() > 1) {
            report(diagnostics, DiagCode::ExtraneousDynamicContent, contents[1].header_span);
            return std::nullopt;
        }
        generator.content = contents.front().body;
        return generator;
    }

    void generate(const Generator& generator, BodyContent& content, Diagnostics& diagnostics) const {
        const Marks marks = generator.collection.is_marked() ? generator.collection.marks() : Marks();
        const Value& collection = generator.collection.unmarked();
        const bool is_open = ops::is_open_set(collection) && !context_->options.rules->open_sets_are_iterated;
        if (collection.is_unknown() || is_open) {
            auto iteration =
                Iteration::nest(iteration_, generator.iterator, Value::dynamic(), Value::dynamic());
            if (auto block = make_block(generator, iteration, diagnostics)) {
                Body inner(child(generator.content, iteration, marks));
                block->body = Body(std::make_shared<UnknownBody>(std::move(inner), marks));
                content.blocks.push_back(std::move(*block));
            }
            return;
        }
        for (std::size_t i = 0; i < collection.size(); ++i) {
            context_->options.cancel.poll();
            auto iteration =
                Iteration::nest(iteration_, generator.iterator, collection.key_at(i), collection.value_at(i));
            if (auto block = make_block(generator, iteration, diagnostics)) {
                block->body = Body(child(generator.content, iteration, marks));
                content.blocks.push_back(std::move(*block));
            }
        }
    }

    // The generated block without its body; empty when a label is invalid.
    std::optional<Block> make_block(const Generator& generator,
                                    const std::shared_ptr<const Iteration>& iteration,
                                    Diagnostics& diagnostics) const {
        Block block{.type = generator.type,
                    .labels = {},
                    .body = {},
                    .header_span = generator.header_span,
                    .type_span = generator.type_span,
                    .label_spans = {}};
        for (const eval::Expression& label : generator.labels) {
            eval::EvalResult result = evaluate(label, generator.header_span.file, iteration.get());
            bool failed = has_errors(result.diagnostics);
            diagnostics.insert(diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
            if (failed) return std::nullopt;
            auto refuse = [&](std::string_view why) {
                report(diagnostics, DiagCode::InvalidDynamicLabel, {generator.header_span.file, label.span()},
                       {why});
                return std::nullopt;
            };
            ValueResult text = convert_value(result.value, Type::string(), *context_->options.rules);
            if (!text) return refuse(text.error().message());
            if (text->is_null()) return refuse("it is null");
            if (text->is_unknown()) return refuse("it is not known yet");
            if (text->is_marked())
                return refuse("a sensitive or otherwise marked value cannot be shown in a label");
            block.labels.emplace_back(text->as_string());
            block.label_spans.push_back({generator.header_span.file, label.span()});
        }
        return block;
    }

    Body body_;
    std::shared_ptr<const Context> context_;
    std::shared_ptr<const Iteration> iteration_;
    Marks marks_;
    std::vector<std::string> hidden_attributes_;
    std::vector<BlockHeaderSchema> hidden_blocks_;
};

// ---- Variables

struct VariableWalk {
    bool with_content;
    const Rules& rules;
    std::vector<Reference> found;

    using Names = std::unordered_set<std::string>;

    void add(const Attribute& attr, const Names& bound, std::string_view also_bound = {}) {
        for (Reference& reference : attribute_references(attr)) {
            const std::string& root = reference.traversal.front().name;
            if (!bound.contains(root) && root != also_bound) found.push_back(std::move(reference));
        }
    }

    // `bound` are the iterators around this body.
    void body(const Body& body, const Spec& spec, const Names& bound) {
        PartialResult read = body.partial_content(with_dynamic(implied_schema(spec, rules)));
        if (with_content)
            for (const Attribute& attr : read.content.attributes) add(attr, bound);
        auto specs = child_block_specs(spec);
        auto nested = [&](std::string_view type) -> const SpecPtr* {
            // The last of several specs for one block type is used.
            for (auto it = specs.rbegin(); it != specs.rend(); ++it)
                if (it->first == type) return &it->second;
            return nullptr;
        };
        std::vector<std::tuple<const SpecPtr*, Body, Names>> children;
        for (const Block& block : read.content.blocks) {
            if (block.type != dynamic_header().type) {
                if (const SpecPtr* child = nested(block.type))
                    children.emplace_back(child, block.body, bound);
                continue;
            }
            const std::string& type = block.labels.front();
            PartialResult inner = block.body.partial_content(
                {.attributes = {{.name = "for_each"}, {.name = "labels"}, {.name = "iterator"}},
                 .blocks = {{.type = "content", .label_names = {}}}});
            std::string iterator = type;
            if (const Attribute* attr = inner.content.find("iterator")) {
                auto traversal = eval::static_traversal(attr->expr);
                if (!traversal || traversal->empty()) continue;
                iterator = traversal->front().name;
            }
            if (const Attribute* attr = inner.content.find("for_each")) add(*attr, bound);
            if (const Attribute* attr = inner.content.find("labels")) add(*attr, bound, iterator);
            Names inside = bound;
            inside.insert(iterator);
            if (const SpecPtr* child = nested(type))
                for (const Block& content : inner.content.blocks)
                    children.emplace_back(child, content.body, inside);
        }
        for (const auto& [child, child_body, names] : children) {
            // A block of free attributes has no spec, so nothing specific is read.
            if (*child) this->body(child_body, **child, names);
        }
    }
};

}  // namespace

Body expand_dynamic(Body body, const eval::Scope* scope, const eval::EvalOptions& options) {
    auto context = std::make_shared<DynamicBody::Context>(DynamicBody::Context{scope, options});
    return Body(std::make_shared<DynamicBody>(std::move(body), std::move(context), nullptr, Marks()));
}

std::vector<Reference> dynamic_references(const Body& body, const Spec& spec, bool with_content,
                                          const Rules& rules) {
    VariableWalk walk{.with_content = with_content, .rules = rules, .found = {}};
    walk.body(body, spec, {});
    return std::move(walk.found);
}

}  // namespace hcl::decode
