#include "engine/ide/navigation/bound_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/base/ascii.h"
#include "engine/bind/description.h"
#include "engine/bind/inner_symbols.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/variables.h"
#include "engine/ide/place/expressions.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/cross_module.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/path_order.h"

namespace hcl::ide {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::Reference;
using bind::UnitSlot;
using language::AddressStep;
using syntax::Node;
using syntax::NodeKind;

// The text of a key or of a list element that names something; empty for anything else.
std::string word_of(Node node) {
    if (node.is(NodeKind::Variable)) return std::string(node.text());
    if (auto text = syntax::quoted_text(node)) return *text;
    if (node.is(NodeKind::JsonString)) return std::string(eval::JsonText(node).text());
    return {};
}

bool is_local_site(const BoundUnit& unit, const BoundAttribute& attribute) {
    std::uint32_t block = unit.bodies[attribute.body].block;
    if (block == kNone || !unit.blocks[block].def || !attribute.expr) return false;
    const bind::BlockDef& def = *unit.blocks[block].def;
    if (def.callable &&
        (attribute.name == def.callable->parameters || attribute.name == def.callable->variadic))
        return true;
    return std::ranges::any_of(def.scopes, [&](const language::ScopeDef& scope) {
        return !scope.needs.all && scope.needs.contains(attribute.name);
    });
}

template <typename Visit>
void each_local_word(const BoundAttribute& attribute, const Visit& visit) {
    Node expr = attribute.expr;
    if (expr.is(NodeKind::Tuple) || expr.is(NodeKind::JsonArray)) {
        for (Node child : expr.children()) visit(child);
    } else if (expr.is(NodeKind::Object) || expr.is(NodeKind::JsonObject)) {
        for (Node item : expr.children())
            if ((item.is(NodeKind::ObjectItem) || item.is(NodeKind::JsonProperty)) && item.child(0))
                visit(item.child(0));
    } else {
        visit(expr);
    }
}

// The body that declares the first word of the reference, or none.
std::uint32_t owner_of(const UnitSlot& slot, const Reference& reference) {
    const BoundUnit& unit = *slot.unit;
    const std::string& root = reference.steps[0].name;
    for (std::uint32_t body : bind::bodies_around(unit, unit.attributes[reference.attribute].body)) {
        if (slot.state && slot.state->scope_of(body) && slot.state->scope_of(body)->variable(root))
            return body;
        if (!local_definitions(unit, body, root).empty()) return body;
    }
    return kNone;
}

// All declarations with the same address and kind that are seen from the same places.
std::vector<bind::Symbol> same_symbols(const bind::Module& module, bind::Symbol symbol) {
    const bind::Declaration& d = module.declaration(symbol);
    const bind::SymbolHome home = bind::home_of(module, symbol);
    std::vector<bind::Symbol> ids;
    for (bind::Symbol id : module.symbols().by_kind_and_name(d.def->kind, d.address.back()))
        if (module.declaration(id).address == d.address && bind::home_of(module, id) == home)
            ids.push_back(id);
    return ids;
}

std::vector<bind::Symbol> functions_called(const bind::Module& module, std::string_view name) {
    std::optional<bind::Symbol> found = module.symbols().function(name);
    return found ? std::vector{*found} : std::vector<bind::Symbol>();
}

std::optional<BoundName> function_at(const BoundPlace& place) {
    const BoundUnit& unit = place.unit();
    for (const bind::Callable& callable : unit.callables) {
        const BoundBlock& block = unit.blocks[callable.block];
        if (block.labels.empty() || !block.labels[0].span.touches(place.offset)) continue;
        BoundName name{.kind = BoundName::Kind::Function, .module = place.module, .name = callable.name};
        name.ids = functions_called(*place.module, callable.name);
        name.origin = name.word = place.in_file(block.labels[0].span);
        return name;
    }
    if (unit.calls.empty()) return std::nullopt;
    auto inside = expression_at(place);
    if (!inside || !inside->node().is(NodeKind::FunctionName)) return std::nullopt;
    BoundName name{.kind = BoundName::Kind::Function,
                   .module = place.module,
                   .name = std::string(inside->node().text())};
    name.ids = functions_called(*place.module, name.name);
    if (name.ids.empty()) return std::nullopt;
    name.origin = name.word = place.in_file(inside->node().span());
    return name;
}

BoundName local_name(const BoundPlace& place, std::uint32_t body, std::string word, Span span) {
    BoundName name{.kind = BoundName::Kind::Local, .module = place.module, .name = std::move(word)};
    name.slot = place.slot;
    name.file = place.file->input.id;
    name.body = body;
    name.origin = name.word = place.in_file(span);
    return name;
}

std::optional<BoundName> local_site_at(const BoundPlace& place) {
    const BoundUnit& unit = place.unit();
    for (const BoundAttribute& attribute : unit.attributes) {
        if (!attribute.span.touches(place.offset) || !is_local_site(unit, attribute)) continue;
        std::optional<BoundName> name;
        each_local_word(attribute, [&](Node node) {
            if (!node.span().touches(place.offset)) return;
            if (std::string word = word_of(node); !word.empty())
                name = local_name(place, attribute.body, std::move(word), node.span());
        });
        if (name) return name;
    }
    for (std::uint32_t body = 0; body < unit.bodies.size(); ++body)
        if (const bind::BoundLabel* label = element_label(unit, body);
            label && !label->is_elsewhere && label->span.touches(place.offset))
            return local_name(place, body, label->value, label->span);
    return std::nullopt;
}

void add_definitions(const bind::Module& module, const BoundName& name, std::vector<SymbolUse>& uses) {
    if (name.kind == BoundName::Kind::Local) {
        std::uint32_t block = name.slot->unit->bodies[name.body].block;
        for (Span span : local_definitions(*name.slot->unit, name.body, name.name))
            uses.push_back({{name.file, span.shifted(name.slot->base)},
                            true,
                            name.slot->unit->blocks[block].span.shifted(name.slot->base)});
        return;
    }
    for (bind::Symbol id : name.ids) {
        const UnitSlot slot = module.slot_of(id);
        if (id.is_declaration()) {
            const bind::Declaration& d = slot.unit->declarations[id.index()];
            uses.push_back({{id.file, declared_word(*slot.unit, d).shifted(slot.base)},
                            true,
                            d.span.shifted(slot.base)});
        } else if (id.kind() == bind::Symbol::Kind::Callable) {
            const BoundBlock& block = slot.unit->blocks[slot.unit->callables[id.index()].block];
            if (block.labels.empty()) continue;
            uses.push_back(
                {{id.file, block.labels[0].span.shifted(slot.base)}, true, block.span.shifted(slot.base)});
        }
    }
}

// Filters the references of a module for those to a few symbols; optimised to reject quickly.
struct Finder {
    struct Address {
        const std::vector<std::string>* steps;
        std::size_t name;
        bool is_name_only;
        bool is_unsure;  // another address begins with this one, or only some places see the symbol
    };
    const bind::Module& module;
    const BoundName& wanted;
    std::vector<Address> addresses{};

