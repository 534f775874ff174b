#include "engine/bind/resolution.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <span>

#include "engine/bind/address.h"
#include "engine/bind/evaluation.h"
#include "engine/bind/keys.h"

namespace hcl::bind {

std::uint32_t enclosing_body(const BoundUnit& unit, const Declaration& d) {
    std::uint32_t block = d.block;
    if (d.attribute != kNone) block = unit.bodies[unit.attributes[d.attribute].body].block;
    if (block == kNone) return 0;
    const std::uint32_t body = unit.blocks[block].parent;
    return d.attribute != kNone ? body : labelled_body(unit, body);
}

std::uint32_t labelled_body(const BoundUnit& unit, std::uint32_t body) {
    for (std::uint32_t around : bodies_around(unit, body)) {
        const std::uint32_t block = unit.bodies[around].block;
        if (block != kNone && !unit.blocks[block].labels.empty()) return around;
    }
    return body;
}

std::uint32_t outermost_block(const BoundUnit& unit, std::uint32_t block) {
    while (block != kNone && unit.blocks[block].parent != 0)
        block = unit.bodies[unit.blocks[block].parent].block;
    return block;
}

std::span<const std::uint32_t> references_of_declaration(const BoundUnit& unit, std::uint32_t declaration) {
    struct ByDeclaration {
        std::vector<std::uint32_t> references;
    };
    auto declaration_of = [&](std::uint32_t reference) {
        return unit.attributes[unit.references[reference].attribute].declaration;
    };
    const std::vector<std::uint32_t>& all =
        unit.memo
            .get<ByDeclaration>([&] {
                ByDeclaration out;
                out.references.resize(unit.references.size());
                std::iota(out.references.begin(), out.references.end(), 0u);
                std::ranges::stable_sort(out.references, {}, declaration_of);
                return out;
            })
            .references;
    const auto found = std::ranges::equal_range(all, declaration, {}, declaration_of);
    return {found.begin(), found.end()};
}

std::span<const Symbol> symbols_of_unit(const Module& module, std::span<const Symbol> list, FileId file,
                                        std::uint64_t label) {
    auto place = [&](Symbol s) { return std::pair(module.files().rank_of(s.file), s.label); };
    const auto found =
        std::ranges::equal_range(list, std::pair(module.files().rank_of(file), label), {}, place);
    return {found.begin(), found.end()};
}

bool makes_names(const BoundUnit& unit, std::uint32_t body, std::string_view attribute) {
    std::uint32_t block = unit.bodies[body].block;
    if (block == kNone || !unit.blocks[block].def) return false;
    return std::ranges::any_of(unit.blocks[block].def->scopes, [&](const language::ScopeDef& scope) {
        return !scope.needs.all && scope.needs.contains(attribute);
    });
}

bool is_visible(const Module& module, Symbol symbol, const UnitSlot& slot, std::uint32_t body) {
    if (!symbol.is_declaration()) return true;
    const bool is_own = symbol.file == slot.file && symbol.label == slot.label;
    const BoundUnit& home = is_own ? *slot.unit : module.unit_of(symbol);
    const Declaration& d = home.declarations[symbol.index()];
    if (d.def->visibility == language::Visibility::File) return symbol.file == slot.file;
    if (d.def->visibility != language::Visibility::Parent) return true;
    const std::uint32_t inside = enclosing_body(home, d);
    if (inside == 0) return true;
    if (!is_own) return false;
    BodiesAround around = bodies_around(*slot.unit, body);
    return std::ranges::find(around, inside) != around.end();
}

SymbolHome home_of(const Module& module, Symbol symbol) {
    const Declaration& d = module.declaration(symbol);
    const language::Visibility seen = d.def->visibility;
    if (seen == language::Visibility::File || seen == language::Visibility::Nearest)
        return {symbol.file.value + 1ull, 0, 0};
    if (seen != language::Visibility::Parent) return {};
    const std::uint32_t body = enclosing_body(module.unit_of(symbol), d);
    return body == 0 ? SymbolHome() : SymbolHome{symbol.file.value + 1ull, symbol.label, body};
}

bool meet_in_a_body(const Module& module, Symbol a, Symbol b) {
    auto sees = [&](Symbol from, Symbol other) {
        const UnitSlot slot = module.slot_of(from);
        return is_visible(module, other, slot,
                          enclosing_body(*slot.unit, slot.unit->declarations[from.index()]));
    };
    return sees(a, b) || sees(b, a);
}

namespace {

// Leaves out symbols that only other units see, so that the cost of a reference does not follow the number of
// units with such a name.
SymbolList around_unit(const Module& module, const SymbolList& all, const UnitSlot& slot) {
    const std::span<const Symbol> beyond = all.beyond_units();
    const std::span<const Symbol> replaced = symbols_of_unit(module, beyond, slot.file, slot.label);
    const std::span<const Symbol> here = symbols_of_unit(module, all.list(), slot.file, slot.label);
    std::vector<Symbol> some(beyond.begin(), replaced.begin());
    some.insert(some.end(), here.begin(), here.end());
    some.insert(some.end(), replaced.end(), beyond.end());
    return some.empty() ? SymbolList() : SymbolList(std::move(some));
}

SymbolList visible_from(const Module& module, SymbolList all, const UnitSlot& slot, std::uint32_t body) {
    if (all.seen() == SymbolList::Seen::Everywhere) return all;
    if (all.seen() == SymbolList::Seen::InUnit) all = around_unit(module, all, slot);
    auto from = all.begin();
    auto to = all.end();
    if (all.seen() == SymbolList::Seen::InFile || all.seen() == SymbolList::Seen::Nearest) {
        auto rank = [&](Symbol s) { return module.files().rank_of(s.file); };
        auto range = std::ranges::equal_range(all.list(), module.files().rank_of(slot.file), {}, rank);
        if (all.seen() == SymbolList::Seen::Nearest && range.empty()) return all;
        from = range.begin();
        to = range.end();
    }
    auto is_seen_by_all = [&](Symbol s) {
        return !s.is_declaration() || module.declaration(s).def->visibility == language::Visibility::Module;
    };
    if (std::all_of(all.begin(), all.end(), is_seen_by_all)) return all;
    auto is_nearest = [&](Symbol s) {
        return s.is_declaration() && module.declaration(s).def->visibility == language::Visibility::Nearest;
    };
    bool has_own = all.seen() == SymbolList::Seen::Mixed &&
                   std::any_of(from, to, [&](Symbol s) { return s.file == slot.file && is_nearest(s); });
    auto is_hidden = [&](Symbol s) {
        return !is_visible(module, s, slot, body) || (has_own && s.file != slot.file && is_nearest(s));
    };
    if (from == all.begin() && to == all.end() && std::none_of(from, to, is_hidden)) return all;
    std::vector<Symbol> some(from, to);
    std::erase_if(some, is_hidden);
    return some.empty() ? SymbolList() : SymbolList(std::move(some));
}

// Symbols of several kinds as one list.
void add_symbols(Resolution& out, const SymbolList& found) {
    if (found.empty()) return;
    out.kind = Resolution::Kind::Symbol;
    if (out.symbols.empty()) {
        out.symbols = found;
        return;
    }
    std::vector<Symbol> all(out.symbols.begin(), out.symbols.end());
    all.insert(all.end(), found.begin(), found.end());
    out.symbols = SymbolList(std::move(all));
}

Resolution resolve_string(const Module& module, const UnitSlot& slot, const Reference& reference) {
    Resolution out;
    const BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
    for (const std::string& kind : reference.rules->refers_to)
        add_symbols(
            out, visible_from(module, module.symbols().by_kind_and_name(kind, reference.steps[0].name), slot,
                              attribute.body));
    out.steps = out.symbols.empty() ? 0 : 1;
    return out;
}

// The symbols of a kind whose address the steps are.
SymbolList named_at(const Module& module, std::string_view kind, std::span<const ReferenceStep> steps) {
    auto step_name = [](const ReferenceStep& step) -> const std::string& { return step.name; };
    auto at = [&](KeyMaker key) {
        return module.symbols().at_key(
            key.key(), [&] { return std::string(kind) + '\0' + '.' + joined(steps, step_name); },
            [&](const BoundUnit& unit, Symbol s) {
                const Declaration& d = unit.declarations[s.index()];
                return d.def->kind == kind && std::ranges::equal(d.address, steps, {}, {}, step_name);
            });
    };
    if (steps.size() == 1) return at(KeyMaker(KeyKind::Named).add(kind).add(steps[0].name));
    // Many may have the same last step. Those that are only names have a key of their own.
    KeyMaker address(KeyKind::Address);
    KeyMaker name(KeyKind::Text);
    name.add(kind);
    for (const ReferenceStep& step : steps) {
        address.add(step.name);
        name.add(step.name);
    }
    Resolution out;
    add_symbols(out, at(address));
    add_symbols(out, at(name));
    return out.symbols;
}

// The longest address of one of the wanted kinds that the reference starts with.
std::optional<Resolution> resolve_address(const Module& module, const UnitSlot& slot,
                                          const Reference& reference) {
    const BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
    for (std::size_t n = std::min(reference.steps.size(), kLongestAddress); n > 0; --n) {
        Resolution out;
        for (const std::string& kind : reference.rules->refers_to)
            add_symbols(out, visible_from(module, named_at(module, kind, std::span(reference.steps).first(n)),
                                          slot, attribute.body));
        if (out.symbols.empty()) continue;
        out.steps = n;
        return out;
    }
    return std::nullopt;
}

// A name of an enclosing scope, or a parameter. Sets `may_be_any` if enclosing scopes have unknown names:
// symbols of the module take precedence over these.
std::optional<Resolution> resolve_local(const Module& module, const UnitSlot& slot,
                                        const Reference& reference, bool& may_be_any) {
    using Kind = Resolution::Kind;
    const BoundUnit& unit = *slot.unit;
    const BoundAttribute& attribute = unit.attributes[reference.attribute];
    const std::string& root = reference.steps[0].name;
    bool has_scopes = slot.state && !(slot.state->scopes.empty() && slot.state->open_scopes.empty());
    if (!reference.is_address && has_scopes)
        for (std::uint32_t body : bodies_around(unit, attribute.body)) {
            const eval::MapScope* scope = slot.state->scope_of(body);
            // Attributes that the names of a scope are computed from do not see these names.
            if (scope && body == attribute.body && makes_names(unit, body, attribute.name)) continue;
            if (reference.has_optional_root) {
                // A block's own name hides the optional root: evaluation reads the steps after it.
                if (scope && scope->variable(module.language().names.optional_root))
                    return Resolution{Kind::Unknowable, {}, 0};
            } else if (scope && scope->variable(root)) {
                return Resolution{Kind::Local, {}, 1};
            }
            may_be_any |= slot.state->is_open(body);
        }
    if (is_parameter(unit, attribute, root)) return Resolution{Kind::Local, {}, 1};
    return std::nullopt;
}

// The symbols with the longest address that the reference starts with, or the group of those whose
// addresses start with the reference.
Resolution resolve_symbols(const Module& module, const UnitSlot& slot, const Reference& reference) {
    std::uint64_t keys[kLongestAddress];
    std::size_t count = std::min(reference.steps.size(), kLongestAddress);
    KeyMaker address(KeyKind::Address);
    KeyMaker prefix(KeyKind::Prefix);
    for (std::size_t i = 0; i < count; ++i) {
        keys[i] = address.add(reference.steps[i].name).key();
        prefix.add(reference.steps[i].name);
    }
    // The visible symbols at the key whose addresses start with the first `n` steps.
    auto visible_at = [&](std::uint64_t key, std::size_t n, bool is_whole) {
        auto written = [&] {
            return joined(std::span(reference.steps).first(n), [](const ReferenceStep& s) { return s.name; });
        };
        auto begins = [&](const BoundUnit& home, Symbol s) {
            const std::vector<std::string>& known = home.declarations[s.index()].address;
            if (known.size() < n || (is_whole && known.size() != n)) return false;
            for (std::size_t i = 0; i < n; ++i)
                if (known[i] != reference.steps[i].name) return false;
            return true;
        };
        return visible_from(module, module.symbols().at_key(key, written, begins), slot,
                            slot.unit->attributes[reference.attribute].body);
    };
    for (std::size_t n = count; n > 0; --n)
        if (SymbolList found = visible_at(keys[n - 1], n, true); !found.empty())
            return {Resolution::Kind::Symbol, std::move(found), n};
    if (SymbolList group = visible_at(prefix.key(), count, false); !group.empty())
        return {Resolution::Kind::Group, std::move(group), count};
    return {};
}

Resolution resolve_path(const Module& module, const UnitSlot& slot, const Reference& reference) {
    bool may_be_any = false;
    if (auto local = resolve_local(module, slot, reference, may_be_any)) return *std::move(local);
    Resolution found = resolve_symbols(module, slot, reference);
    if (found.kind != Resolution::Kind::Missing) return found;
    auto is_root = [&](const auto& variable) { return variable.first == reference.steps[0].name; };
    if (std::ranges::any_of(module.language().evaluation.variables, is_root))
        return {Resolution::Kind::Predefined, {}, 1};
    return {may_be_any ? Resolution::Kind::Unknowable : Resolution::Kind::Missing, {}, 0};
}

bool is_root_alone(const language::Language& language, const Reference& reference) {
    return reference.steps.size() == 1 && language.fixed_names().is_root(reference.steps[0].name);
}

Resolution resolve_bound(const Module& module, const UnitSlot& slot, const Reference& reference) {
    if (reference.is_text) return resolve_string(module, slot, reference);
    if (reference.is_address) {
        if (auto found = resolve_address(module, slot, reference)) return *found;
        // If no symbol has a wanted kind, there may be one of another kind.
        Resolution other = resolve_path(module, slot, reference);
        return other.kind == Resolution::Kind::Symbol ? other : Resolution();
    }
    Resolution found = resolve_path(module, slot, reference);
    // A half-typed reference, such as `local.`, refers to nothing yet.
    if (reference.is_unfinished &&
        (found.kind == Resolution::Kind::Group ||
         (found.kind == Resolution::Kind::Missing && is_root_alone(module.language(), reference))))
        return {Resolution::Kind::Unknowable, {}, 0};
    if (found.kind == Resolution::Kind::Missing) {
        const AttributeDef* def = slot.unit->attributes[reference.attribute].def;
        bool is_free = (def && def->decoder == language::Decoder::Expression) ||
                       !module.language().must_be_declared(reference.steps[0].name);
        each_opener(module.language(), reference.steps[0].name, [&](const std::string& opener) {
            is_free = is_free || module.symbols().has_prefix(opener);
        });
        if (is_free) found.kind = Resolution::Kind::Unknowable;
        // `var` alone is the object of all variables, also when there is none.
        else if (!module.language().names.needs_whole_addresses &&
                 is_root_alone(module.language(), reference))
            found = {Resolution::Kind::Group, {}, 1};
    }
    return found;
}

}  // namespace

Resolution resolve(const Module& module, const UnitSlot& slot, const Reference& reference) {
    Resolution found = resolve_bound(module, slot, reference);
    if (found.kind == Resolution::Kind::Missing && module.is_partly_bound())
        found.kind = Resolution::Kind::Unknowable;
    return found;
}

namespace {

// The first member of an object that a name of the language or of a scope around is.
std::string first_member(const Module& module, const UnitSlot& slot, const Reference& reference,
                         Resolution::Kind kind) {
    const std::string& name = reference.steps[0].name;
    auto member_of = [&](const Value& value) {
        const bool has_members = value.type().is_object() && !value.type().attributes().empty();
        return has_members ? name + "." + value.type().attributes().front().name : std::string();
    };
    if (kind == Resolution::Kind::Predefined) {
        for (const auto& [known, value] : module.language().evaluation.variables)
            if (known == name) return member_of(value);
        return {};
    }
    if (kind != Resolution::Kind::Local || !slot.state) return {};
    for (std::uint32_t body : bodies_around(*slot.unit, slot.unit->attributes[reference.attribute].body)) {
        const eval::MapScope* scope = slot.state->scope_of(body);
        if (const Value* value = scope ? scope->variable(name) : nullptr) return member_of(*value);
    }
    return {};
}

}  // namespace

std::string whole_name(const Module& module, const UnitSlot& slot, const Reference& reference,
                       const Resolution& found) {
    if (reference.is_text || reference.is_unfinished) return {};
    if (found.kind == Resolution::Kind::Group && found.steps == reference.steps.size()) {
        if (!found.symbols.empty()) return address_text(module.declaration(found.symbols.front()).address);
        const auto& roots = module.language().fixed_names().roots;
        const auto root = roots.find(reference.steps[0].name);
        return root == roots.end() ? std::string() : root->second;
    }
    return first_member(module, slot, reference, found.kind);
}

bool Guards::cover(const Reference& reference) {
    const syntax::Node expr = unit_.attributes[reference.attribute].expr;
    if (!expr || functions_.empty()) return false;
    if (attribute_ != reference.attribute) {
        guards_.emplace(expr, functions_);
        attribute_ = reference.attribute;
    }
    eval::NamedPath path{reference.span, {}};
    for (const ReferenceStep& step : reference.steps) path.names.push_back(step.name);
    return guards_->cover(path);
}

}  // namespace hcl::bind
