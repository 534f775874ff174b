#include "engine/bind/evaluation.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <tuple>

#include "engine/bind/address.h"
#include "engine/bind/block_values.h"
#include "engine/bind/fixed_scope.h"
#include "engine/bind/instance.h"
#include "engine/bind/keys.h"
#include "engine/bind/module_scope.h"
#include "engine/bind/resolution.h"
#include "engine/bind/single_outcome.h"
#include "engine/bind/spending.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/language/written_function.h"
#include "engine/value/alternatives.h"
#include "engine/value/conversion_cost.h"
#include "engine/value/convert.h"
#include "engine/value/mismatch.h"

namespace hcl::bind {

using language::Decoder;
using syntax::Node;
using syntax::NodeKind;

std::vector<std::string> parameter_names(const BoundUnit& unit, const BoundBlock& block,
                                         std::string& variadic) {
    std::vector<std::string> names;
    for (std::uint32_t index : unit.bodies[block.body].attributes) {
        const BoundAttribute& attribute = unit.attributes[index];
        if (!attribute.expr) continue;
        if (attribute.name == block.def->callable->variadic)
            variadic = eval::static_keyword(eval::Expression(attribute.expr));
        if (attribute.name != block.def->callable->parameters) continue;
        if (auto list = eval::static_list(eval::Expression(attribute.expr)))
            for (const eval::Expression& element : *list)
                if (std::string name = eval::static_keyword(element); !name.empty())
                    names.push_back(std::move(name));
    }
    return names;
}

bool is_parameter(const BoundUnit& unit, const BoundAttribute& attribute, std::string_view name) {
    std::uint32_t block = unit.bodies[attribute.body].block;
    if (block == kNone || !unit.blocks[block].def || !unit.blocks[block].def->callable) return false;
    std::string variadic;
    std::vector<std::string> names = parameter_names(unit, unit.blocks[block], variadic);
    return name == variadic || std::ranges::find(names, name) != names.end();
}

Evaluation::Evaluation(const Module& module, const UnitSlot& slot, UnitState& state, Before before,
                       const Calls& calls, Spending& spending, const Cancel& cancel)
    : module_(module),
      slot_(slot),
      unit_(*slot.unit),
      state_(state),
      before_(std::move(before)),
      calls_(calls),
      spending_(spending),
      rank_(module.files().rank_of(slot.file)),
      cancel_(cancel) {
    has_scopes_ = std::ranges::any_of(unit_.blocks, [](const BoundBlock& block) {
        return block.def && (!block.def->scopes.empty() || block.def->callable);
    });
    if (has_scopes_) {
        in_scope_.resize(unit_.bodies.size());
        body_scopes_.resize(unit_.bodies.size());
    }
    // Findings are not stored per attribute, and values of local names have no keys.
    bool can_reuse = before_.state && before_.state->findings.empty() && before_.state->mismatches.empty() &&
                     !has_scopes_ && unit_.folders.empty() && module.language().modules.sets.language.empty();
    if (can_reuse) {
        function_keys_.reserve(unit_.calls.size());
        for (const std::string& call : unit_.calls) function_keys_.push_back(key_of(KeyKind::Function, call));
    } else {
        before_ = {};
    }
    state_.values.resize(unit_.attributes.size());
    done_.resize(unit_.attributes.size());
    root_ = std::make_shared<ModuleScope>(module, slot);
}

void Evaluation::set_open(std::uint32_t body) {
    state_.open_scopes.resize(unit_.bodies.size());
    state_.open_scopes[body] = true;
}

void Evaluation::spend(std::uint32_t attribute, std::uint64_t steps, std::uint64_t bytes) {
    // An evaluation that uses up a limit counts, however cheap it was.
    const bool is_free = steps <= kFreeSteps && bytes <= kFreeBytes;
    if (is_free && steps < spending_.steps_left(rank_) && bytes < spending_.bytes_left()) return;
    costs_.list.push_back({attribute, static_cast<std::uint32_t>(steps), static_cast<std::uint32_t>(bytes)});
    spending_.add(rank_, steps, bytes);
}

// An evaluation that ran out of steps has no result, so its bytes do not count, unless it used up the limit.
void Evaluation::spend(std::uint32_t attribute, const eval::Budget& budget) {
    const bool counts = budget.state() == eval::Budget::State::Open ||
                        (budget.state() == eval::Budget::State::OutOfBytes && has_taken_rest(budget));
    spend(attribute, budget.steps(), counts ? budget.bytes() : 0);
}

void Evaluation::bound(eval::Limits& limits) const {
    limits.steps = std::min(limits.steps, spending_.steps_left(rank_));
    limits.bytes = std::min(limits.bytes, spending_.bytes_left());
}

// Whether the evaluation took all that the limits of the file and the module left.
bool Evaluation::has_taken_rest(const eval::Budget& budget) const {
    switch (budget.state()) {
        case eval::Budget::State::OutOfSteps:
            return budget.limits().steps == spending_.steps_left(rank_);
        case eval::Budget::State::OutOfBytes:
            return budget.limits().bytes == spending_.bytes_left();
        case eval::Budget::State::Open:
            break;
    }
    return false;
}

// Iterations of a loop find the same mistake: keep one finding per position and message.
void Evaluation::keep_findings(Diagnostics found) {
    // A file in a branch that may not run can be missing; its name can be a message: `file("ERROR: ...")`.
    std::erase_if(found,
                  [](const Diagnostic& d) { return d.rule == eval::kMissingFileRule && d.proviso > 0; });
    struct Kept {
        std::size_t index;
        std::size_t count = 1;
    };
    std::map<std::tuple<std::uint32_t, std::uint32_t, DiagCode, std::string_view>, Kept> places;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Diagnostic& d = found[i];
        auto [it, is_new] = places.try_emplace({d.span.start, d.span.end, d.code, d.message}, Kept{i});
        if (is_new)
            first.push_back(i);
        else
            ++it->second.count;
    }
    std::vector<std::pair<std::size_t, std::size_t>> repeated;
    for (const auto& [place, kept] : places)
        if (kept.count > 1) repeated.emplace_back(kept.index, kept.count);
    for (auto [index, count] : repeated) found[index].message += " (" + std::to_string(count) + " times)";
    for (std::size_t index : first) state_.findings.push_back(std::move(found[index]));
}

