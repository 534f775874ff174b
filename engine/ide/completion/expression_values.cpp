#include "engine/ide/completion/expression_values.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/base/hcl_string.h"
#include "engine/base/json_string.h"
#include "engine/bind/address.h"
#include "engine/bind/description.h"
#include "engine/bind/inner_symbols.h"
#include "engine/bind/named_expressions.h"
#include "engine/check/allowed_names.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/ide/completion/body_names.h"
#include "engine/ide/completion/string_values.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::ide {

using language::Decoder;

std::string description_of(const bind::UnitSlot& slot, const bind::Declaration& d) {
    if (d.block == kNone) return {};
    for (std::uint32_t i : slot.unit->bodies[slot.unit->blocks[d.block].body].attributes) {
        const bind::BoundAttribute& a = slot.unit->attributes[i];
        if (a.name == "description" && slot.state && slot.state->values[i].is_known_string())
            return std::string(slot.state->values[i].as_string());
    }
    return {};
}

namespace {

// Whether the argument at the cursor may not use names that begin with the word.
bool is_refused(const Draft& draft, std::string_view root) {
    const Cursor& cursor = draft.cursor;
    if (!cursor.slot || cursor.body == kNone) return false;
    std::string name;
    for (const Node node : cursor.path)
        if (node.is(syntax::NodeKind::Attribute)) name = key_text(node.child(0));
    const bind::BoundUnit& unit = *cursor.slot->unit;
    return std::ranges::any_of(unit.bodies[cursor.body].attributes, [&](std::uint32_t i) {
        const bind::BoundAttribute& attribute = unit.attributes[i];
        return attribute.def && attribute.name == name && check::is_word_refused(unit, attribute, root);
    });
}

void add_variable(Draft& draft, std::string_view name, const Value& value, const Expectation& wanted,
                  CompletionKind kind) {
    Candidate c{std::string(name), kind};
    c.type = value.unmarked().type();
    c.rank = is_refused(draft, name) ? rank::kUnfitting : fitness(c.type, wanted.type);
    c.commit = c.type.is_object() ? "." : "";
    if (c.type.is_dynamic()) c.detail = kind == CompletionKind::Variable ? "local name" : "";
    draft.list.add(std::move(c));
}

// First words of symbols' addresses.
void add_symbol_roots(Draft& draft, const Expectation& wanted) {
    const bind::Module& module = draft.module();
    for (const std::string& root : module.symbols().root_names()) {
        const std::vector<bind::Symbol> whole = draft.scope.visible({root});
        if (!whole.empty()) {
            if (!draft.scope.would_be_cycle(whole.back()))
                add_variable(draft, root, module.value_of(whole.back()), wanted, CompletionKind::Symbol);
            continue;
        }
        if (!module.symbols().has_prefix(root, [&](bind::Symbol s) { return draft.scope.sees(s); })) continue;
        Candidate c{root, CompletionKind::Symbol};
        if (is_refused(draft, root)) c.rank = rank::kUnfitting;
        c.commit = ".";
        draft.list.add(std::move(c));
    }
}

// Without a language, blocks are addressed as navigation does: by type and labels, or by labels alone. The
// members of such an address are the block's arguments.
void add_names_from_syntax(Draft& draft, const std::vector<std::string>& steps) {
    if (!draft.language().recognition.is_fallback) return;
    auto offer = [&](std::string_view name, bool is_last) {
        if (!syntax::is_valid_identifier(name)) return;
        Candidate c{std::string(name), is_last ? CompletionKind::Member : CompletionKind::Symbol};
        if (!is_last) c.commit = ".";
        draft.list.add(std::move(c));
    };
    draft.cursor.place.file->each_unit([&](const bind::UnitSlot& slot) {
        const bind::BoundUnit& unit = *slot.unit;
        for (std::uint32_t index : unit.bodies[0].blocks) {
            const bind::BoundBlock& block = unit.blocks[index];
            if (block.labels.empty() || (block.def && block.def->symbol)) continue;
            if (draft.cursor.touches(slot, block.span)) continue;
            std::vector<std::string_view> names{block.type};
            for (const bind::BoundLabel& label : block.labels) names.push_back(label.value);
            for (std::size_t from = 0; from < 2 && names.size() - from > 1; ++from) {
                const auto address = std::span(names).subspan(from);
                if (steps.size() > address.size() || !std::ranges::equal(steps, address.first(steps.size())))
                    continue;
                if (steps.size() < address.size()) {
                    offer(address[steps.size()], false);
                    continue;
                }
                for (std::uint32_t i : unit.bodies[block.body].attributes)
                    offer(unit.attributes[i].name, true);
            }
        }
    });
}

// The steps of a path; empty when it has an index that is not a literal string.
std::vector<std::string> address_of(Node operand) {
    std::vector<std::string> steps;
    for (const eval::TraversalStep& step : eval::traversal_of(operand)) {
        const bool is_index = step.kind == eval::TraversalStep::Kind::Index;
        if (is_index && !step.key.is_known_string()) return {};
        steps.push_back(is_index ? std::string(step.key.as_string()) : step.name);
    }
    return steps;
}

bool is_bound_by_for(std::string_view name, std::span<const Node> around) {
    for (std::size_t i = 0; i + 1 < around.size(); ++i)
        if (is_for(around[i]) && around[i + 1] != for_collection(around[i]))
            for (Node bound : for_names(around[i]))
                if (bound.text() == name) return true;
    return false;
}

// The source of an address, and of an attribute below it.
std::string path_source(const std::vector<std::string>& address, std::string_view member) {
    std::string path;
    auto add = [&](std::string_view step) {
        if (!syntax::is_valid_identifier(step))
            path += "[" + hcl_string(step) + "]";
        else
            path += path.empty() ? std::string(step) : "." + std::string(step);
    };
    for (const std::string& step : address) add(step);
    if (!member.empty()) add(member);
    return path;
}

// Where there are more names, only the types that evaluation gives are told.
constexpr std::size_t kMostLoops = 200;

// Full paths to values of the wanted type: symbols, and the arguments that their blocks set.
class FullPaths {
  public:
    FullPaths(Draft& draft, const Expectation& wanted)
        : draft_(draft),
          type_(wanted.type.without_optional()),
          format_(wanted.rules ? wanted.rules->format : language::Format::None) {}