    void prepare() {
        for (bind::Symbol id : wanted.ids) {
            const bind::Declaration& d = module.declaration(id);
            if (std::ranges::any_of(addresses, [&](const Address& a) { return *a.steps == d.address; }))
                continue;
            const bool is_unsure = bind::home_of(module, id) != bind::SymbolHome() ||
                                   !module.symbols().by_prefix(d.address).empty();
            addresses.push_back({&d.address, name_step(d), d.def->is_name_only, is_unsure});
        }
    }

    // Nothing in the unit can shadow a name of the module.
    static bool is_plain(const UnitSlot& slot) {
        return slot.unit->callables.empty() && slot.state &&
               std::ranges::none_of(slot.state->scopes, [](const auto& s) { return s != nullptr; });
    }

    // The index of the step that names the symbol, or none.
    std::uint32_t step_of(const UnitSlot& slot, const Reference& reference, bool plain) const {
        for (const Address& address : addresses) {
            const std::vector<std::string>& steps = *address.steps;
            if (reference.is_text) {
                if (reference.steps[0].name != steps.back()) continue;
                return means(slot, reference) ? 0 : kNone;
            }
            bool is_out_of_sight = address.is_name_only && !reference.is_address;
            if (is_out_of_sight || reference.steps.size() < steps.size()) continue;
            bool same = true;
            // Compare the last word first: it differs most often.
            for (std::size_t i = steps.size(); same && i-- > 0;) same = reference.steps[i].name == steps[i];
            if (!same) continue;
            if (plain && !address.is_unsure && !reference.is_address)
                return static_cast<std::uint32_t>(address.name);
            if (means(slot, reference)) return static_cast<std::uint32_t>(address.name);
        }
        return kNone;
    }