namespace {

// The keys of an object that is written out; false where one of them must be computed.
bool add_written_names(Node object, eval::MapScope& names) {
    Node inner = eval::without_parens(object);
    if (!inner.is(NodeKind::Object)) return false;
    std::vector<std::string> keys;
    for (Node item : inner.children()) {
        if (!item.child(0)) return false;
        keys.push_back(eval::static_keyword(eval::Expression(item.child(0))));
        if (keys.back().empty()) return false;
    }
    for (std::string& key : keys) names.set(std::move(key), Value::dynamic());
    return true;
}

// The bare `list` and similar of older versions.
std::optional<Type> bare_collection(std::string_view word) {
    if (word == "list") return Type::list(Type::dynamic());
    if (word == "map") return Type::map(Type::dynamic());
    return std::nullopt;
}

// An identifier, or a quoted word where the attribute allows quotes; empty otherwise.
std::string word_of(const eval::Expression& expression, const AttributeDef& def) {
    std::string word = eval::static_keyword(expression);
    bool may_be_quoted = word.empty() && def.quotes != language::Quotes::Error && expression.is_node() &&
                         expression.node().is(NodeKind::Template);
    return may_be_quoted ? literal_text(expression.node()) : word;
}

}  // namespace

Value Evaluation::pack_value(Node expression, const eval::Scope& scope) {
    if (!spending_.is_open(rank_)) return Value::dynamic();
    eval::EvalOptions options = eval::eval_options(Rules::reference());
    options.source = module_.language().pack;
    options.cancel = cancel_;
    bound(options.limits);
    eval::Budget budget(options.limits, cancel_);
    eval::EvalResult result = eval::evaluate(expression, &scope, options, budget);
    spend(kNone, budget);
    return has_errors(result.diagnostics) ? Value::dynamic() : result.value;
}

Value Evaluation::self_of(std::uint32_t body, const language::Needs& needs) {
    // Evaluates the inputs first, including those in nested blocks.
    std::vector<std::uint32_t> bodies;
    for (std::uint32_t index : unit_.bodies[body].attributes)
        if (needs.contains(unit_.attributes[index].name)) attribute(index);
    for (std::uint32_t block : unit_.bodies[body].blocks)
        if (needs.contains(unit_.blocks[block].type)) bodies.push_back(unit_.blocks[block].body);
    while (!bodies.empty()) {
        const BoundBody& inner = unit_.bodies[bodies.back()];
        bodies.pop_back();
        for (std::uint32_t index : inner.attributes) attribute(index);
        for (std::uint32_t block : inner.blocks) bodies.push_back(unit_.blocks[block].body);
    }
    return merged_object(module_, slot_, body, &needs);
}

