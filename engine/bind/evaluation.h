// Evaluates one unit of a module: the values of its attributes and symbols, and the names of its scopes.
// Private to bind/.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "engine/bind/module.h"
#include "engine/bind/spending.h"
#include "engine/eval/budget.h"

namespace hcl::bind {

class ModuleScope;

// How calls get the outputs of the modules that they call.
struct Calls {
    const CalledModule& called;
    std::size_t depth = 0;  // of calls in calls that pass their arguments on
};

// The value of a declaration with a syntax error in its body: what seems to be null may be still to be
// written, in it, or in its instances and their arguments.
Value value_still_typed(const Value& value, int depth = 3);

class Evaluation {
  public:
    // The previous state of the same unit. An attribute keeps its value while its inputs are unchanged.
    struct Before {
        const UnitState* state = nullptr;  // null: everything is evaluated
        std::function<bool(std::uint64_t key)> has_changed{};
    };
    // `slot.state` is `state`. `before` must outlive the evaluation.
    Evaluation(const Module& module, const UnitSlot& slot, UnitState& state, Before before,
               const Calls& calls, Spending& spending, const Cancel& cancel);

    // Attributes that others read are evaluated first, the others on demand.
    void declaration(std::uint32_t index, bool is_read);
    void rest();  // everything that no declaration read

  private:
    void attribute(std::uint32_t index);
    void set_open(std::uint32_t body);
    bool is_as_before(std::uint32_t index) const;
    // The value of an attribute with a syntax error: unknown. Its type is kept if it is primitive, as that of
    // a template or an operator is.
    static Value value_of_broken(const BoundAttribute& a, const Value& value);
    // Whether a finding at that place is about an operand or argument that is still typed.
    static bool is_about_broken_part(syntax::Node expr, Span place);
    bool is_begun_value(std::uint32_t index) const;
    bool has_begun_name(std::uint32_t index) const;
    bool blame_begun_name(std::uint32_t index, Span place);
    void add_mismatch(std::uint32_t index, ValueError error);
    Value decoded(std::uint32_t index);
    std::optional<Value> decoded_statically(const BoundAttribute& a);
    Value decoded_type(const eval::Expression& expression, const AttributeDef& def);
    void report_decoding(const eval::Expression& expression, const Type& type);
    Value one_of_types(std::uint32_t index, const Value& value);
    const eval::Scope* scope_of(std::uint32_t body);
    Value outcome_around(std::uint32_t body) const;
    Value self_of(std::uint32_t body, const language::Needs& needs);
    bool may_not_be_made(std::uint32_t body);
    bool is_of_described_symbol(std::uint32_t index, Span place) const;
    Value called_value(const BoundBlock& block, bool is_read, eval::MapScope& pack);
    ModulePtr called_instance(const BoundBlock& block, const std::string& folder, const Interface& interface);
    bool may_all_wait();
    // Whether a setting of the block says that it makes nothing.
    bool is_disabled(const SymbolDef& def, std::uint32_t body);
    std::optional<Value> input_value(const Declaration& declaration, const SymbolFacts& facts);
    SymbolFacts facts_of(const SymbolDef& def, const eval::MapScope& pack);
    bool reads_only(std::uint32_t attribute, const std::set<std::string, std::less<>>& names) const;
    // The names in `each`, with each of the values that names of the block have in turn; null when they are
    // not all known.
    std::shared_ptr<const std::set<std::string, std::less<>>> names_in_turns(const SymbolDef& def,
                                                                             std::uint32_t body,
                                                                             const eval::MapScope& pack);
    MoreNames more_names_of(const Declaration& declaration, const eval::MapScope& pack);
    Value pack_value(syntax::Node expression, const eval::Scope& scope);
    void spend(std::uint32_t attribute, std::uint64_t steps, std::uint64_t bytes);
    void spend(std::uint32_t attribute, const eval::Budget& budget);
    void bound(eval::Limits& limits) const;
    bool has_taken_rest(const eval::Budget& budget) const;
    void keep_findings(Diagnostics found);

    const Module& module_;
    UnitSlot slot_;
    const BoundUnit& unit_;
    UnitState& state_;
    Before before_;
    std::vector<std::uint64_t>
        function_keys_;  // keys of the functions that the unit calls, if it was bound before
    const Calls& calls_;
    Spending& spending_;
    std::uint32_t rank_;  // index of the file in the module
    const Cancel& cancel_;
    UnitCosts costs_;
    std::vector<bool> done_;
    std::optional<bool> may_all_wait_;
    std::shared_ptr<ModuleScope> root_;
    // By body; empty when no body of the unit has a scope.
    bool has_scopes_ = false;
    std::vector<bool> in_scope_;
    std::vector<std::shared_ptr<const eval::Scope>> body_scopes_;
};

// Whether the name is a parameter of the function that the attribute's block defines.
bool is_parameter(const BoundUnit& unit, const BoundAttribute& attribute, std::string_view name);
std::vector<std::string> parameter_names(const BoundUnit& unit, const BoundBlock& block,
                                         std::string& variadic);

}  // namespace hcl::bind
