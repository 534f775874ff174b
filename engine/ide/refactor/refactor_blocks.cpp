// Refactorings of bodies: sort arguments, align them, add required ones.
#include <algorithm>
#include <deque>
#include <set>
#include <string_view>

#include "engine/check/insertion.h"
#include "engine/format/format.h"
#include "engine/ide/place/foreign_inputs.h"
#include "engine/ide/refactor/refactor_context.h"
#include "engine/language/placeholder.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

using syntax::Node;
using syntax::NodeKind;

namespace {

// Adjacent arguments (or object items) with their comments.
struct Line {
    std::string name;
    Span span;  // whole lines
};

// Runs of lines between blank lines and blocks. A comment directly above a line belongs to it.
std::vector<std::vector<Line>> runs_of(const RefactorContext& c, const std::vector<Line>& items) {
    std::vector<std::vector<Line>> runs;
    std::uint32_t end = 0;
    for (Line line : items) {
        std::uint32_t start = c.line_start(line.span.start);
        std::uint32_t stop = c.line_end(line.span.end > line.span.start ? line.span.end - 1 : line.span.end);
        std::string before = c.text({start, line.span.start});
        std::string behind = c.text({line.span.end, stop});
        std::size_t rest = behind.find_first_not_of(" \t\r\n,");
        bool alone = before.find_first_not_of(" \t") == std::string::npos &&
                     (rest == std::string::npos || behind[rest] == '#' || behind.compare(rest, 2, "//") == 0);
        if (!alone) return {};
        // Comments above, up to a blank line or the previous item.
        while (start > end) {
            std::uint32_t above = c.line_start(start - 1);
            if (above < end) break;
            std::string text = c.text({above, start});
            std::size_t first = text.find_first_not_of(" \t");
            bool is_comment =
                first != std::string::npos && (text[first] == '#' || text.compare(first, 2, "//") == 0);
            if (!is_comment) break;
            start = above;
        }
        line.span = {start, stop};
        bool joins = !runs.empty() && end == start;
        if (!joins) runs.emplace_back();
        runs.back().push_back(std::move(line));
        end = stop;
    }
    return runs;
}

void sort_lines(const RefactorContext& c, const std::vector<Line>& items, std::string_view what) {
    std::vector<Edit> edits;
    for (std::vector<Line>& run : runs_of(c, items)) {
        if (run.size() < 2 || std::ranges::is_sorted(run, {}, &Line::name)) continue;
        Span whole{run.front().span.start, run.back().span.end};
        std::ranges::stable_sort(run, {}, &Line::name);
        std::string out;
        for (const Line& line : run) {
            out += c.text(line.span);
            if (!out.ends_with('\n')) out += '\n';
        }
        if (!c.text(whole).ends_with('\n') && out.ends_with('\n')) out.pop_back();
        edits.push_back({whole, std::move(out)});
    }
    if (!edits.empty()) c.add("sort", "Sort " + std::string(what) + " by name", kRewrite, std::move(edits));
}

// Whether the pack prescribes an order of the arguments of a block.
bool has_order(const RefactorContext& c, Node block) {
    if (!c.place || !c.place->slot) return false;
    const bind::BoundUnit& unit = c.place->unit();
    return std::ranges::any_of(unit.blocks, [&](const bind::BoundBlock& one) {
        return c.place->in_file(one.span) == block.span() && one.body != bind::kNone &&
               std::ranges::any_of(unit.bodies[one.body].defs, [](const bind::BodyDef* def) {
                   return std::ranges::any_of(def->relations, [](const language::Relation& relation) {
                       return relation.kind == language::Relation::Kind::Order;
                   });
               });
    });
}

void sort_and_align(const RefactorContext& c) {
    for (std::size_t i = c.path.size(); i-- > 0;) {
        Node node = c.path[i];
        if (node.is(NodeKind::Object) && !node.is_broken()) {
            std::vector<Line> items;
            bool has_commas = false;
            for (Node item : node.children()) {
                if (!item.is(NodeKind::ObjectItem) || !item.child(0)) return;
                items.push_back({syntax::label_text(item.child(0)), item.span()});
            }
            for (std::uint32_t t = node.first_token(); t < node.token_end(); ++t)
                has_commas = has_commas || node.token_kind(t) == syntax::TokenKind::Comma;
            // Moving a line without its comma would break the object.
            if (!has_commas) sort_lines(c, items, "the keys");
            return;
        }
        // For a whole block only when the cursor is on the block itself, or the selection spans several
        // items.
        const bool is_item = node.is(NodeKind::Attribute) || node.is(NodeKind::ObjectItem);
        if (is_item && node.span().start <= c.span.start && c.span.end <= node.span().end) return;
        if (node.is(NodeKind::Block)) {
            Node body;
            for (Node child : node.children()) body = child;
            if (!body || !body.is(NodeKind::Body) || node.has(syntax::kOneLine) || node.is_broken()) return;
            std::vector<Line> items;
            for (Node item : body.children())
                if (item.is(NodeKind::Attribute) && item.child(0))
                    items.push_back({syntax::label_text(item.child(0)), item.span()});
            if (!has_order(c, node)) sort_lines(c, items, "the arguments");
            Span span = node.span();
            std::vector<Edit> edits = format::format_ranges(c.tree, std::span(&span, 1));
            if (!edits.empty()) c.add("align", "Align and indent this block", kRewrite, std::move(edits));
            return;
        }
    }
}

// Mutually exclusive arguments are left to the user.
bool is_exclusive(const bind::BodyDef& def, std::string_view name) {
    return std::ranges::any_of(def.relations, [&](const language::Relation& relation) {
        bool excludes = relation.kind == language::Relation::Kind::Conflicts ||
                        relation.kind == language::Relation::Kind::ExactlyOne;
        return excludes && std::ranges::find(relation.names, name) != relation.names.end();
    });
}

// The value of an optional argument with which the block means the same as without it; empty when none is
// known.
std::string neutral_value(const bind::AttributeDef& def, bool is_hcl1) {
    using language::Decoder;
    constexpr std::string_view kNull = "null";
    switch (def.decoder) {
        case Decoder::None: {
            // Instances would be made from nothing.
            if (def.iterates != language::Iterates::Nothing) return {};
            const Type& type = def.types.empty() ? def.type : def.types.front();
            if (def.default_value && (type.is_primitive() || type.is_dynamic()))
                return language::placeholder(def);
            // HCL 1 has no null, and what has a form of its own needs a value.
            if (!def.snippet.empty()) return {};
            return std::string(def.allows_null && !is_hcl1 ? kNull : std::string_view());
        }
        case Decoder::Traversals:
        case Decoder::Type:
            return language::placeholder(def);
        case Decoder::Keyword:
            return def.snippet.empty() && !def.default_value ? std::string() : language::placeholder(def);
        default:
            return def.snippet.empty() ? std::string() : language::placeholder(def);
    }
}

// Arguments that the block lacks according to the extension of the language.
std::deque<bind::AttributeDef> native_arguments(const RefactorContext& c, const bind::BoundBlock& block) {
    std::deque<bind::AttributeDef> out;
    if (block.body == bind::kNone) return out;
    const world::ExtensionOf native = world::extension_of(c.snapshot, c.place->module, c.cancel);
    if (!native.extension) return out;
    for (check::ExtensionArgument& one :
         native.extension->missing_arguments(native.context, c.state.id(), c.span.start)) {
        bind::AttributeDef& def = out.emplace_back();
        def.name = std::move(one.name);
        def.is_required = one.is_required;
        def.snippet = std::move(one.value);
    }
    return out;
}

}  // namespace