namespace {

// The object type of all bodies that cases selected, as an unknown value; dynamic when
// one of them is not an object.
Value chosen_outcome(const BoundBody& body) {
    if (body.is_lenient || body.defs.size() < 2) return Value::dynamic();
    if (body.defs.size() == 2) return language::outcome_of(*body.defs[1]);
    std::vector<std::pair<std::string, Value>> members;
    for (std::size_t i = 1; i < body.defs.size(); ++i) {
        Value part = language::outcome_of(*body.defs[i]);
        Type type = part.type();
        if (!type.is_object()) return Value::dynamic();
        for (std::size_t k = 0; k < type.attributes().size(); ++k) {
            const ObjectAttribute& member = type.attributes()[k];
            members.emplace_back(member.name,
                                 part.has_content() ? part.value_at(k) : Value::unknown(member.type));
        }
    }
    return Value::object(std::move(members));
}

}  // namespace

Value single_outcome(const Module& module, const BoundUnit& unit, const Declaration& declaration) {
    if (declaration.block == kNone) return Value::dynamic();
    const BoundBlock& block = unit.blocks[declaration.block];
    if (block.def && block.def->call) {
        const std::string folder = called_folder(unit, block);
        const InterfacePtr called = folder.empty() ? nullptr : module.foreign().find(folder, "");
        if (!called || called->is_absent) return Value::dynamic();
        std::vector<std::pair<std::string, Value>> outputs;
        for (const InterfaceItem& item : called->items)
            if (item.kind == block.def->call->outputs) outputs.emplace_back(item.name, item.value);
        return Value::object(std::move(outputs));
    }
    return declaration.def->needs.outcome ? chosen_outcome(unit.bodies[block.body]) : Value::dynamic();
}

// The outcome of the innermost enclosing block that declares a symbol.
Value Evaluation::outcome_around(std::uint32_t body) const {
    for (std::uint32_t around : bodies_around(unit_, body)) {
        std::uint32_t block = unit_.bodies[around].block;
        if (block == kNone || unit_.blocks[block].declaration == kNone) continue;
        if (unit_.declarations[unit_.blocks[block].declaration].block == block)
            return chosen_outcome(unit_.bodies[around]);
    }
    return Value::dynamic();
}

const eval::Scope* Evaluation::scope_of(std::uint32_t body) {
    if (!has_scopes_) return root_.get();
    if (body_scopes_[body]) return body_scopes_[body].get();
    std::uint32_t block = unit_.bodies[body].block;
    if (block == kNone) {
        body_scopes_[body] = root_;
        return root_.get();
    }
    const BoundBlock& b = unit_.blocks[block];
    const eval::Scope* outer = scope_of(b.parent);
    if (!b.def || (b.def->scopes.empty() && !b.def->callable)) {
        body_scopes_[body] = body_scopes_[b.parent];
        return outer;
    }
    // While the names of a scope are computed, the body sees the outer scope: they
    // cannot depend on themselves.
    if (in_scope_[body]) return outer;
    in_scope_[body] = true;
    if (auto fixed = fixed_scope(module_.language(), *b.def)) {
        state_.scopes.resize(unit_.bodies.size());
        body_scopes_[body] = std::make_shared<eval::SharedScope>(body_scopes_[b.parent], fixed);
        state_.scopes[body] = std::move(fixed);
        return body_scopes_[body].get();
    }
    auto names = std::make_shared<eval::MapScope>(body_scopes_[b.parent]);
    names->allow_variables();
    if (b.def->callable) {
        std::string variadic;
        for (const std::string& name : parameter_names(unit_, b, variadic))
            names->set(name, Value::dynamic());
        if (!variadic.empty()) names->set(variadic, Value::dynamic());
    }
    std::shared_ptr<const eval::FunctionTable> functions;
    for (const language::ScopeDef& def : b.def->scopes) {
        eval::MapScope pack;
        pack.set_functions(module_.language().own_functions());
        pack.set("self", self_of(body, def.needs));
        pack.set("label", labels_of(b));
        if (def.needs.set) pack.set("set", set_of(module_, slot_, body, &def.needs));
        if (def.needs.outcome) pack.set("outcome", outcome_around(body));
        if (def.when) {
            // Names that may exist are not reported.
            Value when = pack_value(def.when, pack).unmarked();
            if (when.is_known_bool() && !when.as_bool()) continue;
        }
        if (def.functions) {
            eval::FunctionTable all = functions ? *functions : eval::FunctionTable();
            for (const auto& [name, function] : def.functions->all()) all.add(name, function);
            functions = std::make_shared<const eval::FunctionTable>(std::move(all));
        }
        if (!def.names) continue;
        Value object = pack_value(def.names, pack).unmarked();
        if (!object.has_content() || !(object.type().is_object() || object.type().is_map())) {
            if (!add_written_names(def.names, *names)) set_open(body);
            continue;
        }
        for (std::size_t i = 0; i < object.size(); ++i) {
            Value key = object.key_at(i);
            names->set(std::string(key.as_string()), object.value_at(i));
        }
    }
    // Stored without the outer scope, which belongs to this evaluation.
    auto kept = std::make_shared<eval::MapScope>();
    kept->allow_variables();
    for (const auto& [name, value] : names->variables()) kept->set(name, value);
    if (functions) {
        names->set_functions(functions);
        kept->set_functions(functions);
    }
    state_.scopes.resize(unit_.bodies.size());
    state_.scopes[body] = std::move(kept);
    body_scopes_[body] = names;
    return names.get();
}

