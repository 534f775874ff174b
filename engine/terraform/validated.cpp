#include "engine/terraform/validated.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/function.h"
#include "engine/terraform/named_values.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundUnit;
using bind::Declaration;
using bind::kNone;
using bind::UnitSlot;

constexpr std::uint64_t kMostSteps = 50'000;
constexpr std::uint64_t kMostStepsOfFile = 1'000'000;
constexpr std::size_t kMostLocals = 500;  // evaluated for one expression
constexpr int kMostNested = 30;           // locals that read each other

// Both operands of `&&` and `||` are evaluated: later versions ignore what the second one may never be needed
// for, but a mistake there is one in every version.
const Rules& rules_of_validate() {
    static const Rules rules = [] {
        Rules own = Rules::reference();
        own.logic_drops_errors = false;
        own.unknown_logic_is_unknown = true;
        own.unknown_objects_take_any_key = true;
        own.findings_as_library = true;
        return own;
    }();
    return rules;
}

// The outputs of called modules, which many expressions read. A context is used by one thread.
class CalledOutputs {
  public:
    const Value& of(const bind::ModulePtr& called) {
        const auto [known, is_new] = by_module_.try_emplace(called, Value::dynamic());
        if (is_new) known->second = made(*called);
        return known->second;
    }

  private:
    static Value made(const bind::Module& called) {
        std::vector<std::pair<std::string, Value>> outputs;
        std::set<std::string_view> seen;
        for (const bind::Symbol symbol : called.symbols().by_kind("output"))
            if (symbol.is_declaration() && seen.insert(called.declaration(symbol).address.back()).second)
                outputs.emplace_back(called.declaration(symbol).address.back(), Value::dynamic());
        return Value::object(std::move(outputs));
    }

    std::map<bind::ModulePtr, Value> by_module_;
};

// `validate` leaves unknown what is unknown; in a plan every ephemeral value becomes null.
eval::FunctionPtr leaving_unknown(const eval::Function& function) {
    eval::Function out;
    out.parameters = function.parameters;
    out.result_type = function.result_type;
    for (eval::Parameter& parameter : out.parameters)
        parameter.allow_null = parameter.allow_unknown = parameter.allow_dynamic = parameter.allow_marked =
            true;
    out.implementation = [&function](std::span<const Value> arguments, const Type&,
                                     eval::CallContext& call) -> eval::FunctionResult<Value> {
        if (arguments.size() == 1 && !arguments[0].is_wholly_known())
            return Value::unknown(arguments[0].type());
        return eval::call_function(function, arguments, call);
    };
    return std::make_shared<const eval::Function>(std::move(out));
}

constexpr std::array<std::string_view, 2> kWithoutEphemeral{"ephemeralasnull", "core::ephemeralasnull"};

class Validation {
  public:
    explicit Validation(const check::ExtensionContext& context)
        : context_(context), module_(*context.module), budget_(limits(module_), context.cancel) {}

    // `part`: of the attribute's expression; null: all of it.
    eval::EvalResult evaluate(const UnitSlot& slot, std::uint32_t attribute, syntax::Node part = {}) {
        const BoundUnit& unit = *slot.unit;
        const bind::BoundAttribute& bound = unit.attributes[attribute];
        eval::EvalResult out{Value::dynamic(), {}};
        const syntax::Node expr = part ? part : bound.expr;
        if (!expr) return out;
        std::map<std::string, NamedValues, std::less<>> roots;
        for (const bind::Reference& reference : references_within(unit, attribute, expr.span()))
            if (!reference.is_text && !reference.is_address) name(roots, slot, reference);
        const auto outer = scope_of_body(context_, module_, slot, bound.body);
        eval::MapScope scope(outer.get());
        for (const auto& [root, names] : roots) scope.set(root, names.made());
        if (expr.text().contains(kWithoutEphemeral[0])) set_functions(scope, *outer);
        out.value = eval::evaluate(expr, &scope, rules_of_validate(), budget_, nullptr, out.diagnostics);
        return out;
    }

    std::uint64_t steps() const { return budget_.steps(); }

