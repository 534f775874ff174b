#include "engine/terraform/editing.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/base/hcl_string.h"
#include "engine/bind/address.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/check/insertion.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/move_records.h"
#include "engine/terraform/new_declarations.h"
#include "engine/terraform/place.h"
#include "engine/terraform/shape.h"
#include "engine/terraform/stack_modules.h"
#include "engine/terraform/test_modules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::kNone;
using check::ExtensionRefactoring;
using syntax::Node;
using syntax::NodeKind;

// ---- count as for_each

// The arguments that replace a count.
struct Repetition {
    std::string for_each;
    std::vector<std::string> keys{};  // of the instances, where they are known
    std::string list{};               // the list that is counted, as it is written
};

constexpr std::uint64_t kMostInstances = 50;

// Whether all elements are strings, which have places: sets have none.
bool is_list_of_strings(const Type& type) {
    if (type.is_list()) return type.element().is_string();
    return type.is_tuple() &&
           std::ranges::all_of(type.elements(), [](const Type& one) { return one.is_string(); });
}

// The elements of a list of different strings; nothing for a list that cannot be a set of keys. Empty: it is
// not known.
std::optional<std::vector<std::string>> keys_of(const bind::Module& module, const bind::UnitSlot& slot,
                                                std::uint32_t body, Node list) {
    std::vector<std::string> keys;
    if (!slot.state) return std::nullopt;
    const Value value = eval::evaluate(list, bind::scope_of(module, slot, body).get()).value.unmarked_deep();
    if (!is_list_of_strings(value.type())) return std::nullopt;
    if (!value.is_wholly_known() || value.is_null() || !value.has_content()) return keys;
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (!value.value_at(i).is_known_string()) return std::nullopt;
        keys.emplace_back(value.value_at(i).as_string());
    }
    for (const std::string& key : keys)
        if (!seen.insert(key).second) return std::nullopt;
    if (keys.size() > kMostInstances) keys.clear();
    return keys;
}

std::optional<Repetition> repetition_of(const bind::Module& module, const bind::UnitSlot& slot,
                                        std::uint32_t body, Node count) {
    const Node node = eval::without_parens(count);
    const std::string text(node.text());
    if (node.is(NodeKind::Number)) {
        if (text.empty() || text.size() > 2 || text.find_first_not_of("0123456789") != std::string::npos)
            return std::nullopt;
        const std::uint64_t number = std::stoul(text);
        if (number > kMostInstances) return std::nullopt;
        Repetition out;
        for (std::uint64_t i = 0; i < number; ++i) {
            out.keys.push_back(std::to_string(i));
            out.for_each += (i ? ", \"" : "\"") + out.keys.back() + "\"";
        }
        out.for_each = "toset([" + out.for_each + "])";
        return out;
    }
    if (node.is(NodeKind::Conditional) && node.child_count() == 3) {
        if (node.child(1).text() != "1" || node.child(2).text() != "0") return std::nullopt;
        return Repetition{std::string(node.child(0).text()) + " ? toset([\"this\"]) : toset([])", {"this"}};
    }
    constexpr std::string_view kLength = "length(";
    if (node.is(NodeKind::Call) && text.starts_with(kLength) && text.ends_with(')') &&
        node.child_count() == 2) {
        std::string list(node.child(1).text());
        auto keys = keys_of(module, slot, body, node.child(1));
        if (!keys) return std::nullopt;
        return Repetition{"toset(" + list + ")", std::move(*keys), list};
    }
    return std::nullopt;
}

class CountToForEach {
  public:
    CountToForEach(const check::ExtensionContext& context, const Place& place, const BoundBlock& block,
                   Repetition repetition)
        : context_(context),
          module_(*context.module),
          place_(place),
          block_(block),
          repetition_(std::move(repetition)) {}

