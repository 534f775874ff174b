// Binds the items of a unit. Private to bind/: used by unit.cpp (native syntax) and unit_json.cpp.
#pragma once

#include <algorithm>

#include "engine/bind/address.h"
#include "engine/bind/generated_blocks.h"
#include "engine/bind/keys.h"
#include "engine/bind/packages.h"
#include "engine/bind/unit.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/module_path.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/text.h"

namespace hcl::bind {

using language::AddressStep;
using language::CaseDef;
using language::Decoder;
using syntax::BlockView;
using syntax::BodyItem;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

// The tables of a unit while they are filled.
struct Binder {
    const language::Language& language;
    BoundUnit& unit;
    const Packages& packages;
    int depth = 0;
    // Properties of the JSON object that are not bound until its cases are selected.
    const std::vector<std::pair<std::string, Node>>* json_others = nullptr;

    static constexpr int kMaxDepth = 200;

    std::uint32_t add_body(std::uint32_t block, Span inside, Span missing) {
        unit.bodies.push_back({});
        BoundBody& body = unit.bodies.back();
        body.block = block;
        body.inside = inside;
        body.missing_place = missing;
        return static_cast<std::uint32_t>(unit.bodies.size() - 1);
    }

    bool is_named(std::string_view written, std::string_view name) const {
        return written == name ||
               (language.takes_any_case && language::spelling_key(written) == language::spelling_key(name));
    }

    std::string attribute_text(std::uint32_t body, std::string_view name) const {
        for (std::uint32_t index : unit.bodies[body].attributes)
            if (is_named(unit.attributes[index].name, name)) return literal_text(unit.attributes[index].expr);
        if (json_others)
            for (const auto& [other, property] : *json_others)
                if (other == name) return literal_text(property.child(1));
        const AttributeDef* def = unit.bodies[body].attribute(name);
        if (def && def->default_value && def->default_value->is_known_string())
            return std::string(def->default_value->as_string());
        return {};
    }

    const AttributeDef* free_attribute(std::uint32_t body) const {
        for (const BodyDef* def : unit.bodies[body].defs)
            if (def->any_attribute) return def->any_attribute.get();
        return takes_anything(body) ? &language::free_attribute() : nullptr;
    }
    const BlockDef* free_block(std::uint32_t body) const {
        for (const BodyDef* def : unit.bodies[body].defs)
            if (def->any_block) return def->any_block.get();
        return takes_anything(body) ? language.free_block.get() : nullptr;
    }
    const BlockDef* free_generator(std::uint32_t body) const {
        for (const BodyDef* def : unit.bodies[body].defs)
            if (def->any_generator) return def->any_generator.get();
        return takes_anything(body) ? language.free_generator.get() : nullptr;
    }
    bool takes_anything(std::uint32_t body) const {
        return unit.bodies[body].is_lenient && !unit.bodies[body].is_unknown;
    }

    std::uint32_t enclosing_declaration(std::uint32_t body) const {
        std::uint32_t block = unit.bodies[body].block;
        return block == kNone ? kNone : unit.blocks[block].declaration;
    }

    // The declaration whose value depends on this attribute, or none.
    std::uint32_t declaration_needing(std::uint32_t body, std::string_view name) const {
        std::uint32_t declaration = enclosing_declaration(body);
        if (declaration == kNone) return kNone;
        const Declaration& d = unit.declarations[declaration];
        std::string_view part = name;
        while (unit.bodies[body].block != d.block) {
            const BoundBlock& block = unit.blocks[unit.bodies[body].block];
            part = block.type;
            body = block.parent;
        }
        return d.def->depends_on_all || d.def->needs.contains(part) ? declaration : kNone;
    }

    std::uint32_t add_attribute(std::uint32_t body, std::string name, Span name_span, Span span, Node item,
                                Node expr) {
        BoundAttribute attribute;
        attribute.name = normalised(std::move(name));
        attribute.name_span = name_span;
        attribute.span = span;
        attribute.expr = expr;
        attribute.body = body;
        attribute.is_broken = syntax::has_broken_part(item);
        auto index = static_cast<std::uint32_t>(unit.attributes.size());
        unit.attributes.push_back(std::move(attribute));
        unit.bodies[body].attributes.push_back(index);
        return index;
    }

