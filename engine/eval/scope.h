// Variables and functions that an expression can use, in nested scopes.
//
// A scope is queried by name and must not change during an evaluation. Closures (eval/decoder.h)
// capture scopes: a scope owned by a shared_ptr is kept alive by them; any other scope must
// outlive the results of evaluations in it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/base/name_index.h"
#include "engine/base/suggest.h"
#include "engine/eval/function.h"
#include "engine/value/text.h"
#include "engine/value/value.h"

namespace hcl::eval {

class Files;

class Scope : public std::enable_shared_from_this<Scope> {
  public:
    explicit Scope(const Scope* parent = nullptr) : parent_(parent) {}
    explicit Scope(std::shared_ptr<const Scope> parent)
        : owned_parent_(std::move(parent)), parent_(owned_parent_.get()) {}
    virtual ~Scope() = default;
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    const Scope* parent() const { return parent_; }

    // Looks only in this scope, not in its parents; null when there is no such name. A scope can compute
    // values on demand but must cache them: the address stays valid as long as the scope.
    virtual const Value* variable(std::string_view /*name*/) const { return nullptr; }
    virtual const Function* function(std::string_view /*name*/) const { return nullptr; }
    // Whether this scope supports variables (functions) at all: if no scope
    // does, using one is a different error.
    virtual bool has_variables() const { return false; }
    virtual bool has_functions() const { return false; }
    // The files that functions can read; null: none.
    virtual const Files* files() const { return nullptr; }
    // For completion.
    virtual void each_variable(const std::function<void(std::string_view)>& /*visit*/) const {}
    virtual void each_function(const std::function<void(std::string_view)>& /*visit*/) const {}

    // Offers the names as suggestions. Scopes with an index of their names
    // do this faster than by visiting each.
    virtual void offer_variables(Suggester& suggester) const {
        each_variable([&](std::string_view name) { suggester.offer(name); });
    }
    virtual void offer_functions(Suggester& suggester) const {
        each_function([&](std::string_view name) { suggester.offer(name); });
    }

    // Searches this scope and its parents.
    const Value* find_variable(std::string_view name) const {
        for (const Scope* s = this; s; s = s->parent())
            if (const Value* value = s->variable(name)) return value;
        // Names in scopes are NFC.
        return is_ascii(name) || is_nfc(name) ? nullptr : find_variable(to_nfc(name));
    }
    const Function* find_function(std::string_view name) const {
        for (const Scope* s = this; s; s = s->parent())
            if (const Function* function = s->function(name)) return function;
        return nullptr;
    }
    const Files* find_files() const {
        for (const Scope* s = this; s; s = s->parent())
            if (const Files* files = s->files()) return files;
        return nullptr;
    }

  private:
    std::shared_ptr<const Scope> owned_parent_;
    const Scope* parent_;
};

struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return hash_name(name); }
};

// A scope of given values and functions.
class MapScope final : public Scope {
  public:
    using Variables = std::unordered_map<std::string, Value, NameHash, std::equal_to<>>;

    using Scope::Scope;

    // Makes this a scope with variables even if none is set.
    void allow_variables() { has_variables_ = true; }
    void set(std::string name, Value value) {
        has_variables_ = true;
        name = normalised(std::move(name));
        auto [entry, is_new] = variables_.insert_or_assign(std::move(name), std::move(value));
        if (!is_new) return;
        index_.add(*entry);
        names_.add(entry->first);
    }
    void set_functions(std::shared_ptr<const FunctionTable> functions) { functions_ = std::move(functions); }

    const Variables& variables() const { return variables_; }
    const FunctionTable* functions() const { return functions_.get(); }

    const Value* variable(std::string_view name) const override {
        const auto* entry = index_.find(name);
        return entry ? &entry->second : nullptr;
    }
    const Function* function(std::string_view name) const override {
        return functions_ ? functions_->find(name) : nullptr;
    }
    bool has_variables() const override { return has_variables_; }
    bool has_functions() const override { return functions_ != nullptr; }
    void each_variable(const std::function<void(std::string_view)>& visit) const override {
        for (const auto& [name, value] : variables_) visit(name);
    }
    void each_function(const std::function<void(std::string_view)>& visit) const override {
        if (!functions_) return;
        for (const auto& [name, function] : functions_->all()) visit(name);
    }
    void offer_variables(Suggester& suggester) const override { suggester.offer(names_); }
    void offer_functions(Suggester& suggester) const override {
        if (functions_) suggester.offer(functions_->names());
    }

  private:
    Variables variables_;
    NameIndex<Variables::value_type> index_;
    KnownNames names_;
    std::shared_ptr<const FunctionTable> functions_;
    bool has_variables_ = false;
};

// The names of a scope that many share, inside of another one.
class SharedScope final : public Scope {
  public:
    SharedScope(std::shared_ptr<const Scope> parent, std::shared_ptr<const Scope> names)
        : Scope(std::move(parent)), names_(std::move(names)) {}

    const Value* variable(std::string_view name) const override { return names_->variable(name); }
    const Function* function(std::string_view name) const override { return names_->function(name); }
    bool has_variables() const override { return names_->has_variables(); }
    bool has_functions() const override { return names_->has_functions(); }
    void each_variable(const std::function<void(std::string_view)>& visit) const override {
        names_->each_variable(visit);
    }
    void each_function(const std::function<void(std::string_view)>& visit) const override {
        names_->each_function(visit);
    }
    void offer_variables(Suggester& suggester) const override { names_->offer_variables(suggester); }
    void offer_functions(Suggester& suggester) const override { names_->offer_functions(suggester); }

  private:
    std::shared_ptr<const Scope> names_;
};

}  // namespace hcl::eval