    std::optional<ExtensionRefactoring> make() {
        if (block_.declaration == kNone) return std::nullopt;
        const bind::Declaration& declaration = place_.slot.unit->declarations[block_.declaration];
        address_ = bind::address_text(declaration.address);
        replace(place_.slot, place_.attribute->name_span, "for_each");
        replace(place_.slot, place_.attribute->expr.span(), repetition_.for_each);
        own_references();
        const bind::Symbol symbol = bind::Symbol::of(place_.slot.file, place_.slot.label,
                                                     bind::Symbol::Kind::Declaration, block_.declaration);
        module_.symbols().each_possible_use(
            symbol, [&](const bind::UnitSlot& slot, const bind::Reference& reference) {
                const bind::Resolution resolved = bind::resolve(module_, slot, reference);
                if (resolved.kind == bind::Resolution::Kind::Symbol && !resolved.symbols.empty() &&
                    resolved.symbols.back() == symbol)
                    use(slot, reference, resolved.steps);
            });
        tests(symbol, declaration.address.back());
        if (!can_turn_) return std::nullopt;
        std::string moves;
        for (std::size_t i = 0; i < repetition_.keys.size(); ++i)
            moves += "\n\n" + moved_text(address_ + "[" + std::to_string(i) + "]",
                                         address_ + "[" + hcl_string(repetition_.keys[i]) + "]");
        const std::uint32_t end = check::end_with_comment(*module_.file(place_.slot.file)->input.tree,
                                                          block_.span.end + place_.slot.base) -
                                  place_.slot.base;
        if (!moves.empty()) replace(place_.slot, {end, end}, moves);
        auto key = [](const FileEdit& edit) {
            return std::tuple(edit.file.value, edit.edit.range.start, edit.edit.range.end);
        };
        std::ranges::sort(edits_, {}, key);
        auto same = std::ranges::unique(edits_, {}, key);
        edits_.erase(same.begin(), same.end());
        for (std::size_t i = 1; i < edits_.size(); ++i)
            if (edits_[i].file == edits_[i - 1].file &&
                edits_[i].edit.range.start < edits_[i - 1].edit.range.end)
                return std::nullopt;
        const bool keeps_state = !repetition_.keys.empty() || repetition_.list.empty();
        return ExtensionRefactoring{
            "count-to-for-each",
            std::string("Change \"count\" to \"for_each\"") + (keeps_state ? "" : " (without moves)"),
            std::move(edits_)};
    }

  private:
    void replace(const bind::UnitSlot& slot, Span span, std::string text) {
        edits_.push_back({slot.file, {span.shifted(slot.base), std::move(text)}});
    }

    bool is_single() const {
        return repetition_.list.empty() && repetition_.keys == std::vector<std::string>{"this"};
    }

    // `count.index` inside of the block.
    void own_references() {
        const bool has_one = repetition_.keys.size() == 1;
        const std::string counted = !repetition_.list.empty() ? "index(" + repetition_.list + ", each.value)"
                                    : has_one                 ? "0"
                                                              : "tonumber(each.key)";
        for (const bind::Reference& reference : place_.slot.unit->references) {
            if (reference.steps.size() < 2 || reference.steps[0].name != "count") continue;
            if (reference.span.start < block_.span.start || reference.span.end > block_.span.end) continue;
            const std::string element = repetition_.list + "[";
            const syntax::File& tree = *module_.file(place_.slot.file)->input.tree;
            const Span here = reference.span.shifted(place_.slot.base);
            // The element of the list that is counted.
            const auto before = static_cast<std::uint32_t>(element.size());
            if (!repetition_.list.empty() && here.start >= before &&
                tree.text({here.start - before, here.start}) == element &&
                tree.text({here.end, here.end + 1}) == "]") {
                edits_.push_back({place_.slot.file, {{here.start - before, here.end + 1}, "each.value"}});
                continue;
            }
            const bool is_alone = !has_one && is_interpolated(tree, here) && repetition_.list.empty();
            edits_.push_back({place_.slot.file, {here, is_alone ? "each.key" : counted}});
        }
    }

    // "${count.index}": the key itself has the same text.
    static bool is_interpolated(const syntax::File& tree, Span here) {
        return here.start >= 2 && tree.text({here.start - 2, here.start}) == "${" &&
               tree.text({here.end, here.end + 1}) == "}";
    }

    // The text before and after the address that lists the instances in their present order; `values`
    // would order them by key.
    std::pair<std::string, std::string> in_order() const {
        constexpr std::size_t kDigits = 10;
        if (!repetition_.list.empty()) return {"[for key in " + repetition_.list + " : ", "[key]]"};
        if (repetition_.keys.size() <= kDigits) return {"values(", ")"};
        return {"[for i in range(" + std::to_string(repetition_.keys.size()) + ") : ", "[tostring(i)]]"};
    }

