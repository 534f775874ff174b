// Undeclared names, in expressions and in strings that the schema declares to be names.
#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "engine/base/ascii.h"
#include "engine/bind/inner_symbols.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/bind/single_outcome.h"
#include "engine/check/broken_parts.h"
#include "engine/check/declare_fixes.h"
#include "engine/check/generated_names.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/text/describe.h"
#include "engine/language/condition.h"
#include "engine/language/value_format.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::check {

namespace {

using bind::Resolution;

// Suggestions for undeclared names, cached until the names of the module change.
struct Suggestions {
    std::mutex mutex;
    std::unordered_map<std::string, std::shared_ptr<const SimilarNames>> names;
    std::unordered_map<std::string, std::string> best;
};
struct SharedSuggestions {
    std::shared_ptr<Suggestions> value = std::make_shared<Suggestions>();
};

// `collect` returns all names for `key`.
template <typename Collect>
std::string nearest(const FileRule& rule, std::string key, std::string_view name, const Collect& collect) {
    Suggestions& known =
        *rule.module.symbols().names().memo.get<SharedSuggestions>([] { return SharedSuggestions(); }).value;
    ++rule.counters.suggestions;
    std::string whole = key + '\x1e';
    whole += name;
    std::shared_ptr<const SimilarNames> names;
    {
        std::lock_guard lock(known.mutex);
        if (auto it = known.best.find(whole); it != known.best.end()) return it->second;
        if (auto it = known.names.find(key); it != known.names.end()) names = it->second;
    }
    if (!names) {
        std::vector<std::string> all;
        collect(all);
        names = std::make_shared<const SimilarNames>(std::move(all));
    }
    std::string best = names->nearest(name);
    std::lock_guard lock(known.mutex);
    known.names.emplace(std::move(key), std::move(names));
    return known.best.emplace(std::move(whole), std::move(best)).first->second;
}

// The first steps as written: `a.b`.
std::string written(const bind::Reference& reference, std::size_t steps) {
    std::string name;
    for (std::size_t i = 0; i < steps; ++i) name += (i == 0 ? "" : ".") + reference.steps[i].name;
    return name;
}

// A string that names a symbol, as written.
std::string written_text(const bind::Reference& reference) {
    const std::string all = written(reference, reference.steps.size());
    return reference.rules->omits_root ? all.substr(reference.rules->refers_under.size() + 1) : all;
}

// The most similar name of that kind: its last step, or its address.
std::string nearest_text(const FileRule& rule, const bind::Reference& reference,
                         const std::vector<std::string>& kinds) {
    const bool omits_root = reference.rules->omits_root;
    std::string key = omits_root ? "part" : reference.is_address ? "address" : "text";
    for (const std::string& kind : kinds) key += '\x1f' + kind;
    std::string name = written_text(reference);
    return nearest(rule, std::move(key), name, [&](std::vector<std::string>& names) {
        for (const std::string& kind : kinds)
            for (bind::Symbol symbol : rule.module.symbols().by_kind(kind)) {
                const std::vector<std::string>& address = rule.module.declaration(symbol).address;
                names.push_back(reference.is_address ? bind::address_text(address, omits_root ? 1 : 0)
                                                     : address.back());
                const bind::UnitState* state = rule.module.slot_of(symbol).state;
                if (reference.is_address || !state || !state->may_have_more_names(symbol.index())) continue;
                if (const auto& more = state->more_names[symbol.index()].known)
                    names.insert(names.end(), more->begin(), more->end());
            }
    });
}

// The first step that no declared address continues with. In `var.x` that is never `var`, which the language
// knows even if there are no such declarations.
std::size_t wrong_step(const FileRule& rule, const bind::Reference& reference) {
    const std::string& root = reference.steps[0].name;
    if (!rule.module.symbols().has_prefix(root))
        return reference.steps.size() > 1 && rule.module.language().fixed_names().is_root(root) ? 1 : 0;
    std::vector<std::string> names{reference.steps[0].name};
    for (std::size_t i = 1; i < reference.steps.size(); ++i) {
        names.push_back(reference.steps[i].name);
        if (rule.module.symbols().by_prefix(names).empty()) return i;
    }
    return 0;
}

std::string nearest_step(const FileRule& rule, const bind::UnitSlot& slot, const bind::Reference& reference,
                         std::size_t step) {
    const std::string& name = reference.steps[step].name;
    if (step == 0) {
        std::string best = nearest(rule, "root", name, [&](std::vector<std::string>& all) {
            for (const std::string& root : rule.module.symbols().root_names()) all.push_back(root);
            for (const auto& [known, value] : rule.module.language().evaluation.variables)
                all.push_back(known);
        });
        // Names of enclosing scopes may be more similar.
        Suggester near(name);
        near.offer(best);
        std::uint32_t body = slot.unit->attributes[reference.attribute].body;
        for (std::uint32_t around : bind::bodies_around(*slot.unit, body))
            if (slot.state && slot.state->scope_of(around))
                for (const auto& [known, value] : slot.state->scope_of(around)->variables())
                    near.offer(known);
        return near.best();
    }
    std::vector<std::string> names;
    std::string key = "step";
    for (std::size_t i = 0; i < step; ++i) {
        names.push_back(reference.steps[i].name);
        key += '\x1f' + names.back();
    }
    return nearest(rule, std::move(key), name, [&](std::vector<std::string>& all) {
        for (bind::Symbol symbol : rule.module.symbols().by_prefix(names))
            all.push_back(rule.module.declaration(symbol).address[step]);
    });
}

// Explains that a declaration exists, but is not visible here.
void explain_hidden(const FileRule& rule, bind::Symbol symbol, std::string_view name, Diagnostic& d) {
    const bool is_of_file = rule.module.declaration(symbol).def->visibility == language::Visibility::File;
    d.message = "\"" + std::string(name) + "\" cannot be used here: it is declared " +
                (is_of_file ? "in another file, for that file alone."
                            : "inside of another block, for that block alone.");
    d.related.push_back({name_place(rule.module, symbol), "it is declared here"});
}

// The declaration with that name that is not visible here.
std::optional<bind::Symbol> hidden_symbol(const FileRule& rule, const bind::Reference& reference,
                                          const std::vector<std::string>& kinds) {
    for (const std::string& kind : kinds)
        for (bind::Symbol symbol : rule.module.symbols().by_kind_and_name(kind, reference.steps.back().name))
            if (!reference.is_address || bind::address_text(rule.module.declaration(symbol).address) ==
                                             written(reference, reference.steps.size()))
                return symbol;
    if (!kinds.empty()) return std::nullopt;
    std::vector<std::string> names;
    for (const bind::ReferenceStep& step : reference.steps) {
        names.push_back(step.name);
        bind::SymbolList found = rule.module.symbols().by_address(names);
        if (!found.empty()) return found.front();
    }
    return std::nullopt;
}

// Kinds of symbols for a message; empty when there are too many to read. One that begins with the name of
// another is a sort of it: provider_alias.
std::string words_of_kinds(const std::vector<std::string>& kinds) {
    constexpr std::size_t kMostWords = 3;
    std::vector<std::string> words;
    for (const std::string& kind : kinds) {
        const bool is_sort = std::ranges::any_of(
            kinds, [&](const std::string& other) { return kind.starts_with(other + "_"); });
        if (is_sort) continue;
        words.push_back(kind);
        std::ranges::replace(words.back(), '_', ' ');
    }
    if (words.size() > kMostWords) return {};
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i)
        out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return out;
}

