// Completion inside of expressions: references, functions, members, and what is expected where.
#include <algorithm>

#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/text/print.h"
#include "engine/ide/completion/completer.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

using language::Decoder;
using syntax::NodeKind;
using syntax::TokenKind;

void Completer::keyword(std::string_view word, int rank) {
    Candidate c{std::string(word), CompletionKind::Keyword};
    c.rank = rank;
    list.add(std::move(c));
}

void Completer::variable(std::string_view name, const Value& value, const Expectation& wanted,
                         CompletionKind kind) {
    Candidate c{std::string(name), kind};
    c.type = value.unmarked().type();
    c.rank = fitness(c.type, wanted.type);
    c.commit = c.type.is_object() ? "." : "";
    if (c.type.is_dynamic()) c.detail = kind == CompletionKind::Variable ? "local name" : "";
    list.add(std::move(c));
}

void Completer::roots(const Expectation& wanted, std::span<const Node> around) {
    // Names of fors, innermost first; then those that blocks bring in.
    ScopePtr inner = scope_in(names(), rules(), around);
    for (const eval::Scope* s = inner.get(); s && s != names().get(); s = s->parent())
        s->each_variable([&](std::string_view name) {
            variable(name, *s->variable(name), wanted, CompletionKind::Variable);
        });
    if (slot && slot->state && body != kNone)
        for (std::uint32_t b : bind::bodies_around(*slot->unit, body))
            if (slot->state->scope_of(b))
                for (const auto& [name, value] : slot->state->scope_of(b)->variables())
                    variable(name, value, wanted, CompletionKind::Variable);
    for (const std::string& root : module().root_names()) {
        std::vector<bind::Symbol> whole = seen_at({root});
        if (!whole.empty() && !is_own(whole.back()))
            variable(root, module().value_of(whole.back()), wanted, CompletionKind::Symbol);
        // The first word alone leads to nothing where nothing behind it can be seen.
        if (!whole.empty() || !module().has_prefix(root, [&](bind::Symbol s) { return sees(s); })) continue;
        Candidate c{root, CompletionKind::Symbol};
        c.commit = ".";
        list.add(std::move(c));
    }
    for (const auto& [name, value] : language().variables)
        variable(name, value, wanted, CompletionKind::Symbol);
    names_by_syntax({});
    functions(wanted);
}

bool Completer::sees(bind::Symbol symbol) const {
    if (!symbol.is_declaration()) return true;
    const bind::Declaration& d = module().declaration(symbol);
    if (d.def->visibility == language::Visibility::Module) return true;
    if (slot) return module().is_visible(symbol, *slot, body == kNone ? 0 : body);
    return d.def->visibility == language::Visibility::File
               ? symbol.file == state.id()
               : d.def->visibility != language::Visibility::Parent;
}

std::vector<bind::Symbol> Completer::seen_at(const std::vector<std::string>& address) const {
    bind::SymbolList all = module().by_address(address);
    std::vector<bind::Symbol> found(all.begin(), all.end());
    std::erase_if(found, [&](bind::Symbol symbol) { return !sees(symbol); });
    return found;
}

// The cursor is in it, or behind it on its line.
bool Completer::holds_cursor(Span in_unit) const {
    const Span span = in_unit.shifted(slot->base);
    if (span.touches(offset)) return true;
    if (offset < span.end || offset - span.end > 80) return false;
    return state.tree()->text({span.end, offset}).find_first_not_of(" \t") == std::string::npos;
}

// What stands around the cursor would name itself.
bool Completer::is_around(bind::Symbol symbol) const {
    if (!symbol.is_declaration() || !slot || symbol.file != slot->file || symbol.label != slot->label)
        return false;
    return holds_cursor(slot->unit->declarations[symbol.index()].span);
}

// A declaration cannot be made of itself: what it is worth must not follow from what is written here.
bool Completer::is_own(bind::Symbol symbol) const {
    if (!is_around(symbol)) return false;
    const bind::BoundUnit& unit = *slot->unit;
    const bind::Declaration& d = unit.declarations[symbol.index()];
    if (d.attribute != kNone || !d.def->value || d.def->needs.all) return true;
    const language::Needs& needs = d.def->needs;
    const std::uint32_t own = unit.blocks[d.block].body;
    for (std::uint32_t at = body; at != kNone && at != own;) {
        const std::uint32_t around = unit.bodies[at].block;
        if (around == kNone) return false;
        at = unit.blocks[around].parent;
        if (at == own) return needs.contains(unit.blocks[around].type);
    }
    return std::ranges::any_of(unit.bodies[own].attributes, [&](std::uint32_t i) {
        return holds_cursor(unit.attributes[i].span) && needs.contains(unit.attributes[i].name);
    });
}