    void add() {
        const bind::Module& module = draft_.module();
        for (const std::string& root : module.symbols().root_names())
            for (bind::Symbol symbol : module.symbols().by_prefix({root})) {
                if (looked_at_++ == kMostSymbols || added_ >= kMostPaths) return;
                add_symbol(module, symbol);
            }
    }

  private:
    static constexpr std::size_t kMostSymbols = 500;
    static constexpr std::size_t kMostPaths = 50;

    void add_symbol(const bind::Module& module, bind::Symbol symbol) {
        const bind::UnitSlot slot = module.slot_of(symbol);
        const bind::Declaration& d = slot.unit->declarations[symbol.index()];
        if (d.def->is_name_only || !slot.state || !syntax::is_valid_identifier(d.address[0])) return;
        if (!draft_.scope.sees(symbol) || draft_.scope.is_around(symbol) ||
            module.cycles().members.contains(symbol))
            return;
        const bool is_whole_block = d.block != kNone && !d.def->value;
        if (!is_whole_block) {
            const Value& value = bind::symbol_value(*slot.unit, *slot.state, symbol.index());
            Type type = value.unmarked().type();
            if (looked_at_ <= kMostLoops) type = bind::collection_type(module, symbol).value_or(type);
            return offer(d, "", type, language::Format::None);
        }
        for (std::uint32_t i : slot.unit->bodies[slot.unit->blocks[d.block].body].attributes) {
            const bind::BoundAttribute& attribute = slot.unit->attributes[i];
            if (!attribute.def || attribute.def->decoder != Decoder::None) continue;
            offer(d, attribute.name, slot.state->values[i].unmarked().type(), attribute.def->rules.format);
        }
    }

    void offer(const bind::Declaration& d, std::string_view member, const Type& type,
               language::Format format) {
        using enum language::Format;
        if (type.is_dynamic() || !type.matches(type_)) return;
        if (format_ != None && format != None && format != format_) return;
        Candidate c{path_source(d.address, member), CompletionKind::Symbol};
        c.rank = format_ != None && format == format_ ? rank::kExpected : rank::kFitting;
        c.type = type;
        draft_.list.add(std::move(c));
        ++added_;
    }