void report_text(FileRule& rule, const bind::UnitSlot& slot, const bind::Reference& reference,
                 DeclareFixes& declare, bool is_shown) {
    const language::ValueRules& rules = *reference.rules;
    const std::vector<std::string>& kinds = rules.refers_to;
    const std::string name = written_text(reference);
    if (rules.is_open && rules.pattern && rules.pattern->matches(name)) return;
    if (rules.is_for_known_kinds && std::ranges::all_of(kinds, [&](const std::string& kind) {
            return rule.module.symbols().by_kind(kind).empty();
        }))
        return;
    if (rule.module.symbols().may_be_name(kinds, name) ||
        may_be_generated(rule.module, slot, reference, kinds))
        return;
    std::optional<bind::Symbol> hidden = hidden_symbol(rule, reference, kinds);
    std::string best = hidden || !is_shown ? std::string() : nearest_text(rule, reference, kinds);
    const std::string kind_list = words_of_kinds(kinds);
    Span place = reference.span.shifted(slot.base);
    Diagnostic& d = rule.report(DiagCode::UndeclaredText, place, {kind_list, name, did_you_mean(best)});
    if (rules.is_doubtful) d.severity = Severity::Warning;
    if (kind_list.empty())
        d.message = make_diagnostic(DiagCode::UndeclaredName, {}, {name, did_you_mean(best)}).message;
    if (hidden) return explain_hidden(rule, *hidden, name, d);
    if (!best.empty()) add_replacement(d, place, best);
    if (is_shown) declare.add_named(d, reference, kinds);
}