void Completer::functions(const Expectation& wanted) {
    style.is_followed = is_followed_by_parenthesis();
    auto add = [&](std::string_view name, const eval::Function& function) {
        Candidate c{std::string(name), CompletionKind::Function};
        c.function = &function;
        bool is_fixed = !function.compute_type && !function.result_type.is_dynamic();
        int fits = is_fixed ? fitness(function.result_type, wanted.type) : rank::kPlain;
        c.rank = fits == rank::kFitting     ? rank::kFittingFunction
                 : fits == rank::kUnfitting ? rank::kUnfitting
                                            : rank::kFunction;
        list.add(std::move(c));
    };
    for (const std::string& name : module().function_names())
        if (const eval::Function* function = names()->find_function(name)) add(name, *function);
    for (const auto& [name, function] : language().functions->all()) add(name, *function);
}

void Completer::type_words(bool quoted) {
    auto add = [&](std::string_view word, int rank) {
        Candidate c{std::string(word), CompletionKind::Keyword};
        c.rank = rank;
        if (quoted && style.json) c.inserted = eval::json_quoted(word);
        list.add(std::move(c));
    };
    for (std::string_view word : eval::primitive_type_names()) add(word, rank::kExpected);
    for (std::string_view word : eval::type_constructor_names()) add(word, rank::kFitting);
    bool is_in_object = std::ranges::any_of(path, [](Node n) { return n.is(NodeKind::ObjectItem); });
    if (is_in_object) add("optional", rank::kFitting);
}

// What the place asks for beside references.
void Completer::expected(const Expectation& wanted, bool quoted) {
    const AttributeDef* def = wanted.def;
    if (wanted.rules) {
        bool is_bare = def && (def->decoder == Decoder::Keyword || def->decoder == Decoder::Identifiers ||
                               language::reads_addresses(def->decoder));
        choices(*wanted.rules, quoted, is_bare && !style.json);
        named_symbols(wanted.rules->refers_to, quoted, wanted.by_path);
    }
    if (def && def->decoder == Decoder::Type) type_words(quoted);
    if (wanted.type.is_bool())
        for (std::string_view word : {"true", "false"}) keyword(word, rank::kExpected);
}

void Completer::expression(const Expectation& wanted, std::span<const Node> around) {
    expected(wanted, true);
    if (wanted.def) {
        Decoder decoder = wanted.def->decoder;
        if (decoder != Decoder::None && decoder != Decoder::Expression && decoder != Decoder::Closure) return;
        if (wanted.def->is_constant) return;
    }
    if (wanted.by_path) return;
    roots(wanted, around);
    if (!wanted.type.is_bool())
        for (std::string_view word : {"true", "false"}) keyword(word, rank::kUnfitting);
    keyword("null", rank::kUnfitting);
}

// What a node is worth, also where it stands for the elements of a splat.
Value Completer::worth(Node node, std::span<const Node> around, int depth) {
    if (depth > 30) return Value::dynamic();
    if (node.is(NodeKind::SplatItem)) {
        for (std::size_t i = around.size(); i-- > 0;)
            if (around[i].is(NodeKind::FullSplat) || around[i].is(NodeKind::AttrSplat)) {
                Value source = worth(around[i].child(0), around.first(i), depth + 1);
                Type type = source.unmarked().type();
                if (type.is_collection() && !type.is_map()) return element_of(source, rules());
                if (type.is_tuple()) return element_of(source, rules());
                return source;
            }
        return Value::dynamic();
    }
    if (std::optional<Value> direct = followed(node)) return *direct;
    ScopePtr inner = scope_in(names(), rules(), around);
    if (auto value = value_of(rules(), node, *inner)) return *value;
    // A step of something that cannot be evaluated by itself.
    if (node.is(NodeKind::GetAttr) && node.child(0)) {
        Value whole = worth(node.child(0), around, depth + 1);
        std::uint32_t last = node.token_end() - 1;
        return member_of(whole, node.token_kind(last) == TokenKind::Ident ? node.token_text(last) : "");
    }
    if ((node.is(NodeKind::Index) || node.is(NodeKind::LegacyIndex)) && node.child(0)) {
        Value whole = worth(node.child(0), around, depth + 1);
        return element_of(whole, rules());
    }
    return Value::dynamic();
}

