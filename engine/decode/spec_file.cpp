#include "engine/decode/spec_file.h"

#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "engine/decode/decoders.h"
#include "engine/decode/evaluate.h"
#include "engine/decode/spec_type_expr.h"
#include "engine/decode/user_function.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/value/convert.h"
#include "engine/value/text.h"

namespace hcl::decode {

namespace {

constexpr std::array<std::string_view, 11> kSpecBlockTypes = {
    "object",    "array",     "literal",     "attr",    "block",    "block_list",
    "block_map", "block_set", "block_attrs", "default", "transform"};

// Arguments that packs add to spec blocks (engine/language reads them).
constexpr auto kAnnotationArguments = std::to_array<std::string_view>(
    {"access",  "also",      "at_least_one", "conflicts", "constant", "default",   "deprecated",
     "doc",     "ephemeral", "exactly_one",  "fields",    "fold",     "folder",    "format",
     "icon",    "include",   "length",       "lens",      "link",     "max",       "merge",
     "message", "min",       "needs",        "nullable",  "order",    "outline",   "package",
     "pattern", "quoted",    "refers",       "refers_to", "reserved", "sensitive", "snippet",
     "unique",  "unknown",   "values",       "version",   "when"});

std::string nfc(std::string_view name) {
    return normalised(std::string(name));
}

struct Loader {
    const Rules& rules;
    Diagnostics& diagnostics;
    std::shared_ptr<const eval::Scope> scope;  // the spec's functions
    eval::EvalOptions options;

    // The limit of nested spec blocks, because specs are walked recursively.
    static constexpr int kMaxDepth = 200;
    int depth = 0;

    void report(Diagnostic diagnostic, Location place) {
        diagnostic.file = place.file;
        diagnostics.push_back(std::move(diagnostic));
    }
    void report(DiagCode code, Location place, std::initializer_list<std::string_view> args = {}) {
        report(make_diagnostic(code, place.span, args), place);
    }
    void take(Diagnostics&& more) {
        diagnostics.insert(diagnostics.end(), std::make_move_iterator(more.begin()),
                           std::make_move_iterator(more.end()));
    }

    // A pack is a spec with annotations, which are ignored here. The reference command does not support them.
    Body without_annotations(const Body& body) const {
        if (rules.decode_as_tool) return body;
        static const BodySchema kAnnotations = [] {
            BodySchema schema;
            for (std::string_view name : kAnnotationArguments)
                schema.attributes.push_back({std::string(name)});
            for (std::string_view type : {"symbol", "scope", "case", "call", "function", "restrict"})
                schema.blocks.push_back({std::string(type), {}});
            schema.blocks.push_back({"check", {"id"}});
            schema.blocks.push_back({"label", {"name"}});
            return schema;
        }();
        return body.partial_content(kAnnotations).remain;
    }

    BodySchema spec_blocks(bool labelled) const {
        BodySchema schema;
        for (std::string_view type : kSpecBlockTypes) {
            // The reference command does not support this one, although it is documented.
            if (type == "block_attrs" && rules.no_block_attrs_spec) continue;
            schema.blocks.push_back({.type = std::string(type), .label_names = {}});
            if (labelled) schema.blocks.back().label_names.push_back("key");
        }
        return schema;
    }

    SpecPtr error_spec(Location place) const {
        auto spec = std::make_shared<Spec>();
        spec->kind = Spec::Kind::Literal;
        spec->place = place;
        spec->literal = Value::null();
        return spec;
    }

    // The arguments of one spec block.
    struct Arguments {
        Loader& loader;
        BodyContent content;
        Body remain;
        bool failed = false;

