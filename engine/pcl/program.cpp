#include "engine/pcl/program.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>

#include "engine/base/counted.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/nodes.h"
#include "engine/pcl/program_binder.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyItem;
using syntax::BodyView;
using syntax::LabelView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

std::string in_quotes(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

std::optional<std::string> key_name(Node key) {
    if (key.is(SyntaxKind::Variable)) return std::string(key.text());
    return syntax::quoted_text(key);
}

std::string_view word_of(ProgramNode::Kind kind) {
    switch (kind) {
        case NodeKind::Resource:
            return "resource";
        case NodeKind::Read:
            return "read";
        case NodeKind::Component:
            return "component";
        case NodeKind::Config:
            return "config";
        case NodeKind::Output:
            return "output";
        case NodeKind::Local:
            return "local";
        case NodeKind::Hook:
            return "hook";
        case NodeKind::Pulumi:
            return "pulumi";
    }
    return "";
}

std::optional<AttributeView> attribute_of(const BodyView& body, std::string_view name) {
    for (const AttributeView& attribute : body.attributes())
        if (attribute.name == name) return attribute;
    return std::nullopt;
}

// ---- Findings

Diagnostic& ProgramBinder::report(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    Diagnostic& made = add_diagnostic(*sink_, code, span, args);
    made.file = input.files[file_].id;
    return made;
}

void move_places(Diagnostic& finding, std::uint32_t by) {
    finding.span = finding.span.shifted(by);
    if (finding.context) finding.context = finding.context->shifted(by);
    for (RelatedPlace& place : finding.related)
        if (place.where.file == finding.file) place.where.span = place.where.span.shifted(by);
    for (Fix& fix : finding.fixes)
        for (FileEdit& edit : fix.edits)
            if (edit.file == finding.file) edit.edit.range = edit.edit.range.shifted(by);
}

// ---- Order

// Binds each node after its dependencies, without recursion: a chain can be as long as the program.
void ProgramBinder::bind_all() {
    states_.assign(nodes.size(), State::New);
    is_changed_.assign(nodes.size(), false);
    is_in_cycle_.assign(nodes.size(), false);
    depends_on_order_.assign(nodes.size(), false);
    constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
    struct OnWay {
        std::uint32_t next = 0;  // index of the next dependency
        // The first node of the way to which something leads back from here.
        std::uint32_t order = kNowhere;
        std::uint32_t cycle = kNowhere;
    };
    std::vector<std::uint32_t> way;  // from a node to its dependency
    std::vector<OnWay> steps;
    std::vector<std::uint32_t> places(nodes.size());  // of nodes in the way
    auto begin = [&](std::uint32_t node) {
        states_[node] = State::Begun;
        places[node] = static_cast<std::uint32_t>(way.size());
        way.push_back(node);
        steps.emplace_back();
    };
    auto end = [&] {
        const std::uint32_t index = way.back();
        const OnWay step = steps.back();
        depends_on_order_[index] = step.order <= places[index];
        is_in_cycle_[index] = step.cycle <= places[index];
        finish(index);
        way.pop_back();
        steps.pop_back();
        if (steps.empty()) return;
        steps.back().order = std::min(steps.back().order, step.order);
        steps.back().cycle = std::min(steps.back().cycle, step.cycle);
    };
    for (std::uint32_t root = 0; root < nodes.size(); ++root) {
        if (states_[root] == State::New) begin(root);
        while (!way.empty()) {
            const std::uint32_t index = way.back();
            const std::vector<std::uint32_t>& dependencies = nodes[index]->dependencies;
            OnWay& step = steps.back();
            if (step.next == dependencies.size()) {
                end();
                continue;
            }
            const std::uint32_t on = dependencies[step.next++];
            if (states_[on] == State::New) {
                begin(on);
            } else if (states_[on] == State::Begun) {
                step.order = std::min(step.order, places[on]);
                // Components can use each other's outputs.
                if (on != index && nodes[index]->kind == NodeKind::Component &&
                    nodes[on]->kind == NodeKind::Component)
                    continue;
                step.cycle = std::min(step.cycle, places[on]);
                report_cycle(std::span(way).subspan(places[on]));
            }
        }
    }
}

// The nodes of `way` form a cycle in this order.
void ProgramBinder::report_cycle(std::span<const std::uint32_t> way) {
    // A cycle through a component is reported at its other nodes.
    const auto blamed =
        std::ranges::find_if(way, [&](std::uint32_t one) { return nodes[one]->kind != NodeKind::Component; });
    const PlacedNode& at = nodes[blamed == way.end() ? way.front() : *blamed];
    // Of a long one the beginning and the end are enough to find it.
    constexpr std::size_t kMost = 20;
    std::string path;
    for (std::uint32_t one : way.first(std::min(way.size(), kMost)))
        path += in_quotes(nodes[one]->name) + " uses ";
    if (way.size() > kMost + 1)
        path += counted(way.size() - kMost - 1, "other") + ", of which the last uses ";
    if (way.size() > kMost) path += in_quotes(nodes[way.back()]->name) + " uses ";
    path += in_quotes(nodes[way.front()]->name);
    std::vector<std::string_view> functions = Functions().names();
    functions.insert(functions.end(), {"invoke", "call"});
    for (std::uint32_t one : way.first(std::min(way.size(), kMost)))
        if (!input.options.is_reference && is_one_of(nodes[one]->name, functions)) {
            path += "; a call of the function " + in_quotes(nodes[one]->name) +
                    " counts as a use of it, so give it another name";
            break;
        }
    file_ = at.file;
    Diagnostic& d = report(DiagCode::PclCircularReference, at.name_span(), {at->name, path});
    d.context = at.span();
}

// ---- What is kept

namespace {

bool same_known(const ProgramNode& a, const ProgramNode& b) {
    return a.known && b.known ? equal_constants(*a.known, *b.known)
                              : a.known.has_value() == b.known.has_value();
}

}  // namespace

bool ProgramBinder::means_same(std::string_view name) const {
    const std::optional<std::uint32_t> before = previous_->tables_->find(name);
    const std::optional<std::uint32_t> now = tables->find(name);
    if (!before || !now) return before.has_value() == now.has_value();
    const ProgramNode& a = *previous_->nodes_[*before];
    const ProgramNode& b = *nodes[*now];
    return a.kind == b.kind && a.type == b.type && same_known(a, b) &&
           (a.kind != NodeKind::Hook || a.detail == b.detail);
}

// Whether binding the node again would give the same result. All its dependencies are bound.
bool ProgramBinder::may_keep(std::uint32_t index) {
    if (!is_kept_[index] || is_in_cycle_[index] || depends_on_order_[index]) return false;
    const ProgramNode& node = *nodes[index];
    if (node.is_in_cycle || node.depends_on_order) return false;
    if (has_same_tables_) {
        if (std::ranges::any_of(node.dependencies, [&](std::uint32_t on) { return is_changed_[on]; }))
            return false;
    } else {
        // A suggestion of a similar name depends on all names.
        if (std::ranges::find(node.findings, DiagCode::PclUndefinedVariable, &Diagnostic::code) !=
            node.findings.end())
            return false;
        const std::vector<std::string>& reads = declaration(nodes[index]).reads;
        if (!std::ranges::all_of(reads, [&](const std::string& name) { return means_same(name); }))
            return false;
    }
    return !node.folder ||
           node.component == (input.component ? input.component(*node.folder) : ProgramInput::Component());
}

void ProgramBinder::finish(std::uint32_t index) {
    if (!may_keep(index)) {
        cancel.poll();
        bind_node(index);
        if (has_same_tables_) {
            const ProgramNode& before = *previous_->nodes_[index];
            const ProgramNode& now = *nodes[index];
            is_changed_[index] = before.type != now.type || !same_known(before, now);
        }
    }
    states_[index] = State::Done;
}

void ProgramBinder::bind_node(std::uint32_t index) {
    const PlacedNode& placed = nodes[index];
    auto made = std::make_shared<ProgramNode>(draft(placed));
    made->dependencies = placed->dependencies;
    made->is_in_cycle = is_in_cycle_[index];
    made->depends_on_order = depends_on_order_[index];
    file_ = placed.file;
    node_ = index;
    sink_ = &made->findings;
    bind_as(*made, body_item(placed));
    sink_ = &program.findings_;
    node_ = Item::kNoNode;
    for (Diagnostic& d : made->findings) move_places(d, 0u - placed.start);
    if (made->is_in_cycle) {
        made->type = {};
        made->known.reset();
    }
    nodes[index].node = std::move(made);
    ++program.bound_count_;
}

void ProgramBinder::bind_as(ProgramNode& node, const BodyItem& item) {
    switch (node.kind) {
        case NodeKind::Local:
            return bind_local(node, item);
        case NodeKind::Config:
            return bind_config(node, item.block());
        case NodeKind::Output:
            return bind_output(node, item.block());
        case NodeKind::Pulumi:
            return bind_pulumi(item.block());
        case NodeKind::Hook:
            return bind_hook(item.block());
        case NodeKind::Resource:
        case NodeKind::Read:
            return bind_resource(node, item.block());
        case NodeKind::Component:
            return bind_component(node, item.block());
    }
}

const BodyItem& ProgramBinder::body_item(const PlacedNode& placed) {
    std::vector<BodyItem>& items = bodies_[placed.file];
    if (items.empty()) items = input.files[placed.file].tree->body().items();
    return items[placed.item];
}

// Places in the last ones are those of the file.
template <typename Use>
void Program::each_finding(std::size_t file, const Use& visit) const {
    const FileId id = input_.files[file].id;
    for (const Item& item : *items_[file])
        for (const Diagnostic& d : item.declared->findings) visit(d, item.start);
    for (const PlacedNode& placed : std::ranges::equal_range(nodes_, file, {}, &PlacedNode::file))
        for (const Diagnostic& d : placed->findings) visit(d, placed.start);
    for (const Diagnostics* all : {&findings_, &tables_->findings})
        for (const Diagnostic& d : std::ranges::equal_range(*all, id, {}, &Diagnostic::file)) visit(d, 0u);
}

namespace {

bool is_about_damage(const Diagnostic& d) {
    return d.code == DiagCode::PclInvalidPackage && d.title.starts_with(kDamagedTitle);
}

}  // namespace

// A schema that cannot be read is reported where it is needed first.
Diagnostics Program::collected(std::size_t begin, std::size_t end) const {
    Diagnostics out;
    std::size_t count = 0;
    for (std::size_t file = begin; file < end; ++file)
        each_finding(file, [&](const Diagnostic&, std::uint32_t) { ++count; });
    out.reserve(count);
    for (std::size_t file = begin; file < end; ++file)
        each_finding(file, [&](const Diagnostic& d, std::uint32_t start) {
            out.push_back(d);
            move_places(out.back(), start);
        });
    sort_diagnostics(out);
    std::set<std::string> seen;
    std::erase_if(out, [&](const Diagnostic& d) {
        if (!is_about_damage(d)) return false;
        const Location& first = damaged_.at(d.title);
        return d.file != first.file || d.span != first.span || !seen.insert(d.title).second;
    });
    return out;
}

Diagnostics Program::findings() const {
    return collected(0, input_.files.size());
}

Diagnostics Program::findings_in(FileId file) const {
    const auto found = std::ranges::find(input_.files, file, &ProgramFile::id);
    if (found == input_.files.end()) return {};
    const auto index = static_cast<std::size_t>(found - input_.files.begin());
    return collected(index, index + 1);
}

void ProgramBinder::finish_findings() {
    std::ranges::stable_sort(program.findings_, {}, &Diagnostic::file);
    for (std::size_t file = 0; file < input.files.size(); ++file)
        program.each_finding(file, [&](const Diagnostic& d, std::uint32_t start) {
            if (!is_about_damage(d)) return;
            const Location place{d.file, d.span.shifted(start)};
            const auto [first, is_new] = program.damaged_.emplace(d.title, place);
            if (!is_new &&
                std::tie(place.file, place.span) < std::tie(first->second.file, first->second.span))
                first->second = place;
        });
}

void ProgramBinder::run() {
    const Program* previous = input.previous.get();
    if (previous && previous->input_.options == input.options && previous->input_.packages == input.packages)
        previous_ = previous;
    read_items();
    has_same_tables_ = keeps_tables();
    if (has_same_tables_)
        keep_tables();
    else
        make_tables();
    bind_all();
    finish_findings();
}

void ProgramBinder::look(std::uint32_t index, const Visit& visit) {
    bodies_.resize(input.files.size());
    visit_ = &visit;
    Diagnostics found;
    sink_ = &found;
    const PlacedNode& placed = nodes[index];
    file_ = placed.file;
    ProgramNode node = draft(placed);
    node.component = placed->component;
    bind_as(node, body_item(placed));
}

// ---- Nodes

void ProgramBinder::bind_rest(const BodyView& body, std::span<const std::string_view> but,
                              const LocalNames& locals) {
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Attribute) {
            const AttributeView attribute = item.attribute();
            if (std::ranges::find(but, attribute.name) == but.end()) type_of(attribute.expr, locals);
        } else if (item.kind == BodyItem::Kind::Block) {
            bind_rest(item.block().body(), {}, locals);
        }
    }
}