  private:
    static void set_functions(eval::MapScope& scope, const eval::Scope& outer) {
        auto functions = std::make_shared<eval::FunctionTable>();
        for (const std::string_view name : kWithoutEphemeral)
            if (const eval::Function* function = outer.find_function(name))
                functions->add(std::string(name), leaving_unknown(*function));
        scope.set_functions(std::move(functions));
    }

    static std::span<const bind::Reference> references_within(const BoundUnit& unit, std::uint32_t attribute,
                                                              Span span) {
        const auto all = bind::references_of(unit, attribute);
        auto start_of = [](const bind::Reference& reference) { return reference.span.start; };
        const auto first = std::ranges::lower_bound(all, span.start, {}, start_of);
        return {first, std::ranges::upper_bound(first, all.end(), span.end, {}, start_of)};
    }

    static eval::Limits limits(const bind::Module& module) {
        eval::Limits limits;
        limits.steps = std::min(kMostSteps, module.limits().file_steps);
        return limits;
    }

    void name(std::map<std::string, NamedValues, std::less<>>& roots, const UnitSlot& slot,
              const bind::Reference& reference) {
        const std::string& root = reference.steps[0].name;
        if (root == "self") {
            roots[root];
            return;
        }
        if (reads_root(reference) && context_.is_root()) {
            NamedValues& paths = roots[root];
            for (const char* folder : {"module", "root"}) paths.inner[folder].value = Value::string(".");
            paths.inner["cwd"].value = Value::unknown(Type::string());
            return;
        }
        const bind::Resolution found = bind::resolve(module_, slot, reference);
        if (found.kind != bind::Resolution::Kind::Symbol || found.symbols.empty()) return;
        const bind::Symbol symbol = found.symbols.back();
        if (!symbol.is_declaration() || found.steps > reference.steps.size()) return;
        NamedValues* place = &roots[root];
        for (std::size_t i = 1; i < found.steps; ++i) place = &place->inner[reference.steps[i].name];
        place->value = value_of(symbol);
    }

    Value value_of(bind::Symbol symbol) {
        const Declaration& declaration = module_.declaration(symbol);
        const UnitSlot home = module_.slot_of(symbol);
        const std::string& kind = declaration.def->kind;
        if (kind == "variable") return variable(symbol, declaration, home);
        if (kind == "module") return call(declaration, home);
        if (declaration.attribute != kNone) return local(home, declaration.attribute);
        return Value::dynamic();
    }

    Value variable(bind::Symbol symbol, const Declaration& declaration, const UnitSlot& home) const {
        Type type;
        if (declaration.block != kNone && home.state) {
            const bind::BoundAttribute* written =
                attribute_of(*home.unit, home.unit->blocks[declaration.block].body, "type");
            if (written) {
                const auto index = index_of(*home.unit, *written);
                const Value& held = index < home.state->values.size() ? home.state->values[index].unmarked()
                                                                      : Value::dynamic();
                if (held.has_content() && held.type() == eval::type_constraint_type())
                    type = held.capsule_as<eval::TypeConstraint>().type.without_optional();
            }
        }
        const Value out = Value::unknown(type);
        const Value& known = module_.value_of(symbol);
        return known.contains_marks() ? out.with_marks(known.marks_deep()) : out;
    }

    Value call(const Declaration& declaration, const UnitSlot& home) const {
        if (declaration.block == kNone) return Value::dynamic();
        const bind::BoundBlock& block = home.unit->blocks[declaration.block];
        const std::string folder = bind::called_folder(*home.unit, block);
        const bind::ModulePtr called = context_.called_in(folder);
        if (!called)
            return is_empty_folder(context_, folder) ? Value::unknown(Type::object({})) : Value::dynamic();
        const Value& one =
            context_.memo
                ->get<std::unique_ptr<CalledOutputs>>([] { return std::make_unique<CalledOutputs>(); })
                ->of(called);
        if (attribute_of(*home.unit, block.body, "count")) return Value::unknown(Type::list(one.type()));
        if (attribute_of(*home.unit, block.body, "for_each")) return Value::unknown(Type::map(one.type()));
        return Value::unknown(one.type());
    }