// A reference to a write-only attribute of a block.
void write_only(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    if (reference.is_text || reference.is_address || reference.steps.size() <= found.steps) return;
    bind::Symbol symbol = found.symbols.front();
    if (!symbol.is_declaration()) return;
    const bind::Declaration& d = rule.module.declaration(symbol);
    if (d.block == bind::kNone || d.def->value) return;
    const bind::BoundUnit& unit = rule.module.unit_of(symbol);
    const bind::ReferenceStep& step = reference.steps[found.steps];
    const bind::AttributeDef* def = unit.bodies[unit.blocks[d.block].body].attribute(step.name);
    if (!def || !def->is_write_only) return;
    rule.report(DiagCode::WriteOnlyReference, step.span, {written(reference, found.steps + 1), step.name});
}

// A path that must name symbols of some kinds, and names one of another kind.
void wrong_kind(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    const bind::AttributeDef* def = rule.unit.attributes[reference.attribute].def;
    bind::Symbol symbol = found.symbols.back();
    if (reference.is_text || !def || def->rules.refers_to.empty() || !symbol.is_declaration()) return;
    if (def->rules.is_open) return;
    bool is_path =
        def->decoder == language::Decoder::Traversal || def->decoder == language::Decoder::Traversals;
    if (!reference.is_address && !is_path) return;
    const std::vector<std::string>& kinds = def->rules.refers_to;
    const std::string& kind = rule.module.declaration(symbol).def->kind;
    if (std::ranges::find(kinds, kind) != kinds.end()) return;
    std::string wanted = words_of_kinds(kinds);
    if (wanted.empty()) wanted = kinds.front();
    rule.report(DiagCode::UndeclaredText, reference.span,
                {wanted, written(reference, found.steps), " That is the name of a " + kind + "."});
}

// Declarations of a unit that are known to have several instances. `may_be_indexed` is also true for those
// without a setting. Cached with the state of the unit.
struct Repeated {
    std::vector<bool> declarations;
};

bool is_repeated(const UnitRule& rule, bind::Symbol symbol, const bind::UnitSlot& slot) {
    if (!slot.state->facts_of(symbol.index()).may_be_indexed) return false;
    const Repeated& all = slot.state->memo.get<Repeated>([&] {
        Repeated out;
        for (std::uint32_t i = 0; i < slot.unit->declarations.size(); ++i) {
            const bind::Declaration& d = slot.unit->declarations[i];
            out.declarations.push_back(false);
            if (d.block == bind::kNone || !d.def->indexed || !slot.state->facts_of(i).may_be_indexed)
                continue;
            const auto scope = bind::pack_scope_of_block(rule.module, slot, d.block);
            eval::EvalOptions options;
            options.limits.steps = language::condition_steps(d.def->indexed.span().length());
            const Value repeated = eval::evaluate(d.def->indexed, scope.get(), options).value.unmarked();
            out.declarations.back() = repeated.is_known_bool() && repeated.as_bool();
        }
        return out;
    });
    return all.declarations[symbol.index()];
}