// Keywords, addresses and types are not evaluated. Empty for decoders that evaluate.
std::optional<Value> Evaluation::decoded_statically(const BoundAttribute& a) {
    eval::Expression expression(a.expr);
    auto take = [&](auto& result) {
        if (!result) state_.findings.push_back(result.error());
    };
    switch (a.def->decoder) {
        case Decoder::Type:
            return decoded_type(expression, *a.def);
        case Decoder::Keyword:
            if (std::string word = word_of(expression, *a.def); !word.empty()) return Value::string(word);
            report_decoding(expression, eval::keyword_type());
            return Value::dynamic();
        case Decoder::Identifiers: {
            std::vector<Value> words;
            auto list = eval::static_list(expression);
            for (std::size_t i = 0; list && i < list->size(); ++i)
                if (std::string word = word_of((*list)[i], *a.def); !word.empty())
                    words.push_back(Value::string(std::move(word)));
            if (list && words.size() == list->size()) return Value::tuple(std::move(words));
            report_decoding(expression, eval::identifier_list_type());
            return Value::dynamic();
        }
        case Decoder::Address:
        case Decoder::Addresses:
            return address_value(*a.def, a.expr, module_.language().names.optional_root);
        case Decoder::Traversal: {
            auto result = eval::static_traversal(expression);
            take(result);
            return Value::dynamic();
        }
        case Decoder::Traversals: {
            auto list = eval::static_list(expression);
            take(list);
            if (list)
                for (const eval::Expression& element : *list) {
                    auto result = eval::static_traversal(element);
                    take(result);
                }
            return Value::dynamic();
        }
        case Decoder::Call: {
            auto result = eval::static_call(expression);
            take(result);
            return Value::dynamic();
        }
        case Decoder::None:
        case Decoder::Closure:
        case Decoder::Expression:
            break;
    }
    return std::nullopt;
}

Value Evaluation::decoded_type(const eval::Expression& expression, const AttributeDef& def) {
    if (def.takes_bare_collections)
        if (auto type = bare_collection(eval::static_keyword(expression)))
            return eval::type_constraint_value(*type);
    const Node node = eval::without_parens(expression.node());
    if (def.rules.is_open && node.is(syntax::NodeKind::Tuple)) {
        // Alternatives: a list of types.
        for (Node one : node.children()) decoded_type(eval::Expression(one, expression.source()), def);
        return Value::dynamic();
    }
    const auto kind =
        def.takes_int ? eval::TypeExpressionKind::ExactOrInt : eval::TypeExpressionKind::Defaults;
    auto parsed = eval::parse_type(expression, kind, *module_.language().rules);
    // Nothing follows from a type with errors.
    const bool is_broken = has_errors(parsed.diagnostics);
    for (Diagnostic& d : parsed.diagnostics) state_.findings.push_back(std::move(d));
    if (is_broken) return Value::dynamic();
    return eval::type_constraint_value(parsed.type, parsed.defaults);
}