    // Called when the body's definitions are known: sets the definition of each attribute.
    void finish_attribute(std::uint32_t index) {
        std::uint32_t body = unit.attributes[index].body;
        const AttributeDef* def = unit.bodies[body].attribute(unit.attributes[index].name);
        if (def)
            unit.attributes[index].name = def->name;  // in any case
        else if (!unit.bodies[body].block_def(unit.attributes[index].name))
            def = free_attribute(body);
        BoundAttribute& attribute = unit.attributes[index];
        attribute.def = def;
        attribute.declaration = declaration_needing(body, attribute.name);
        if (def && !def->package_source.empty())
            unit.packages.push_back(
                declared_package(attribute.name, attribute.expr, def->package_source, def->package_version));
        if (def && def->symbol && !def->symbol->each.empty())
            declare_each(*def->symbol, index);
        else if (def && def->symbol)
            declare(*def->symbol, index, kNone, attribute.name_span, attribute.span);
        find_references(index);
    }

    // Declares the addresses that a member of the attribute's object lists.
    void declare_each(const SymbolDef& def, std::uint32_t attribute) {
        Node object = unit.attributes[attribute].expr;
        if (!object) return;
        object = eval::without_parens(object);
        if (!object.is(NodeKind::Object) && !object.is(NodeKind::JsonObject)) return;
        for (Node item : object.children()) {
            if (!item.child(0) || !item.child(1) || literal_text(item.child(0)) != def.each) continue;
            AttributeDef list;
            list.decoder = Decoder::Addresses;
            each_address(list, item.child(1), [&](const Address& address) {
                if (!address.is_valid || address.steps.empty()) return;
                Declaration declaration;
                declaration.def = &def;
                declaration.attribute = attribute;
                declaration.name_span = address.steps.back().span;
                declaration.span = address.span;
                for (const ReferenceStep& step : address.steps) declaration.address.push_back(step.name);
                unit.declarations.push_back(std::move(declaration));
            });
        }
    }

    void declare(const SymbolDef& def, std::uint32_t attribute, std::uint32_t block, Span name_span,
                 Span span) {
        Declaration declaration;
        declaration.def = &def;
        declaration.attribute = attribute;
        declaration.block = block;
        declaration.name_span = name_span;
        declaration.span = span;
        for (const AddressStep& step : def.address) {
            std::string text;
            switch (step.kind) {
                case AddressStep::Kind::Literal:
                    text = step.text;
                    break;
                case AddressStep::Kind::Label:
                    if (block == kNone || step.label >= unit.blocks[block].labels.size()) break;
                    text = unit.blocks[block].labels[step.label].value;
                    if (add_named_address(declaration, unit.blocks[block], step.label)) continue;
                    break;
                case AddressStep::Kind::Name:
                    text = attribute != kNone ? unit.attributes[attribute].name : unit.blocks[block].type;
                    break;
                case AddressStep::Kind::Value:
                    if (block != kNone) text = attribute_text(unit.blocks[block].body, step.text);
                    break;
            }
            if (text.empty() && step.is_optional) continue;
            if (text.empty()) return;
            declaration.address.push_back(std::move(text));
        }
        if (declaration.address.empty()) return;
        auto index = static_cast<std::uint32_t>(unit.declarations.size());
        unit.declarations.push_back(std::move(declaration));
        if (attribute != kNone)
            unit.attributes[attribute].declaration = index;
        else
            unit.blocks[block].declaration = index;
    }

    // A label that names another symbol by its address stands for that address without its last word.
    static bool add_named_address(Declaration& declaration, const BoundBlock& block, std::uint32_t label) {
        const language::ValueRules& rules = block.def->labels[label].rules;
        if (!rules.refers_by_address || block.labels[label].value.empty()) return false;
        std::vector<ReferenceStep> steps = address_steps(rules, block.labels[label].value, {});
        steps.pop_back();
        for (ReferenceStep& step : steps) declaration.address.push_back(std::move(step.name));
        return true;
    }

    // Paths that are not evaluated but name symbols.
    static bool names_symbols(const AttributeDef& def) {
        return (def.decoder == Decoder::Traversal || def.decoder == Decoder::Traversals) &&
               !def.rules.refers_to.empty();
    }

    // Its names cannot be resolved.
    static bool is_unevaluated(Decoder decoder) {
        return decoder != Decoder::None && decoder != Decoder::Expression && decoder != Decoder::Closure;
    }