    Value local(const UnitSlot& home, std::uint32_t attribute) {
        const std::pair key{bind::UnitPlace{home.file, home.label}, attribute};
        if (const auto found = locals_.find(key); found != locals_.end()) return found->second;
        if (locals_.size() >= kMostLocals || depth_ >= kMostNested) return Value::dynamic();
        locals_.emplace(key, Value::dynamic());  // what a cycle reads
        ++depth_;
        Value value = evaluate(home, attribute).value;
        --depth_;
        return locals_[key] = std::move(value);
    }

    const check::ExtensionContext& context_;
    const bind::Module& module_;
    eval::Budget budget_;
    std::map<std::pair<bind::UnitPlace, std::uint32_t>, Value> locals_;
    int depth_ = 0;
};

// The latest results. Few, because values can be much larger than their text. A context is used by one
// thread.
class Latest {
  public:
    using Result = std::shared_ptr<const eval::EvalResult>;

    explicit Latest(std::uint64_t most_steps) : left_(std::min(most_steps, kMostStepsOfFile)) {}
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    template <typename Compute>
    Result get(const bind::UnitPlace& unit, std::uint32_t attribute, Span part, Compute&& compute) {
        for (const Entry& entry : entries_)
            if (entry.result && entry.unit == unit && entry.attribute == attribute && entry.part == part)
                return entry.result;
        if (left_ == 0) return std::make_shared<const eval::EvalResult>(Value::dynamic(), Diagnostics());
        auto [value, steps] = std::forward<Compute>(compute)();
        left_ -= std::min(left_, steps + kStepsOfStart);
        Result made = std::make_shared<const eval::EvalResult>(std::move(value));
        entries_[next_] = {unit, attribute, part, made};
        next_ = (next_ + 1) % entries_.size();
        return made;
    }

  private:
    struct Entry {
        bind::UnitPlace unit;
        std::uint32_t attribute = kNone;
        Span part;
        Result result;
    };
    static constexpr std::uint64_t kStepsOfStart = 10;  // names and results are made anew
    std::array<Entry, 8> entries_;
    std::size_t next_ = 0;
    std::uint64_t left_;
};

// The names of the units that were looked at last. A context is used by one thread.
class LatestNames {
  public:
    using Names = std::shared_ptr<const eval::Scope>;

    const Names& of(const bind::Module& module, const UnitSlot& slot) {
        const bind::UnitPlace place{slot.file, slot.label};
        for (const Entry& entry : entries_)
            if (entry.module == &module && entry.unit == place) return entry.names;
        Entry& entry = entries_[next_];
        next_ = (next_ + 1) % entries_.size();
        entry = {&module, place, bind::module_scope_of(module, slot)};
        return entry.names;
    }

  private:
    struct Entry {
        const bind::Module* module = nullptr;
        bind::UnitPlace unit;
        Names names;
    };
    std::array<Entry, 8> entries_;
    std::size_t next_ = 0;
};

}  // namespace

std::shared_ptr<const eval::Scope> scope_of_body(const check::ExtensionContext& context,
                                                 const bind::Module& module, const UnitSlot& slot,
                                                 std::uint32_t body) {
    const auto& latest =
        context.memo->get<std::unique_ptr<LatestNames>>([] { return std::make_unique<LatestNames>(); });
    return bind::scope_of(module, slot, body, latest->of(module, slot));
}

std::shared_ptr<const eval::EvalResult> validated_value(const check::ExtensionContext& context,
                                                        const UnitSlot& slot, std::uint32_t attribute,
                                                        syntax::Node part) {
    const auto& latest = context.memo->get<std::unique_ptr<Latest>>(
        [&] { return std::make_unique<Latest>(context.module->limits().file_steps); });
    return latest->get({slot.file, slot.label}, attribute, part ? part.span() : Span(), [&] {
        Validation validation(context);
        eval::EvalResult value = validation.evaluate(slot, attribute, part);
        return std::pair(std::move(value), validation.steps());
    });
}

}  // namespace hcl::terraform
