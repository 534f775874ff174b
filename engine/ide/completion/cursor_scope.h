// Names in scope at the cursor, and values of expressions there. Private to completion.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ide/completion/cursor.h"
#include "engine/ide/place/expressions.h"

namespace hcl::ide {

class CursorScope {
  public:
    explicit CursorScope(const Cursor& cursor, TypedNames typed = {})
        : cursor_(cursor), typed_(std::move(typed)) {}

    // The names of the body, without those of for expressions.
    const ScopePtr& names();
    // The same with the for expressions among the nodes `around`.
    ScopePtr names_in(std::span<const Node> around) {
        return scope_in(names(), static_elements(cursor_.module()), cursor_.rules(), around);
    }

    // Calls visit(name, value) for names that enclosing blocks declare for their bodies.
    template <typename Visit>
    void each_local(const Visit& visit) const {
        each_scope([&](const eval::MapScope& scope) {
            for (const auto& [name, value] : scope.variables()) visit(name, typed(name, value));
        });
    }
    bool is_local(std::string_view name) const;
    // The same for functions.
    template <typename Visit>
    void each_local_function(const Visit& visit) const {
        each_scope([&](const eval::MapScope& scope) {
            if (!scope.functions()) return;
            for (const auto& [name, function] : scope.functions()->all()) visit(name, *function);
        });
    }

    // Whether the symbol's visibility includes the cursor.
    bool sees(bind::Symbol symbol) const;
    std::vector<bind::Symbol> visible(const std::vector<std::string>& address) const;
    // True for the declaration that contains the cursor.
    bool is_around(bind::Symbol symbol) const;
    // True when the symbol's value depends on the text at the cursor: a reference would be a cycle.
    bool would_be_cycle(bind::Symbol symbol) const;

    // The value of a node, also of splat items and of paths on top of them.
    Value value_at(Node node, std::span<const Node> around, int depth = 0);

  private:
    // The scopes that enclosing blocks add, innermost first.
    template <typename Visit>
    void each_scope(const Visit& visit) const {
        if (!cursor_.slot || !cursor_.slot->state || cursor_.body == kNone) return;
        for (std::uint32_t body : bind::bodies_around(*cursor_.slot->unit, cursor_.body))
            if (const eval::MapScope* scope = cursor_.slot->state->scope_of(body)) visit(*scope);
    }

    // The value with its type, if only this is known.
    Value typed(std::string_view name, const Value& value) const {
        for (const auto& [known, type] : typed_)
            if (known == name && is_all_unknown(value)) return type;
        return value;
    }
    bool contains_cursor(Span in_unit) const;
    // The value of a path that starts with a symbol; faster than evaluating the object of all its symbols.
    std::optional<Value> value_of_path(Node node) const;
    Value element_at(const Value& collection, const Value& key) const;
    // One object of a symbol, or of a path, that has several, whose keys are not known.
    Value instance_of(bind::Symbol symbol) const;
    Value instance_of(Node all) const;

    const Cursor& cursor_;
    TypedNames typed_;
    ScopePtr names_;
};

}  // namespace hcl::ide
