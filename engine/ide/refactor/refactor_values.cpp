// Extract an expression to a named value, and inline it again.
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "engine/bind/interface.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/check/allowed_names.h"
#include "engine/check/insertion.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/variables.h"
#include "engine/ide/navigation/bound_names.h"
#include "engine/ide/place/expressions.h"
#include "engine/ide/place/places.h"
#include "engine/ide/refactor/refactor_context.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/convert.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

using bind::kNone;
using language::AddressStep;
using syntax::Node;
using syntax::NodeKind;

namespace {

// Where a language allows named values: arguments of any name at the top level or in a block without labels.
struct Home {
    const bind::AttributeDef* attribute = nullptr;
    const bind::BlockDef* block = nullptr;  // null: the top level
};

bool is_home(const bind::AttributeDef& attribute) {
    if (!attribute.symbol || attribute.symbol->is_name_only || attribute.symbol->value) return false;
    const std::vector<AddressStep>& address = attribute.symbol->address;
    return !address.empty() && address.back().kind == AddressStep::Kind::Name &&
           std::all_of(address.begin(), address.end() - 1,
                       [](const AddressStep& step) { return step.kind == AddressStep::Kind::Literal; });
}

std::optional<Home> find_home(const language::Language& language) {
    const bind::BodyDef& root = language.root();
    if (root.any_attribute && is_home(*root.any_attribute)) return Home{root.any_attribute.get(), nullptr};
    for (const bind::BlockDef& block : root.blocks) {
        if (!block.labels.empty()) continue;
        const bind::BodyDef& body = block.body->get();
        if (body.any_attribute && is_home(*body.any_attribute)) return Home{body.any_attribute.get(), &block};
    }
    return std::nullopt;
}

std::string address_of(const Home& home, const std::string& name) {
    std::string out;
    for (const AddressStep& step : home.attribute->symbol->address)
        out += (out.empty() ? "" : ".") + (step.kind == AddressStep::Kind::Name ? name : step.text);
    return out;
}

// The start of the top-level item, after leading comments and whitespace.
std::uint32_t first_byte(const BoundPlace& place) {
    const bind::UnitSlot slot = place.file->first_of_entry(place.slot->label);
    const bind::BoundUnit& unit = *slot.unit;
    if (!unit.blocks.empty()) return slot.base + unit.blocks[0].span.start;
    return slot.base + (unit.attributes.empty() ? 0 : unit.attributes[0].span.start);
}

// True when the expression uses names that are in scope only at its current position.
bool uses_local_names(const RefactorContext& c, Node expr) {
    std::set<std::string_view> bound;
    for (Node node : c.path)
        if (is_for(node) && !(node == expr))
            for (Node name : for_names(node)) bound.insert(name.text());
    bool local = false;
    eval::each_reference(expr, [&](Node, std::string_view root) {
        if (bound.contains(root)) local = true;
        if (c.place && c.place->slot && c.place->slot->state) {
            auto at = expression_at(*c.place);
            if (!at) return;
            for (std::uint32_t body : bind::bodies_around(c.place->unit(), at->attribute->body)) {
                const eval::MapScope* scope = c.place->slot->state->scope_of(body);
                if (scope && scope->variable(root)) local = true;
                if (c.place->slot->state->is_open(body)) local = true;
            }
        }
    });
    const syntax::Chunk& chunk = expr.chunk();
    for (std::uint32_t id = expr.id(); id < expr.id() + expr.data().size; ++id)
        if (chunk.nodes[id].kind == NodeKind::SplatItem || chunk.nodes[id].kind == NodeKind::Missing ||
            chunk.nodes[id].kind == NodeKind::BogusExpr)
            local = true;
    return local;
}

// A name for the expression: the last word of a path, its object key, or the name of the argument.
std::string name_for(const RefactorContext& c, Node expr, const std::string& argument) {
    std::string name;
    const eval::Traversal path = eval::traversal_of(expr);
    for (const eval::TraversalStep& step : path)
        if (step.kind == eval::TraversalStep::Kind::Attr) name = step.name;
    const Node around = c.around(expr);
    if (name.empty() && around && around.is(NodeKind::ObjectItem) && around.child(1) == expr)
        name = syntax::label_text(around.child(0));
    if (!syntax::is_valid_identifier(name)) name = argument;
    std::ranges::replace(name, '-', '_');
    return name;
}

// Part of an address has no value: the whole path that begins with it.
Node whole_address(const RefactorContext& c, Node expr) {
    auto grow = [&] {
        const Node outer = c.around(expr);
        const bool is_step =
            outer && outer.child(0) == expr && (outer.is(NodeKind::GetAttr) || outer.is(NodeKind::Index));
        if (is_step) expr = outer;
        return is_step;
    };
    std::size_t words = 1;
    Node root = expr;
    while (root && root.is(NodeKind::GetAttr)) {
        ++words;
        root = root.child(0);
    }
    if (!root || !root.is(NodeKind::Variable)) return expr;
    for (const bind::Reference& reference : c.place->unit().references) {
        if (reference.is_text || c.place->in_file(reference.span).start != root.span().start) continue;
        const bind::Resolution found = bind::resolve(*c.place->module, *c.place->slot, reference);
        if (words < found.steps)
            while (grow()) {
            }
        break;
    }
    return expr;
}

// Whether expressions of the attribute can call a function.
bool is_called_in(const RefactorContext& c, const bind::BoundAttribute& attribute, std::string_view name) {
    const auto scope = bind::scope_of(*c.place->module, *c.place->slot, attribute.body);
    return scope && scope->find_function(name);
}

// Whether the expression has the same meaning at the place of named values, and can read them where it is.
bool means_the_same_at(const RefactorContext& c, const Home& home, Node expr,
                       const bind::BoundAttribute& attribute) {
    const bind::BoundUnit& unit = c.place->unit();
    const language::Language& language = c.place->module->language();
    const auto index = static_cast<std::uint32_t>(&attribute - unit.attributes.data());
    if (check::is_word_refused(unit, attribute, home.attribute->symbol->address.front().text) &&
        home.attribute->symbol->address.front().kind == AddressStep::Kind::Literal)
        return false;
    bool is_same = true;
    // Named values do not see what only a block sees.
    auto is_seen_there = [&](bind::Symbol symbol) {
        return !symbol.is_declaration() || bind::home_of(*c.place->module, symbol).body == 0;
    };
    auto is_known = [&](Node at, std::string_view root) {
        for (const bind::Reference& reference : bind::references_of(unit, index)) {
            if (c.place->in_file(reference.span).start != at.span().start) continue;
            const bind::Resolution found = bind::resolve(*c.place->module, *c.place->slot, reference);
            if (found.kind == bind::Resolution::Kind::Symbol)
                return std::all_of(found.symbols.begin(), found.symbols.end(), is_seen_there);
            break;
        }
        const auto& variables = language.evaluation.variables;
        return language.must_be_declared(root) ||
               std::ranges::find(variables, root, &std::pair<std::string, Value>::first) != variables.end();
    };
    // Names that need no declaration get their values later, and only where they are now.
    eval::each_reference(expr,
                         [&](Node at, std::string_view root) { is_same = is_same && is_known(at, root); });
    // Nor the functions of a block.
    eval::each_call(expr, [&](Node, std::string_view name) {
        is_same = is_same && (language.evaluation.functions->find(name) ||
                              c.place->module->symbols().function(name) || !is_called_in(c, attribute, name));
    });
    if (!home.block) return is_same;
    auto check = [&](std::string_view root, std::string_view call) {
        for (const language::RestrictionDef& one : home.block->restrictions) {
            const bool is_refused = call.empty() ? check::begins_like_any(one, root) == one.refuses_names
                                                 : one.functions && std::ranges::find(*one.functions, call) ==
                                                                        one.functions->end();
            if (is_refused) is_same = false;
        }
    };
    eval::each_reference(expr, [&](Node, std::string_view root) { check(root, {}); });
    eval::each_call(expr, [&](Node, std::string_view name) { check({}, name); });
    return is_same;
}

// Whether the expression can fail, and is where it does no harm: in a call that catches errors, or evaluated
// only if a condition holds.
bool is_guarded(const RefactorContext& c, Node expr) {
    bool can_fail = false;
    eval::each_reference(expr, [&](Node, std::string_view) { can_fail = true; });
    eval::each_call(expr, [&](Node, std::string_view) { can_fail = true; });
    if (!can_fail) return false;
    const std::span<const std::string> catching = eval::error_catching_functions();
    Node inner = expr;
    for (Node outer = c.around(inner); outer; inner = outer, outer = c.around(inner)) {
        if (outer.is(NodeKind::Conditional) && !(outer.child(0) == inner)) return true;
        if (is_for(outer) && outer.has(syntax::kHasCondition)) return true;
        if (outer.is(NodeKind::Call) && std::ranges::find(catching, outer.child(0).text()) != catching.end())
            return true;
    }
    return false;
}

void extract_value(const RefactorContext& c) {
    if (!c.place || !c.place->slot) return;
    Node expr = c.expression();
    if (!expr || (c.span.is_empty() && expr.is(NodeKind::Variable))) return;
    expr = whole_address(c, expr);
    if (!c.span.is_empty() && expr.span() != c.span) return;
    if (expr.is_broken() || uses_local_names(c, expr) || is_guarded(c, expr)) return;
    const world::ExtensionOf native = world::extension_of(c.snapshot, c.place->module, c.cancel);
    if (native.extension && !native.extension->may_extract(native.context, c.state.id(), expr.span())) return;
    std::optional<Home> home = find_home(c.place->module->language());
    auto at = expression_at(*c.place);
    if (!home || !at || !at->attribute->def) return;
    if (at->attribute->def->decoder != language::Decoder::None || at->attribute->def->is_constant) return;
    if (!means_the_same_at(c, *home, expr, *at->attribute)) return;
    // Already a named value.
    if (at->attribute->def == home->attribute && expr == c.path.back() &&
        expr.span() == c.place->in_file(at->attribute->expr.span()))
        return;
    if (c.place->in_file(at->attribute->expr.span()) == expr.span() && at->attribute->def->symbol) return;
    const std::string base = name_for(c, expr, at->attribute->name);
    std::string name = base;
    auto is_taken = [&](const std::string& word) {
        std::vector<std::string> address;
        for (const AddressStep& step : home->attribute->symbol->address)
            address.push_back(step.kind == AddressStep::Kind::Name ? word : step.text);
        const bind::BodyDef& body =
            home->block ? home->block->body->get() : c.place->module->language().root();
        bool is_known = body.attribute(word) || body.block(word);
        for (const auto& [known, value] : c.place->module->language().evaluation.variables)
            is_known = is_known || known == word;
        return is_known || !c.place->module->symbols().by_address(address).empty() ||
               !c.place->module->symbols().by_prefix(address).empty();
    };
    for (int number = 2; is_taken(name); ++number) name = base + "_" + std::to_string(number);
    std::string value = c.text(expr.span());
    // Brackets around the expression allow line breaks; on its own it needs parentheses.
    bool has_brackets = expr.is(NodeKind::Tuple) || expr.is(NodeKind::Object) ||
                        expr.is(NodeKind::ForTuple) || expr.is(NodeKind::ForObject) ||
                        expr.is(NodeKind::Call) || expr.is(NodeKind::Paren) || expr.is(NodeKind::Template) ||
                        expr.is(NodeKind::Heredoc);
    if (!has_brackets && value.find('\n') != std::string::npos) value = "(" + value + ")";
    std::string reference = address_of(*home, name);
    std::uint32_t item = c.line_start(first_byte(*c.place));
    std::vector<Edit> edits;
    if (!home->block) {
        edits.push_back({{item, item}, name + " = " + value + "\n\n"});
    } else {
        // Add to a block of that type in this file, or create one.
        std::optional<std::uint32_t> end;
        c.place->file->each_unit([&](const bind::UnitSlot& slot) {
            for (const bind::BoundBlock& block : slot.unit->blocks)
                if (block.def == home->block && !block.is_elsewhere && !end) {
                    Span inside = slot.unit->bodies[block.body].inside.shifted(slot.base);
                    std::uint32_t close = inside.end;
                    bool own_line = c.line_start(close) > inside.start;
                    if (own_line) end = c.line_start(close);
                }
        });
        if (end)
            edits.push_back({{*end, *end}, "  " + name + " = " + value + "\n"});
        else
            edits.push_back({{item, item}, home->block->type + " {\n  " + name + " = " + value + "\n}\n\n"});
    }
    edits.push_back({expr.span(), reference});
    std::ranges::sort(edits, {}, &Edit::range);
    c.add("extract", "Extract to \"" + reference + "\"", kExtract, std::move(edits));
}

struct Inlining {
    const bind::BoundAttribute* attribute;  // with the value
    bind::UnitSlot slot;
    FileId file;
    std::string text;
    bool is_primary;
    bool is_fallback = false;  // of a block whose symbol others could set
    bool is_block = false;     // nothing else is in the block of the definition
    Span whole{};              // the definition, or that block, in the file
};

// Whether the conversion of a written value to a type changes nothing that expressions can tell, apart from
// the names of the types.
bool is_kept(const Type& written, const Type& type) {
    if (type.is_dynamic() || written.is_dynamic() || written == type) return true;
    if (type.is_list() || type.is_map()) {
        std::vector<Type> elements;
        if (type.is_list() && written.is_tuple())
            elements.assign(written.elements().begin(), written.elements().end());
        else if (type.is_map() && written.is_object())
            for (const ObjectAttribute& one : written.attributes()) elements.push_back(one.type);
        else
            return false;
        // "Any" is one type for all elements.
        return std::ranges::all_of(elements, [&](const Type& one) {
            return is_kept(one, type.element()) && (!type.element().has_dynamic() || one == elements.front());
        });
    }
    if (type.is_tuple() && written.is_tuple())
        return std::ranges::equal(written.elements(), type.elements(), is_kept);
    if (!type.is_object() || !written.is_object()) return false;
    return std::ranges::equal(written.attributes(), type.attributes(),
                              [](const ObjectAttribute& a, const ObjectAttribute& b) {
                                  return a.name == b.name && is_kept(a.type, b.type);
                              });
}

// The default of a symbol, if it is its value as it is written, unless something sets it.
const bind::BoundAttribute* fallback_of(const RefactorContext& c, const bind::Declaration& d,
                                        bind::Symbol symbol, const bind::UnitSlot& slot) {
    if (d.block == kNone || d.def->fallback.empty() || !slot.state) return nullptr;
    const bind::Module& module = *c.place->module;
    const bind::InterfaceItem item = bind::interface_item(module, slot, symbol.index());
    // Conversion adds attributes that the text lacks, and marks hide the value.
    const bool has_optional = item.defaults || item.type != item.type.without_optional();
    if (has_optional || module.value_of(symbol).contains_marks()) return nullptr;
    for (std::uint32_t i : slot.unit->bodies[slot.unit->blocks[d.block].body].attributes) {
        const bind::BoundAttribute& attribute = slot.unit->attributes[i];
        if (attribute.name != d.def->fallback) continue;
        const Value& value = slot.state->values[i];
        if (!convert_value(value, item.type, *module.language().rules)) return nullptr;
        // The text of another type would need a conversion.
        return value.is_null() || is_kept(value.unmarked().type(), item.type) ? &attribute : nullptr;
    }
    return nullptr;
}

// The block without labels that has only this argument; null when other text is in it.
const bind::BoundBlock* emptied_block(const bind::FileInput& input, const bind::UnitSlot& slot,
                                      const bind::BoundAttribute& attribute) {
    const bind::BoundBody& body = slot.unit->bodies[attribute.body];
    if (body.block == kNone) return nullptr;
    const bind::BoundBlock& block = slot.unit->blocks[body.block];
    if (block.parent != 0 || block.is_elsewhere || !block.labels.empty()) return nullptr;
    auto is_blank = [&](Span span) {
        return input.tree->text(span.shifted(slot.base)).find_first_not_of(" \t\r\n") == std::string::npos;
    };
    const bool is_alone = attribute.span.start >= body.inside.start &&
                          attribute.span.end <= body.inside.end &&
                          is_blank({body.inside.start, attribute.span.start}) &&
                          is_blank({attribute.span.end, body.inside.end});
    return is_alone ? &block : nullptr;
}

std::optional<Inlining> definition_to_inline(const RefactorContext& c, const BoundName& name) {
    if (name.kind != BoundName::Kind::Symbol || name.ids.size() != 1) return std::nullopt;
    const bind::Symbol symbol = name.ids[0];
    if (!symbol.is_declaration()) return std::nullopt;
    const bind::Declaration& d = c.place->module->declaration(symbol);
    const bind::UnitSlot slot = c.place->module->slot_of(symbol);
    const bool is_fallback = d.attribute == kNone;
    // The value of the symbol must be that of the argument.
    if (!is_fallback && (d.def->value || !d.def->each.empty() || d.def->is_name_only)) return std::nullopt;
    const bind::BoundAttribute* found =
        is_fallback ? fallback_of(c, d, symbol, slot) : &slot.unit->attributes[d.attribute];
    if (!found) return std::nullopt;
    const bind::BoundAttribute& attribute = *found;
    if (!attribute.expr || attribute.is_broken) return std::nullopt;
    const bind::ModuleFile* home = c.place->module->file(symbol.file);
    if (!home) return std::nullopt;
    const bind::FileInput& input = home->input;
    if (input.tree->options().syntax != syntax::Syntax::Native) return std::nullopt;
    std::string text = input.tree->text(attribute.expr.span().shifted(slot.base));
    if (attribute.expr.is(NodeKind::Heredoc)) return std::nullopt;
    const bind::BoundBlock* block =
        is_fallback ? &slot.unit->blocks[d.block] : emptied_block(input, slot, attribute);
    const Span whole = block ? block->span : attribute.span;
    return Inlining{&attribute,
                    slot,
                    input.id,
                    std::move(text),
                    is_primary(attribute.expr),
                    is_fallback,
                    block != nullptr,
                    whole.shifted(slot.base)};
}

// "a${x}" takes the content of a quoted value, without its quotes: the place that it replaces.
std::optional<Span> place_for_content(const std::vector<Node>& path, Span whole, const Inlining& value) {
    if (!value.attribute->expr.is(NodeKind::Template) || value.text.size() < 2) return std::nullopt;
    const std::string_view content = std::string_view(value.text).substr(1, value.text.size() - 2);
    // With the text around it, that would begin an interpolation.
    if (content.starts_with('{') || content.ends_with('$') || content.ends_with('%')) return std::nullopt;
    for (std::size_t i = 2; i < path.size(); ++i) {
        if (path[i].span() != whole || !path[i - 1].is(NodeKind::Interpolation)) continue;
        const std::string_view text = path[i - 1].text();
        const bool is_plain = text.starts_with("${") && text.ends_with('}') && !text.starts_with("${~") &&
                              !text.ends_with("~}");
        if (!is_plain) return std::nullopt;
        if (path[i - 2].is(NodeKind::Template)) return path[i - 1].span();
        // Heredocs have no escapes.
        if (path[i - 2].is(NodeKind::Heredoc) && content.find('\\') == std::string_view::npos)
            return path[i - 1].span();
    }
    return std::nullopt;
}

// Whether the attribute must refer to something, and does so only by the name of the value, which does not.
bool is_last_reference(const Inlining& value, const bind::BoundUnit& unit, const bind::Reference& reference) {
    const bind::BoundAttribute& attribute = unit.attributes[reference.attribute];
    if (!attribute.def || attribute.def->must_refer == language::MustRefer::Nothing) return false;
    bool refers = false;
    eval::each_reference(value.attribute->expr, [&](Node, std::string_view) { refers = true; });
    constexpr std::size_t kSteps = 2;
    const auto is_other = [&](const bind::Reference& other) {
        if (other.is_text) return false;
        for (std::size_t i = 0; i < kSteps; ++i)
            if (i >= other.steps.size() || i >= reference.steps.size() ||
                other.steps[i].name != reference.steps[i].name)
                return true;
        return false;
    };
    return !refers && std::ranges::none_of(bind::references_of(unit, reference.attribute), is_other);
}

// Whether the attribute reads names and calls functions of the value that it does not take.
bool is_refused_at(const RefactorContext& c, const Inlining& value, const bind::UnitSlot& slot,
                   const bind::Reference& reference) {
    using language::Decoder;
    const bind::BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
    const Decoder decoder = attribute.def ? attribute.def->decoder : Decoder::None;
    const bool is_evaluated =
        decoder == Decoder::None || decoder == Decoder::Expression || decoder == Decoder::Closure;
    if (!is_evaluated || reference.is_address) return true;
    if (is_last_reference(value, *slot.unit, reference)) return true;
    // A restriction that would refuse the reference itself does not hold.
    const std::string& old = reference.steps.front().name;
    const bool has_restrictions = !check::is_word_refused(*slot.unit, attribute, old);
    bool refused = false;
    eval::each_reference(value.attribute->expr, [&](Node, std::string_view root) {
        refused = refused || (has_restrictions && check::is_word_refused(*slot.unit, attribute, root));
    });
    const auto scope = bind::scope_of(*c.place->module, slot, attribute.body);
    const auto home = bind::scope_of(*c.place->module, value.slot, value.attribute->body);
    eval::each_call(value.attribute->expr, [&](Node, std::string_view name) {
        refused = refused || check::is_call_refused(*slot.unit, attribute, name) ||
                  (home->find_function(name) && !scope->find_function(name));
    });
    return refused;
}

// The replacement of a reference; empty when the value is not allowed there.
std::optional<FileEdit> inlined(const RefactorContext& c, const Inlining& value, const Location& word) {
    const bind::ModuleFile* file = c.place->module->file(word.file);
    if (!file || file->input.tree->options().syntax != syntax::Syntax::Native) return std::nullopt;
    std::optional<bind::UnitSlot> slot = file->unit_at(word.span.start);
    if (!slot) return std::nullopt;
    for (const bind::Reference& reference : slot->unit->references) {
        if (!reference.span.shifted(slot->base).contains(word.span.start)) continue;
        if (reference.is_text || is_refused_at(c, value, *slot, reference)) return std::nullopt;
        Span whole = cover(reference.steps.front().span.shifted(slot->base), word.span);
        auto token = token_at(*file->input.tree, word.span.start);
        if (!token) return std::nullopt;
        std::vector<Node> path = nodes_around(*token);
        // Names in the value must resolve the same at the reference.
        bool hidden = false;
        eval::each_reference(value.attribute->expr, [&](Node, std::string_view root) {
            for (Node node : path)
                if (is_for(node))
                    for (Node name : for_names(node)) hidden = hidden || name.text() == root;
            const bind::BoundAttribute& a = slot->unit->attributes[reference.attribute];
            for (std::uint32_t body : bind::bodies_around(*slot->unit, a.body))
                hidden = hidden || (slot->state && slot->state->scope_of(body) &&
                                    slot->state->scope_of(body)->variable(root));
        });
        bool in_quotes = std::ranges::any_of(path, [](Node n) { return n.is(NodeKind::Template); });
        // Multi-line values only where line breaks are allowed: not in strings, and not where brackets are
        // unbalanced.
        bool is_open = std::ranges::any_of(
            path, [](Node n) { return n.is(NodeKind::Block) && !brackets_of(n).has_both(); });
        bool has_lines = value.text.find('\n') != std::string::npos;
        if (hidden || (has_lines && (in_quotes || is_open))) return std::nullopt;
        if (auto place = place_for_content(path, whole, value))
            return FileEdit{word.file, {*place, value.text.substr(1, value.text.size() - 2)}};
        bool is_alone = false;
        for (std::size_t i = 1; i < path.size(); ++i)
            if (path[i].span() == whole)
                is_alone = path[i - 1].is(NodeKind::Attribute) || path[i - 1].is(NodeKind::Tuple) ||
                           path[i - 1].is(NodeKind::Call) || path[i - 1].is(NodeKind::ObjectItem) ||
                           path[i - 1].is(NodeKind::Interpolation) || path[i - 1].is(NodeKind::Paren);
        bool bare = value.is_primary || is_alone;
        return FileEdit{word.file, {whole, bare ? value.text : "(" + value.text + ")"}};
    }
    return std::nullopt;
}

// With whole lines, and for a block the blank line behind it.
Span removed_definition(const RefactorContext& c, const Inlining& value) {
    const syntax::File& tree = *c.place->module->file(value.file)->input.tree;
    // A comment behind it stays, on a line of its own.
    const std::uint32_t comment_end = check::end_with_comment(tree, value.whole.end);
    if (comment_end > value.whole.end && !value.is_block) {
        const std::string behind = tree.text({value.whole.end, comment_end});
        const std::size_t comment = behind.find_first_not_of(" \t");
        if (comment != std::string::npos)
            return {value.whole.start, value.whole.end + static_cast<std::uint32_t>(comment)};
    }
    Span gone = check::removed_place(tree, value.whole);
    if (value.is_block) {
        const std::string behind = tree.text({gone.end, std::min(gone.end + 2, tree.size())});
        gone.end += behind.starts_with('\n') ? 1 : behind == "\r\n" ? 2 : 0;
    }
    return gone;
}

void inline_value(const RefactorContext& c) {
    if (!c.place) return;
    auto name = own_name_at(*c.place);
    if (!name) return;
    auto value = definition_to_inline(c, *name);
    if (!value) return;
    std::vector<SymbolUse> uses = uses_of(c.snapshot, *name, c.cancel);
    auto is_inside = [&](const SymbolUse& use) {
        return !use.is_definition && use.where.file == value->file &&
               value->whole.contains(use.where.span.start);
    };
    // The conditions of a block go with it.
    if (value->is_fallback) std::erase_if(uses, is_inside);
    if (std::ranges::any_of(uses, is_inside)) return;
    Refactoring made;
    made.kind = kInline;
    for (const SymbolUse& use : uses) {
        if (use.is_definition || value->is_fallback) continue;
        bool here = use.where.file == c.state.id() && use.where.span.touches(c.span.start);
        if (!here) continue;
        auto edit = inlined(c, *value, use.where);
        if (!edit) return;
        made.id = "inline-here";
        made.title = "Put the value of \"" + name->name + "\" here";
        made.edits = {std::move(*edit)};
        c.out.push_back(std::move(made));
        return;
    }
    // At the definition: replace all references and delete the definition.
    for (const SymbolUse& use : uses) {
        if (use.is_definition) continue;
        if (!c.place->module->file(use.where.file)) return;  // another module uses the name
        auto edit = inlined(c, *value, use.where);
        if (!edit) return;
        made.edits.push_back(std::move(*edit));
    }
    if (made.edits.empty() || (value->file != c.state.id() && !value->is_fallback)) return;
    made.edits.push_back({value->file, {removed_definition(c, *value), ""}});
    std::ranges::sort(made.edits, [](const FileEdit& x, const FileEdit& y) {
        return x.file != y.file ? x.file < y.file : x.edit.range < y.edit.range;
    });
    made.id = "inline-all";
    made.title = "Put the value of \"" + name->name + "\" wherever it is used, and remove it";
    c.out.push_back(std::move(made));
}

}  // namespace

void extract_and_inline(const RefactorContext& context, bool extract, bool inlines) {
    if (extract) extract_value(context);
    if (inlines) inline_value(context);
}

}  // namespace hcl::ide