Value Completer::member_of(const Value& whole, std::string_view name) {
    Type type = whole.unmarked().type();
    if (whole.unmarked().has_content() && (type.is_map() || type.is_object()))
        if (const Value* found = whole.unmarked().find(name)) return *found;
    if (type.is_map()) return Value::unknown(type.element());
    const ObjectAttribute* attribute = type.is_object() ? type.find_attribute(name) : nullptr;
    return attribute ? Value::unknown(attribute->type) : Value::dynamic();
}

// A path that begins with a symbol, without asking for all that its first word may mean.
std::optional<Value> Completer::followed(Node node) {
    eval::Traversal steps = eval::traversal_of(node);
    if (steps.empty() || is_local(steps[0].name)) return std::nullopt;
    std::vector<std::string> names_of;
    for (const eval::TraversalStep& step : steps) {
        bool is_text = step.kind == eval::TraversalStep::Kind::Index && step.key.is_known_string();
        if (step.kind == eval::TraversalStep::Kind::Splat ||
            (step.kind == eval::TraversalStep::Kind::Index && !is_text))
            break;
        names_of.push_back(is_text ? std::string(step.key.as_string()) : step.name);
    }
    for (std::size_t count = std::min<std::size_t>(names_of.size(), 6); count > 0; --count)
        if (auto found = seen_at({names_of.begin(), names_of.begin() + static_cast<std::ptrdiff_t>(count)});
            !found.empty()) {
            Value value = module().value_of(found.back());
            if (count == steps.size()) return value;
            for (std::size_t i = count; i < steps.size(); ++i) {
                if (steps[i].kind == eval::TraversalStep::Kind::Attr)
                    value = member_of(value, steps[i].name);
                else if (steps[i].key.is_known_string())
                    value = member_of(value, steps[i].key.as_string());
                else if (steps[i].key.is_known_number())
                    value = element_at(value, steps[i].key);
                else
                    return std::nullopt;
            }
            return value;
        }
    return std::nullopt;
}

Value Completer::element_at(const Value& marked, const Value& key) const {
    const Value& value = marked.unmarked();
    Type type = value.type();
    auto index = key.as_number().to_int64();
    if (type.is_tuple() && index && *index >= 0 &&
        static_cast<std::size_t>(*index) < type.elements().size()) {
        if (value.has_content()) return value.value_at(static_cast<std::size_t>(*index));
        return Value::unknown(type.elements()[static_cast<std::size_t>(*index)]);
    }
    return element_of(value, rules());
}

bool Completer::is_local(std::string_view name) const {
    if (!slot || !slot->state || body == kNone) return false;
    for (std::uint32_t b : bind::bodies_around(*slot->unit, body))
        if (slot->state->scope_of(b) && slot->state->scope_of(b)->variable(name)) return true;
    return false;
}

void Completer::members(Node operand, std::span<const Node> around, const Expectation& wanted) {
    std::vector<std::string> steps;
    bool is_bound = false;
    for (const eval::TraversalStep& step : eval::traversal_of(operand)) {
        bool is_text = step.kind == eval::TraversalStep::Kind::Index && step.key.is_known_string();
        if (step.kind == eval::TraversalStep::Kind::Index && !is_text) {
            steps.clear();
            break;
        }
        steps.push_back(is_text ? std::string(step.key.as_string()) : step.name);
    }
    for (std::size_t i = 0; i + 1 < around.size(); ++i)
        if (is_for(around[i]) && !steps.empty() && around[i + 1] != for_collection(around[i]))
            for (Node bound : for_names(around[i])) is_bound = is_bound || bound.text() == steps[0];
    if (!steps.empty() && !is_bound && !is_local(steps[0])) {
        const bind::SymbolList longer = module().by_prefix(steps);
        list.reserve(longer.size());
        for (bind::Symbol symbol : longer) {
            const bind::UnitSlot where = module().slot_of(symbol);
            const bind::Declaration& d = where.unit->declarations[symbol.index()];
            if (d.address.size() <= steps.size()) continue;
            if (d.def->visibility != language::Visibility::Module && !sees(symbol)) continue;
            Candidate c{d.address[steps.size()], CompletionKind::Symbol};
            bool is_last = d.address.size() == steps.size() + 1;
            if (is_last && is_own(symbol)) continue;
            if (is_last && where.state && !module().is_in_cycle(symbol))
                c.type = bind::symbol_value(*where.unit, *where.state, symbol.index()).unmarked().type();
            c.rank = is_last ? fitness(c.type, wanted.type) : rank::kPlain;
            if (!is_last || c.type.is_object()) c.commit = ".";
            c.documentation = declared_documentation(where, d);
            if (c.type.is_dynamic() || !is_last) c.detail = d.def->kind;
            list.add(std::move(c));
        }
        names_by_syntax(steps);
        // The beginning of addresses is worth no more than what they lead to.
        if (!longer.empty() && seen_at(steps).empty()) return;
    }
    keys_of(worth(operand, around), wanted, false);
}