    void find_references(std::uint32_t index) {
        const BoundAttribute& attribute = unit.attributes[index];
        Node expr = attribute.expr;
        if (!expr || expr.is(NodeKind::Missing)) return;
        if (attribute.def && language::reads_addresses(attribute.def->decoder))
            return each_address(*attribute.def, expr,
                                [&](const Address& address) { add_address(index, address); });
        bool is_path = attribute.def && names_symbols(*attribute.def);
        if (attribute.def && is_unevaluated(attribute.def->decoder) && !is_path) return;
        find_paths(index, expr, !is_path);
        if (!is_path && attribute.def && !attribute.def->rules.refers_to.empty())
            find_text_references(index, expr, 0);
    }

    // Strings in the arguments of a call that name symbols.
    void find_named_arguments(std::uint32_t index, Node call, std::string_view name) {
        const language::Language::Evaluation::Arguments* known = language.arguments_of(name);
        if (!known) return;
        std::size_t position = 0;  // the first child is the function's name
        for (Node child : call.children()) {
            const std::size_t i = position++;
            const language::ValueRules* rules = i == 0 ? nullptr : known->rules(i - 1);
            if (!rules) continue;
            if (const Node argument = eval::without_parens(child);
                argument.is(NodeKind::Template) && syntax::is_string_literal(argument))
                add_text_reference(index, *rules, literal_text(argument), inside_quotes(argument.span()));
        }
    }

    // A word such as PORT_db, of which a part names a symbol.
    void find_name_in_word(std::uint32_t index, const ReferenceStep& word) {
        for (const auto& [before, rules] : language.names.of_symbols) {
            if (!word.name.starts_with(before) || word.span.length() != word.name.size()) continue;
            const auto skipped = static_cast<std::uint32_t>(before.size());
            const std::size_t count = unit.references.size();
            add_text_reference(index, rules, word.name.substr(skipped),
                               {word.span.start + skipped, word.span.end});
            if (unit.references.size() > count) unit.references.back().is_part_of_word = true;
            return;
        }
    }

    static Span inside_quotes(Span span) {
        return span.length() >= 2 ? Span{span.start + 1, span.end - 1} : span;
    }

    // Returns call arguments that are keywords, such as types, and contain no references.
    // Expressions for later evaluation do.
    std::vector<Span> read_calls(std::uint32_t index, Node expr, bool keeps_calls) {
        std::vector<Span> words;
        eval::each_call(expr, [&](Node call, std::string_view name) {
            if (keeps_calls) unit.calls.emplace_back(name);
            find_named_arguments(index, call, name);
            const eval::Function* function = language.evaluation.functions->find(name);
            if (!function) return;
            for (std::size_t i = 0; i < function->parameters.size(); ++i) {
                const Type& type = function->parameters[i].type;
                const bool is_later = type == eval::expression_closure_type() ||
                                      type == eval::expression_type() || type == eval::module_path_type();
                if (!eval::decoder_of(type) || is_later) continue;
                if (Node argument = call.child(static_cast<std::uint32_t>(i + 1)))
                    words.push_back(argument.span());
            }
        });
        return words;
    }

    // The nodes of half-typed references, which end with a dot: `local` in `local.`.
    static std::vector<std::uint32_t> unfinished_chains(Node expr) {
        std::vector<std::uint32_t> found;
        if (expr.chunk().diagnostics.empty()) return found;
        constexpr std::size_t kMost = 16;
        const std::uint32_t end = expr.id() + expr.data().size;
        for (std::uint32_t id = expr.id(); id < end && found.size() < kMost; ++id)
            if (const Node node(&expr.chunk(), expr.base(), id);
                node.is(NodeKind::GetAttr) && node.is_broken() && node.child(0))
                found.push_back(node.child(0).id());
        return found;
    }

    void find_paths(std::uint32_t index, Node expr, bool keeps_calls) {
        const std::vector<Span> words = read_calls(index, expr, keeps_calls);
        const std::vector<std::uint32_t> unfinished = unfinished_chains(expr);
        eval::each_reference(expr, [&](Node chain, std::string_view) {
            if (std::ranges::any_of(words, [&](Span span) { return span.contains(chain.span().start); }))
                return;
            Reference reference;
            reference.attribute = index;
            reference.span = chain.span();
            reference.is_unfinished = std::ranges::find(unfinished, chain.id()) != unfinished.end();
            for (const eval::TraversalStep& step : eval::traversal_of(chain))
                if (!add_step(reference.steps, step)) break;
            drop_optional_root(reference);
            if (reference.steps.empty()) return;
            const ReferenceStep first = reference.steps[0];
            unit.references.push_back(std::move(reference));
            find_name_in_word(index, first);
        });
    }