        // The argument's value converted to `type`; empty when it is absent, null or
        // invalid (then it is reported).
        std::optional<Value> value(std::string_view name, const Type& wanted) {
            const Attribute* attr = content.find(name);
            if (!attr) return std::nullopt;
            eval::EvalResult result = evaluate_in_file(attr->expr, attr->span.file, nullptr, loader.options);
            failed = failed || has_errors(result.diagnostics);
            bool is_broken = has_errors(result.diagnostics);
            loader.take(std::move(result.diagnostics));
            if (is_broken) {
                // For an argument that cannot be evaluated, the reference also reports a type mismatch.
                if (loader.rules.decode_as_tool) mismatch(*attr, "its value is not known");
                return std::nullopt;
            }
            ValueResult converted = convert_value(result.value, wanted, loader.rules);
            if (!converted) {
                mismatch(*attr, converted.error().message());
                return std::nullopt;
            }
            if (converted->is_null()) return std::nullopt;
            return *converted;
        }
        std::optional<std::string> text(std::string_view name) {
            auto v = value(name, Type::string());
            if (!v || !v->is_known()) return std::nullopt;
            return std::string(v->unmarked().as_string());
        }
        bool flag(std::string_view name) {
            auto v = value(name, Type::boolean());
            return v && v->is_known() && v->unmarked().as_bool();
        }
        std::int64_t count(std::string_view name) {
            auto v = value(name, Type::number());
            if (!v || !v->is_known()) return 0;
            if (auto whole = v->unmarked().as_number().to_int64()) return *whole;
            mismatch(*content.find(name), "a whole number is needed");
            return 0;
        }
        void mismatch(const Attribute& attr, std::string_view why) {
            failed = true;
            Diagnostic diagnostic =
                make_diagnostic(DiagCode::UnsuitableSpecValue, attr.expr.start_span(), {attr.name, why});
            diagnostic.context = attr.expr.span();
            loader.report(std::move(diagnostic), attr.span);
        }
        Location place_of(std::string_view name, Location otherwise) const {
            const Attribute* attr = content.find(name);
            return attr ? attr->place() : otherwise;
        }
    };

    Arguments arguments(const Body& whole, std::initializer_list<AttributeSchema> wanted, bool is_leaf) {
        Body body = without_annotations(whole);
        BodySchema schema{.attributes = wanted, .blocks = {}};
        Arguments args{*this, {}, {}};
        if (is_leaf) {
            ContentResult result = body.content(schema);
            args.failed = has_errors(result.diagnostics);
            take(std::move(result.diagnostics));
            args.content = std::move(result.content);
        } else {
            PartialResult result = body.partial_content(schema);
            args.failed = has_errors(result.diagnostics);
            take(std::move(result.diagnostics));
            args.content = std::move(result.content);
            args.remain = std::move(result.remain);
        }
        return args;
    }

    TypeConstraint type(const eval::Expression& expr, FileId file) {
        SpecTypeResult result = evaluate_spec_type(expr, file, rules);
        take(std::move(result.diagnostics));
        return std::move(result.type);
    }
    TypeConstraint type(const Attribute* attr) {
        return attr && !is_choice(*attr) ? type(attr->expr, attr->span.file) : TypeConstraint();
    }

    // In packs, a list of types is a choice.
    bool is_choice(const Attribute& attr) const {
        return !rules.decode_as_tool && attr.expr.is_node() &&
               eval::without_parens(attr.expr.node()).is(syntax::NodeKind::Tuple);
    }
    std::vector<Type> alternatives(const Attribute* attr) {
        std::vector<Type> out;
        if (!attr || !is_choice(*attr)) return out;
        const auto types =
            eval::static_list(eval::Expression(eval::without_parens(attr->expr.node()), attr->expr.source()));
        if (!types) return out;
        for (const eval::Expression& one : *types) out.push_back(type(one, attr->span.file).type);
        return out;
    }

    // `attr` can name the decoder of its expression instead of a type.
    void apply_decoder(Arguments& args, Spec& spec) {
        const Attribute* attr = args.content.find("decoder");
        if (!attr) return;
        std::string word = eval::static_keyword(attr->expr);
        if (auto decoder_type = decoder_type_by_name(word)) {
            spec.type = {.type = *decoder_type, .defaults = nullptr};
            return;
        }
        if (!word.empty()) {
            report(DiagCode::UnknownDecoder, attr->place(), {word, decoder_names()});
        } else {
            Diagnostic diagnostic = make_diagnostic(DiagCode::KeywordRequired, attr->expr.span());
            diagnostic.message += " There are: " + decoder_names() + ".";
            report(std::move(diagnostic), attr->place());
        }
        args.failed = true;
    }

