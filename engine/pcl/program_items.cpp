// Collects the declarations of a program's items and builds the tables of names. The text of an item is read
// once; the tables are rebuilt only when a declaration is added, removed or renamed.
#include <algorithm>
#include <unordered_map>

#include "engine/base/suggest.h"
#include "engine/pcl/program_binder.h"

namespace hcl::pcl {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyItem;
using syntax::BodyView;
using syntax::LabelView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

constexpr std::string_view kOneOrTwoLabels = "config variables must have exactly one or two labels";

// Calls visit(name) for the names of variables and functions in an expression, including loop variables,
// because the reference orders nodes by these, too.
template <typename Visit>
void each_free_name(Node expr, const Visit& visit) {
    const syntax::Chunk& chunk = expr.chunk();
    const std::uint32_t end = expr.id() + expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        Node node(&chunk, expr.base(), id);
        switch (node.kind()) {
            case SyntaxKind::ObjectItem:
                // An identifier as a key is not a reference.
                if (id + 1 < end && Node(&chunk, expr.base(), id + 1).is(SyntaxKind::Variable)) ++id;
                break;
            case SyntaxKind::Variable:
                visit(node.text());
                break;
            case SyntaxKind::FunctionName:
                visit(node.text());
                break;
            default:
                break;
        }
    }
}

template <typename Visit>
void each_free_name(const BodyView& body, bool is_options, const Visit& visit) {
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Attribute) {
            const AttributeView attribute = item.attribute();
            if (is_options && std::ranges::find(kInputLists, attribute.name) != std::end(kInputLists))
                continue;
            each_free_name(attribute.expr, visit);
        } else if (item.kind == BodyItem::Kind::Block) {
            const BlockView block = item.block();
            each_free_name(block.body(), block.type() == kOptions, visit);
        }
    }
}

Span span_of_labels(const std::vector<LabelView>& labels) {
    return {labels.front().span.start, labels.back().span.end};
}

}  // namespace

// ---- Items

void ProgramBinder::read_block(Declaration& made, const BlockView& block) {
    const std::string_view type = block.type();
    const std::vector<LabelView> labels = block.labels();
    auto wrong_labels = [&](std::string_view title, std::string_view what) {
        Diagnostic& d =
            report(DiagCode::PclWrongLabels, labels.empty() ? block.header_span() : span_of_labels(labels),
                   {type, what, title});
        if (type == "output") d.message.insert(1, "n");
    };
    auto declare = [&](NodeKind kind, const std::string& name, Span span) {
        made.kind = kind;
        made.name = name;
        made.name_span = span;
    };
    auto named = [&](NodeKind kind, std::size_t fewest, std::size_t most, std::string_view title,
                     std::string_view what) {
        const bool is_wrong = labels.size() < fewest || labels.size() > most;
        if (is_wrong) wrong_labels(title, what);
        // It is ambiguous which label of a component is its folder.
        if (!labels.empty() && !(is_wrong && kind == NodeKind::Component))
            declare(kind, labels[0].value, labels[0].span);
    };
    if (type == "resource" || type == "read") {
        named(type == "read" ? NodeKind::Read : NodeKind::Resource, 2, 2,
              std::string(type) + " variables must have exactly two labels",
              "two labels: a name and the token of a resource type");
    } else if (type == "config") {
        named(NodeKind::Config, 1, 2, kOneOrTwoLabels, "a name and, if it has one, a type");
    } else if (type == "output") {
        named(NodeKind::Output, 1, 2,
              input.options.is_reference ? kOneOrTwoLabels : "outputs must have one or two labels",
              "a name and, if it has one, a type");
    } else if (type == "component") {
        named(NodeKind::Component, 1, 2, "components must have one or two labels",
              "a name and, unless it has a token, the folder of a program");
    } else if (type == "hook") {
        if (labels.size() != 2) {
            wrong_labels(
                "hook blocks must have exactly two labels: a kind ('resource' or 'error') and a name",
                "two labels: its kind, which is resource or error, and a name");
            return;
        }
        if (labels[0].value != "resource" && labels[0].value != "error") {
            report(
                DiagCode::PclInvalidHook, labels[0].span,
                {"invalid hook kind '" + labels[0].value + "': must be 'resource' or 'error'",
                 "Hooks of resources run around what is done with them, those of errors when that fails."});
            return;
        }
        declare(NodeKind::Hook, labels[1].value, labels[1].span);
        made.detail = labels[0].value;
    } else if (type == "pulumi") {
        if (!labels.empty()) {
            wrong_labels("pulumi block must not have any labels", "no labels");
            return;
        }
        declare(NodeKind::Pulumi, "pulumi", block.type_span());
    } else if (type == "package") {
        read_package(made, block);
    } else if (!input.options.is_reference) {
        static constexpr std::string_view kBlocks[] = {"resource", "read", "component", "config",
                                                       "output",   "hook", "pulumi",    "package"};
        std::string hint = type == "locals"     ? " Write \"name = value\" at the top of the file."
                           : type == "variable" ? " Inputs are \"config\" blocks."
                                                : "";
        const std::string near = hint.empty() ? suggest(type, kBlocks) : std::string();
        offer_name(report(DiagCode::PclUnknownBlock, block.type_span(),
                          {type, near.empty() ? hint : did_you_mean(near)}),
                   block.type_span(), near);
    }
}

