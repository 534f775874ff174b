// Addresses: paths that name a declaration and are never evaluated. `a.b`, `a.b[each.key].c`, `a["x"]`; in
// JSON, and where a pack allows quotes, they are strings.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/unit.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::bind {

// An address in an expression. Its nodes are valid only during the visit.
struct Address {
    std::vector<ReferenceStep> steps;  // up to the first key that is not a string
    std::vector<syntax::Node> keys;    // expressions in brackets
    Span span;
    syntax::Node node;       // its node in the file
    bool is_quoted = false;  // a string of native syntax
    bool is_word = false;    // one of the keywords that the attribute accepts instead of an address
    bool is_valid = false;
};

// Calls visit for each address in the expression, according to the decoder of `def` (Address, Addresses).
void each_address(const AttributeDef& def, syntax::Node expr,
                  const std::function<void(const Address&)>& visit);

// The value of an expression of addresses: each address becomes a string, in lists and objects as written;
// unknown where a part is not an address.
Value address_value(const AttributeDef& def, syntax::Node expr, std::string_view optional_root);

// An address as source text, `a.b`, from a step on.
std::string address_text(const std::vector<std::string>& address, std::size_t from = 0);

// The steps of an address in a literal string: "a.b.c". `place` is the span without the quotes.
std::vector<ReferenceStep> steps_of_text(std::string_view text, Span place);

// Adds a step with a known name. False when it has none; then the steps after it are not added either.
bool add_step(std::vector<ReferenceStep>& steps, const eval::TraversalStep& step);

}  // namespace hcl::bind