    // Packs describe attributes and blocks of any name by "*".
    bool is_any(const Block& block) const {
        return !rules.decode_as_tool && !block.labels.empty() && block.labels.front() == "*";
    }

    // In packs it can be a condition.
    bool is_required(Arguments& args) const {
        const Attribute* attr = args.content.find("required");
        if (!attr || rules.decode_as_tool || !attr->expr.is_node()) return args.flag("required");
        for (const eval::Traversal& path : eval::variables(attr->expr.node()))
            if (const std::string& root = path.front().name;
                root == "self" || root == "set" || root == "label")
                return false;
        return args.flag("required");
    }

    // Sets the name that a spec reads, from the argument or the label.
    void set_name(Spec& spec, Arguments& args, std::string_view argument, const std::string& implied,
                  Location implied_place) {
        spec.name = nfc(implied);
        spec.name_place = implied_place;
        if (auto given = args.text(argument)) {
            spec.name = *given;
            spec.name_place = args.place_of(argument, implied_place);
        }
    }

    SpecPtr block(const Block& block_) {
        if (++depth > kMaxDepth) {
            --depth;
            report(DiagCode::SpecTooDeep, block_.header_span);
            return error_spec(block_.header_span);
        }
        SpecPtr spec = block_at_depth(block_);
        --depth;
        return spec;
    }

    SpecPtr block_at_depth(const Block& b) {
        std::string implied = b.labels.empty() ? "" : b.labels.front();
        Location implied_place = b.labels.empty() ? b.header_span : b.label_spans.front();
        if (b.type == "object") return object(b);
        if (b.type == "array") return array(b);
        if (b.type == "attr") return attr(b, implied, implied_place);
        if (b.type == "block") return nested_block(b, Spec::Kind::Block, implied, implied_place);
        if (b.type == "block_list") return nested_block(b, Spec::Kind::BlockList, implied, implied_place);
        if (b.type == "block_set") return nested_block(b, Spec::Kind::BlockSet, implied, implied_place);
        if (b.type == "block_map") return nested_block(b, Spec::Kind::BlockMap, implied, implied_place);
        if (b.type == "block_attrs") return block_attrs(b, implied, implied_place);
        if (b.type == "default") return default_spec(b);
        if (b.type == "transform") return transform(b);
        return literal(b);
    }

    std::shared_ptr<Spec> make(Spec::Kind kind, const Block& b) const {
        auto spec = std::make_shared<Spec>();
        spec->kind = kind;
        spec->place = b.header_span;
        return spec;
    }

    SpecPtr object(const Block& b) {
        ContentResult result = without_annotations(b.body).content(spec_blocks(true));
        take(std::move(result.diagnostics));
        auto spec = make(Spec::Kind::Object, b);
        std::unordered_map<std::string, std::size_t> index;
        for (const Block& child : result.content.blocks) {
            if (is_any(child)) continue;
            const std::string name = nfc(child.labels.front());
            SpecPtr child_spec = block(child);
            auto [it, is_new] = index.emplace(name, spec->children.size());
            if (is_new) {
                spec->names.push_back(name);
                spec->children.push_back(std::move(child_spec));
                continue;
            }
            if (!rules.decode_as_tool) {
                Diagnostic diagnostic =
                    make_diagnostic(DiagCode::RepeatedSpecProperty, child.label_spans.front().span, {name});
                diagnostic.related.push_back({spec->children[it->second]->place, "first defined here"});
                report(std::move(diagnostic), child.label_spans.front());
            }
            spec->children[it->second] = std::move(child_spec);
        }
        return spec;
    }