void fill_body(const RefactorContext& c) {
    if (!c.place || !c.place->slot) return;
    const bind::BoundUnit& unit = c.place->unit();
    const bind::BoundBlock* block = nullptr;
    for (const bind::BoundBlock& b : unit.blocks)
        if (b.span.touches(c.place->offset) && (!block || b.span.length() < block->span.length())) block = &b;
    if (!block) return;
    const bind::BoundBody& body = unit.bodies[block->body];
    const std::deque<bind::AttributeDef> native = native_arguments(c, *block);
    const std::deque<bind::AttributeDef> inputs = foreign_inputs(*c.place->module, &unit, block->body);
    // In a call, add the inputs of the module, and not optional settings such as `count`.
    const bool is_call = block->def && block->def->call && !block->def->call->inputs.empty();
    // Not inside of an argument's value: the user works on the value there.
    for (std::uint32_t index : body.attributes)
        if (unit.attributes[index].expr && unit.attributes[index].expr.span().touches(c.place->offset))
            return;
    const world::ExtensionOf extension = world::extension_of(c.snapshot, c.place->module, c.cancel);
    const std::string path = path_of_body(unit, block->body);
    const language::Language& language = c.place->module->language();
    // Arguments that the extended block has cannot be repeated.
    const bool is_extension =
        block->def && std::ranges::any_of(block->def->labels, &language::LabelDef::extends);
    // Optional arguments that the block means without a value that only the user knows.
    auto is_wanted = [&](const bind::BodyDef& def, const bind::AttributeDef& a) {
        if (a.is_required) return true;
        if (is_call || is_extension || a.notes.is_deprecated || is_exclusive(def, a.name) ||
            neutral_value(a, language.is_hcl1).empty())
            return false;
        // Without a default of its own, something must be set.
        if (block->def && block->def->symbol && block->def->symbol->fallback == a.name) return false;
        return !extension.extension ||
               extension.extension->offers(extension.context, c.state.id(), path + a.name, a.notes, true);
    };
    std::deque<bind::AttributeDef> neutral;
    auto missing = [&](bool required_only) {
        std::vector<const bind::AttributeDef*> wanted;
        std::set<std::string_view> there;
        for (std::uint32_t i : body.attributes) there.insert(unit.attributes[i].name);
        for (std::uint32_t i : body.blocks) there.insert(unit.blocks[i].type);
        for (const bind::AttributeDef& a : native) there.insert(a.name);
        for (const bind::AttributeDef& a : native)
            if (!a.snippet.empty() && (a.is_required || !required_only)) wanted.push_back(&a);
        for (const bind::BodyDef* def : body.defs)
            for (const bind::AttributeDef& a : def->attributes) {
                if (there.contains(a.name) || a.is_read_only || !a.notes.is_available) continue;
                if ((required_only && !a.is_required) || !is_wanted(*def, a)) continue;
                there.insert(a.name);
                wanted.push_back(&a);
                if (a.is_required) continue;
                bind::AttributeDef& written = neutral.emplace_back(a);
                written.snippet = neutral_value(a, language.is_hcl1);
                wanted.back() = &written;
            }
        for (const bind::AttributeDef& input : inputs)
            if ((input.is_required || !required_only) && there.insert(input.name).second)
                wanted.push_back(&input);
        return wanted;
    };
    const check::BodySource source{c.tree, c.place->slot->base, unit, body};
    auto add = [&](std::string id, std::string title, const std::vector<const bind::AttributeDef*>& wanted) {
        std::vector<Edit> edits = check::add_arguments(source, wanted);
        for (Edit& edit : edits) edit.range = c.place->in_file(edit.range);
        if (!edits.empty()) c.add(std::move(id), std::move(title), kRewrite, std::move(edits));
    };
    const auto required = missing(true);
    const auto all = missing(false);
    add("fill-required", "Add the required arguments", required);
    if (all.size() > required.size()) add("fill-all", "Add all arguments", all);
}

void rewrite_blocks(const RefactorContext& context) {
    sort_and_align(context);
    fill_body(context);
}

}  // namespace hcl::ide
