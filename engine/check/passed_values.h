// Names and values that another module is given, against its interface: by arguments of calls, files of
// values, and inputs of stacks, units and tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/bind/interface.h"
#include "engine/eval/evaluate.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "engine/value/rules.h"

namespace hcl::check {

// The module declares no symbol of the kind with this name. `where`: a sentence that tells which module it
// is.
Diagnostic undeclared_name(const bind::Interface& there, std::string_view kind, std::string_view name,
                           std::string_view where, Span place);
// Why the value cannot be passed under the name; empty when it can, as far as it is known.
std::string misfit(const bind::InterfaceItem& item, const Value& value, const Rules& rules);

// A condition of an input with a value for that input; everything else that it reads is unknown.
class PassedCondition {
  public:
    // `functions`: those of the module that declares the input.
    PassedCondition(const bind::InterfaceItem& item, const bind::InterfaceCondition& condition,
                    const Value& value, std::shared_ptr<const eval::FunctionTable> functions);
    // Null when it cannot be evaluated.
    syntax::Node expr() const { return is_known_ ? tree_->root() : syntax::Node(); }
    syntax::Node message() const { return message_->root(); }
    const eval::Scope* scope() const { return &scope_; }

  private:
    syntax::FilePtr tree_;
    syntax::FilePtr message_;
    bool is_known_ = false;
    eval::MapScope scope_;
};
// The sentence of the first condition of the input that surely refuses the value; empty when there is none.
std::string refusal(const bind::InterfaceItem& item, const Value& value,
                    const std::shared_ptr<const eval::FunctionTable>& functions, const Rules& rules);

}  // namespace hcl::check