// Whether a name behind the address may be the key of an instance: calls by keys are a map of their
// instances.
bool may_be_key(const UnitRule& rule, bind::Symbol symbol, const bind::UnitSlot& slot) {
    const bind::Declaration& declaration = rule.module.declaration(symbol);
    if (declaration.block == bind::kNone) return false;
    const bind::BoundBlock& block = slot.unit->blocks[declaration.block];
    return block.def->call &&
           std::ranges::any_of(slot.unit->bodies[block.body].attributes, [&](std::uint32_t i) {
               const language::AttributeDef* def = slot.unit->attributes[i].def;
               return def && def->iterates == language::Iterates::Keyed;
           });
}

// The number in brackets that follows the names of a reference: `[0]`. Empty: none does.
Span number_after(const UnitRule& rule, const bind::Reference& reference) {
    constexpr std::uint32_t kLongest = 24;
    const std::uint32_t start = reference.steps.back().span.end;
    const syntax::Node expr = rule.unit.attributes[reference.attribute].expr;
    if (!expr || expr.span().end <= start) return {};
    const std::string text = rule.text({start, std::min(expr.span().end, start + kLongest)});
    const std::size_t end = text.find(']');
    const bool is_number = end != std::string::npos && end > 1 && text.front() == '[' &&
                           std::ranges::all_of(std::string_view(text).substr(1, end - 1), ascii::is_digit);
    return is_number ? Span{start, start + static_cast<std::uint32_t>(end) + 1} : Span();
}

// Whether a half-typed line of the block of a symbol may become what makes several of it.
bool begins_repetition(const bind::Module& module, bind::Symbol symbol, const bind::UnitSlot& slot) {
    const bind::Declaration& d = module.declaration(symbol);
    if (d.block == bind::kNone) return false;
    const Span body = slot.unit->bodies[slot.unit->blocks[d.block].body].inside.shifted(slot.base);
    return std::ranges::any_of(d.def->needs.names, [&](const std::string& name) {
        return begins_name(*module.file(slot.file), body, name);
    });
}

// An index on a symbol with a single instance, or a member
// of a symbol with several instances.
void wrong_index(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    if (reference.is_text || reference.is_address) return;
    bind::Symbol symbol = found.symbols.back();
    if (!symbol.is_declaration() || !rule.module.declaration(symbol).def->indexed) return;
    bind::UnitSlot slot = rule.module.slot_of(symbol);
    if (!slot.state) return;
    const bool has_step = reference.steps.size() > found.steps;
    const Span index = has_step ? reference.steps[found.steps].span : number_after(rule, reference);
    const std::string text = rule.text(index);
    if (text.starts_with('[')) {
        // Evaluation reports a key that the value does not have.
        const bool is_wrong_key = std::ranges::any_of(rule.slot.state->findings, [&](const Diagnostic& d) {
            return d.span.start < index.end && index.start < d.span.end;
        });
        if (!is_wrong_key && !slot.state->facts_of(symbol.index()).may_be_indexed &&
            !begins_repetition(rule.module, symbol, slot))
            rule.report(DiagCode::UnexpectedIndex, index, {written(reference, found.steps)});
        return;
    }
    if (!has_step) return;
    const bind::ReferenceStep& step = reference.steps[found.steps];
    // `.0` is an index, too.
    const char first = step.name.empty() ? '0' : step.name[0];
    if ((first >= '0' && first <= '9') || !is_repeated(rule, symbol, slot)) return;
    // Evaluation reports it if the instances are known.
    const bool is_said = std::ranges::any_of(rule.slot.state->findings, [&](const Diagnostic& d) {
        return reference.span.contains(d.span.start) || d.span.contains(reference.span.start);
    });
    if (is_said || may_be_key(rule, symbol, slot)) return;
    const std::string all = written(reference, found.steps);
    rule.report(DiagCode::InstanceNotChosen, reference.span, {all, step.name});
}

// A name whose declaration forbids references.
void unusable(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    bind::Symbol symbol = found.symbols.back();
    if (reference.is_text || !symbol.is_declaration() || !rule.module.declaration(symbol).def->unusable)
        return;
    bind::UnitSlot slot = rule.module.slot_of(symbol);
    if (!slot.state) return;
    if (const std::string reason = slot.state->facts_of(symbol.index()).unusable; !reason.empty())
        rule.report(DiagCode::NameNotAllowedHere, reference.span, {written(reference, found.steps), reason});
}