    void drop_optional_root(Reference& reference) const {
        if (reference.steps.size() < 2 || language.names.optional_root.empty() ||
            reference.steps[0].name != language.names.optional_root)
            return;
        reference.steps.erase(reference.steps.begin());
        reference.has_optional_root = true;
    }

    // Index expressions in an address are ordinary expressions.
    void add_address(std::uint32_t index, const Address& address) {
        if (!unit.attributes[index].def->rules.refers_to.empty() && !address.steps.empty()) {
            Reference reference;
            reference.attribute = index;
            reference.span = address.span;
            reference.steps = address.steps;
            reference.is_address = true;
            reference.rules = &unit.attributes[index].def->rules;
            drop_optional_root(reference);
            unit.references.push_back(std::move(reference));
        }
        for (Node key : address.keys) find_paths(index, key, true);
    }

    void find_text_references(std::uint32_t attribute, Node expr, int nesting) {
        if (nesting > 8) return;
        Node inner = eval::without_parens(expr);
        if (inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray)) {
            for (Node child : inner.children()) find_text_references(attribute, child, nesting + 1);
            return;
        }
        const AttributeDef& def = *unit.attributes[attribute].def;
        if (inner.is(NodeKind::Object) || inner.is(NodeKind::JsonObject)) {
            for (Node item : inner.children()) {
                if (def.has_described_elements && item.child(0)) find_named_key(attribute, item.child(0));
                if (def.type.is_map() && item.child(1))
                    find_text_references(attribute, item.child(1), nesting + 1);
            }
            return;
        }
        if ((inner.is(NodeKind::Number) || inner.is(NodeKind::JsonNumber)) && def.rules.refers_after.empty())
            return add_text_reference(attribute, def.rules, std::string(inner.text()), inner.span());
        const bool is_text = inner.is(NodeKind::JsonString)
                                 ? !eval::JsonText(inner).may_be_template()
                                 : inner.is(NodeKind::Template) && syntax::is_string_literal(inner);
        if (!is_text) return add_computed_kinds(def);
        std::string text = literal_text(inner);
        Span span = inside_quotes(inner.span());
        if (const std::string& before = def.rules.refers_after; !before.empty()) {
            if (!text.starts_with(before) || span.length() != text.size()) return;
            text.erase(0, before.size());
            span.start += static_cast<std::uint32_t>(before.size());
        }
        add_text_reference(attribute, def.rules, std::move(text), span);
    }

    // A key of an object whose keys name symbols.
    void find_named_key(std::uint32_t attribute, Node key) {
        const AttributeDef& def = *unit.attributes[attribute].def;
        if (key.is(NodeKind::Variable))
            return add_text_reference(attribute, def.rules, std::string(key.text()), key.span());
        const bool is_text = key.is(NodeKind::JsonString)
                                 ? !eval::JsonText(key).may_be_template()
                                 : key.is(NodeKind::Template) && syntax::is_string_literal(key);
        if (is_text)
            add_text_reference(attribute, def.rules, literal_text(key), inside_quotes(key.span()));
        else
            add_computed_kinds(def);
    }

    // A string that is computed may name any symbol.
    void add_computed_kinds(const AttributeDef& def) {
        if (def.rules.is_doubtful) return;
        for (const std::string& kind : def.rules.refers_to)
            if (std::ranges::find(unit.computed_kinds, kind) == unit.computed_kinds.end())
                unit.computed_kinds.push_back(kind);
    }

    // A string that names a symbol by its last step, or by its full address.
    void add_text_reference(std::uint32_t attribute, const language::ValueRules& rules, std::string text,
                            Span span) {
        if (text.empty()) return;
        Reference reference;
        reference.attribute = attribute;
        reference.span = span;
        reference.rules = &rules;
        if (rules.refers_by_address) {
            reference.is_address = true;
            reference.steps = address_steps(rules, text, span);
        } else {
            reference.is_text = true;
            reference.steps.push_back({std::move(text), span});
        }
        if (!reference.steps.empty()) unit.references.push_back(std::move(reference));
    }