    // The key of the instance with an index that is written like this; empty when it stays as it is.
    std::string key_at(const std::string& index) const {
        if (index.find_first_not_of("0123456789") != std::string::npos)
            return repetition_.list.empty() ? "tostring(" + index + ")"
                                            : repetition_.list + "[" + index + "]";
        const std::size_t number = index.size() > 2 ? kMostInstances : std::stoul(index);
        if (number < repetition_.keys.size()) return hcl_string(repetition_.keys[number]);
        return repetition_.list.empty() ? std::string() : repetition_.list + "[" + index + "]";
    }

    void use(const bind::UnitSlot& slot, const bind::Reference& reference, std::size_t steps) {
        if (steps == 0 || steps > reference.steps.size() || reference.is_text) return;
        // Earlier moves end at the address that the new ones begin with.
        const bind::ModuleFile& file = *module_.file(slot.file);
        if (is_in_moved_block(file, reference.span.shifted(slot.base))) return;
        turn({slot,
              *file.input.tree,
              slot.unit->attributes[reference.attribute].expr,
              {reference.span.start, reference.steps[steps - 1].span.end},
              reference.is_address});
    }

    // Assertions and overrides of tests.
    void tests(const bind::Symbol symbol, const std::string& name) {
        if (!context_.uses_elsewhere) return;
        for (const check::ExtensionUse& one : context_.uses_elsewhere({symbol}, name)) {
            const bind::ModuleFile* file = one.module->file(one.file);
            const std::optional<Place> place = file ? place_at(*file, one.origin) : std::nullopt;
            if (!place || !place->attribute || !place->attribute->expr) continue;
            const language::AttributeDef* def = place->attribute->def;
            turn({place->slot,
                  *file->input.tree,
                  place->attribute->expr,
                  {one.origin.start - place->slot.base, one.origin.end - place->slot.base},
                  def && language::reads_addresses(def->decoder)});
        }
    }

    // The address of the instances in an expression.
    struct Use {
        const bind::UnitSlot& slot;
        const syntax::File& tree;
        Node expr;
        Span address;             // in the unit
        bool is_address = false;  // of an argument that is not evaluated
    };

    void turn(const Use& use) {
        const Path path = path_of(use.expr, use.address);
        if (!path.whole) return;
        const std::uint32_t base = use.slot.base;
        const Span address = use.address.shifted(base);
        const syntax::Node step = path.step;
        if (step && step.is(NodeKind::Index) && step.child(1)) {
            const Node index = step.child(1);
            const bool is_own = use.slot.unit == place_.slot.unit && index.text() == "count.index";
            if (!index.is(NodeKind::Template) && !is_own) turn_key(use, index);
        } else if (step && step.is(NodeKind::LegacyIndex)) {
            const Span dot{address.end, step.span().end + base};
            if (std::string key = key_at(use.tree.text({dot.start + 1, dot.end})); !key.empty())
                edits_.push_back({use.slot.file, {dot, "[" + key + "]"}});
        } else if (!use.is_address && !(step && step.is(NodeKind::GetAttr)) && !path.is_counted) {
            // A whole list, or a splat of it.
            if (path.is_element && !path.index.empty()) {
                if (std::string key = key_at(path.index); !key.empty() && key.starts_with('"')) {
                    edits_.push_back(
                        {use.slot.file, {path.call.shifted(base), use.tree.text(address) + "[" + key + "]"}});
                    return;
                }
            }
            list_in_order(use.slot.file, address);
        }
    }

    // What is in the brackets behind an address.
    void turn_key(const Use& use, Node index) {
        const std::string text(index.text());
        const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
        if (is_single() && !is_number) {
            // The only key says nothing about the number.
            if (use.is_address)
                can_turn_ = false;
            else
                list_in_order(use.slot.file, use.address.shifted(use.slot.base));
            return;
        }
        std::string key = key_at(text);
        // Addresses that are not evaluated take only literals.
        const bool takes = !use.is_address || key.starts_with('"');
        if (!takes) can_turn_ = can_turn_ && key.empty();
        if (!key.empty() && takes)
            edits_.push_back({use.slot.file, {index.span().shifted(use.slot.base), std::move(key)}});
    }

    void list_in_order(FileId file, Span address) {
        const auto [before, after] = in_order();
        edits_.push_back({file, {{address.start, address.start}, before}});
        edits_.push_back({file, {{address.end, address.end}, after}});
    }

