// Conditions of a pack about the top level of a module, whose items are spread over units and files. Of
// blocks, only their presence is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/module.h"
#include "engine/eval/budget.h"

namespace hcl::bind {

// The first attribute or block of each name at the top level of a module.
struct TopItems {
    struct Item {
        Location place;
        const Value* value = nullptr;  // of an attribute; null: it is a block
        Span content{};                // the expression of an attribute
    };
    std::map<std::string, Item, std::less<>> by_name;

    explicit TopItems(const Module& module);
    const Item* find(std::string_view name) const;
};

class TopConditions {
  public:
    // The module must outlive the object. Conditions that take more steps together are unknown.
    TopConditions(const Module& module, std::uint64_t most_steps)
        : module_(module), budget_({.steps = most_steps}) {}

    const TopItems& items();
    // Whether it is known to be true, or to be false.
    bool holds(const language::TextDef& condition);
    bool fails(const language::TextDef& condition);
    // The value of an expression of the pack; dynamic when it has none.
    Value evaluate(syntax::Node expr);
    // The names of the items that the condition is about, sorted.
    static std::vector<std::string> names_in(const language::TextDef& condition);

  private:
    Value self_of(const language::Needs& needs);
    Value evaluate(syntax::Node expr, const language::Needs& needs);

    const Module& module_;
    eval::Budget budget_;
    std::optional<TopItems> items_;
};

}  // namespace hcl::bind
