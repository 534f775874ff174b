// The types of values that are unknown as a whole, but not what they are made of: of `for` expressions over
// unknown collections, whose number of results is not known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "engine/eval/evaluate.h"
#include "engine/eval/scope.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// For one thread: it remembers the types of the expressions that it followed.
class StaticElements {
  public:
    struct Source {
        syntax::Node expr;
        std::shared_ptr<const Scope> scope;
    };
    // The expression that a path stands for, such as that of a named value; nothing when it has none.
    using Follow = std::function<std::optional<Source>(syntax::Node path)>;

    explicit StaticElements(const Rules& rules, Follow follow = {});

    // The type of each element; dynamic when it is not known.
    Type of(syntax::Node expr, const std::shared_ptr<const Scope>& scope) const { return of(expr, scope, 0); }
    // The same as a collection: a list for what `[for` makes, a map for `{for`. Nothing for a single value.
    std::optional<Type> collection(syntax::Node expr, const std::shared_ptr<const Scope>& scope) const {
        return collection(expr, scope, 0);
    }

  private:
    Type of(syntax::Node expr, const std::shared_ptr<const Scope>& scope, int depth) const;
    std::optional<Type> collection(syntax::Node expr, const std::shared_ptr<const Scope>& scope,
                                   int depth) const;
    std::optional<Source> followed(syntax::Node expr) const;
    std::optional<Type> named(const Source& source, int depth) const;
    Value value(syntax::Node node, const Scope& scope) const;
    Type of_for(syntax::Node expr, const std::shared_ptr<const Scope>& scope, int depth) const;

    const Rules& rules_;
    Follow follow_;
    EvalOptions options_;
    mutable std::map<std::pair<const syntax::Chunk*, std::uint32_t>, std::optional<Type>> named_;
};

}  // namespace hcl::eval
