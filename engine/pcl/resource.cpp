// Resources, reads and components: checks of inputs against schemas.
#include <algorithm>

#include "engine/base/hcl_string.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/literals.h"
#include "engine/pcl/misfit.h"
#include "engine/pcl/options.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/value_check.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyItem;
using syntax::BodyView;
using syntax::LabelView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

std::string nearest_input(std::string_view name, const InputDefs& defs) {
    Suggester suggester(name);
    for (const InputDef& def : defs) suggester.offer(def.spec->name);
    return suggester.best();
}

namespace {

// The instances for a collection: by key or by index.
Type instances_of(const Type& range, const Type& one, bool is_reference) {
    constexpr std::size_t kMostKeys = 64;
    if (may_be_anything(range)) return Type::unknown();
    if (range.is(Kind::Map) || (range.is(Kind::Object) && one.is_dynamic())) return Type::map(one);
    if (!range.is(Kind::Object)) return Type::list(one);
    // The reference forgets the keys.
    const std::size_t count = range.properties().size();
    if (is_reference || count == 0 || count > kMostKeys) return Type::map(one);
    std::vector<Property> instances;
    for (const Property& entry : range.properties()) instances.push_back({entry.name, one});
    return Type::object(std::move(instances));
}

}  // namespace

ProgramBinder::FoundResource ProgramBinder::find_resource(ProgramNode& node, const LabelView& label,
                                                          const BlockView& block) {
    const std::optional<Token> token = parse_token(label.value);
    if (!token) {
        report(DiagCode::PclInvalidToken, label.span, {label.value});
        return {};
    }
    std::string version = program.version_of(token->home());
    for (const BlockView& inner : block.body().blocks())
        if (version.empty() && inner.type() == kOptions)
            if (auto attribute = attribute_of(inner.body(), "version"))
                version = syntax::quoted_text(attribute->expr).value_or(std::string());
    const bool skips = input.options.skips_resource_types;
    const PackagePtr home = input.packages->find(token->home(), version);
    if (!home) {
        // Packages without a schema are not checked.
        Diagnostics found;
        if (!input.options.is_reference) {
            if (const std::string why = input.packages->damage(token->home(), version); !why.empty())
                report_damaged_package(found, label.span, token->home(), why);
            take(std::move(found));
            return {};
        }
        report_unknown_package(found, label.span, token->home());
        take(std::move(found));
        return {nullptr, !skips};
    }
    const std::string canonical = token->is_provider() ? "pulumi:providers:" + std::string(token->member)
                                                       : home->written_token(kResourceFamily, *token);
    const ResourceDef* found = home->resource(canonical);
    if (!found && !input.options.is_reference) {
        found = home->renamed_resource(canonical);
        if (found) {
            Diagnostic& d = report(DiagCode::DeprecatedName, label.span,
                                   {label.value, ": it is now called \"" + found->spec.token + "\"."});
            d.tag = DiagTag::Deprecated;
            offer_string(d, label.span, found->spec.token);
        }
    }
    if (!found) {
        if (skips) return {nullptr, false};
        const std::string near = nearest_token(*home, kResourceFamily, canonical);
        offer_string(report(DiagCode::PclUnknownResourceType, label.span,
                            {home->name(), version_words(*home), label.value, did_you_mean(near)}),
                     label.span, near);
        return {nullptr, !skips};
    }
    node.detail = found->canonical;
    node.resource = found;
    if (!found->spec.notes.deprecation.empty() && !input.options.is_reference) {
        Diagnostic& d =
            report(DiagCode::DeprecatedName, label.span, {label.value, ": " + found->spec.notes.deprecation});
        d.tag = DiagTag::Deprecated;
    }
    return {found, false};
}

// ---- range

// The instances of a component exist at once, even if their number is an output.
ProgramBinder::Range ProgramBinder::bind_range(Node expr, const Type& one, bool is_component) {
    Range out;
    out.given = type_of(expr);
    Type type = resolve_outputs(out.given).resolved();
    if (!is_component) type = without_none(type).resolved();
    auto is_safe = [&](const Type& to) { return conversion(input_type(to), type) == Conversion::Safe; };
    if (is_safe(Type::boolean())) {
        out.wrapped = Type::optional(one);
    } else if (is_safe(Type::number())) {
        out.wrapped = Type::list(one);
        out.range = Type::object({{"value", Type::integer()}});
    } else {
        const IterationTypes types = iteration_types(type);
        // The reference accepts any range of a component.
        if (types.problem && !(is_component && input.options.is_reference)) {
            Diagnostic& d = report(
                DiagCode::PclCannotIterate, expr.span(),
                {input.options.is_reference ? types.problem->arguments[0] : types.problem->readable()[0]});
            if (input.options.skips_range_types) d.severity = Severity::Warning;
            out.is_reported = true;
        }
        out.range = Type::object({{"key", types.key}, {"value", types.value}});
        out.wrapped = instances_of(type, one, input.options.is_reference);
    }
    if (is_component) return out;
    // The number of instances is known only later.
    if (out.given.is(Kind::Output)) out.wrapped = Type::output(out.wrapped);
    if (out.given.is(Kind::Promise)) out.wrapped = Type::promise(out.wrapped);
    return out;
}