    bool means(const UnitSlot& slot, const Reference& reference) const {
        bind::Resolution found = bind::resolve(module, slot, reference);
        return found.kind == bind::Resolution::Kind::Symbol && found.steps > 0 &&
               std::ranges::any_of(found.symbols, [&](bind::Symbol id) {
                   return std::ranges::find(wanted.ids, id) != wanted.ids.end();
               });
    }
};

// Where texts have a word of which a part names the symbol (`{{ env "NOMAD_PORT_http" }}`): other programs
// read these texts.
void add_words_in_texts(const bind::Module& module, const BoundName& name, const Cancel& cancel,
                        std::vector<SymbolUse>& uses) {
    for (bind::Symbol id : name.ids) {
        if (!id.is_declaration()) continue;
        const std::string& kind = module.declaration(id).def->kind;
        for (const auto& [before, rules] : module.language().names.of_symbols) {
            if (std::ranges::find(rules.refers_to, kind) == rules.refers_to.end()) continue;
            const std::string word = before + name.name;
            const UnitSlot slot = module.slot_of(id);
            const syntax::File& tree = *module.file(id.file)->input.tree;
            for (const BoundAttribute& attribute : slot.unit->attributes) {
                if (!attribute.expr || !bind::is_visible(module, id, slot, attribute.body)) continue;
                cancel.poll();
                const Span span = attribute.expr.span().shifted(slot.base);
                const std::string text = tree.text(span);
                for (std::size_t at = text.find(word); at != std::string::npos;
                     at = text.find(word, at + 1)) {
                    const std::size_t end = at + word.size();
                    const bool is_whole = (at == 0 || !ascii::is_name_part(text[at - 1])) &&
                                          (end == text.size() || !ascii::is_name_part(text[end]));
                    const auto start = static_cast<std::uint32_t>(span.start + at + before.size());
                    const auto stop = static_cast<std::uint32_t>(span.start + end);
                    if (is_whole) uses.push_back({{id.file, {start, stop}}, false, {}});
                }
            }
        }
    }
}

// The symbol that such a word names, if the place is in that part of it.
std::optional<BoundName> word_in_text_at(const BoundPlace& place) {
    const auto& known = place.module->language().names.of_symbols;
    if (known.empty()) return std::nullopt;
    for (const BoundAttribute& attribute : place.unit().attributes) {
        if (!attribute.expr || !attribute.expr.span().touches(place.offset)) continue;
        const Span span = place.in_file(attribute.expr.span());
        const std::string text = place.file->input.tree->text(span);
        std::size_t start = place.offset - attribute.expr.span().start;
        std::size_t end = start;
        while (start > 0 && ascii::is_name_part(text[start - 1])) --start;
        while (end < text.size() && ascii::is_name_part(text[end])) ++end;
        const std::string_view word = std::string_view(text).substr(start, end - start);
        for (const auto& [before, rules] : known) {
            if (!word.starts_with(before)) continue;
            const Span part{static_cast<std::uint32_t>(span.start + start + before.size()),
                            static_cast<std::uint32_t>(span.start + end)};
            BoundName name{.kind = BoundName::Kind::Symbol,
                           .module = place.module,
                           .name = std::string(word.substr(before.size()))};
            for (const std::string& kind : rules.refers_to)
                for (bind::Symbol id : place.module->symbols().by_kind_and_name(kind, name.name))
                    if (bind::is_visible(*place.module, id, *place.slot, attribute.body))
                        name.ids.push_back(id);
            if (name.ids.empty() || !part.touches(place.in_file({place.offset, place.offset}).start))
                continue;
            name.origin = name.word = part;
            return name;
        }
    }
    return std::nullopt;
}

void add_calls(const UnitSlot& slot, FileId file, std::string_view name, std::vector<SymbolUse>& uses) {
    for (const BoundAttribute& attribute : slot.unit->attributes) {
        if (!attribute.expr || attribute.expr.is(NodeKind::Missing)) continue;
        eval::each_call(attribute.expr, [&](Node call, std::string_view called) {
            if (called == name && call.child(0))
                uses.push_back({{file, call.child(0).span().shifted(slot.base)}, false, {}});
        });
    }
}

}  // namespace