// A name that the block of the symbol should declare: `table.users.column.idd`.
void missing_inside(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    if (!bind::resolve_inside(rule.module, reference, found).is_missing) return;
    const bind::ReferenceStep& step = reference.steps[found.steps + 1];
    Suggester near(step.name);
    const bind::Symbol symbol = found.symbols.back();
    const bind::BoundUnit& unit = rule.module.unit_of(symbol);
    const std::uint32_t body = unit.blocks[rule.module.declaration(symbol).block].body;
    constexpr std::size_t kNamesOfStep = 4;
    const bool may_compare = rule.work.spend(unit.declarations.size() / kNamesOfStep);
    for (const bind::Declaration& d : unit.declarations)
        if (may_compare && d.address.size() == 2 && d.address[0] == reference.steps[found.steps].name &&
            bind::enclosing_body(unit, d) == body)
            near.offer(d.address[1]);
    Diagnostic& d = rule.report(DiagCode::UndeclaredName, step.span,
                                {written(reference, found.steps + 2), did_you_mean(near.best())});
    add_nearest(d, step.span, step.name, near.best());
}

// The type of the instances of a repeated block, by a literal key if there is one; dynamic when it is not
// known.
Type type_of_instance(const Type& all, const bind::ReferenceStep& key) {
    if (all.is_map() || all.is_list()) return all.element();
    if (all.is_tuple()) return all.elements().empty() ? Type::dynamic() : all.elements().front();
    if (!all.is_object() || all.attributes().empty()) return Type::dynamic();
    const auto* found = all.find_attribute(key.name);
    return found ? found->type : all.attributes().front().type;
}

// The attribute that a reference reads from an instance of its symbol, and the type of that instance.
struct MemberStep {
    Type of;
    std::string name;
    Span place;
};

// A number in brackets is no step of a reference: `[0].name` follows it.
std::optional<MemberStep> member_behind_number(const UnitRule& rule, const bind::Reference& reference,
                                               const Type& all) {
    constexpr std::uint32_t kLongest = 80;
    const std::uint32_t at = reference.steps.back().span.end;
    const syntax::Node whole = rule.unit.attributes[reference.attribute].expr;
    if (!whole || whole.span().end <= at) return std::nullopt;
    constexpr std::string_view kDigits = "0123456789";
    const std::string text = rule.text({at, std::min(at + kLongest, whole.span().end)});
    const std::size_t close = text.starts_with('[') ? text.find_first_not_of(kDigits, 1) : std::string::npos;
    if (close == 1 || close == std::string::npos || !std::string_view(text).substr(close).starts_with("]."))
        return std::nullopt;
    const std::size_t begin = close + 2;
    const std::size_t end = begin + syntax::ident_length(text, begin);
    // A name at the end of a cut text may be longer.
    if (end == begin || (end == text.size() && at + kLongest < whole.span().end)) return std::nullopt;
    const auto offset = [&](std::size_t i) { return at + static_cast<std::uint32_t>(i); };
    return MemberStep{
        type_of_instance(all, {}), text.substr(begin, end - begin), {offset(begin - 1), offset(end)}};
}

std::optional<MemberStep> member_of(UnitRule& rule, const bind::Reference& reference, std::size_t at,
                                    const Type& all, bool is_repeated) {
    const auto& steps = reference.steps;
    if (at == steps.size()) return is_repeated ? member_behind_number(rule, reference, all) : std::nullopt;
    const bool has_key = rule.text(steps[at].span).starts_with('[');
    if (has_key != is_repeated || at + has_key == steps.size()) return std::nullopt;
    const bind::ReferenceStep& step = steps[at + has_key];
    const Span dot{step.span.start - 1, step.span.start};
    return MemberStep{has_key ? type_of_instance(all, steps[at]) : all,
                      step.name,
                      {rule.text(dot) == "." ? dot.start : step.span.start, step.span.end}};
}

bool is_said(const UnitRule& rule, Span place) {
    return std::ranges::any_of(rule.slot.state->findings, [&](const Diagnostic& d) {
        return d.span.start < place.end && place.start < d.span.end;
    });
}