    // With the first word, also where the text omits it.
    static std::vector<ReferenceStep> address_steps(const language::ValueRules& rules, std::string_view text,
                                                    Span span) {
        std::vector<ReferenceStep> steps = steps_of_text(text, span);
        const std::string& root = rules.refers_under;
        // Two words can omit it; in longer addresses it is required.
        if (!root.empty() &&
            (rules.omits_root || steps.size() == 1 || (steps.size() == 2 && steps[0].name != root)))
            steps.insert(steps.begin(), {root, {span.start, span.start}});
        else if (!root.empty())
            steps[0].name = root;
        return steps;
    }

    // Labels that name symbols are added as attributes of the enclosing body, but not
    // to its list of attributes.
    bool has_label_references = false;
    void find_label_references(std::uint32_t block) {
        const std::vector<language::LabelDef>& defs = unit.blocks[block].def->labels;
        for (std::size_t i = 0; i < defs.size() && i < unit.blocks[block].labels.size(); ++i) {
            if (!defs[i].naming) continue;
            const BoundLabel& label = unit.blocks[block].labels[i];
            Span inside = label.span;
            if (inside.length() == label.value.size() + 2) inside = {inside.start + 1, inside.end - 1};
            const Span nowhere{inside.start, inside.start};
            unit.attributes.push_back({.name = defs[i].name,
                                       .name_span = nowhere,
                                       .span = nowhere,
                                       .expr = {},
                                       .def = defs[i].naming.get(),
                                       .body = unit.blocks[block].parent});
            has_label_references = true;
            add_text_reference(static_cast<std::uint32_t>(unit.attributes.size() - 1), defs[i].naming->rules,
                               label.value, inside);
        }
    }

    // A label that the generator with this body gives to its blocks, if it is written there.
    std::string generated_label(std::uint32_t generator, std::size_t index) const {
        const std::uint32_t labels = attribute_in(unit, generator, "labels");
        if (labels == kNone || !unit.attributes[labels].expr) return {};
        const Node list = eval::without_parens(unit.attributes[labels].expr);
        const bool is_list = list.is(NodeKind::Tuple) || list.is(NodeKind::JsonArray);
        return is_list && index < list.child_count()
                   ? literal_text(list.child(static_cast<std::uint32_t>(index)))
                   : std::string();
    }

    std::string key_text(const BlockDef& def, std::uint32_t block, const language::KeyDef& key) const {
        const BoundBlock& b = unit.blocks[block];
        if (!key.is_label) return attribute_text(b.body, key.name);
        for (std::size_t i = 0; i < def.generated_labels.size(); ++i)
            if (def.generated_labels[i] == key.name) return generated_label(b.parent, i);
        for (std::size_t i = 0; i < def.labels.size() && i < b.labels.size(); ++i)
            if (def.labels[i].name == key.name) return b.labels[i].value;
        return {};
    }

    // Adds the bodies that labels and literal attributes select, including nested cases.
    void choose_cases(const BlockDef& def, std::uint32_t block) {
        constexpr std::size_t kMostBodies = 100;
        for (const CaseDef& choice : def.cases) choose_case(choice, def, block);
        std::uint32_t body = unit.blocks[block].body;
        for (std::size_t i = 0; i < unit.bodies[body].defs.size() && i < kMostBodies; ++i) {
            const BodyDef* chosen = unit.bodies[body].defs[i];
            for (const CaseDef& choice : chosen->cases) choose_case(choice, def, block);
        }
    }

    void choose_case(const CaseDef& choice, const BlockDef& def, std::uint32_t block) {
        BoundBody& body = unit.bodies[unit.blocks[block].body];
        std::string joined;
        std::vector<std::string> keys;
        for (const language::KeyDef& key : choice.keys) {
            keys.push_back(key_text(def, block, key));
            joined += keys.back() + '\0';
            // Labels of generated blocks can be values, and the selected body unknown.
            if (key.is_label && !def.generated_labels.empty() && keys.back().empty()) {
                body.is_lenient = true;
                return;
            }
        }
        const CaseDef::Choice* found = nullptr;
        if (auto exact = choice.exact.find(joined); exact != choice.exact.end())
            found = &choice.choices[exact->second];
        // The most specific pattern wins; bodies of packages precede what is for all keys.
        if (!found && choice.exact.size() < choice.choices.size())
            for (const CaseDef::Choice& one : choice.choices)
                if ((!found || one.fixed > found->fixed) && matches(one.patterns, keys)) found = &one;
        const bool is_for_all =
            found && std::ranges::all_of(found->patterns, [](const std::string& one) { return one == "*"; });
        if ((!found || is_for_all) && !keys.empty() && choose_stored(choice, def, block, keys.back())) return;
        if (found) {
            const BodyDef* chosen = &found->body->get();
            if (std::ranges::find(body.defs, chosen) == body.defs.end()) body.defs.push_back(chosen);
        } else if (choice.is_lenient) {
            body.is_lenient = true;
        }
    }