namespace {

// The step that names a symbol: the last written step that is not a literal.
struct NamingStep {
    std::size_t in_address = 0;
    std::size_t in_def = 0;
};

NamingStep find_name_step(const bind::Declaration& d) {
    const auto& steps = d.def->address;
    // The number of omitted optional steps; the last ones, if there are several.
    std::size_t missing = steps.size() - std::min(steps.size(), d.address.size());
    // The number of additional words, where a step other than the last is an address of several words.
    const std::size_t added = d.address.size() - std::min(steps.size(), d.address.size());
    std::size_t last = steps.empty() ? 0 : steps.size() - 1;
    for (std::size_t i = steps.size(); i-- > 0;) {
        if (steps[i].is_optional && missing > 0) {
            --missing;
            last = i == 0 ? 0 : i - 1;
            continue;
        }
        if (steps[i].kind != AddressStep::Kind::Literal) return {i + added - missing, i};
    }
    return {d.address.empty() ? 0 : d.address.size() - 1, last};
}

}  // namespace

std::size_t name_step(const bind::Declaration& d) {
    return find_name_step(d).in_address;
}

const AddressStep& name_step_def(const bind::Declaration& d) {
    return d.def->address[find_name_step(d).in_def];
}

const bind::BoundLabel* element_label(const BoundUnit& unit, std::uint32_t body) {
    const std::uint32_t block = unit.bodies[body].block;
    if (block == kNone) return nullptr;
    const BoundBlock& generator = unit.blocks[block];
    const bool is_named = generator.def && generator.def->makes_blocks && generator.labels.size() == 1 &&
                          bind::attribute_in(unit, body, "iterator") == kNone;
    return is_named ? &generator.labels.front() : nullptr;
}

Span declared_word(const BoundUnit& unit, const bind::Declaration& d) {
    const AddressStep& step = name_step_def(d);
    if (step.kind != AddressStep::Kind::Value || d.block == kNone) return d.name_span;
    for (std::uint32_t index : unit.bodies[unit.blocks[d.block].body].attributes)
        if (unit.attributes[index].name == step.text && unit.attributes[index].expr)
            return unit.attributes[index].expr.span();
    return d.name_span;
}

std::vector<Span> local_definitions(const BoundUnit& unit, std::uint32_t body, std::string_view name) {
    std::vector<Span> spans;
    if (const bind::BoundLabel* label = element_label(unit, body); label && label->value == name)
        spans.push_back(label->span);
    for (std::uint32_t index : unit.bodies[body].attributes) {
        const BoundAttribute& attribute = unit.attributes[index];
        if (!is_local_site(unit, attribute)) continue;
        each_local_word(attribute, [&](Node node) {
            if (word_of(node) == name) spans.push_back(node.span());
        });
    }
    return spans;
}