bool ProgramBinder::is_clean_type(Node expr) {
    const std::size_t before = sink_->size();
    type_of(expr);
    return input.options.is_reference || sink_->size() == before;
}

std::optional<std::string> ProgramBinder::literal_text(const AttributeView& attribute) {
    const bool is_clean = is_clean_type(attribute.expr);
    if (std::optional<std::string> text = syntax::quoted_text(attribute.expr)) return text;
    if (attribute.expr.is(SyntaxKind::Heredoc) && syntax::is_string_literal(attribute.expr))
        return syntax::template_items(attribute.expr)[0].text;
    if (!attribute.expr.is(SyntaxKind::Missing) && is_clean)
        report(DiagCode::PclLiteralNeeded, attribute.expr.span(),
               {attribute.name, "a string in quotes", "string"});
    return std::nullopt;
}

std::optional<bool> ProgramBinder::literal_flag(const AttributeView& attribute) {
    const bool is_clean = is_clean_type(attribute.expr);
    if (attribute.expr.is(SyntaxKind::Bool)) return attribute.expr.has(syntax::kTrue);
    if (!attribute.expr.is(SyntaxKind::Missing) && is_clean)
        report(DiagCode::PclLiteralNeeded, attribute.expr.span(),
               {attribute.name, "true or false", "boolean"});
    return std::nullopt;
}