    Draft& draft_;
    Type type_;
    language::Format format_;
    std::size_t looked_at_ = 0;
    std::size_t added_ = 0;
};

void add_full_paths(Draft& draft, const Expectation& wanted) {
    if (!wanted.type.is_dynamic()) FullPaths(draft, wanted).add();
}

// Next steps of addresses that start with `steps`; false when there are none.
bool add_next_steps(Draft& draft, const std::vector<std::string>& steps, const Expectation& wanted) {
    const bind::Module& module = draft.module();
    const bind::SymbolList longer = module.symbols().by_prefix(steps);
    draft.list.reserve(longer.size());
    for (bind::Symbol symbol : longer) {
        const bind::UnitSlot slot = module.slot_of(symbol);
        const bind::Declaration& d = slot.unit->declarations[symbol.index()];
        if (d.address.size() <= steps.size()) continue;
        if (d.def->visibility != language::Visibility::Module && !draft.scope.sees(symbol)) continue;
        Candidate c{d.address[steps.size()], CompletionKind::Symbol};
        const bool is_last = d.address.size() == steps.size() + 1;
        if (is_last && draft.scope.would_be_cycle(symbol)) continue;
        if (is_last && slot.state && !module.cycles().members.contains(symbol))
            c.type = bind::symbol_value(*slot.unit, *slot.state, symbol.index()).unmarked().type();
        if (is_last && longer.size() <= kMostLoops)
            c.type = bind::collection_type(module, symbol).value_or(c.type);
        c.rank = is_last ? fitness(c.type, wanted.type) : rank::kPlain;
        if (!is_last || c.type.is_object()) c.commit = ".";
        if (draft.options.documentation) c.documentation = bind::description_of(slot, d);
        if (c.type.is_dynamic() || !is_last) c.detail = d.def->kind;
        draft.list.add(std::move(c));
    }
    return !longer.empty();
}

// The next step of symbols inside of a block, behind its own symbol: `table.users.`, `table.users.column.`.
void add_inner_steps(Draft& draft, const std::vector<std::string>& steps) {
    const bind::Module& module = draft.module();
    for (std::size_t n = 1; n <= steps.size(); ++n) {
        const std::vector<std::string> outer(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(n));
        for (bind::Symbol symbol : module.symbols().by_address(outer))
            for (bind::Symbol inner : bind::symbols_inside(module, symbol)) {
                const bind::UnitSlot slot = module.slot_of(inner);
                const bind::Declaration& d = slot.unit->declarations[inner.index()];
                const std::size_t next = steps.size() - n;
                if (d.address.size() <= next || !std::equal(steps.begin() + static_cast<std::ptrdiff_t>(n),
                                                            steps.end(), d.address.begin()))
                    continue;
                Candidate c{d.address[next], CompletionKind::Symbol};
                c.detail = d.def->kind;
                if (next + 1 == d.address.size() && draft.options.documentation)
                    c.documentation = bind::description_of(slot, d);
                draft.list.add(std::move(c));
            }
    }
}

// The other elements of the list around the cursor.
std::set<std::string, std::less<>> listed_around(const Cursor& cursor) {
    std::set<std::string, std::less<>> out;
    for (std::size_t i = 0; i + 1 < cursor.path.size(); ++i) {
        const Node list = cursor.path[i];
        if (!list.is(syntax::NodeKind::Tuple) && !list.is(syntax::NodeKind::JsonArray)) continue;
        for (Node element : list.children()) {
            if (element == cursor.path[i + 1]) continue;
            const std::string quoted = bind::literal_text(element);
            out.insert(quoted.empty() ? std::string(element.text()) : quoted);
        }
    }
    return out;
}

}  // namespace