    SpecPtr array(const Block& b) {
        ContentResult result = without_annotations(b.body).content(spec_blocks(false));
        take(std::move(result.diagnostics));
        auto spec = make(Spec::Kind::Array, b);
        for (const Block& child : result.content.blocks) spec->children.push_back(block(child));
        return spec;
    }

    SpecPtr attr(const Block& b, const std::string& implied, Location implied_place) {
        Arguments args =
            rules.decode_as_tool
                ? arguments(b.body, {{.name = "name"}, {.name = "type"}, {.name = "required"}}, true)
                : arguments(b.body,
                            {{.name = "name"}, {.name = "type"}, {.name = "required"}, {.name = "decoder"}},
                            true);
        auto spec = make(Spec::Kind::Attr, b);
        if (args.failed) return error_spec(b.header_span);
        set_name(*spec, args, "name", implied, implied_place);
        spec->required = is_required(args);
        if (args.failed) return error_spec(b.header_span);
        spec->type = type(args.content.find("type"));
        spec->alternatives = alternatives(args.content.find("type"));
        apply_decoder(args, *spec);
        if (spec->name.empty()) {
            report(DiagCode::MissingSpecName, b.body.missing_item());
            return error_spec(b.header_span);
        }
        return spec;
    }

    Arguments arguments_of_block(const Block& b, Spec::Kind kind) {
        const bool has_labels = kind == Spec::Kind::BlockMap;
        if (rules.decode_as_tool && kind == Spec::Kind::Block)
            return arguments(b.body, {{.name = "block_type"}, {.name = "required"}}, false);
        if (rules.decode_as_tool && has_labels)
            return arguments(b.body, {{.name = "block_type"}, {.name = "labels", .required = true}}, false);
        if (rules.decode_as_tool)
            return arguments(b.body, {{.name = "block_type"}, {.name = "min_items"}, {.name = "max_items"}},
                             false);
        // Packs limit the number of blocks of every kind.
        return arguments(b.body,
                         {{.name = "block_type"},
                          {.name = "required"},
                          {.name = "min_items"},
                          {.name = "max_items"},
                          {.name = "labels", .required = has_labels}},
                         false);
    }

    SpecPtr nested_block(const Block& b, Spec::Kind kind, const std::string& implied,
                         Location implied_place) {
        auto spec = make(kind, b);
        Arguments given = arguments_of_block(b, kind);
        Arguments* args = &given;
        if (args->failed) return error_spec(b.header_span);
        set_name(*spec, *args, "block_type", implied, implied_place);
        if (kind == Spec::Kind::Block) {
            spec->required = is_required(*args);
        } else if (kind == Spec::Kind::BlockMap) {
            if (auto labels = args->value("labels", Type::list(Type::string()));
                labels && labels->is_wholly_known())
                for (const Value& label : labels->unmarked_deep().elements())
                    spec->label_names.emplace_back(label.is_null() ? "" : label.as_string());
        } else {
            spec->min_items = args->count("min_items");
            spec->max_items = args->count("max_items");
            if (!rules.decode_as_tool && is_required(*args))
                spec->min_items = std::max<std::int64_t>(spec->min_items, 1);
        }
        if (args->failed) return error_spec(b.header_span);

        spec->children.push_back(only_nested(args->remain, b, DiagCode::MissingNestedSpec));

        if (spec->name.empty() && !(kind == Spec::Kind::Block && rules.decode_as_tool)) {
            report(DiagCode::MissingSpecBlockType, b.body.missing_item(), {b.type});
            return error_spec(b.header_span);
        }
        if (kind == Spec::Kind::BlockMap) {
            if (spec->label_names.empty()) {
                report(DiagCode::NoSpecLabels, b.body.missing_item());
                return error_spec(b.header_span);
            }
            // The specification has no such limit: there, the actual blocks must agree on a type.
            if (rules.decode_as_tool && implied_type(*spec, rules).has_dynamic())
                report(DiagCode::BlockMapOfAny, b.body.missing_item());
        }
        bool has_both = args->content.find("min_items") && args->content.find("max_items");
        if (has_both && spec->max_items < spec->min_items && !rules.decode_as_tool) {
            Location place = args->place_of("max_items", b.header_span);
            report(DiagCode::MaxBelowMin, place,
                   {std::to_string(spec->max_items), std::to_string(spec->min_items)});
        }
        return spec;
    }