namespace {

// A symbol inside of the block that the reference begins with, if the cursor is at its name.
std::optional<BoundName> inner_name_at(const BoundPlace& place, const Reference& reference,
                                       const bind::Resolution& outer) {
    const bind::InnerResolution inner = bind::resolve_inside(*place.module, reference, outer);
    if (inner.symbols.empty()) return std::nullopt;
    const bind::Declaration& d = place.module->declaration(inner.symbols.front());
    const Span word = reference.steps[inner.steps - 1].span;
    if (!word.touches(place.offset)) return std::nullopt;
    BoundName name{.kind = BoundName::Kind::Symbol, .module = place.module, .name = d.address[name_step(d)]};
    name.ids = inner.symbols;
    name.origin = place.in_file(cover(reference.steps.front().span, word));
    name.word = place.in_file(word);
    return name;
}

// The references to such a symbol through the symbol around it.
void add_uses_inside(const bind::Module& module, const BoundName& name, std::vector<SymbolUse>& uses) {
    for (bind::Symbol id : name.ids) {
        const std::optional<bind::Symbol> around = bind::symbol_around(module, id);
        if (!around) continue;
        module.symbols().each_possible_use(*around, [&](const UnitSlot& slot, const Reference& reference) {
            const bind::InnerResolution inner =
                bind::resolve_inside(module, reference, bind::resolve(module, slot, reference));
            if (std::ranges::find(inner.symbols, id) != inner.symbols.end())
                uses.push_back(
                    {{slot.file, reference.steps[inner.steps - 1].span.shifted(slot.base)}, false, {}});
        });
    }
}

}  // namespace

namespace {

// The part of a word before the name that it holds: `PORT_` of `PORT_db`; empty where there is none.
Span before_name(const BoundPlace& place, const Reference& reference) {
    if (!reference.is_text) return {};
    const std::uint32_t name = place.in_file(reference.span).start;
    for (const auto& [before, rules] : place.module->language().names.of_symbols) {
        const auto size = static_cast<std::uint32_t>(before.size());
        if (name >= size && place.file->input.tree->text({name - size, name}) == before)
            return {reference.span.start - size, reference.span.start};
    }
    return {};
}

// The symbols that make the one that a text names, such as the target of a matrix.
std::optional<BoundName> computed_name(const BoundPlace& place, const Reference& reference) {
    const bind::ReferenceStep& step = reference.steps[0];
    std::vector<bind::Symbol> makers =
        place.module->symbols().makers_of(reference.rules->refers_to, step.name);
    if (makers.empty()) return std::nullopt;
    const bind::Declaration& d = place.module->declaration(makers[0]);
    BoundName name{.kind = BoundName::Kind::Symbol,
                   .module = place.module,
                   .ids = std::move(makers),
                   .name = d.address[name_step(d)],
                   .is_computed = true};
    name.origin = place.in_file(step.span);
    return name;
}

}  // namespace

std::optional<BoundName> own_name_at(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    const BoundUnit& unit = place.unit();
    for (std::uint32_t i = 0; i < unit.declarations.size(); ++i) {
        const bind::Declaration& d = unit.declarations[i];
        Span word = declared_word(unit, d);
        if (!word.touches(place.offset) || bind::is_unnamed(*d.def)) continue;
        BoundName name{
            .kind = BoundName::Kind::Symbol, .module = place.module, .name = d.address[name_step(d)]};
        name.ids = same_symbols(*place.module, bind::Symbol::of(place.slot->file, place.slot->label,
                                                                bind::Symbol::Kind::Declaration, i));
        if (name.ids.empty()) continue;
        name.origin = name.word = place.in_file(word);
        return name;
    }
    for (const Reference& reference : unit.references) {
        const Span before = before_name(place, reference);
        const bool is_before = before.contains(place.offset);
        if (!reference.span.touches(place.offset) && !is_before) continue;
        bind::Resolution found = bind::resolve(*place.module, *place.slot, reference);
        // An incomplete scope may still be known to contain this name.
        if (found.kind == bind::Resolution::Kind::Local || found.kind == bind::Resolution::Kind::Unknowable) {
            const bind::ReferenceStep& root = reference.steps[0];
            if (!root.span.touches(place.offset)) continue;
            std::uint32_t body = owner_of(*place.slot, reference);
            if (body == kNone) continue;
            return local_name(place, body, root.name, root.span);
        }
        if (found.symbols.empty() && reference.is_text && !is_before)
            if (auto made = computed_name(place, reference)) return made;
        if (found.kind != bind::Resolution::Kind::Symbol || found.symbols.empty()) continue;
        if (is_before) {
            const bind::Declaration& d = place.module->declaration(found.symbols[0]);
            BoundName name{
                .kind = BoundName::Kind::Symbol, .module = place.module, .name = d.address[name_step(d)]};
            name.ids.assign(found.symbols.begin(), found.symbols.end());
            name.origin = place.in_file(cover(before, reference.span));
            return name;
        }
        if (auto inner = inner_name_at(place, reference, found)) return inner;
        for (std::size_t i = 0; i < found.steps && i < reference.steps.size(); ++i) {
            if (!reference.steps[i].span.touches(place.offset)) continue;
            const bind::Declaration& d = place.module->declaration(found.symbols[0]);
            std::size_t own = reference.is_text ? 0 : name_step(d);
            BoundName name{
                .kind = BoundName::Kind::Symbol, .module = place.module, .name = d.address[name_step(d)]};
            name.ids.assign(found.symbols.begin(), found.symbols.end());
            name.origin =
                place.in_file(cover(reference.steps.front().span, reference.steps[found.steps - 1].span));
            if (i == own) name.word = place.in_file(reference.steps[i].span);
            // Between two steps of the reference, the cursor belongs to the one that starts there.
            if (i + 1 < found.steps && reference.steps[i + 1].span.start == place.offset) continue;
            return name;
        }
    }
    if (auto function = function_at(place)) return function;
    if (auto local = local_site_at(place)) return local;
    return word_in_text_at(place);
}