    // What is around an address in an expression.
    struct Path {
        Node whole{};             // the address; null when the expression has no such node
        Node step{};              // what is behind it: an index, an attribute, a splat; null when nothing is
        bool is_counted = false;  // length(address)
        bool is_element = false;  // element(address, index)
        std::string index{};
        Span call{};  // of `element`
    };
    static Path path_of(Node expr, Span address) {
        Path out;
        const std::vector<Node> path = nodes_to(expr, address);
        if (path.empty()) return out;
        out.whole = path.back();
        if (path.size() < 2) return out;
        const Node parent = path[path.size() - 2];
        switch (parent.kind()) {
            case NodeKind::Index:
            case NodeKind::LegacyIndex:
            case NodeKind::GetAttr:
            case NodeKind::FullSplat:
            case NodeKind::AttrSplat:
                if (parent.child(0) == out.whole) out.step = parent;
                break;
            case NodeKind::Call:
                out.is_counted = parent.child(0).text() == "length";
                out.is_element = parent.child(0).text() == "element" && parent.child_count() == 3 &&
                                 parent.child(1) == out.whole;
                if (out.is_element) out.index = parent.child(2).text();
                out.call = parent.span();
                break;
            default:
                break;
        }
        return out;
    }

    const check::ExtensionContext& context_;
    const bind::Module& module_;
    const Place& place_;
    const BoundBlock& block_;
    Repetition repetition_;
    std::string address_;
    bool can_turn_ = true;  // all references
    std::vector<FileEdit> edits_;
};

// ---- Nested blocks as dynamic ones

std::optional<ExtensionRefactoring> as_dynamic(const check::ExtensionContext& context, const Place& place) {
    if (place.blocks.size() < 2 || context.module->language().dynamic_blocks.empty()) return std::nullopt;
    const std::string& outer = place.outer()->type;
    if (outer != "resource" && outer != "data" && outer != "provider" && outer != "ephemeral")
        return std::nullopt;
    const BoundBlock& block = *place.inner();
    // Blocks that every resource can have are not made by `dynamic`, nor are the parts of one.
    for (std::size_t i = 1; i < place.blocks.size(); ++i) {
        const std::string& type = place.slot.unit->blocks[place.blocks[i]].type;
        for (std::string_view fixed : {"connection", "lifecycle", "provisioner", "content", "dynamic"})
            if (type == fixed) return std::nullopt;
    }
    const bool is_on_header = place.span.start <= block.header_span.end;
    if (!is_on_header || !block.labels.empty()) return std::nullopt;
    const bind::ModuleFile& file = *context.module->file(place.slot.file);
    const syntax::File& tree = *file.input.tree;
    if (tree.options().syntax != syntax::Syntax::Native) return std::nullopt;
    const Span whole = block.span.shifted(place.slot.base);
    const std::string text = tree.text(whole);
    if (text.find("<<") != std::string::npos) return std::nullopt;  // the lines of a heredoc must not move
    const std::size_t open = text.find('{');
    if (open == std::string::npos || text.find('\n') == std::string::npos) return std::nullopt;
    const std::uint32_t column = tree.position(whole.start, ColumnUnit::Utf8).column;
    const std::string indent(column, ' ');
    std::string body = text.substr(open);
    std::string moved;
    for (std::size_t at = 0; at < body.size();) {
        const std::size_t end = std::min(body.find('\n', at), body.size());
        const std::string line = body.substr(at, end - at);
        moved += (at > 0 && !line.empty() ? "  " : "") + line + (end < body.size() ? "\n" : "");
        at = end + 1;
    }
    std::string made = "dynamic \"" + block.type + "\" {\n" + indent + "  for_each = [1]\n" + indent +
                       "  content " + moved + "\n" + indent + "}";
    return ExtensionRefactoring{
        "wrap-in-dynamic", "Wrap in a dynamic block", {{place.slot.file, {whole, std::move(made)}}}};
}

// ---- Calls as indexes