    // Adds a body of the package that the block names; false when the package is unknown.
    bool choose_stored(const CaseDef& choice, const BlockDef& def, std::uint32_t block,
                       const std::string& name) {
        if (choice.from.empty() || !language.additions.schemas) return false;
        if (!choice.separator.empty()) return choose_joined(choice, def, block);
        std::string package;
        for (std::size_t i = 0; package.empty() && i < choice.package.size(); ++i)
            package = package_text(def, block, choice.package[i]);
        if (package.empty()) return false;
        PackageChoice chosen = packages.choice_of(package, language);
        unit.package_names.push_back(std::move(package));
        if (chosen.address.empty() || name.empty()) return false;
        return add_stored(choice, def, block, chosen, name) != language::BodySource::Found::UnknownPackage;
    }

    // The same for a label with the name of the package and the rest: the longest declared name that it
    // begins with, otherwise the longest one of a package that has the body.
    bool choose_joined(const CaseDef& choice, const BlockDef& def, std::uint32_t block) {
        using Found = language::BodySource::Found;
        std::string label;
        for (std::size_t i = 0; label.empty() && i < choice.package.size(); ++i)
            label = key_text(def, block, choice.package[i]);
        if (choice.is_of_reference) label = type_in_address(label);
        const std::vector<std::string> names = names_before(label, choice.separator);
        unit.package_names.insert(unit.package_names.end(), names.begin(), names.end());
        auto look = [&](const std::string& name, bool is_declared) {
            const PackageChoice chosen = packages.choice_of(name, language);
            if (chosen.address.empty()) return Found::UnknownPackage;
            return add_stored(choice, def, block, chosen, chosen.own_name + label.substr(name.size()),
                              is_declared);
        };
        for (const std::string& name : names)
            if (packages.is_declared(name)) return look(name, true) != Found::UnknownPackage;
        return std::ranges::any_of(names, [&](const std::string& name) {
            const Found found = look(name, false);
            return found == Found::Body || found == Found::Unreadable;
        });
    }

    language::BodySource::Found add_stored(const CaseDef& choice, const BlockDef& def, std::uint32_t block,
                                           const PackageChoice& chosen, const std::string& name,
                                           bool reports_missing = true) {
        language::Language::StoredAnswer answer =
            language.stored_body({chosen.address, choice.from, name, chosen.version});
        BoundBody& body = unit.bodies[unit.blocks[block].body];
        using Found = language::BodySource::Found;
        if (answer.found == Found::UnknownPackage || (answer.found == Found::NoSuchName && !reports_missing))
            return answer.found;
        if (answer.found == Found::Body) {
            body.defs.push_back(&answer.body->get());
            return answer.found;
        }
        body.is_lenient = true;
        LostBody& lost = unit.lost.emplace_back();
        lost.block = block;
        lost.found = answer.found;
        lost.package = chosen.address;
        lost.version = chosen.version;
        lost.family = choice.from;
        lost.name = name;
        if (choice.keys.size() == 1 && choice.keys[0].is_label)
            for (std::uint32_t i = 0; i < def.labels.size(); ++i)
                if (def.labels[i].name == choice.keys[0].name) lost.label = i;
        return answer.found;
    }

    // The package that an attribute names as an address, or the part of a label before its first underscore.
    std::string package_text(const BlockDef& def, std::uint32_t block, const language::KeyDef& key) const {
        if (!key.is_label) {
            for (std::uint32_t index : unit.bodies[unit.blocks[block].body].attributes)
                if (unit.attributes[index].name == key.name) return package_name(unit.attributes[index].expr);
            return {};
        }
        std::string text = key_text(def, block, key);
        return text.substr(0, text.find('_'));
    }