void add_arguments_around(Draft& draft, const Expectation& wanted) {
    // In place of the whole list.
    const bool needs_list =
        wanted.def && wanted.def->decoder == Decoder::Addresses && !draft.cursor.in_string;
    const Cursor& cursor = draft.cursor;
    if (!cursor.slot || cursor.body == kNone) return;
    const std::set<std::string, std::less<>> listed = listed_around(cursor);
    const bind::BoundUnit& unit = *cursor.slot->unit;
    for (std::uint32_t body : bind::bodies_around(unit, cursor.body)) {
        const std::uint32_t block = unit.bodies[body].block;
        if (block == kNone || unit.blocks[block].declaration == kNone) continue;
        // Blocks inside of a declaration belong to it.
        if (unit.declarations[unit.blocks[block].declaration].block != block) continue;
        const std::vector<const BodyDef*>& defs = unit.bodies[body].defs;
        auto add = [&](std::string_view name, const language::Notes& notes) {
            if (!notes.is_available || listed.contains(name)) return;
            Candidate c{std::string(name), CompletionKind::Attribute};
            c.rank = rank::kExpected;
            if (draft.style.json && !cursor.in_string) c.inserted = json_string(name);
            if (needs_list) c.inserted = "[" + (c.inserted.empty() ? c.label : c.inserted) + "]";
            if (draft.options.documentation) c.documentation = notes_text(notes);
            draft.list.add(std::move(c));
        };
        for (std::size_t i = 1; i < defs.size(); ++i) {
            for (const AttributeDef& attribute : defs[i]->attributes)
                if (!attribute.is_read_only) add(attribute.name, attribute.notes);
            for (const BlockDef& made : defs[i]->blocks) add(made.type, made.notes);
        }
        // Without a schema, what the declaration sets.
        if (defs.empty() || !(unit.bodies[body].is_lenient || defs.size() < 2)) return;
        for (std::uint32_t i : unit.bodies[body].attributes)
            if (!defs[0]->attribute(unit.attributes[i].name)) add(unit.attributes[i].name, {});
        for (std::uint32_t i : unit.bodies[body].blocks)
            if (!defs[0]->block(unit.blocks[i].type)) add(unit.blocks[i].type, {});
        return;
    }
}

void add_keyword(Draft& draft, std::string_view word, int rank) {
    Candidate c{std::string(word), CompletionKind::Keyword};
    c.rank = rank;
    draft.list.add(std::move(c));
}

void add_fallback_words(Draft& draft, const Expectation& wanted) {
    // Where a type other than bool is expected, true and false are not offered.
    if (wanted.type.is_dynamic())
        for (std::string_view word : {"true", "false"}) add_keyword(draft, word, rank::kUnfitting);
    // HCL 1 has no word for it.
    if (!draft.language().is_hcl1 && (!wanted.def || wanted.def->allows_null))
        add_keyword(draft, "null", rank::kUnfitting);
}

void add_type_words(Draft& draft, const AttributeDef& def, bool quoted) {
    const bool has_places =
        draft.style.snippets && !draft.style.json && !draft.cursor.is_followed_by_parenthesis();
    auto add = [&](std::string_view word, int rank, std::string_view behind = {}) {
        Candidate c{std::string(word), CompletionKind::Keyword};
        c.rank = rank;
        if (quoted && draft.style.json) c.inserted = json_string(word);
        if (!behind.empty() && has_places) {
            c.inserted = c.label + std::string(behind);
            c.is_snippet = true;
        }
        draft.list.add(std::move(c));
    };
    for (std::string_view word : eval::primitive_type_names())
        if (word != "any" || !def.takes_int) add(word, rank::kExpected);
    for (std::string_view word : eval::type_constructor_names())
        add(word, rank::kFitting, word == "object" ? "({$0})" : word == "tuple" ? "([$0])" : "($0)");
    if (!def.takes_int &&
        std::ranges::any_of(draft.cursor.path, [](Node n) { return n.is(syntax::NodeKind::ObjectItem); }))
        add("optional", rank::kFitting, "($0)");
}

void add_expected_values(Draft& draft, const Expectation& wanted) {
    const AttributeDef* def = wanted.def;
    if (wanted.rules && wanted.is_first_step) {
        add_first_steps(draft, *wanted.rules);
    } else if (wanted.rules) {
        const bool is_bare = def && !draft.style.json &&
                             (def->decoder == Decoder::Keyword || def->decoder == Decoder::Identifiers ||
                              def->decoder == Decoder::Expression || language::reads_addresses(def->decoder));
        if (wanted.takes_words()) add_choices(draft, *wanted.rules, is_bare ? Quotes::None : Quotes::Add);
        add_symbol_names(draft, *wanted.rules, Quotes::Add, wanted.by_path);
    }
    if (wanted.names_argument) add_arguments_around(draft, wanted);
    if (def && def->decoder == Decoder::Type) add_type_words(draft, *def, true);
    const bool may_be_bool =
        wanted.type.is_bool() || (def && std::ranges::any_of(def->types, &Type::is_bool));
    if (may_be_bool)
        for (std::string_view word : {"true", "false"}) add_keyword(draft, word, rank::kExpected);
}