// A name behind a member that is never an object.
void member_of_primitive(UnitRule& rule, const bind::Reference& reference, const MemberStep& member,
                         const Type& type) {
    if (!type.is_primitive()) return;
    const auto next = std::ranges::find_if(reference.steps, [&](const bind::ReferenceStep& step) {
        return step.span.start >= member.place.end;
    });
    if (next == reference.steps.end() || next->name.empty()) return;
    const Span place{member.place.end, next->span.end};
    if (rule.text(place) != "." + next->name || is_said(rule, place)) return;
    rule.report(DiagCode::AttributeOfPrimitive, place, {eval::with_article(type), next->name});
}

// An attribute that the block of the symbol never has, also where evaluation does not come to it: behind an
// operand that decides alone, and in a result that is not chosen.
void missing_member(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    const bind::Symbol symbol = found.symbols.back();
    if (reference.is_text || reference.is_address || !symbol.is_declaration()) return;
    const bind::Declaration& declaration = rule.module.declaration(symbol);
    if (!declaration.def->indexed || declaration.block == bind::kNone) return;
    const bind::UnitSlot slot = rule.module.slot_of(symbol);
    // The attributes of a call are those of another module.
    if (!slot.state || slot.unit->blocks[declaration.block].def->call) return;
    Type type = rule.module.value_of(symbol).unmarked().type();
    // Without any instance its type is that of the block.
    const bool has_several = is_repeated(rule, symbol, slot);
    const bool has_none =
        (type.is_tuple() && type.elements().empty()) || (type.is_object() && type.attributes().empty());
    if (has_several && has_none)
        if (const Type one = bind::single_outcome(rule.module, *slot.unit, declaration).unmarked().type();
            one.is_object())
            type = Type::list(one);
    const auto member = member_of(rule, reference, found.steps, type, has_several);
    if (!member || !member->of.is_object() || member->name.empty()) return;
    if (const auto* attribute = member->of.find_attribute(member->name))
        return member_of_primitive(rule, reference, *member, attribute->type);
    if (is_said(rule, member->place)) return;
    Suggester near(member->name);
    for (const auto& attribute : member->of.attributes()) near.offer(attribute.name);
    rule.report(DiagCode::UnsupportedAttribute, member->place, {member->name, did_you_mean(near.best())});
}

// Whether a member follows the first word: not an index.
bool names_member(const UnitRule& rule, const bind::Reference& reference) {
    return reference.steps.size() > 1 && !rule.text(reference.steps[1].span).starts_with('[');
}

// The object that a name of the language, or one that some blocks add, always is; dynamic for others.
Type type_of_fixed(const UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    const std::string& name = reference.steps[0].name;
    if (found.kind == Resolution::Kind::Predefined) {
        for (const auto& [known, value] : rule.module.language().evaluation.variables)
            if (known == name) return value.type();
        return Type::dynamic();
    }
    const auto* scoped = rule.module.language().fixed_names().find_scoped(name);
    if (found.kind != Resolution::Kind::Local || !scoped || scoped->member.empty() || !rule.slot.state)
        return Type::dynamic();
    for (std::uint32_t body :
         bind::bodies_around(rule.unit, rule.unit.attributes[reference.attribute].body)) {
        const eval::MapScope* scope = rule.slot.state->scope_of(body);
        const Value* value = scope ? scope->variable(name) : nullptr;
        if (value) return value->type();
    }
    return Type::dynamic();
}

// A member that such an object never has, also where evaluation does not come to it.
void missing_fixed(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    const bool is_fixed = found.kind == Resolution::Kind::Predefined || found.kind == Resolution::Kind::Local;
    if (!is_fixed || reference.is_text || reference.is_address || !names_member(rule, reference)) return;
    const bind::ReferenceStep& step = reference.steps[1];
    const Type type = type_of_fixed(rule, reference, found);
    if (!type.is_object() || type.find_attribute(step.name)) return;
    const Span dot{step.span.start - 1, step.span.start};
    const Span place{rule.text(dot) == "." ? dot.start : step.span.start, step.span.end};
    if (is_said(rule, place)) return;
    Suggester near(step.name);
    for (const auto& attribute : type.attributes()) near.offer(attribute.name);
    rule.report(DiagCode::UnsupportedAttribute, place, {step.name, did_you_mean(near.best())});
}

