// The iterators of dynamic blocks, as names for the expressions inside generated blocks.
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
    // One more iterator inside `outer`, which may be null; of two with one name the inner wins.
    static std::shared_ptr<const Iteration> nest(const std::shared_ptr<const Iteration>& outer,
                                                 std::string name, Value key, Value value);
    bool defines(std::string_view name) const { return iterators_.contains(name); }
    // A scope below `parent` in which every iterator is a variable.
    std::shared_ptr<const eval::Scope> scope(const eval::Scope* parent) const;

  private:
    std::map<std::string, Value, std::less<>> iterators_;
};

}  // namespace hcl::decode