void ProgramBinder::report_others(const BodyView& body, std::span<const std::string_view> known,
                                  std::string_view block) {
    if (input.options.is_reference) return;
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Attribute) {
            const AttributeView attribute = item.attribute();
            if (is_one_of(attribute.name, known)) continue;
            const std::string near = suggest(attribute.name, known);
            Diagnostic& d = report(DiagCode::PclUnsupportedAttribute, attribute.name_span,
                                   {attribute.name, did_you_mean(near)});
            d.severity = Severity::Warning;
            offer_name(d, attribute.name_span, near);
        } else if (item.kind == BodyItem::Kind::Block && item.block().type() != block) {
            const BlockView inner = item.block();
            // The check of the pack says that these are arguments.
            if (is_one_of(inner.type(), known)) continue;
            const std::string near = suggest(inner.type(), std::span(&block, block.empty() ? 0 : 1));
            Diagnostic& d =
                report(DiagCode::PclUnsupportedBlock, inner.type_span(), {inner.type(), did_you_mean(near)});
            d.severity = Severity::Warning;
            offer_name(d, inner.type_span(), near);
        }
    }
}

std::string ProgramBinder::logical_name(const BodyView& body, const std::string& name) {
    if (auto attribute = attribute_of(body, kLogicalName))
        if (auto text = literal_text(*attribute)) return *text;
    return name;
}