namespace {

bool is_in_template(const Cursor& cursor) {
    return std::ranges::any_of(cursor.path,
                               [](Node node) { return node.is(syntax::NodeKind::Interpolation); });
}

// Words of which a part names a symbol and, where undeclared names are replaced later, those that the pack
// knows.
void add_replaced_words(Draft& draft) {
    const language::Language::Names& names = draft.language().names;
    // Where they are not a part of a text, they are rarely meant.
    const int rank = draft.cursor.in_string || is_in_template(draft.cursor) ? rank::kPlain : rank::kFunction;
    auto add = [&](std::string word, const language::Notes* notes) {
        Candidate c{std::move(word), CompletionKind::Symbol};
        c.rank = rank;
        if (notes && draft.options.documentation) c.documentation = notes_text(*notes);
        draft.list.add(std::move(c));
    };
    for (const auto& [word, rules] : names.members) {
        if (names.unknown != language::UnknownNames::Text) break;
        if (word.ends_with('*')) {
            for (const language::Choice& choice : rules.values)
                add(std::string(choice.value.as_string()), &choice);
            continue;
        }
        Candidate c{word, CompletionKind::Symbol};
        c.rank = rank;
        c.commit = ".";
        draft.list.add(std::move(c));
    }
    for (const auto& [before, rules] : names.of_symbols)
        for (const std::string& kind : rules.refers_to)
            for (bind::Symbol symbol : draft.module().symbols().by_kind(kind))
                if (!draft.scope.is_around(symbol) && draft.scope.sees(symbol))
                    add(before + draft.module().declaration(symbol).address.back(), nullptr);
}

}  // namespace

void add_roots(Draft& draft, const Expectation& wanted, std::span<const Node> around) {
    // Names of for expressions, innermost first, then those of blocks.
    const ScopePtr inner = draft.scope.names_in(around);
    const eval::Scope* outer = draft.scope.names().get();
    for (const eval::Scope* scope = inner.get(); scope && scope != outer; scope = scope->parent())
        scope->each_variable([&](std::string_view name) {
            add_variable(draft, name, *scope->variable(name), wanted, CompletionKind::Variable);
        });
    draft.scope.each_local([&](std::string_view name, const Value& value) {
        add_variable(draft, name, value, wanted, CompletionKind::Variable);
    });
    add_symbol_roots(draft, wanted);
    for (const auto& [name, value] : draft.language().evaluation.variables)
        add_variable(draft, name, value, wanted, CompletionKind::Symbol);
    add_names_from_syntax(draft, {});
    add_replaced_words(draft);
    add_functions(draft, wanted);
}

void add_functions(Draft& draft, const Expectation& wanted) {
    draft.style.is_followed = draft.cursor.is_followed_by_parenthesis();
    const eval::FunctionTable& functions = *draft.language().evaluation.functions;
    constexpr std::uint32_t kLongest = 200;
    const std::uint32_t at = draft.replaced.start;
    const std::string before = draft.cursor.file().text({at - std::min(at, kLongest), at});
    const std::string_view typed = namespace_at_end(before);
    draft.replaced.start -= static_cast<std::uint32_t>(typed.size());
    auto add = [&](std::string_view name, const eval::Function& function) {
        if (!name.starts_with(typed)) return;
        Candidate c{std::string(name), CompletionKind::Function};
        c.function = &function;
        const bool is_fixed = !function.compute_type && !function.result_type.is_dynamic();
        const int fits = is_fixed ? fitness(function.result_type, wanted.type) : rank::kPlain;
        c.rank = fits == rank::kFitting     ? rank::kFittingFunction
                 : fits == rank::kUnfitting ? rank::kUnfitting
                                            : rank::kFunction;
        // What only this language has comes right behind its names.
        if (function.is_of_language && c.rank != rank::kUnfitting) {
            c.order = c.rank;
            c.rank = rank::kPlain;
        }
        // A namespaced alias of a function (`core::upper`) is offered only after its namespace is typed.
        if (const std::size_t space = name.rfind("::"); typed.empty() && space != std::string_view::npos &&
                                                        functions.find(name.substr(space + 2)) == &function)
            c.rank = rank::kUnfitting;
        draft.list.add(std::move(c));
    };
    draft.scope.each_local_function(add);
    for (const std::string& name : draft.module().symbols().function_names())
        if (const eval::Function* function = draft.scope.names()->find_function(name)) add(name, *function);
    for (const auto& [name, function] : functions.all()) add(name, *function);
    if (draft.more_functions)
        for (const auto& [name, function] : draft.more_functions->all()) add(name, *function);
}