// A reference that ends before any full address, to an object that exists only for its members.
void incomplete(UnitRule& rule, const bind::Reference& reference, const Resolution& found) {
    // The parser tells that a name is missing behind the dot.
    if (reference.is_unfinished) return;
    const std::string& attribute = rule.unit.attributes[reference.attribute].name;
    auto report = [&](std::size_t steps, const std::string& whole) {
        rule.report(DiagCode::IncompleteReference, reference.span, {written(reference, steps), whole});
    };
    if (found.kind == Resolution::Kind::Symbol) {
        // var["a"]
        for (std::size_t i = 1; i < found.steps; ++i) {
            const bind::ReferenceStep& step = reference.steps[i];
            if (step.span.length() > step.name.size() && rule.text(step.span).starts_with('['))
                return report(i, written(reference, found.steps));
        }
        // A declaration with a one-word address does not hide longer addresses.
        bind::Symbol symbol = found.symbols.back();
        const std::string& root = reference.steps[0].name;
        const bool is_hidden = reference.steps.size() == 1 && symbol.is_declaration() &&
                               rule.module.declaration(symbol).def->address.front().kind !=
                                   language::AddressStep::Kind::Literal &&
                               rule.module.language().fixed_names().is_root(root);
        if (is_hidden) report(1, rule.module.language().fixed_names().roots.at(root));
    } else if (found.kind == Resolution::Kind::Group && found.steps == reference.steps.size()) {
        report(found.steps, bind::whole_name(rule.module, rule.slot, reference, found));
    } else if (!names_member(rule, reference)) {
        const std::string& name = reference.steps[0].name;
        const auto* scoped = rule.module.language().fixed_names().find_scoped(name);
        if (found.kind == Resolution::Kind::Local && scoped && !scoped->member.empty() &&
            std::ranges::find(scoped->needs, attribute) == scoped->needs.end())
            return report(1, name + "." + scoped->member);
        if (found.kind != Resolution::Kind::Predefined) return;
        const std::string whole = bind::whole_name(rule.module, rule.slot, reference, found);
        if (!whole.empty()) report(1, whole);
    }
}

}  // namespace

void note_missing_names(UnitRule& rule) {
    bind::Guards guards(rule.unit, rule.module.language().names.forgiving);
    for (std::uint32_t i = 0; i < rule.unit.references.size(); ++i) {
        const bind::Reference& reference = rule.unit.references[i];
        const bind::BoundAttribute& attribute = rule.unit.attributes[reference.attribute];
        // Unknown attributes are not checked; in those that accept no names, evaluation reports every name.
        bool is_evaluated = !reference.is_text && !reference.is_address;
        if (is_evaluated && (!attribute.def || attribute.def->is_constant)) continue;
        if (reference.is_address && reference.steps.size() == 1 && attribute.def->takes_free_words) continue;
        Resolution found = bind::resolve(rule.module, rule.slot, reference);
        // Values of an open-ended address may be declared elsewhere.
        const bool may_be_missing =
            reference.is_part_of_word || (reference.is_address && reference.rules->is_open);
        if (found.kind == Resolution::Kind::Missing && !may_be_missing &&
            !(is_evaluated && !(attribute.def && attribute.def->refers_to_declared) &&
              guards.cover(reference)))
            rule.notes.missing.push_back(i);
        if (found.kind == Resolution::Kind::Symbol) {
            write_only(rule, reference, found);
            wrong_kind(rule, reference, found);
            wrong_index(rule, reference, found);
            unusable(rule, reference, found);
            missing_inside(rule, reference, found);
            if (is_evaluated && rule.module.language().names.needs_whole_addresses)
                missing_member(rule, reference, found);
        }
        if (is_evaluated && rule.module.language().names.needs_whole_addresses) {
            incomplete(rule, reference, found);
            // Others have no values.
            if (attribute.def && attribute.def->decoder == language::Decoder::None)
                missing_fixed(rule, reference, found);
        }
    }
}