void ProgramBinder::bind_local(ProgramNode& node, const BodyItem& item) {
    const Node expr = item.attribute().expr;
    node.type = type_of(expr);
    if (!input.options.is_reference) node.known = known_value(expr, known_names({}));
}

namespace {

// Properties of objects passed to a program may be missing.
Type with_optional_properties(const Type& type, bool is_element = false) {
    if (!is_element && type.is(Kind::List)) return Type::list(with_optional_properties(type.element(), true));
    if (!is_element && type.is(Kind::Map)) return Type::map(with_optional_properties(type.element(), true));
    if (!type.is(Kind::Object)) return type;
    std::vector<Property> properties(type.properties().begin(), type.properties().end());
    for (Property& property : properties) property.type = Type::optional(property.type);
    return Type::object(std::move(properties));
}

}  // namespace

void ProgramBinder::bind_config(ProgramNode& node, const BlockView& block) {
    const std::vector<LabelView> labels = block.labels();
    if (labels.size() == 2)
        if (std::optional<Type> type = type_label(labels[1])) node.type = with_optional_properties(*type);
    const BodyView body = block.body();
    constexpr std::string_view kKnown[] = {"default", "description", "nullable", "secret", kLogicalName};
    node.logical_name = logical_name(body, node.name);
    if (auto description = attribute_of(body, "description")) literal_text(*description);
    if (auto nullable = attribute_of(body, "nullable"))
        node.may_be_missing = literal_flag(*nullable).value_or(true);
    if (auto given = attribute_of(body, "default")) {
        node.may_be_missing = true;
        if (eval::without_parens(given->expr).is(SyntaxKind::Null)) {
            node.type = Type::optional(node.type);
        } else {
            expect(given->expr, input_type(node.type), {}, "default");
        }
    }
    node.value = node.type;
    if (auto secret = attribute_of(body, "secret"))
        if (literal_flag(*secret).value_or(false)) node.type = Type::output(node.type);
    report_others(body, kKnown);
    bind_rest(body, kKnown);
}