namespace {

// Whether the word at an offset of the file is one of the address before the name.
bool is_word_of_address(const BoundPlace& place, std::uint32_t at, const bind::Declaration& d) {
    constexpr std::uint32_t kLongest = 200;
    const syntax::File& tree = *place.file->input.tree;
    const std::uint32_t from = at - std::min(at, kLongest);
    const std::string text = tree.text({from, std::min(at + kLongest, tree.size())});
    std::size_t start = at - from;
    std::size_t end = start;
    while (start > 0 && ascii::is_name_part(text[start - 1])) --start;
    while (end < text.size() && ascii::is_name_part(text[end])) ++end;
    const auto name = d.address.begin() + static_cast<std::ptrdiff_t>(name_step(d));
    return std::find(d.address.begin(), name, text.substr(start, end - start)) != name;
}

}  // namespace

std::optional<BoundName> name_at(const world::Snapshot& snapshot, const BoundPlace& place,
                                 const Cancel& cancel) {
    if (auto own = own_name_at(place)) return own;
    if (!place.slot) return std::nullopt;
    const BoundUnit& unit = place.unit();
    auto named = [&](world::ForeignSymbols found, Span origin, Span word) {
        BoundName name{.kind = BoundName::Kind::Symbol,
                       .module = std::move(found.module),
                       .ids = std::move(found.symbols),
                       .name = std::move(found.name)};
        name.origin = place.in_file(origin);
        name.word = place.in_file(word);
        return name;
    };
    for (std::uint32_t i = 0; i < unit.attributes.size(); ++i) {
        const Span span = unit.attributes[i].name_span;
        if (!span.touches(place.offset)) continue;
        if (auto found = world::set_by(snapshot, *place.module, *place.slot, i, cancel))
            return named(std::move(*found), span, span);
    }
    for (const Reference& reference : unit.references) {
        // The member may be named after the part that the reference resolves.
        if (reference.is_text || reference.span.start > place.offset ||
            !unit.attributes[reference.attribute].span.touches(place.offset))
            continue;
        for (world::ForeignMember& member :
             world::members_named(snapshot, *place.module, *place.slot, reference, cancel)) {
            if (!member.span.touches(place.offset)) continue;
            const Span origin =
                member.is_in_loop ? member.span : cover(reference.steps.front().span, member.span);
            return named(std::move(member.found), origin, member.span);
        }
    }
    const std::uint32_t at = place.in_file({place.offset, place.offset}).start;
    for (check::ExtensionName& one :
         world::names_of_others(snapshot, place.module, place.file->input.id, cancel)) {
        const bind::Declaration& d = one.module->declaration(one.symbols.front());
        // Words of the address before the name lead on to it, as those of the module itself do.
        const bool is_before =
            one.origin.start <= at && at < one.word.start && is_word_of_address(place, at, d);
        if (!one.word.touches(at) && !is_before) continue;
        BoundName name{.kind = BoundName::Kind::Symbol,
                       .module = one.module,
                       .ids = std::move(one.symbols),
                       .name = d.address[name_step(d)]};
        name.origin = one.origin;
        if (!is_before) name.word = one.word;
        return name;
    }
    return std::nullopt;
}