// ---- Inputs

void ProgramBinder::report_misfit(const AttributeView& attribute, const Type& to, const Type& shown,
                                  const Type& from, std::string_view reason) {
    Diagnostics found;
    report_wrong_type(found, attribute.expr.span(), attribute.name, to, shown, from, reason);
    take(std::move(found));
}

void ProgramBinder::report_unsupported(const AttributeView& attribute, const std::string& meant) {
    offer_name(
        report(DiagCode::PclUnsupportedAttribute, attribute.name_span, {attribute.name, did_you_mean(meant)}),
        attribute.name_span, meant);
}

void ProgramBinder::check_input(const ResourceDef& resource, const InputDef& def,
                                const AttributeView& attribute, const Type& type, const LocalNames& names) {
    const TypeSpec& spec = def.spec->type;
    TypeSpec room;
    const TypeSpec* chosen = chosen_object(spec, attribute.expr, room);
    auto optional = [&](const Type& one) { return def.spec->is_required ? one : Type::optional(one); };
    const Type shown = chosen ? optional(resource.home->type_of(*chosen, Package::Shape::Input)) : def.type;
    if (input.options.is_reference) {
        // It compares only inputs with an output property of the same name.
        if (!is_convertible(shown, type) && resource.output(def.spec->name))
            report_misfit(attribute, shown, shown, type);
        return;
    }
    Diagnostics found;
    const std::string wrong_choice =
        check_literals(*resource.home, spec, attribute.name, attribute.expr, found);
    const std::optional<Type> narrowed = narrowed_type(*resource.home, spec, attribute.expr);
    const Type wanted = narrowed ? optional(*narrowed) : shown;
    const bool is_clear =
        check_value(wanted, type, attribute.expr, attribute.name, known_names(names), found);
    take(std::move(found));
    if (!is_clear) report_misfit(attribute, wanted, shown, type, wrong_choice);
    if (!def.spec->notes.deprecation.empty()) {
        Diagnostic& d = report(DiagCode::DeprecatedName, attribute.name_span,
                               {attribute.name, ": " + def.spec->notes.deprecation});
        d.tag = DiagTag::Deprecated;
    }
}

// ---- What resources and components share

ProgramBinder::Instances ProgramBinder::find_instances(const BodyView& body, const Type& one,
                                                       bool is_component) {
    Instances out;
    out.type = one;
    const std::vector<BlockView> blocks = body.blocks();
    auto is_options = [](const BlockView& inner) { return inner.type() == kOptions; };
    if (auto found = std::ranges::find_if(blocks, is_options); found != blocks.end()) {
        out.options = *found;
        if (auto given = attribute_of(found->body(), "range")) {
            out.range = bind_range(given->expr, one, is_component);
            out.type = out.range.wrapped;
            if (out.range.range) out.names.types.emplace_back("range", *out.range.range);
        }
    }
    for (const BlockView& inner : blocks) {
        if (out.options && inner.span() == out.options->span()) continue;
        if (is_options(inner))
            report(DiagCode::PclDuplicateBlock, inner.type_span(), {kOptions});
        else
            report(DiagCode::PclUnsupportedBlock, inner.type_span(),
                   {inner.type(), " To set an input, write \"" + std::string(inner.type()) + " = {\"."});
        bind_rest(inner.body(), {}, out.names);
    }
    return out;
}

void ProgramBinder::require(const BlockView& block, std::span<const MissingArgument> missing) {
    constexpr std::size_t kMost = 10'000;  // of one program; more are not shown
    for (const MissingArgument& one : missing) {
        if (++missing_ > kMost) return;
        Diagnostic& d = report(DiagCode::PclMissingAttribute, block.header_span(), {one.name});
        d.context = block.span();
        if (input.options.is_reference) continue;
        const syntax::File& tree = *input.files[file_].tree;
        offer_arguments(d, tree, block, std::span(&one, 1));
        if (missing.size() > 1) offer_arguments(d, tree, block, missing);
    }
}