    static bool matches(const std::vector<std::string>& patterns, const std::vector<std::string>& keys) {
        return std::ranges::equal(patterns, keys, language::name_matches);
    }

    void set_defs(std::uint32_t body, const BlockDef* def) {
        BoundBody& b = unit.bodies[body];
        if (def) {
            b.defs.push_back(&def->body->get());
            b.is_lenient = b.defs[0]->is_lenient;
        } else {
            b.is_lenient = true;
            b.is_unknown = true;
        }
    }

    void finish_lenience(std::uint32_t body) {
        for (const BodyDef* def : unit.bodies[body].defs)
            unit.bodies[body].is_lenient = unit.bodies[body].is_lenient || def->is_lenient;
    }

    std::uint32_t add_block(std::uint32_t parent, std::string type, std::vector<BoundLabel> labels) {
        BoundBlock block;
        block.type = normalised(std::move(type));
        block.labels = std::move(labels);
        for (BoundLabel& label : block.labels) label.value = normalised(std::move(label.value));
        block.parent = parent;
        const BlockDef* def = unit.bodies[parent].block_def(block.type);
        if (def) block.type = def->type;  // in any case
        const bool is_made = !def && is_generator(language, block);
        if (is_made)
            for (const BodyDef* body : unit.bodies[parent].defs)
                if (!def) def = body->generator(block.labels[0].value);
        if (!def && is_made && !unit.bodies[parent].attribute(block.type)) def = free_generator(parent);
        if (!def && !unit.bodies[parent].attribute(block.type)) def = free_block(parent);
        block.def = def;
        auto index = static_cast<std::uint32_t>(unit.blocks.size());
        unit.blocks.push_back(std::move(block));
        unit.bodies[parent].blocks.push_back(index);
        return index;
    }

    // Declarations are created before nested items, so that these find their enclosing declaration.
    void finish_block(std::uint32_t index) {
        BoundBlock& block = unit.blocks[index];
        block.declaration = enclosing_declaration(block.parent);
        const BlockDef* def = block.def;
        if (!def) return;
        find_label_references(index);
        choose_cases(*def, index);
        finish_lenience(unit.blocks[index].body);
        if (def->symbol) {
            const BoundBlock& b = unit.blocks[index];
            Span name = b.type_span;
            for (const AddressStep& step : def->symbol->address)
                if (step.kind == AddressStep::Kind::Label && step.label < b.labels.size())
                    name = b.labels[step.label].span;
            declare(*def->symbol, kNone, index, name, b.span);
        }
        if (def->callable && !unit.blocks[index].labels.empty())
            unit.callables.push_back({unit.blocks[index].labels[0].value, index});
    }

    static void add_labels(const BlockView& view, std::vector<BoundLabel>& labels) {
        for (syntax::LabelView& label : view.labels()) labels.push_back({std::move(label.value), label.span});
    }

    // In HCL 1 the last label can be a key inside: `plugin { "docker" { ... } }`.
    bool is_named_by_keys(const BlockView& view, std::uint32_t parent, std::size_t labels) const {
        if (!language.is_hcl1) return false;
        const BlockDef* def = unit.bodies[parent].block_def(normalised(std::string(view.type())));
        if (!def || labels + 1 != def->labels.size() || def->labels[labels].is_optional) return false;
        const std::vector<BodyItem> items = view.body().items();
        return !items.empty() && std::ranges::all_of(items, [&](const BodyItem& item) {
            return item.kind == BodyItem::Kind::Block && item.block().labels().empty() &&
                   !def->body->get().block(item.block().type());
        });
    }

    void native_block(const BlockView& view, std::uint32_t parent, bool has_items = true) {
        std::vector<BoundLabel> labels;
        add_labels(view, labels);
        if (!has_items || !is_named_by_keys(view, parent, labels.size()))
            return labelled_block(view, view, std::move(labels), parent, has_items);
        for (const BodyItem& item : view.body().items()) {
            const BlockView inner = item.block();
            std::vector<BoundLabel> all = labels;
            all.push_back({std::string(inner.type()), inner.type_span()});
            labelled_block(view, inner, std::move(all), parent, true);
        }
    }