void add_expression(Draft& draft, const Expectation& wanted, std::span<const Node> around) {
    add_expected_values(draft, wanted);
    if (wanted.def) {
        const Decoder decoder = wanted.def->decoder;
        if (decoder != Decoder::None && decoder != Decoder::Expression && decoder != Decoder::Closure) return;
        if (wanted.def->is_constant) return;
    }
    if (wanted.by_path) return;
    add_full_paths(draft, wanted);
    add_roots(draft, wanted, around);
    add_fallback_words(draft, wanted);
}

namespace {

// Members of names that the program replaces: `kernel.name` behind `attr.`, and `name` behind `attr.kernel.`.
void add_known_members(Draft& draft, const std::vector<std::string>& steps) {
    const std::string before = steps.size() > 1 ? bind::address_text(steps, 1) + "." : std::string();
    for (const auto& [root, rules] : draft.language().names.members) {
        if (root != steps[0]) continue;
        for (const language::Choice& choice : rules.values) {
            const std::string_view member = choice.value.as_string();
            if (!member.starts_with(before) || member.size() == before.size()) continue;
            Candidate c{std::string(member.substr(before.size())), CompletionKind::Member};
            c.rank = rank::kExpected;
            if (draft.options.documentation) c.documentation = notes_text(choice);
            draft.list.add(std::move(c));
        }
    }
}

// What the program sets in the block of a symbol whose value is not known.
void add_set_members(Draft& draft, const std::vector<std::string>& address) {
    for (bind::Symbol symbol : draft.scope.visible(address))
        for (const AttributeDef* attribute : set_attributes(draft.module(), symbol)) {
            Candidate c{attribute->name, CompletionKind::Member};
            c.rank = rank::kExpected;
            c.type = attribute->type;
            if (draft.options.documentation) c.documentation = notes_text(attribute->notes);
            draft.list.add(std::move(c));
        }
}

}  // namespace

void add_members(Draft& draft, Node operand, std::span<const Node> around, const Expectation& wanted) {
    const std::vector<std::string> steps = address_of(operand);
    if (!steps.empty() && wanted.by_path && wanted.rules) add_symbol_steps(draft, *wanted.rules, steps);
    if (!steps.empty() && !is_bound_by_for(steps[0], around) && !draft.scope.is_local(steps[0])) {
        const bool has_longer = add_next_steps(draft, steps, wanted);
        add_inner_steps(draft, steps);
        add_names_from_syntax(draft, steps);
        // A mere prefix of addresses has no other members.
        if (has_longer && draft.scope.visible(steps).empty()) return;
    }
    const Value value = draft.scope.value_at(operand, around);
    add_keys(draft, value, wanted, KeyForm::Member);
    if (value.unmarked().type().is_dynamic() && !steps.empty()) add_set_members(draft, steps);
    if (!steps.empty() && !is_bound_by_for(steps[0], around)) add_known_members(draft, steps);
}

void add_keys(Draft& draft, const Value& marked, const Expectation& wanted, KeyForm form) {
    const Value& value = marked.unmarked();
    const Type type = value.type();
    auto add = [&](std::string_view name, const Type& of) {
        Candidate c{std::string(name), CompletionKind::Member};
        if (form == KeyForm::Member && !syntax::is_valid_identifier(name)) {
            // Not valid after a dot: replace the dot by brackets.
            const std::uint32_t start = draft.replaced.start;
            if (start == 0 || draft.cursor.file().text({start - 1, start}) != ".") return;
            c.removed = {start - 1, start};
            c.inserted = "[" + hcl_string(name) + "]";
        }
        if (form == KeyForm::QuotedKey) c.inserted = hcl_string(name);
        c.type = of;
        c.rank = fitness(of, wanted.type);
        if (of.is_object() && form != KeyForm::QuotedKey) c.commit = ".";
        draft.list.add(std::move(c));
    };
    if (type.is_object())
        for (const ObjectAttribute& attribute : type.attributes()) add(attribute.name, attribute.type);
    else if (type.is_map() && value.has_content())
        for (std::size_t i = 0; i < value.size(); ++i)
            add(value.key_at(i).as_string(), value.value_at(i).unmarked().type());
}

}  // namespace hcl::ide