std::shared_ptr<const Declaration> ProgramBinder::read_item(std::uint32_t file, const BodyItem& item) {
    auto made = std::make_shared<Declaration>();
    if (item.kind == BodyItem::Kind::Bogus) return made;
    file_ = file;
    sink_ = &made->findings;
    auto visit = [&](std::string_view name) { made->reads.emplace_back(name); };
    if (item.kind == BodyItem::Kind::Attribute) {
        const AttributeView attribute = item.attribute();
        made->kind = NodeKind::Local;
        made->name = attribute.name;
        made->name_span = attribute.name_span;
        each_free_name(attribute.expr, visit);
    } else {
        const BlockView block = item.block();
        read_block(*made, block);
        if (made->kind) each_free_name(block.body(), false, visit);
    }
    sink_ = &program.findings_;
    std::ranges::sort(made->reads);
    made->reads.erase(std::ranges::unique(made->reads).begin(), made->reads.end());
    const std::uint32_t start = item.span.start;
    made->span = {0, item.span.length()};
    made->name_span = made->name_span.shifted(0u - start);
    for (Diagnostic& d : made->findings) move_places(d, 0u - start);
    return made;
}

// The items of a file; reuses those of the previous program.
std::vector<Program::Item> ProgramBinder::items_of(std::uint32_t file) {
    const std::vector<BodyItem>& read = bodies_[file];
    std::vector<Item> out(read.size());
    std::vector<std::uint32_t>& matches = matches_[file];
    matches.assign(read.size(), Item::kNoNode);
    for (std::size_t i = 0; i < read.size(); ++i) {
        const BodyItem& item = read[i];
        out[i].object =
            item.split ? static_cast<const void*>(item.split) : static_cast<const void*>(&item.node.chunk());
        out[i].id = item.node.id();
        out[i].start = item.span.start;
    }
    static const std::vector<Item> kNone;
    const std::vector<Item>* old = &kNone;
    if (previous_)
        for (std::size_t f = 0; f < previous_->input_.files.size(); ++f)
            if (previous_->input_.files[f].id == input.files[file].id) old = previous_->items_[f].get();
    // In most cases everything before and after a single edit is unchanged.
    std::size_t first = 0;
    while (first < out.size() && first < old->size() && out[first].is_same((*old)[first])) {
        matches[first] = static_cast<std::uint32_t>(first);
        ++first;
    }
    std::size_t end = out.size();
    std::size_t old_end = old->size();
    while (end > first && old_end > first && out[end - 1].is_same((*old)[old_end - 1]))
        matches[--end] = static_cast<std::uint32_t>(--old_end);
    std::unordered_map<const void*, std::uint32_t> rest;
    for (std::size_t i = first; i < old_end; ++i) rest.emplace((*old)[i].object, i);
    for (std::size_t i = first; i < end; ++i)
        if (auto found = rest.find(out[i].object);
            found != rest.end() && out[i].is_same((*old)[found->second]))
            matches[i] = found->second;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].declared =
            matches[i] != Item::kNoNode ? (*old)[matches[i]].declared : read_item(file, read[i]);
    }
    return out;
}