    // The one spec block that a block spec wraps.
    SpecPtr only_nested(const Body& body, const Block& parent, DiagCode missing) {
        ContentResult result = body.content(spec_blocks(false));
        bool failed = has_errors(result.diagnostics);
        take(std::move(result.diagnostics));
        const std::vector<Block>& blocks = result.content.blocks;
        if (blocks.empty()) {
            // Earlier errors are probably the reason that there is none.
            if (!failed) report(missing, result.content.missing_item, {parent.type});
            return error_spec(parent.header_span);
        }
        if (blocks.size() > 1) {
            Diagnostic diagnostic =
                make_diagnostic(DiagCode::ExtraneousNestedSpec, blocks[1].header_span.span, {parent.type});
            diagnostic.related.push_back({blocks[0].header_span, "the first one is here"});
            report(std::move(diagnostic), blocks[1].header_span);
            return error_spec(parent.header_span);
        }
        return block(blocks.front());
    }

    SpecPtr block_attrs(const Block& b, const std::string& implied, Location implied_place) {
        const BodySchema any{.attributes = {}, .blocks = {{.type = "attr", .label_names = {"name"}}}};
        Arguments args = arguments(
            rules.decode_as_tool ? b.body : b.body.partial_content(any).remain,
            {{.name = "block_type"}, {.name = "element_type"}, {.name = "required"}, {.name = "decoder"}},
            true);
        if (args.failed) return error_spec(b.header_span);
        // A decoder determines the type of the values.
        if (!args.content.find("element_type") && !args.content.find("decoder")) {
            report(DiagCode::MissingRequiredArgument, args.content.missing_item, {"element_type"});
            return error_spec(b.header_span);
        }
        auto spec = make(Spec::Kind::BlockAttrs, b);
        set_name(*spec, args, "block_type", implied, implied_place);
        spec->required = args.flag("required");
        if (args.failed) return error_spec(b.header_span);
        spec->type = type(args.content.find("element_type"));
        apply_decoder(args, *spec);
        if (spec->name.empty()) {
            report(DiagCode::MissingSpecBlockType, b.body.missing_item(), {b.type});
            return error_spec(b.header_span);
        }
        return spec;
    }

    SpecPtr literal(const Block& b) {
        Arguments args = arguments(b.body, {{.name = "value", .required = true}}, true);
        const Attribute* attr = args.content.find("value");
        if (!attr) return error_spec(b.header_span);
        eval::EvalResult result = evaluate_in_file(attr->expr, attr->span.file, scope.get(), options);
        const bool failed = args.failed || has_errors(result.diagnostics);
        take(std::move(result.diagnostics));
        if (failed) return error_spec(b.header_span);
        auto spec = make(Spec::Kind::Literal, b);
        spec->literal = std::move(result.value);
        return spec;
    }

    SpecPtr default_spec(const Block& b) {
        ContentResult result = without_annotations(b.body).content(spec_blocks(false));
        bool failed = has_errors(result.diagnostics);
        take(std::move(result.diagnostics));
        const std::vector<Block>& blocks = result.content.blocks;
        if (blocks.empty()) {
            if (!failed) report(DiagCode::MissingDefaultSpec, result.content.missing_item);
            return error_spec(b.header_span);
        }
        if (blocks.size() == 1 && !failed) report(DiagCode::UselessDefault, blocks.front().header_span);
        auto spec = make(Spec::Kind::Default, b);
        for (const Block& child : blocks) {
            std::size_t before = diagnostics.size();
            SpecPtr candidate = block(child);
            bool is_broken =
                has_errors({diagnostics.begin() + static_cast<std::ptrdiff_t>(before), diagnostics.end()});
            if (!is_broken) spec->children.push_back(std::move(candidate));
        }
        if (spec->children.empty()) return error_spec(b.header_span);
        if (spec->children.size() == 1) return spec->children.front();
        return spec;
    }