// What a person wrote about a declaration in its own block.
std::string Completer::declared_documentation(const bind::UnitSlot& where, const bind::Declaration& d) const {
    if (!options.documentation || d.block == kNone) return {};
    for (std::uint32_t i : where.unit->bodies[where.unit->blocks[d.block].body].attributes) {
        const bind::BoundAttribute& a = where.unit->attributes[i];
        if (a.name == "description" && where.state && where.state->values[i].is_known_string())
            return std::string(where.state->values[i].as_string());
    }
    return {};
}

void Completer::keys_of(const Value& marked, const Expectation& wanted, bool quoted) {
    const Value& value = marked.unmarked();
    Type type = value.type();
    auto add = [&](std::string_view name, const Type& of) {
        Candidate c{std::string(name), CompletionKind::Member};
        bool is_name = syntax::is_valid_identifier(name);
        if (!is_name && !quoted && !is_replacing_text) {
            // Not reachable behind a dot: in brackets instead of it.
            if (replaced.start == 0 || state.tree()->text({replaced.start - 1, replaced.start}) != ".")
                return;
            c.removed = {replaced.start - 1, replaced.start};
            c.inserted = "[" + eval::quoted(name) + "]";
        }
        if (quoted) c.inserted = eval::quoted(name);
        c.type = of;
        c.rank = fitness(of, wanted.type);
        if (of.is_object() && !quoted) c.commit = ".";
        list.add(std::move(c));
    };
    if (type.is_object())
        for (const ObjectAttribute& attribute : type.attributes()) add(attribute.name, attribute.type);
    else if (type.is_map() && value.has_content())
        for (std::size_t i = 0; i < value.size(); ++i)
            add(value.key_at(i).as_string(), value.value_at(i).unmarked().type());
}

// A key of an object as it must stand here.
std::string Completer::key_as_written(std::string_view name, bool in_quotes) const {
    std::string quoted = style.json ? eval::json_quoted(name) : eval::quoted(name);
    if (in_quotes) return quoted.substr(1, quoted.size() - 2);
    bool is_bare = !style.json && syntax::is_valid_identifier(name) && name != "for" && name != "null";
    return is_bare ? std::string(name) : quoted;
}

// The names that an object may still get.
void Completer::object_keys(Node object, const Expectation& wanted, bool in_quotes) {
    const bool has_fields = wanted.fields && !wanted.type.is_map();
    if (!has_fields && !wanted.type.is_object()) return;
    std::vector<std::string> set;
    for (Node item : object.children())
        if (item.child(0) && !item.child(0).span().touches(offset)) {
            std::string key = syntax::label_text(item.child(0));
            set.push_back(std::move(key));
        }
    bool is_followed = is_followed_by_header();
    if (has_fields) {
        style.is_followed = is_followed;
        style.in_quotes = in_quotes;
        for (const AttributeDef& field : wanted.fields->attributes) {
            if (std::ranges::find(set, field.name) == set.end())
                attribute_name(field, CompletionKind::Member);
        }
        return;
    }
    for (const ObjectAttribute& attribute : wanted.type.attributes()) {
        if (std::ranges::find(set, attribute.name) != set.end()) continue;
        Candidate c{attribute.name, CompletionKind::Member};
        c.rank = attribute.optional ? rank::kPlain : rank::kExpected;
        c.type = attribute.type;
        c.inserted = key_as_written(attribute.name, in_quotes);
        if (!in_quotes && !is_followed) c.inserted += style.json ? ": " : " = ";
        list.add(std::move(c));
    }
}

// What the pack says of the attribute that the item of an object sets.
const AttributeDef* Completer::field_of(const Expectation& wanted, Node item) const {
    if (!wanted.fields || wanted.type.is_map() || !item.child(0)) return nullptr;
    if (const AttributeDef* field = wanted.fields->attribute(key_text(item.child(0)))) return field;
    return wanted.fields->any_attribute.get();
}