void ProgramBinder::read_items() {
    bodies_.resize(input.files.size());
    matches_.resize(input.files.size());
    for (std::uint32_t file = 0; file < input.files.size(); ++file) {
        cancel.poll();
        if (previous_ && file < previous_->input_.files.size() &&
            previous_->input_.files[file].id == input.files[file].id &&
            previous_->input_.files[file].tree == input.files[file].tree) {
            program.items_.push_back(previous_->items_[file]);
            matches_[file].resize(program.items_[file]->size());
            for (std::uint32_t i = 0; i < matches_[file].size(); ++i) matches_[file][i] = i;
            continue;
        }
        bodies_[file] = input.files[file].tree->body().items();
        program.items_.push_back(std::make_shared<const std::vector<Item>>(items_of(file)));
    }
}

// ---- Names

// Whether the files have the same declarations, item by item, without conflicts.
bool ProgramBinder::keeps_tables() const {
    if (!previous_ || !previous_->tables_->findings.empty()) return false;
    if (previous_->input_.files.size() != input.files.size()) return false;
    for (std::size_t file = 0; file < input.files.size(); ++file) {
        if (previous_->input_.files[file].id != input.files[file].id) return false;
        const std::vector<Item>& before = *previous_->items_[file];
        const std::vector<Item>& now = *program.items_[file];
        if (before.size() != now.size()) return false;
        for (std::size_t i = 0; i < now.size(); ++i)
            if (matches_[file][i] != i && !now[i].declared->declares_same(*before[i].declared)) return false;
    }
    return true;
}

void ProgramBinder::keep_tables() {
    program.tables_ = previous_->tables_;
    tables = program.tables_.get();
    nodes = previous_->nodes_;
    is_kept_.assign(nodes.size(), true);
    for (std::uint32_t file = 0; file < input.files.size(); ++file) {
        if (program.items_[file] == previous_->items_[file]) continue;
        auto items = std::make_shared<std::vector<Item>>(*program.items_[file]);
        for (std::uint32_t i = 0; i < items->size(); ++i) {
            Item& item = (*items)[i];
            item.node = (*previous_->items_[file])[i].node;
            if (item.node == Item::kNoNode) continue;
            PlacedNode& placed = nodes[item.node];
            placed.start = item.start;
            is_kept_[item.node] = matches_[file][i] == i;
        }
        program.items_[file] = std::move(items);
    }
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (is_kept_[i]) continue;
        auto made = std::make_shared<ProgramNode>(draft(nodes[i]));
        find_dependencies(i, made->dependencies);
        nodes[i].node = std::move(made);
    }
}

void ProgramBinder::declare(std::uint32_t file, std::uint32_t index) {
    Item& item = (*fresh_items_)[index];
    const Declaration& declared = *item.declared;
    if (!declared.kind) return;
    file_ = file;
    const NodeKind kind = *declared.kind;
    const Span name_span = declared.name_span.shifted(item.start);
    auto& table = kind == NodeKind::Output ? made_->outputs : made_->names;
    if (kind != NodeKind::Output && declared.name == "null") {
        report(DiagCode::PclDuplicateName, name_span, {declared.name, "The constant"});
        return;
    }
    if (auto [known, is_new] = table.emplace(declared.name, static_cast<std::uint32_t>(nodes.size()));
        !is_new) {
        const PlacedNode& first = nodes[known->second];
        // The parser reports an argument that a file sets twice.
        if (kind == NodeKind::Local && first->kind == kind && first.file == file) return;
        std::string what = first->kind == NodeKind::Local || first->kind == NodeKind::Pulumi
                               ? "A " + std::string(word_of(first->kind))
                               : "A \"" + std::string(word_of(first->kind)) + "\" block";
        Diagnostic& d = report(DiagCode::PclDuplicateName, name_span, {declared.name, what});
        if (!input.options.is_reference && kind == NodeKind::Pulumi && first->kind == kind) {
            d.title = "Second pulumi block";
            d.message = "A program has only one \"pulumi\" block. Merge the two.";
        }
        d.related.push_back(
            {{first->file, first.span()}, "the other declaration of " + in_quotes(declared.name)});
        return;
    }
    item.node = static_cast<std::uint32_t>(nodes.size());
    PlacedNode& placed = nodes.emplace_back();
    placed.start = item.start;
    placed.file = file;
    placed.item = index;
    const std::uint32_t match = matches_[file][index];
    const std::uint32_t before = match == Item::kNoNode ? match : previous_item(file, match).node;
    is_kept_.push_back(before != Item::kNoNode);
    placed.node = before != Item::kNoNode ? previous_->nodes_[before].node
                                          : std::make_shared<const ProgramNode>(draft(placed));
}