namespace {

// For a name that only some blocks add to their scope: a sentence that says where it exists.
std::string where_known(const FileRule& rule, const bind::BoundUnit& unit, const bind::Reference& reference) {
    const auto* scoped = rule.module.language().fixed_names().find_scoped(reference.steps[0].name);
    if (!scoped) return {};
    const bind::BoundAttribute& attribute = unit.attributes[reference.attribute];
    const std::uint32_t block = unit.bodies[attribute.body].block;
    if (block != bind::kNone && bind::makes_names(unit, attribute.body, attribute.name) &&
        std::ranges::find(scoped->blocks, unit.blocks[block].type) != scoped->blocks.end())
        return " \"" + reference.steps[0].name + "\" is computed from this value.";
    if (!scoped->needs.empty())
        return " It exists only in blocks that set " + quoted_list(scoped->needs, "or") + ".";
    return " It exists only in blocks of type " + quoted_list(scoped->blocks, "or") + ".";
}

// Why a reference does not resolve.
struct WrongPath {
    std::size_t step = 0;
    std::string name;  // the wrong part
    std::optional<bind::Symbol> hidden;
    std::string where_known;  // a sentence
    std::string best;
};

WrongPath wrong_path(const FileRule& rule, const bind::UnitSlot& slot, const bind::Reference& reference,
                     bool is_shown) {
    WrongPath wrong;
    wrong.hidden = hidden_symbol(rule, reference, {});
    wrong.step = wrong_step(rule, reference);
    if (wrong.step == 0 && !wrong.hidden) wrong.where_known = where_known(rule, *slot.unit, reference);
    if (!wrong.hidden && wrong.where_known.empty() && is_shown)
        wrong.best = nearest_step(rule, slot, reference, wrong.step);
    wrong.name = written(reference, wrong.step + 1);
    return wrong;
}

}  // namespace

void references(FileRule& rule) {
    // The same path is often wrong in many places. Names of a scope are similar only in that place.
    std::unordered_map<std::string, WrongPath> known;
    DeclareFixes declare(rule);
    // Later ones are left out of the report, so they need no suggestions and fixes.
    const std::uint64_t most = rule.module.limits().file_findings;
    std::uint64_t count = 0;
    for (const NotedUnit& noted : rule.units)
        for (std::uint32_t index : noted.notes->missing) {
            const bool is_shown = ++count <= most;
            const bind::UnitSlot& slot = noted.slot;
            const bind::Reference& reference = slot.unit->references[index];
            if (reference.is_text || reference.is_address) {
                if (!reference.steps.empty() &&
                    may_declare_in_broken_part(rule.module, reference.steps.back().name))
                    continue;
                report_text(rule, slot, reference, declare, is_shown);
                continue;
            }
            std::string path;
            for (const bind::ReferenceStep& step : reference.steps) path += step.name + '\x1f';
            auto [it, is_new] = known.try_emplace(std::move(path));
            bool is_local = slot.state && !slot.state->scopes.empty();
            if (is_new || is_local) it->second = wrong_path(rule, slot, reference, is_shown);
            const WrongPath& wrong = it->second;
            const bind::ReferenceStep& step = reference.steps[wrong.step];
            if (may_declare_in_broken_part(rule.module, step.name)) continue;
            Span place = step.span.shifted(slot.base);
            const language::FixedNames& fixed = rule.module.language().fixed_names();
            if (reference.steps.size() == 1 && wrong.where_known.empty() && !wrong.hidden &&
                rule.module.language().names.needs_whole_addresses && fixed.is_root(step.name)) {
                rule.report(DiagCode::IncompleteReference, place,
                            {step.name, fixed.roots.find(step.name)->second});
                if (is_local) known.erase(it);
                continue;
            }
            Diagnostic& d = rule.report(
                DiagCode::UndeclaredName, place,
                {wrong.name, wrong.where_known.empty() ? did_you_mean(wrong.best) : wrong.where_known});
            if (wrong.hidden) {
                explain_hidden(rule, *wrong.hidden, wrong.name, d);
            } else if (wrong.where_known.empty()) {
                add_nearest(d, place, step.name, wrong.best);
                if (is_shown) declare.add_path(d, reference);
            }
            if (is_local) known.erase(it);
        }
}

}  // namespace hcl::check