// What is expected of the node at `path[from]`, when `path[first]` is what `wanted` speaks of.
Expectation Completer::along(Expectation wanted, std::size_t first, std::size_t to) {
    for (std::size_t i = first; i < to; ++i) {
        Node node = path[i];
        Node next = path[i + 1];
        Expectation inner;
        switch (node.kind()) {
            case NodeKind::Paren:
                inner = wanted;
                break;
            case NodeKind::Conditional:
                if (node.child(0) == next)
                    inner.type = Type::boolean();
                else
                    inner = wanted;
                break;
            case NodeKind::Tuple:
            case NodeKind::JsonArray:
                inner.rules = wanted.rules;
                inner.fields = wanted.fields;
                inner.by_path = wanted.by_path;
                if (wanted.type.is_list() || wanted.type.is_set()) inner.type = wanted.type.element();
                if (wanted.type.is_tuple()) {
                    std::size_t at = 0;
                    for (Node child : node.children()) {
                        if (child == next) break;
                        ++at;
                    }
                    if (at < wanted.type.elements().size()) inner.type = wanted.type.elements()[at];
                }
                break;
            case NodeKind::Object:
            case NodeKind::JsonObject:
                inner = wanted;
                break;
            case NodeKind::ObjectItem:
            case NodeKind::JsonProperty:
                if (node.child(0) == next) {
                    inner = wanted;  // the key: of the same object
                } else if (const AttributeDef* field = field_of(wanted, node)) {
                    inner = Expectation::of(*field);
                } else if (wanted.type.is_object() && node.child(0)) {
                    const ObjectAttribute* attribute = wanted.type.find_attribute(key_text(node.child(0)));
                    if (attribute) inner.type = attribute->type;
                } else if (wanted.type.is_map()) {
                    inner.type = wanted.type.element();
                    inner.rules = wanted.rules;
                    inner.fields = wanted.fields;
                }
                break;
            case NodeKind::Call: {
                std::string name;
                for (Node child : node.children())
                    if (child.is(NodeKind::FunctionName)) name = child.text();
                const eval::Function* function = names()->find_function(name);
                std::size_t at = 0;
                for (Node child : node.children()) {
                    if (child.is(NodeKind::FunctionName)) continue;
                    if (child == next) break;
                    ++at;
                }
                const eval::Parameter* parameter = function ? function->parameter_at(at) : nullptr;
                if (parameter) inner.type = parameter->type;
                break;
            }
            case NodeKind::Unary:
                inner.type = node.unary_op() == syntax::UnaryOp::Not ? Type::boolean() : Type::number();
                break;
            case NodeKind::Binary:
                inner.type = operand_type(node.binary_op());
                if (inner.type.is_dynamic()) inner = compared(node, next, i);
                break;
            case NodeKind::Template:
            case NodeKind::Heredoc:
            case NodeKind::Interpolation:
                inner.type = Type::string();
                break;
            case NodeKind::ForTuple:
                if (next == for_collection(node)) break;
                inner.fields = wanted.fields;
                if (wanted.type.is_list() || wanted.type.is_set()) inner.type = wanted.type.element();
                break;
            default:
                break;
        }
        wanted = inner;
    }
    return wanted;
}

Type Completer::operand_type(syntax::BinaryOp op) {
    switch (op) {
        case syntax::BinaryOp::Or:
        case syntax::BinaryOp::And:
            return Type::boolean();
        case syntax::BinaryOp::Equal:
        case syntax::BinaryOp::NotEqual:
            return Type::dynamic();
        default:
            return Type::number();
    }
}

// The other side of a comparison says what this one will be.
Expectation Completer::compared(Node binary, Node side, std::size_t depth) {
    Node other = binary.child(0) == side ? binary.child(1) : binary.child(0);
    Expectation wanted;
    if (!other || other.is(NodeKind::Missing)) return wanted;
    wanted.type = worth(other, std::span(path).first(depth + 1)).unmarked().type();
    if (!wanted.type.is_primitive()) wanted.type = Type::dynamic();
    return wanted;
}

std::string Completer::key_text(Node key) const {
    if (key.is(NodeKind::JsonString)) return std::string(eval::JsonText(key).text());
    return syntax::label_text(key);
}

}  // namespace hcl::ide