void ProgramBinder::bind_output(ProgramNode& node, const BlockView& block) {
    const std::vector<LabelView> labels = block.labels();
    if (labels.size() == 2) node.type = type_label(labels[1]).value_or(Type());
    const BodyView body = block.body();
    constexpr std::string_view kKnown[] = {"value", kLogicalName};
    node.logical_name = logical_name(body, node.name);
    if (auto value = attribute_of(body, "value")) {
        node.has_value = true;
        node.value = expect(value->expr, input_type(node.type), {}, "value");
    } else if (!input.options.is_reference &&
               std::ranges::none_of(body.blocks(), [](const BlockView& b) { return b.type() == "value"; })) {
        const MissingArgument missing{"value", placeholder(node.type)};
        require(block, std::span(&missing, 1));
        // The reference accepts it.
        sink_->back().severity = Severity::Warning;
    }
    report_others(body, kKnown);
    bind_rest(body, kKnown);
}

void ProgramBinder::bind_pulumi(const BlockView& block) {
    const BodyView body = block.body();
    constexpr std::string_view kKnown[] = {"requiredVersionRange"};
    if (auto range = attribute_of(body, kKnown[0]))
        expect(range->expr, input_type(Type::string()), {}, kKnown[0]);
    report_others(body, kKnown);
    bind_rest(body, kKnown);
}

void ProgramBinder::bind_hook(const BlockView& block) {
    const bool is_error = block.labels()[0].value == "error";
    std::vector<Property> properties = {{"urn", Type::string()},      {"name", Type::string()},
                                        {"type", Type::string()},     {"id", Type::id()},
                                        {"newInputs", Type::map({})}, {"oldInputs", Type::map({})},
                                        {"oldOutputs", Type::map({})}};
    if (!is_error) properties.push_back({"newOutputs", Type::map({})});
    const LocalNames names{{{"args", Type::object(std::move(properties))}}};
    const BodyView body = block.body();
    const std::string allowed = is_error ? "command" : "command ignoreErrors onDryRun";
    auto unknown = [&](std::string_view name, Span span) {
        report(DiagCode::PclInvalidHook, span,
               {"unknown property '" + std::string(name) + "' among [" + allowed + "]",
                is_error ? "A hook of this kind takes a \"command\", and nothing else."
                         : "A hook of this kind takes \"command\", \"ignoreErrors\" and \"onDryRun\"."});
    };
    bool has_command = false;
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Block) {
            unknown(item.block().type(), item.block().type_span());
            bind_rest(item.block().body(), {});
            continue;
        }
        if (item.kind != BodyItem::Kind::Attribute) continue;
        const AttributeView attribute = item.attribute();
        if (attribute.name == "command") {
            has_command = true;
            expect(attribute.expr, input_type(Type::list(Type::string())), names, "command");
        } else if (!is_error && (attribute.name == "onDryRun" || attribute.name == "ignoreErrors")) {
            expect(attribute.expr, input_type(Type::boolean()), {}, attribute.name);
        } else {
            unknown(attribute.name, attribute.name_span);
            type_of(attribute.expr);
        }
    }
    const MissingArgument command{"command", placeholder(Type::list(Type::string()))};
    if (!has_command) require(block, std::span(&command, 1));
}

// ---- Program

Program::Program() = default;
Program::~Program() = default;

