// The names of a module, as visible to expressions of one of its units. Private to bind/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/evaluation.h"
#include "engine/bind/module.h"

namespace hcl::bind {

class ModuleScope final : public eval::Scope {
  public:
    // With an attribute, only the names that it refers to are found; without one, those of the whole unit.
    ModuleScope(const Module& module, UnitSlot slot, std::uint32_t attribute = kNone)
        : module_(module), slot_(slot) {
        begin(attribute);
    }
    // Clears the cached names: their values may have changed.
    void begin(std::uint32_t attribute);

    const Value* variable(std::string_view name) const override;
    bool has_variables() const override { return true; }
    bool has_functions() const override { return true; }
    const eval::Function* function(std::string_view name) const override;
    const eval::Files* files() const override { return module_.disk_files(); }
    void each_variable(const std::function<void(std::string_view)>& visit) const override;
    void each_function(const std::function<void(std::string_view)>& visit) const override;
    void offer_variables(Suggester& suggester) const override;
    void offer_functions(Suggester& suggester) const override;

  private:
    Value make(std::string_view name) const;
    // Indices of references that begin with the name, in order.
    std::span<const std::uint32_t> references_by(std::string_view root) const;
    bool is_in_reach(Symbol symbol) const;
    Value whole(std::string_view name) const;
    Value predefined(std::string_view name) const;
    eval::FunctionPtr make_function(Symbol symbol) const;
    Value module_at(const syntax::Node& path) const;
    eval::FunctionPtr reading(const eval::Function& function) const;

    const Module& module_;
    UnitSlot slot_;
    std::span<const Reference> references_;
    // Indices of references by their first names; made when it is needed.
    mutable std::optional<std::vector<std::uint32_t>> by_root_;
    mutable std::map<std::string, Value, std::less<>> values_;
    mutable std::map<std::string, eval::FunctionPtr, std::less<>> functions_;
};

}  // namespace hcl::bind
