// Values as the first plan of a configuration knows them, before anything was applied: what providers compute
// is unknown then, whatever values variables have. Private to terraform/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/check/language_extension.h"
#include "engine/eval/budget.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

// The address of what makes a value, or an element of a set, unknown until an apply
// ("module.a.terraform_data.x.id"); empty: it may be known in a plan.
std::string origin_after_apply(const Value& value);
// The same for the first such part at any depth.
std::string part_after_apply(const Value& value);

// Whether an expression has a null in it: a plan may know of an unknown value that it will not be null.
bool compares_with_null(syntax::Node expr);

// A declaration that a reference names with its first steps.
struct FoundName {
    bind::Symbol symbol;
    std::size_t steps = 0;
};

// Evaluates expressions again, with marks: one for what only an apply makes known, another one for what is
// unknown here, but may be known in a plan. For one module, and for the modules that it calls, with the
// arguments of the calls. The cost is limited; beyond the limits everything counts as what may be known.
class PlanValues {
  public:
    PlanValues(const check::ExtensionContext& context, const bind::Module& module);
    ~PlanValues();
    PlanValues(const PlanValues&) = delete;
    PlanValues& operator=(const PlanValues&) = delete;

    const bind::Module& module() const { return module_; }
    // Whether the attribute reads anything but variables of a root module and names of the language: a quick
    // look at names.
    bool may_be_late(const bind::UnitSlot& slot, std::uint32_t attribute);
    // The value of an attribute.
    Value of(const bind::UnitSlot& slot, std::uint32_t attribute);
    // The value of a declaration. For a call, only outputs that `wanted` accepts are evaluated.
    using Wanted = std::function<bool(std::string_view)>;
    Value of(bind::Symbol symbol, const Wanted& wanted);
    // The value of an expression in another file that reads names of the module. `find` resolves its
    // references; names that it does not find are looked up in `around`.
    using Find = std::function<std::optional<FoundName>(const bind::Reference&)>;
    Value of(syntax::Node expr, std::span<const bind::Reference> references, const Find& find,
             const eval::Scope& around);
    // The module that a call makes; null when it is not known.
    PlanValues* called(const bind::UnitSlot& slot, std::uint32_t block);

  private:
    class Names;
    struct Spent {
        eval::Budget budget;
        std::size_t evaluated = 0;
        int depth = 0;
    };
    struct Caller {
        PlanValues& values;
        bind::UnitSlot slot;
        std::uint32_t block = 0;
        std::string address;  // "module.a."
        bool waits = false;   // for what is made in the same apply
    };

    PlanValues(Caller caller, const bind::Module& module);
    // False when the work is used up.
    bool spend(std::size_t steps) const;
    bool may_be_late_local(const bind::UnitSlot& slot, const bind::Reference& reference);
    Value evaluated(const bind::UnitSlot& slot, std::uint32_t attribute);
    Value variable(bind::Symbol symbol);
    Value call(bind::Symbol symbol, const Wanted& wanted);
    Value outputs(PlanValues& called, const Wanted& wanted);
    Value resource(bind::Symbol symbol);
    Value instance(bind::Symbol symbol, const Value& object, bool is_late);
    // With the same value for each instance.
    template <typename Make>
    Value instances(bind::Symbol symbol, const Make& make);
    // Whether a data source is read in the apply.
    bool is_read_late(const bind::UnitSlot& slot, std::uint32_t block);
    bool waits(const bind::UnitSlot& slot, std::uint32_t block);

    const check::ExtensionContext& context_;
    const bind::Module& module_;
    bind::ModulePtr held_;  // of a call
    std::shared_ptr<Spent> spent_;
    std::unique_ptr<Caller> caller_;
    std::map<std::pair<bind::UnitPlace, std::uint32_t>, Value> evaluated_;
    std::map<std::string, bool, std::less<>> late_locals_;
    std::map<std::pair<bind::UnitPlace, std::uint32_t>, std::unique_ptr<PlanValues>> called_;
};

}  // namespace hcl::terraform