std::vector<bind::Symbol> different_ones(const bind::Module& module, const std::vector<bind::Symbol>& ids) {
    std::vector<bind::Symbol> out;
    std::set<std::pair<const language::SymbolDef*, std::vector<std::string>>> seen;
    for (bind::Symbol id : ids) {
        if (!id.is_declaration()) continue;
        const bind::Declaration& d = module.declaration(id);
        if (seen.emplace(d.def, d.address).second) out.push_back(id);
    }
    return out;
}

std::vector<SymbolUse> definitions_of(const BoundName& name) {
    std::vector<SymbolUse> uses;
    add_definitions(*name.module, name, uses);
    // In the module's file order, independent of the order of opening.
    std::map<FileId, std::size_t> ranks;
    for (const bind::ModuleFile& file : name.module->files()) ranks.emplace(file.input.id, ranks.size());
    std::ranges::sort(uses, {}, [&](const SymbolUse& use) {
        auto rank = ranks.find(use.where.file);
        return std::pair(rank == ranks.end() ? ranks.size() : rank->second, use.where);
    });
    return uses;
}

std::vector<SymbolUse> uses_of(const world::Snapshot& snapshot, const BoundName& name, const Cancel& cancel,
                               const bind::Module* only) {
    const bind::Module& module = *name.module;
    std::vector<SymbolUse> uses;
    add_definitions(module, name, uses);
    if (name.kind == BoundName::Kind::Local) {
        for (const Reference& reference : name.slot->unit->references) {
            if (reference.is_text || reference.steps[0].name != name.name) continue;
            if (owner_of(*name.slot, reference) != name.body) continue;
            uses.push_back({{name.file, reference.steps[0].span.shifted(name.slot->base)}, false, {}});
        }
    } else {
        Finder finder{module, name};
        if (name.kind == BoundName::Kind::Symbol) finder.prepare();
        const bind::BoundUnit* last = nullptr;
        bool plain = false;
        const std::vector<bind::Symbol> different = different_ones(module, name.ids);
        for (bind::Symbol id : different) {
            module.symbols().each_possible_use(id, [&](const UnitSlot& slot, const Reference& reference) {
                if (slot.unit != last) {
                    cancel.poll();
                    last = slot.unit;
                    plain = Finder::is_plain(slot);
                }
                std::uint32_t step = finder.step_of(slot, reference, plain);
                if (step != kNone)
                    uses.push_back({{slot.file, reference.steps[step].span.shifted(slot.base)}, false, {}});
            });
        }
        if (name.kind == BoundName::Kind::Symbol) {
            add_uses_inside(module, name, uses);
            add_words_in_texts(module, name, cancel, uses);
        }
        if (name.kind == BoundName::Kind::Symbol && only != &module)
            for (bind::Symbol id : different)
                for (const Location& use : world::uses_elsewhere(snapshot, module, id, cancel, only))
                    uses.push_back({use, false, {}});
        if (name.kind == BoundName::Kind::Symbol && !only)
            for (const check::ExtensionUse& use :
                 world::uses_by_extensions(snapshot, module, name.ids, name.name, cancel))
                uses.push_back({{use.file, use.word}, false, {}});
        if (name.kind == BoundName::Kind::Function)
            for (const bind::ModuleFile& file : module.files())
                file.each_unit([&](const UnitSlot& slot) {
                    cancel.poll();
                    if (std::ranges::binary_search(slot.unit->calls, name.name))
                        add_calls(slot, slot.file, name.name, uses);
                });
    }
    std::ranges::sort(uses, world::PathOrder(snapshot), &SymbolUse::where);
    auto same = [](const SymbolUse& a, const SymbolUse& b) { return a.where == b.where; };
    uses.erase(std::unique(uses.begin(), uses.end(), same), uses.end());
    return uses;
}

}  // namespace hcl::ide