// Reports why the expression cannot be decoded.
void Evaluation::report_decoding(const eval::Expression& expression, const Type& type) {
    auto result =
        eval::decode_expression(expression, type, {}, eval::eval_options(*module_.language().rules));
    for (Diagnostic& d : result.diagnostics) state_.findings.push_back(std::move(d));
}

namespace {

// Findings about elements, which exist where the condition of the block is another.
bool depends_on_value(DiagCode code) {
    return code == DiagCode::IndexOfEmpty || code == DiagCode::IndexOutOfRange ||
           code == DiagCode::MissingIndex;
}

bool is_about_limit(const Diagnostic& d) {
    return d.code == DiagCode::EvaluationTooLong || d.code == DiagCode::EvaluationTooLarge;
}

}  // namespace

Value Evaluation::decoded(std::uint32_t index) {
    const BoundAttribute& a = unit_.attributes[index];
    const bool is_static = a.def->decoder != Decoder::None && a.def->decoder != Decoder::Closure;
    if (a.is_broken && is_static) return Value::dynamic();
    if (std::optional<Value> value = decoded_statically(a)) return std::move(*value);
    if (a.def->decoder == Decoder::Expression && a.def->fields) {
        // Its members contain addresses; the literal value is final.
        eval::EvalResult written = eval::evaluate(a.expr, nullptr);
        return has_errors(written.diagnostics) ? Value::dynamic() : written.value;
    }
    eval::EvalOptions options = eval::eval_options(*module_.language().rules);
    options.cancel = cancel_;
    options.checking = eval::Checking::Everything;
    options.limits.steps = 200'000;
    options.limits.bytes = 16u << 20;
    options.limits.diagnostics = limits::attribute_findings;
    bound(options.limits);
    const eval::Scope* scope = a.def->is_constant ? nullptr : scope_of(a.body);
    root_->begin(index);
    eval::Budget budget(options.limits, cancel_);
    eval::EvalResult result = eval::evaluate(a.expr, scope, options, budget);
    // Reported once, for the module.
    if (has_taken_rest(budget)) std::erase_if(result.diagnostics, is_about_limit);
    spend(index, budget);
    if (a.is_broken) {
        std::erase_if(result.diagnostics,
                      [&](const Diagnostic& d) { return is_about_broken_part(a.expr, d.span); });
        if (!module_.language().evaluation.is_silent) keep_findings(std::move(result.diagnostics));
        return value_of_broken(a, result.value);
    }
    bool is_wrong = has_errors(result.diagnostics);
    std::erase_if(result.diagnostics, [&](const Diagnostic& d) {
        return d.severity == Severity::Error && blame_begun_name(index, d.span);
    });
    // The block may never be generated: findings in it are warnings, and its values are not used.
    const bool is_uncertain = may_not_be_made(a.body);
    if (is_uncertain)
        for (Diagnostic& d : result.diagnostics)
            if (d.severity == Severity::Error &&
                (depends_on_value(d.code) || !is_of_described_symbol(index, d.span)))
                d.severity = Severity::Warning;
    if (!module_.language().evaluation.is_silent) keep_findings(std::move(result.diagnostics));
    if (a.def->decoder != Decoder::None) return Value::dynamic();
    // A reference is cheap for values of any size, but a conversion walks the value.
    if (!a.def->type.is_dynamic() || !a.def->types.empty())
        spend(index, conversion_cost(result.value, a.def->type), 0);
    if (is_uncertain) return Value::unknown(a.def->type.without_optional());
    if (!a.def->types.empty() && !is_wrong) return one_of_types(index, result.value);
    if (a.def->type.is_dynamic()) return result.value;
    if (is_wrong) return Value::unknown(a.def->type.without_optional());
    Value value = result.value;
    if (a.def->defaults) value = a.def->defaults->apply(value, *module_.language().rules);
    ValueResult converted = convert_value(value, a.def->type, *module_.language().rules);
    if (converted) return std::move(*converted);
    add_mismatch(index,
                 at_innermost_part(converted.error(), value.type(), a.def->type, *module_.language().rules));
    return Value::unknown(a.def->type.without_optional());
}

Value Evaluation::one_of_types(std::uint32_t index, const Value& value) {
    ValueResult converted =
        convert_to_one_of(value, unit_.attributes[index].def->types, *module_.language().rules);
    if (converted) return std::move(*converted);
    add_mismatch(index, converted.error());
    return Value::dynamic();
}