void ProgramBinder::declare_package(std::uint32_t file, const Item& item) {
    if (!item.declared->package) return;
    const PackageBlock& made = *item.declared->package;
    if (made.base_name.empty() || made.name.empty()) return;
    const Span span = item.declared->span.shifted(item.start);
    auto [known, is_new] = made_->packages.emplace(made.name, Tables::Package{made, file, span});
    if (is_new) return;
    const Tables::Package& first = known->second;
    const bool is_same_file = first.file == file;
    if (!is_same_file && first.block.says_the_same(made)) return;
    file_ = file;
    Diagnostic& d = report(DiagCode::PclDuplicatePackage, item.declared->name_span.shifted(item.start),
                           {made.name, is_same_file ? "" : " with different parameters"});
    d.related.push_back(
        {{input.files[first.file].id, first.span}, "the other description of \"" + made.name + "\""});
}

void ProgramBinder::make_tables() {
    made_ = std::make_shared<Tables>();
    sink_ = &made_->findings;
    for (std::uint32_t file = 0; file < input.files.size(); ++file) {
        fresh_items_ = std::make_shared<std::vector<Item>>(*program.items_[file]);
        for (Item& item : *fresh_items_) item.node = Item::kNoNode;
        program.items_[file] = fresh_items_;
        auto is_resource = [&](const Item& item) {
            return item.declared->kind == NodeKind::Resource || item.declared->kind == NodeKind::Read;
        };
        const auto count = static_cast<std::uint32_t>(fresh_items_->size());
        for (std::uint32_t i = 0; i < count; ++i)
            if (is_resource((*fresh_items_)[i])) declare(file, i);
        for (std::uint32_t i = 0; i < count; ++i) {
            if (is_resource((*fresh_items_)[i])) continue;
            declare(file, i);
            declare_package(file, (*fresh_items_)[i]);
        }
    }
    std::ranges::stable_sort(made_->findings, {}, &Diagnostic::file);
    sink_ = &program.findings_;
    // Package blocks affect all nodes.
    const bool has_same_packages =
        previous_ &&
        std::ranges::equal(made_->packages, previous_->tables_->packages, [](const auto& a, const auto& b) {
            return a.first == b.first && a.second.block.says_the_same(b.second.block);
        });
    if (!has_same_packages) is_kept_.assign(nodes.size(), false);
    program.tables_ = made_;
    tables = made_.get();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        std::vector<std::uint32_t> found;
        find_dependencies(i, found);
        if (found == nodes[i]->dependencies) continue;
        auto made = std::make_shared<ProgramNode>(*nodes[i]);
        made->dependencies = std::move(found);
        nodes[i].node = std::move(made);
    }
}

const Program::Item& ProgramBinder::previous_item(std::uint32_t file, std::uint32_t item) const {
    std::size_t at = 0;
    while (previous_->input_.files[at].id != input.files[file].id) ++at;
    return (*previous_->items_[at])[item];
}

const Declaration& ProgramBinder::declaration(const PlacedNode& placed) const {
    return *(*program.items_[placed.file])[placed.item].declared;
}

// A node before binding.
ProgramNode ProgramBinder::draft(const PlacedNode& placed) const {
    const Declaration& declared = declaration(placed);
    ProgramNode out;
    out.kind = *declared.kind;
    out.file = input.files[placed.file].id;
    out.name = out.logical_name = declared.name;
    out.detail = declared.detail;
    out.span = declared.span;
    out.name_span = declared.name_span;
    return out;
}

void ProgramBinder::find_dependencies(std::uint32_t node, std::vector<std::uint32_t>& out) const {
    for (const std::string& name : declaration(nodes[node]).reads)
        if (auto found = tables->find(name)) out.push_back(*found);
    std::ranges::sort(out, {}, [&](std::uint32_t n) { return std::pair(nodes[n].file, nodes[n].start); });
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace hcl::pcl