ProgramPtr Program::bind(ProgramInput input, const Cancel& cancel) {
    std::shared_ptr<Program> program(new Program());
    program->input_ = std::move(input);
    ProgramBinder(*program, cancel).run();
    // The functions belong to the caller and are called only during binding.
    program->input_.component = nullptr;
    program->input_.previous = nullptr;
    return program;
}

PackagePtr Program::package(std::string_view name) const {
    return input_.packages->find(name, version_of(name));
}

const Program::Interface& Program::interface() const {
    return interface_.get([&] {
        std::vector<Property> outputs;
        std::map<std::string_view, const ProgramNode*> configs;
        std::vector<std::string> names;
        for (const PlacedNode& node : nodes_) {
            if (node->kind == NodeKind::Output && node->has_value)
                outputs.push_back({node->logical_name, Type::output(node->value)});
            if (node->kind == NodeKind::Config && configs.emplace(node->logical_name, node.node.get()).second)
                names.push_back(node->logical_name);
        }
        Interface out{Type::object(std::move(outputs), kComponentAnnotation),
                      std::move(configs),
                      {},
                      SimilarNames(std::move(names))};
        for (const auto& [name, config] : out.configs)
            if (!config->may_be_missing) out.required.push_back(config);
        for (Diagnostic& d : findings()) {
            if (d.severity != Severity::Error) continue;
            if (out.errors++ == 0) out.first_error = std::make_shared<const Diagnostic>(std::move(d));
        }
        return out;
    });
}

BlockView Program::block_of(const PlacedNode& node) const {
    return input_.files[node.file].tree->body().items()[node.item].block();
}

void Program::each_type(std::span<const std::uint32_t> nodes, const Visit& visit,
                        const Cancel& cancel) const {
    Program same;
    same.input_ = input_;
    same.nodes_ = nodes_;
    same.items_ = items_;
    same.tables_ = tables_;
    ProgramBinder binder(same, cancel);
    for (std::uint32_t node : nodes) binder.look(node, visit);
}

std::string Program::version_of(std::string_view package) const {
    auto found = tables_->packages.find(package);
    if (found == tables_->packages.end()) return {};
    const PackageBlock& block = found->second.block;
    return block.is_parameterized ? block.version : block.base_version;
}

// The next file is the one with the fewest dependencies in remaining files; within files in source order.
std::vector<std::uint32_t> Program::order() const {
    std::vector<std::vector<std::uint32_t>> files(input_.files.size());
    std::vector<std::size_t> file_of(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        file_of[i] = nodes_[i].file;
        files[file_of[i]].push_back(i);
    }
    for (auto& list : files) std::ranges::sort(list, {}, [&](std::uint32_t n) { return nodes_[n].start; });
    std::vector<std::uint32_t> out;
    std::vector<bool> done(nodes_.size());
    std::vector<bool> is_chosen(files.size());
    auto add = [&](std::uint32_t root) {
        std::vector<std::pair<std::uint32_t, std::size_t>> stack;
        std::vector<std::uint32_t> begun;
        if (!done[root]) stack.emplace_back(root, 0);
        done[root] = true;
        while (!stack.empty()) {
            auto& [node, next] = stack.back();
            if (next == nodes_[node]->dependencies.size()) {
                out.push_back(node);
                stack.pop_back();
                continue;
            }
            const std::uint32_t on = nodes_[node]->dependencies[next++];
            if (done[on]) continue;
            done[on] = true;
            stack.emplace_back(on, 0);
        }
    };
    for (std::size_t round = 0; round < files.size(); ++round) {
        std::size_t best = files.size();
        std::size_t best_weight = 0;
        for (std::size_t f = 0; f < files.size(); ++f) {
            if (is_chosen[f] || files[f].empty()) continue;
            std::vector<std::uint32_t> needed;
            for (std::uint32_t node : files[f])
                for (std::uint32_t on : nodes_[node]->dependencies)
                    if (!done[on] && file_of[on] != f) needed.push_back(on);
            std::ranges::sort(needed);
            const auto weight =
                static_cast<std::size_t>(std::unique(needed.begin(), needed.end()) - needed.begin());
            if (best == files.size() || weight < best_weight) {
                best = f;
                best_weight = weight;
            }
        }
        if (best == files.size()) break;
        is_chosen[best] = true;
        for (std::uint32_t node : files[best]) add(node);
    }
    return out;
}

}  // namespace hcl::pcl