// The maximum number of missing arguments that are reported for one block.
constexpr std::size_t kMostMissing = 200;

std::vector<MissingArgument> missing_inputs(const InputDefs& inputs,
                                            std::span<const std::string_view> given) {
    std::vector<MissingArgument> out;
    for (const InputDef& def : inputs)
        if (out.size() < kMostMissing && def.spec->is_required && !def.spec->constant &&
            !is_one_of(def.spec->name, given))
            out.push_back({def.spec->name, placeholder(def.type)});
    return out;
}

// ---- Resources

void ProgramBinder::bind_id(const AttributeView& attribute, const LocalNames& names) {
    // The reference does not accept an output here, though the engine does.
    const Type wanted = input.options.is_reference ? Type::string() : input_type(Type::string());
    const Type type = type_of(attribute.expr, names);
    if (!is_convertible(wanted, type)) report_misfit(attribute, wanted, wanted, type);
}

void ProgramBinder::bind_resource(ProgramNode& node, const BlockView& block) {
    const std::vector<LabelView> labels = block.labels();
    const BodyView body = block.body();
    const FoundResource found = labels.size() > 1 ? find_resource(node, labels[1], block) : FoundResource();
    const ResourceDef* def = found.def;
    const std::size_t before = sink_->size();
    if (def && node.kind == NodeKind::Read && (def->spec.is_component || def->spec.is_provider)) {
        report(DiagCode::PclCannotBeRead, labels[1].span,
               {def->canonical, def->spec.is_component ? "component" : "provider"});
        node.logical_name = logical_name(body, node.name);
        bind_rest(body, std::span(&kLogicalName, 1));
        return;
    }
    bind_resource_body(node, block, def, found.is_open);
    if (!input.options.skips_resource_types) return;
    for (std::size_t i = before; i < sink_->size(); ++i)
        if ((*sink_)[i].severity == Severity::Error) (*sink_)[i].severity = Severity::Warning;
}

void ProgramBinder::bind_resource_body(ProgramNode& node, const BlockView& block, const ResourceDef* def,
                                       bool is_open) {
    const bool is_read = node.kind == NodeKind::Read;
    const BodyView body = block.body();
    node.logical_name = logical_name(body, node.name);
    node.value = def ? def->variable : undescribed();
    const Instances instances = find_instances(body, node.value, false);
    node.type = instances.type;
    static const InputDefs kNone;
    const InputDefs& inputs = !def ? kNone : is_read ? def->state : def->inputs;
    std::vector<std::string_view> given;
    for (const AttributeView& attribute : body.attributes()) {
        if (attribute.name == kLogicalName) continue;
        given.push_back(attribute.name);
        if (is_read && attribute.name == "id") {
            bind_id(attribute, instances.names);
            continue;
        }
        const Type type = type_of(attribute.expr, instances.names);
        if (const InputDef* input_def = find_input(inputs, attribute.name)) {
            check_input(*def, *input_def, attribute, type, instances.names);
        } else if (def || (!is_open && input.options.is_reference)) {
            // The check of the pack says that the options are a block.
            if (input.options.is_reference || attribute.name != kOptions)
                report_unsupported(attribute, nearest_input(attribute.name, inputs));
        }
    }
    std::vector<MissingArgument> missing = missing_inputs(inputs, given);
    if (is_read && def && !is_one_of("id", given)) missing.insert(missing.begin(), {"id", "\"\""});
    require(block, missing);
    if (instances.options) bind_options(instances, {def ? &inputs : nullptr, is_read});
}

// ---- Components

