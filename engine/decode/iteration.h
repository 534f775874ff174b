// The iterators of dynamic blocks, as variables for the expressions inside generated blocks.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/eval/scope.h"
#include "engine/value/value.h"

namespace hcl::decode {

class Iteration {
  public:
    // Adds an iterator to `outer`, which may be null; it hides an outer one of the same name.
    static std::shared_ptr<const Iteration> nest(const std::shared_ptr<const Iteration>& outer,
                                                 std::string name, Value key, Value value);
    bool defines(std::string_view name) const { return iterators_.contains(name); }
    // A child scope of `parent` in which every iterator is a variable.
    std::shared_ptr<const eval::Scope> scope(const eval::Scope* parent) const;

  private:
    std::map<std::string, Value, std::less<>> iterators_;
};

}  // namespace hcl::decode