    // `named` has the type of the block, `view` its body.
    void labelled_block(const BlockView& named, const BlockView& view, std::vector<BoundLabel> labels,
                        std::uint32_t parent, bool has_items) {
        std::uint32_t index = add_block(parent, std::string(named.type()), std::move(labels));
        BodyView inside = view.body();
        Span missing = view.header_span();
        std::uint32_t body = add_body(index, inside.span(), missing);
        BoundBlock& block = unit.blocks[index];
        block.type_span = named.type_span();
        block.header_span = view.header_span();
        block.span = view.span();
        block.body = body;
        set_defs(body, block.def);
        native_items(has_items ? inside.items() : std::vector<BodyItem>(), body, index);
    }

    // `for_each  var.zones`: the syntax sees a block there.
    static bool is_argument_without_sign(const BodyItem& item, const BoundBody& body) {
        if (item.kind != BodyItem::Kind::Block || !item.node.is_broken()) return false;
        const std::string_view type = item.block().type();
        return body.attribute(type) && !body.block_def(type);
    }

    void native_items(const std::vector<BodyItem>& items, std::uint32_t body, std::uint32_t block) {
        for (const BodyItem& item : items) {
            if (item.kind == BodyItem::Kind::Bogus || is_argument_without_sign(item, unit.bodies[body]))
                unit.bodies[body].is_broken = true;
            if (item.kind != BodyItem::Kind::Attribute) continue;
            syntax::AttributeView view = item.attribute();
            add_attribute(body, std::string(view.name), view.name_span, view.span, view.node, view.expr);
        }
        if (block != kNone) finish_block(block);
        for (std::size_t i = 0; i < unit.bodies[body].attributes.size(); ++i)
            finish_attribute(unit.bodies[body].attributes[i]);
        if (++depth < kMaxDepth)
            for (const BodyItem& item : items)
                if (item.kind == BodyItem::Kind::Block) native_block(item.block(), body);
        --depth;
    }

    // The block around a unit that is part of it: see is_elsewhere.
    std::uint32_t stand_in(std::string type, Span inside) {
        add_block(0, std::move(type), {});
        unit.bodies[0].blocks.clear();
        const std::uint32_t body = add_body(0, inside, {});
        unit.blocks[0].body = body;
        unit.blocks[0].is_elsewhere = true;
        set_defs(body, unit.blocks[0].def);
        finish_lenience(body);
        return body;
    }

    void find_read_modules() {
        const eval::FunctionTable& functions = *language.evaluation.functions;
        auto reads = [&](std::string_view name) {
            const eval::Function* function = functions.find(name);
            return function && eval::reads_module(*function);
        };
        if (std::ranges::none_of(unit.calls, reads)) return;
        for (const BoundAttribute& attribute : unit.attributes) {
            if (!attribute.expr) continue;
            eval::each_call(attribute.expr, [&](Node call, std::string_view name) {
                if (!reads(name) || !call.child(1)) return;
                if (std::string path = read_path(call.child(1), language); !path.empty())
                    unit.folders.push_back(std::move(path));
            });
        }
    }

    void finish() {
        if (has_label_references) std::ranges::stable_sort(unit.references, {}, &Reference::attribute);
        std::ranges::sort(unit.calls);
        unit.calls.erase(std::unique(unit.calls.begin(), unit.calls.end()), unit.calls.end());
        for (const BoundBlock& block : unit.blocks)
            if (std::string folder = called_folder(unit, block); !folder.empty())
                unit.folders.push_back(std::move(folder));
        find_read_modules();
        std::ranges::sort(unit.package_names);
        unit.package_names.erase(std::ranges::unique(unit.package_names).begin(), unit.package_names.end());
        unit.reads = reads_of(unit, language);
    }
};

// A unit that is being made, with the body of the file.
template <typename BinderOfSyntax = Binder>
struct NewUnit {
    std::shared_ptr<BoundUnit> unit = std::make_shared<BoundUnit>();
    BinderOfSyntax binder;

    NewUnit(const language::Language& language, const Packages& packages, Span inside = {})
        : binder{Binder{language, *unit, packages}} {
        binder.add_body(kNone, inside, {});
        unit->bodies[0].defs.push_back(&language.root());
        unit->bodies[0].is_lenient = language.root().is_lenient;
    }

    BoundUnitPtr finished(std::uint32_t size) {
        binder.finish();
        unit->size = size;
        return std::move(unit);
    }
};

}  // namespace hcl::bind