// `lookup(m, k)`, which without a default does what an index does.
std::optional<ExtensionRefactoring> lookup_as_index(const Place& place) {
    if (!place.attribute || !place.attribute->expr) return std::nullopt;
    Node call;
    for (Node node = place.attribute->expr; node;) {
        if (node.is(NodeKind::Call) && eval::call_name(node).view() == "lookup") call = node;
        Node inner;
        for (const Node child : node.children())
            if (child.span().start <= place.span.start && place.span.end <= child.span().end) inner = child;
        node = inner;
    }
    if (!call || call.is_broken() || call.child_count() != 3 || call.has(syntax::kExpand))
        return std::nullopt;
    const Node map = call.child(1);
    const bool is_tight = map.is(NodeKind::Variable) || map.is(NodeKind::GetAttr) ||
                          map.is(NodeKind::Index) || map.is(NodeKind::Call) || map.is(NodeKind::Paren) ||
                          map.is(NodeKind::Object);
    const std::string source = is_tight ? std::string(map.text()) : "(" + std::string(map.text()) + ")";
    const std::string written = source + "[" + std::string(call.child(2).text()) + "]";
    if (written.find('\n') != std::string::npos) return std::nullopt;
    return ExtensionRefactoring{"lookup-to-index",
                                "Write as " + written,
                                {{place.slot.file, {call.span().shifted(place.slot.base), written}}}};
}

}  // namespace

namespace {

// The module that the argument at the place has as its source.
bind::ModulePtr module_of_source(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                 const Place& place) {
    if (place.path == "module/source")
        return context.called_in(bind::called_folder(*place.slot.unit, *place.inner()));
    if (place.path == "run/module/source") {
        Diagnostics unwanted;
        return tested_by({context, *context.module, file, unwanted}, place.slot, *place.outer());
    }
    return place.path == place.outer()->type + "/source" ? module_of_part(context, place.slot, *place.inner())
                                                         : nullptr;
}

}  // namespace

std::optional<check::ExtensionDefinition> called_module(const check::ExtensionContext& context, FileId id,
                                                        std::uint32_t offset) {
    const bind::ModuleFile* file = context.module->file(id);
    const std::optional<Place> place = file ? place_at(*file, {offset, offset}) : std::nullopt;
    // A block may be called "source", too.
    if (!place || !place->inner() || !place->attribute || !place->attribute->expr ||
        place->attribute->name != "source")
        return std::nullopt;
    const Span origin = place->attribute->expr.span();
    if (place->span.start < origin.start || place->span.start > origin.end) return std::nullopt;
    const bind::ModulePtr called = module_of_source(context, *file, *place);
    if (!called || called->files().empty()) return std::nullopt;
    const auto main = std::ranges::find_if(called->files(), [](const bind::ModuleFile& one) {
        return one.input.path.ends_with("/main.tf") || one.input.path.ends_with("/main.tofu");
    });
    const bind::ModuleFile& first = main == called->files().end() ? called->files().front() : *main;
    return check::ExtensionDefinition{origin.shifted(place->slot.base), first.input.id, {0, 0}, {0, 0}};
}

std::vector<ExtensionRefactoring> refactorings_at(const check::ExtensionContext& context, FileId id,
                                                  Span span) {
    std::vector<ExtensionRefactoring> out;
    const bind::ModuleFile* file = context.module->file(id);
    if (auto made = extraction_to_module(context, id, span)) out.push_back(std::move(*made));
    if (auto made = extraction_to_variable(context, id, span)) out.push_back(std::move(*made));
    const std::optional<Place> place = file ? place_at(*file, span) : std::nullopt;
    if (!place || place->blocks.empty()) return out;
    const BoundBlock& block = *place->outer();
    auto is_for_each = [&](std::uint32_t i) { return place->slot.unit->attributes[i].name == "for_each"; };
    const bool is_count =
        place->blocks.size() == 1 && place->attribute && place->attribute->name == "count" &&
        place->attribute->expr && (block.type == "resource" || block.type == "module") &&
        std::ranges::none_of(place->slot.unit->bodies[block.body].attributes, is_for_each) &&
        file->input.tree->options().syntax == syntax::Syntax::Native;
    if (is_count)
        if (auto repetition = repetition_of(*context.module, place->slot, block.body, place->attribute->expr))
            if (auto made = CountToForEach(context, *place, block, std::move(*repetition)).make())
                out.push_back(std::move(*made));
    if (auto made = as_dynamic(context, *place)) out.push_back(std::move(*made));
    if (auto made = lookup_as_index(*place)) out.push_back(std::move(*made));
    if (auto made = version_as_requirement(context, *place)) out.push_back(std::move(*made));
    for (ExtensionRefactoring& made : pins_at(context, *place)) out.push_back(std::move(made));
    return out;
}

}  // namespace hcl::terraform