bool Evaluation::is_as_before(std::uint32_t index) const {
    if (!before_.state) return false;
    // Calls are not recorded by attribute.
    if (std::ranges::any_of(function_keys_, std::cref(before_.has_changed))) return false;
    bool is_same = true;
    for (const Reference& reference : references_of(unit_, index))
        each_key_of(reference, [&](std::uint64_t key) { is_same = is_same && !before_.has_changed(key); });
    return is_same;
}

void Evaluation::attribute(std::uint32_t index) {
    if (done_[index]) return;
    // The names of its scope may depend on it, so they are computed first.
    if (has_scopes_) scope_of(unit_.attributes[index].body);
    if (done_[index]) return;
    done_[index] = true;
    const BoundAttribute& a = unit_.attributes[index];
    if (!a.expr || a.expr.is(NodeKind::Missing) || !a.def) {
        // The type of an unknown attribute is unknown; its expression could still have
        // errors, but is not evaluated.
        return;
    }
    if (is_as_before(index)) {
        state_.values[index] = before_.state->values[index];
        if (const auto* costs = before_.state->memo.peek<UnitCosts>())
            for (const Cost& cost : costs->list)
                if (cost.attribute == index) spend(index, cost.steps, cost.bytes);
        return;
    }
    if (!spending_.is_open(rank_) || has_begun_name(index)) {
        state_.values[index] = Value::unknown(a.def->type.without_optional());
        return;
    }
    Value value = decoded(index);
    if (a.def->is_sensitive) value = value.with_marks(Marks::sensitive());
    state_.values[index] = std::move(value);
}

// The called module with the arguments of the call; null: as in any call.
ModulePtr Evaluation::called_instance(const BoundBlock& block, const std::string& folder,
                                      const Interface& interface) {
    const Symbol symbol = Symbol::of(slot_.file, slot_.label, Symbol::Kind::Declaration, block.declaration);
    if (!calls_.called || calls_.depth == 0 || !spending_.is_open_for_calls()) return nullptr;
    const Cycles& cycles = module_.cycles();
    if (!interface.identity || cycles.through_calls.contains(symbol) || cycles.members.contains(symbol))
        return nullptr;
    for (std::uint32_t i : unit_.bodies[block.body].attributes)
        if (is_argument(slot_, block, i)) attribute(i);
    InputsPtr inputs = inputs_of(slot_, block);
    const ModulePtr called = calls_.called(module_, folder);
    if (!called) return nullptr;
    if (const std::uint64_t usual = usual_cost(*called); usual >= spending_.call_steps_left()) {
        costs_.call_steps += usual;
        spending_.add_call(usual);
        return nullptr;
    }
    const Instance made =
        instantiate(*called, std::move(inputs), calls_.called, cancel_, calls_.depth - 1, PathBase::Callers);
    // The outputs become an object of their own.
    const std::uint64_t steps = made.steps + interface.items.size();
    costs_.call_steps += steps;
    spending_.add_call(steps);
    return spending_.is_open_for_calls() ? made.module : nullptr;
}

// The values of the called module's output symbols, by name.
Value Evaluation::called_value(const BoundBlock& block, bool is_read, eval::MapScope& pack) {
    Value called = Value::dynamic();
    std::string folder = called_folder(unit_, block);
    InterfacePtr module = folder.empty() ? nullptr : module_.foreign().find(folder, "");
    if (module && !module->is_absent) {
        const std::string& kind = block.def->call->outputs;
        const bool has_value = is_read && declaration_of_call(unit_, block) != kNone;
        const ModulePtr instance = has_value ? called_instance(block, folder, *module) : nullptr;
        if (!instance) {
            called = module->values_of(kind);
        } else {
            std::vector<std::pair<std::string, Value>> outputs;
            for (const InterfaceItem& item : module->items) {
                if (item.kind != kind) continue;
                const SymbolList found = instance->symbols().by_kind_and_name(kind, item.name);
                const Value& value = found.empty() ? item.value : instance->value_of(found.back());
                outputs.emplace_back(item.name, value);
            }
            called = Value::object(std::move(outputs));
        }
    }
    pack.set("called", called);
    return called;
}