    SpecPtr transform(const Block& b) {
        Arguments args = arguments(b.body, {{.name = "result", .required = !rules.decode_as_tool}}, false);
        if (args.failed) return error_spec(b.header_span);
        ContentResult nested = args.remain.content(spec_blocks(false));
        bool failed = has_errors(nested.diagnostics);
        take(std::move(nested.diagnostics));
        if (nested.content.blocks.size() != 1) {
            if (!failed) report(DiagCode::InvalidTransformSpec, b.body.missing_item());
            return error_spec(b.header_span);
        }
        auto spec = make(Spec::Kind::Transform, b);
        spec->children.push_back(block(nested.content.blocks.front()));
        if (const Attribute* result = args.content.find("result")) spec->result = result->expr;
        spec->result_scope = scope;
        return spec;
    }

    SpecPtr root(const Body& body) {
        ContentResult result = body.content(spec_blocks(false));
        bool failed = has_errors(result.diagnostics);
        take(std::move(result.diagnostics));
        const std::vector<Block>& blocks = result.content.blocks;
        if (blocks.empty()) {
            if (!failed) report(DiagCode::MissingRootSpec, body.missing_item());
            return error_spec(body.missing_item());
        }
        if (blocks.size() > 1) {
            Diagnostic diagnostic = make_diagnostic(DiagCode::ExtraneousRootSpec, blocks[1].header_span.span);
            diagnostic.related.push_back({blocks[0].header_span, "the first one is here"});
            report(std::move(diagnostic), blocks[1].header_span);
            return error_spec(blocks[0].header_span);
        }
        return block(blocks.front());
    }

    void variables(const std::vector<Block>& blocks, SpecFile& into) {
        for (const Block& b : blocks) {
            AttributesResult attrs = b.body.just_attributes();
            take(std::move(attrs.diagnostics));
            for (const Attribute& attr : attrs.attributes) {
                // "Constant values": by the specification, functions are not available here.
                eval::EvalResult result = evaluate_in_file(
                    attr.expr, attr.span.file, rules.decode_as_tool ? scope.get() : nullptr, options);
                take(std::move(result.diagnostics));
                std::erase_if(into.variables, [&](const auto& v) { return v.first == attr.name; });
                into.variables.emplace_back(attr.name, std::move(result.value));
            }
        }
    }
};

}  // namespace

SpecFile load_spec_file(syntax::FilePtr file, FileId file_id, const Rules& rules) {
    SpecFile out;
    auto scope = std::make_shared<eval::MapScope>();
    scope->set_functions(spec_functions());
    Loader loader{
        .rules = rules, .diagnostics = out.diagnostics, .scope = scope, .options = eval::eval_options(rules)};
    Body body = file_body(std::move(file), file_id);

    UserFunctions functions = decode_user_functions(body, "function", scope, rules);
    loader.take(std::move(functions.diagnostics));
    out.functions = std::move(functions.table);

    BodySchema beside{.attributes = {}, .blocks = {{.type = "variables", .label_names = {}}}};
    if (!rules.decode_as_tool) {
        beside.blocks.push_back({.type = "language", .label_names = {"id"}});
        beside.blocks.push_back({.type = "body", .label_names = {"name"}});
        beside.blocks.push_back({.type = "check", .label_names = {"id"}});
    }
    PartialResult declarations = functions.remain.partial_content(beside);
    std::erase_if(declarations.content.blocks, [](const Block& b) { return b.type != "variables"; });
    loader.take(std::move(declarations.diagnostics));
    loader.variables(declarations.content.blocks, out);
    out.root = loader.root(declarations.remain);
    if (rules.schema_repeats_are_errors) loader.take(check_names(*out.root));
    return out;
}

}  // namespace hcl::decode