ProgramBinder::ComponentSource ProgramBinder::find_component(ProgramNode& node, const BlockView& block) {
    const std::vector<LabelView> labels = block.labels();
    const auto token = attribute_of(block.body(), "token");
    ComponentSource out;
    auto wrong = [&](Span span, const std::string& title, const std::string& message) -> Diagnostic& {
        return report(DiagCode::PclInvalidComponent, span, {title, message});
    };
    if (labels.size() < 2) {
        if (!token) {
            Diagnostic& d =
                wrong(block.header_span(),
                      "a component declared without a source must set 'token' to the component's type token",
                      "Or write the folder of a program as its second label.");
            const MissingArgument missing{"token", placeholder(Type::string())};
            if (!input.options.is_reference)
                offer_arguments(d, *input.files[file_].tree, block, std::span(&missing, 1));
        } else if (std::optional<std::string> text = literal_text(*token);
                   text && !input.options.is_reference) {
            // The reference accepts any inputs.
            out.schema = find_resource(node, {*text, token->expr.span(), true}, block).def;
            out.is_known = out.schema != nullptr;
        }
        return out;
    }
    const std::string& folder = labels[1].value;
    node.detail = folder;
    if (token)
        wrong(token->name_span, "'token' may only be set on a component declared without a source",
              "This one is the program in " + in_quotes(folder) + ".");
    using Found = ProgramInput::Component::Found;
    node.folder = folder;
    if (!visit_ && input.component) node.component = input.component(folder);
    const ProgramInput::Component& found = node.component;
    out.is_known = found.found == Found::Program;
    if (found.found == Found::Unknown && input.options.is_reference)
        wrong(block.header_span(), "components require the binder to have set a directory path",
              "Where " + in_quotes(folder) + " is depends on where this program is.");
    if (found.found == Found::Nothing)
        wrong(labels[1].span, "no files found",
              "There is no program in the folder " + in_quotes(folder) + ".");
    if (found.found == Found::Own)
        wrong(labels[1].span,
              "cannot bind component " + node.name + " from the same directory as the parent program",
              "The component would contain itself.");
    // The reference binds nothing of a component with errors.
    const std::size_t count = found.program ? found.program->interface().errors : 0;
    if (!input.options.is_reference || count == 0) out.program = found.program;
    if (count == 0) return out;
    const Diagnostic* first = found.program->interface().first_error.get();
    wrong(labels[1].span, "Errors in the component",
          "The program in " + in_quotes(folder) + " has " +
              (count == 1 ? "an error" : std::to_string(count) + " errors") + ": " + first->title + ". " +
              first->message)
        .related.push_back({{first->file, first->span}, "the first error"});
    return out;
}

void ProgramBinder::check_config(const ProgramNode& config, const AttributeView& attribute, const Type& type,
                                 const LocalNames& names) {
    const Type wanted = input_type(config.value);
    Diagnostics found;
    const bool is_clear = input.options.is_reference ? is_convertible(wanted, type)
                                                     : check_value(wanted, type, attribute.expr,
                                                                   attribute.name, known_names(names), found);
    take(std::move(found));
    if (!is_clear) report_misfit(attribute, wanted, config.value, type);
}

void ProgramBinder::bind_component_inputs(const BlockView& block, const ComponentSource& source,
                                          const Instances& instances) {
    const ResourceDef* def = source.schema;
    const Program::Interface* component = source.program ? &source.program->interface() : nullptr;
    std::vector<std::string_view> given;
    for (const AttributeView& attribute : block.body().attributes()) {
        if (attribute.name == kLogicalName || attribute.name == "token") continue;
        given.push_back(attribute.name);
        const Type type = type_of(attribute.expr, instances.names);
        if (component) {
            const auto& configs = component->configs;
            if (auto config = configs.find(attribute.name); config != configs.end()) {
                check_config(*config->second, attribute, type, instances.names);
                continue;
            }
            report_unsupported(attribute, component->similar.nearest(attribute.name));
            // The reference goes no further.
            if (input.options.is_reference) return;
        } else if (const InputDef* input_def = def ? def->input(attribute.name) : nullptr) {
            check_input(*def, *input_def, attribute, type, instances.names);
        } else if (def) {
            report_unsupported(attribute, nearest_input(attribute.name, def->inputs));
        }
    }
    std::vector<MissingArgument> missing;
    if (def) missing = missing_inputs(def->inputs, given);
    if (component) {
        std::ranges::sort(given);
        for (const ProgramNode* config : component->required)
            if (missing.size() < kMostMissing && !std::ranges::binary_search(given, config->logical_name))
                missing.push_back({config->logical_name, placeholder(config->value)});
    }
    require(block, missing);
}

void ProgramBinder::bind_component(ProgramNode& node, const BlockView& block) {
    const BodyView body = block.body();
    node.logical_name = logical_name(body, node.name);
    const ComponentSource source = find_component(node, block);
    node.value = undescribed();
    if (source.schema) node.value = source.schema->variable;
    if (source.program) node.value = source.program->interface().outputs;
    const Instances instances = find_instances(body, node.value, true);
    node.type = source.is_known ? instances.type : undescribed();
    bind_component_inputs(block, source, instances);
    if (instances.options) bind_options(instances, {source.schema ? &source.schema->inputs : nullptr, false});
}

}  // namespace hcl::pcl