SymbolFacts Evaluation::facts_of(const SymbolDef& def, const eval::MapScope& pack) {
    SymbolFacts facts;
    if (def.type) {
        Value type = pack_value(def.type, pack).unmarked();
        if (type.has_content() && type.type() == eval::type_constraint_type()) {
            facts.type = type.capsule_as<eval::TypeConstraint>().type;
            facts.defaults = type.capsule_as<eval::TypeConstraint>().defaults;
        } else {
            facts.is_type_wrong = type.is_unknown();
        }
    }
    if (def.indexed) {
        Value indexed = pack_value(def.indexed, pack).unmarked();
        facts.may_be_indexed = !indexed.is_known_bool() || indexed.as_bool();
    }
    if (def.unusable) {
        Value reason = pack_value(def.unusable, pack).unmarked();
        if (reason.is_known_string()) facts.unusable = std::string(reason.as_string());
    }
    if (def.required) {
        Value required = pack_value(def.required, pack).unmarked();
        facts.is_required = required.is_known_bool() && required.as_bool();
    }
    if (def.nullable) {
        const Value nullable = pack_value(def.nullable, pack).unmarked();
        facts.refuses_null = nullable.is_known_bool() && !nullable.as_bool();
    }
    return facts;
}

namespace {

// The value of the declaration is its plain block.
bool is_whole_block(const BoundUnit& unit, const Declaration& d) {
    const SymbolDef& def = *d.def;
    return d.attribute == kNone && !def.value && !def.sensitive && !def.ephemeral && !def.is_open_ended &&
           !def.type && !def.required && !def.nullable && !def.indexed && !def.unusable &&
           !unit.blocks[d.block].def->call;
}

// Whether the module is an instance and the declaration one of its inputs.
bool is_given(const Module& module, const Declaration& d) {
    const Instantiation* instantiation = module.instantiation();
    return instantiation && d.block != kNone && d.def->kind == instantiation->inputs->kind;
}

bool is_still_typed(const BoundUnit& unit, const Declaration& d) {
    return d.block != kNone && unit.bodies[unit.blocks[d.block].body].is_broken;
}

// Whether an argument that the value depends on lacks its "=": syntax sees a block.
bool lacks_sign(const BoundUnit& unit, const Declaration& d) {
    if (!is_still_typed(unit, d)) return false;
    const BoundBody& body = unit.bodies[unit.blocks[d.block].body];
    return std::ranges::any_of(body.blocks, [&](std::uint32_t i) {
        const BoundBlock& block = unit.blocks[i];
        return !block.def && std::ranges::find(d.def->needs.names, block.type) != d.def->needs.names.end();
    });
}

// The symbols of a unit, computed on demand.
struct LateSymbols {
    std::vector<Value> list;
};

}  // namespace

const Value& symbol_value(const BoundUnit& unit, const UnitState& state, std::uint32_t declaration) {
    static const Value kUnknown;
    if (!state.symbols.empty()) return state.symbols[declaration];
    if (!state.are_symbols_late) return kUnknown;
    return state.memo
        .get<LateSymbols>([&] {
            LateSymbols late;
            for (const Declaration& d : unit.declarations) {
                late.list.push_back(body_object(unit, state, unit.blocks[d.block].body, &d.def->needs, 0));
                if (is_still_typed(unit, d)) late.list.back() = value_still_typed(late.list.back());
            }
            return late;
        })
        .list[declaration];
}

// The value of an input in an instance of the module; empty when it is as in the module.
std::optional<Value> Evaluation::input_value(const Declaration& declaration, const SymbolFacts& facts) {
    if (!is_given(module_, declaration)) return std::nullopt;
    const SymbolDef& def = *declaration.def;
    const BoundBody& body = unit_.bodies[unit_.blocks[declaration.block].body];
    const Value* given = module_.instantiation()->inputs->find(declaration.address.back());
    // Null means the fallback if the fallback does not allow null.
    const AttributeDef* fallback = def.fallback.empty() ? nullptr : body.attribute(def.fallback);
    const bool is_set = given && !(given->is_null() && fallback && !fallback->allows_null);
    if (!is_set) {
        given = nullptr;
        for (std::uint32_t i : body.attributes) {
            if (unit_.attributes[i].name != def.fallback || !unit_.attributes[i].expr) continue;
            attribute(i);
            given = &state_.values[i];
        }
    }
    if (!given) return std::nullopt;
    if (facts.is_type_wrong) return Value::dynamic().with_same_marks(*given);
    spend(kNone, conversion_cost(*given, facts.type), 0);
    const Rules& rules = *module_.language().rules;
    ValueResult converted =
        convert_value(facts.defaults ? facts.defaults->apply(*given, rules) : *given, facts.type, rules);
    if (!converted) return std::nullopt;
    return *std::move(converted);
}

