#include "engine/bind/scopes.h"

#include <optional>
#include <string_view>
#include <vector>

#include "engine/bind/block_values.h"
#include "engine/bind/generated_blocks.h"
#include "engine/bind/module_scope.h"

namespace hcl::bind {

namespace {

// The names that pack expressions of a block see. Each is made when an expression reads it.
class PackScope final : public eval::Scope {
  public:
    PackScope(const Module& module, const UnitSlot& slot, std::uint32_t block)
        : module_(module), slot_(slot), block_(slot.unit->blocks[block]) {}

    const Value* variable(std::string_view name) const override {
        if (name == "self") return &made(self_, [&] { return self(); });
        if (name == "label") return &made(label_, [&] { return labels(); });
        if (name == "set") return &made(set_, [&] { return set_of(module_, slot_, block_.body); });
        return nullptr;
    }
    const eval::Function* function(std::string_view name) const override { return functions_->find(name); }
    bool has_variables() const override { return true; }
    bool has_functions() const override { return true; }
    const eval::Files* files() const override { return module_.disk_files(); }
    void each_variable(const std::function<void(std::string_view)>& visit) const override {
        for (std::string_view name : {"self", "label", "set"}) visit(name);
    }
    void each_function(const std::function<void(std::string_view)>& visit) const override {
        for (const auto& [name, function] : functions_->all()) visit(name);
    }
    void offer_functions(Suggester& suggester) const override { suggester.offer(functions_->names()); }

  private:
    template <typename Make>
    static const Value& made(std::optional<Value>& slot, const Make& make) {
        if (!slot) slot = make();
        return *slot;
    }
    Value self() const {
        if (!slot_.state) return Value::dynamic();
        // Where files only replace what others declare, a block is what it is together with that.
        return module_.language().modules.override_kinds.empty()
                   ? body_object(*slot_.unit, *slot_.state, block_.body, nullptr, 0)
                   : merged_object(module_, slot_, block_.body, nullptr);
    }

    Value labels() const {
        const BoundBlock* generator = generator_of(module_.language(), *slot_.unit, block_);
        return generator ? generated_labels_of(slot_, *generator) : labels_of(block_);
    }

    const Module& module_;
    UnitSlot slot_;
    const BoundBlock& block_;
    const std::shared_ptr<const eval::FunctionTable>& functions_ = module_.language().own_functions();
    mutable std::optional<Value> self_;
    mutable std::optional<Value> label_;
    mutable std::optional<Value> set_;
};

}  // namespace

std::shared_ptr<eval::MapScope> pack_scope_of_object(const language::Language& language, const BlockDef* def,
                                                     const std::vector<std::string>& labels, Value self) {
    auto scope = std::make_shared<eval::MapScope>();
    scope->set_functions(language.own_functions());
    scope->set("self", std::move(self));
    scope->set("label", labels_of(def, labels));
    return scope;
}

std::shared_ptr<const eval::Scope> pack_scope_of_block(const Module& module, const UnitSlot& slot,
                                                       std::uint32_t block) {
    return std::make_shared<PackScope>(module, slot, block);
}

std::shared_ptr<const eval::Scope> module_scope_of(const Module& module, const UnitSlot& slot) {
    return std::make_shared<ModuleScope>(module, slot);
}

std::shared_ptr<const eval::Scope> scope_of(const Module& module, const UnitSlot& slot, std::uint32_t body,
                                            std::shared_ptr<const eval::Scope> around_all) {
    // Scopes of packs refer to a module scope of an earlier build; only their names are used.
    std::shared_ptr<const eval::Scope> scope =
        around_all ? std::move(around_all) : module_scope_of(module, slot);
    std::vector<std::uint32_t> around;
    for (std::uint32_t b : bodies_around(*slot.unit, body)) around.push_back(b);
    for (auto it = around.rbegin(); it != around.rend(); ++it) {
        const eval::MapScope* known = slot.state ? slot.state->scope_of(*it) : nullptr;
        if (!known) continue;
        auto names = std::make_shared<eval::MapScope>(scope);
        names->allow_variables();
        for (const auto& [name, value] : known->variables()) names->set(name, value);
        if (const eval::FunctionTable* functions = known->functions())
            names->set_functions(std::make_shared<const eval::FunctionTable>(*functions));
        scope = std::move(names);
    }
    return scope;
}

}  // namespace hcl::bind