// Whether all symbols of the unit can be computed on demand.
bool Evaluation::may_all_wait() {
    if (!may_all_wait_)
        may_all_wait_ = std::ranges::all_of(unit_.declarations, [&](const Declaration& one) {
            return is_whole_block(unit_, one) && !is_given(module_, one);
        });
    return *may_all_wait_;
}

bool Evaluation::is_disabled(const SymbolDef& def, std::uint32_t body) {
    if (def.enabled_by.empty()) return false;
    const std::uint32_t setting = attribute_inside(unit_, body, def.enabled_by);
    if (setting == kNone) return false;
    attribute(setting);
    const Value& value = state_.values[setting].unmarked();
    return value.is_known_bool() && !value.as_bool();
}

void Evaluation::declaration(std::uint32_t index, bool is_read) {
    const Declaration& d = unit_.declarations[index];
    const SymbolDef& def = *d.def;
    if (state_.symbols.empty()) {
        if (!is_read && may_all_wait()) return;
        state_.symbols.resize(unit_.declarations.size());
    }
    if (d.attribute != kNone) {
        attribute(d.attribute);
        Value self = state_.values[d.attribute];
        if (def.value) {
            eval::MapScope pack;
            pack.set_functions(module_.language().own_functions());
            pack.set("self", self);
            pack.set("name", Value::string(unit_.attributes[d.attribute].name));
            self = pack_value(def.value, pack);
        }
        state_.symbols[index] = std::move(self);
        return;
    }
    const BoundBlock& block = unit_.blocks[d.block];
    eval::MapScope pack;
    pack.set_functions(module_.language().own_functions());
    Value self = self_of(block.body, def.needs);
    Value value = self;
    if (!is_whole_block(unit_, d) || is_given(module_, d)) {
        pack.set("self", self);
        pack.set("label", labels_of(block));
        if (def.needs.set) pack.set("set", set_of(module_, slot_, block.body, &def.needs));
        if (def.needs.outcome) pack.set("outcome", chosen_outcome(unit_.bodies[block.body]));
        if (block.def->call) value = called_value(block, is_read, pack);
        if (def.value) value = pack_value(def.value, pack);
        if (is_disabled(def, block.body)) value = Value::null();
        if (def.type || def.required || def.indexed || def.unusable) {
            state_.facts.resize(unit_.declarations.size());
            SymbolFacts facts = facts_of(def, pack);
            // The text that is not understood may become its default.
            facts.is_required = facts.is_required && !is_still_typed(unit_, d);
            state_.facts[index] = std::move(facts);
        }
        if (is_still_typed(unit_, d)) value = value_still_typed(value);
        if (lacks_sign(unit_, d)) value = Value::dynamic();
        std::optional<Value> given = input_value(d, state_.facts_of(index));
        auto holds = [&](Node expression) {
            if (!expression) return false;
            Value flag = pack_value(expression, pack).unmarked();
            return flag.is_known_bool() && flag.as_bool();
        };
        const bool is_ephemeral = holds(def.ephemeral);
        // An ephemeral value for an input that takes none is refused at the call: nothing follows from it.
        const bool is_refused = given && def.ephemeral && !is_ephemeral && given->contains_marks() &&
                                given->marks_deep().has(MarkKind::Ephemeral);
        if (given && !is_refused) value = *std::move(given);
        if (holds(def.sensitive)) value = value.with_marks(Marks::sensitive());
        if (is_ephemeral) value = value.with_marks(Marks::ephemeral());
        if (def.is_open_ended) {
            state_.more_names.resize(unit_.declarations.size());
            state_.more_names[index] = more_names_of(d, pack);
        }
    } else if (is_still_typed(unit_, d)) {
        value = value_still_typed(value);
    }
    state_.symbols[index] = std::move(value);
}

void Evaluation::rest() {
    if (has_scopes_)
        for (std::uint32_t body = 0; body < unit_.bodies.size(); ++body) scope_of(body);
    for (std::uint32_t index = 0; index < unit_.attributes.size(); ++index) attribute(index);
    body_scopes_.clear();
    state_.are_symbols_late = state_.symbols.empty();
    if (!costs_.list.empty() || costs_.call_steps > 0)
        state_.memo.get<UnitCosts>([&] { return std::move(costs_); });
}

}  // namespace hcl::bind
