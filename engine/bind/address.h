// Addresses: paths of names that stand for a declaration and are never evaluated. `a.b`, `a.b[each.key].c`,
// `a["x"]`; in JSON, and where a pack allows quotes, written in a string.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/unit.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::bind {

// One place where an address is expected. Its nodes are valid during the visit alone.
struct Address {
    std::vector<ReferenceStep> steps;  // up to the first key that is no string
    std::vector<syntax::Node> keys;    // expressions in brackets
    Span span;
    syntax::Node node;       // where it stands in the file
    bool is_quoted = false;  // a string of native syntax
    bool is_word = false;    // one of the words that the attribute takes in place of an address
    bool is_valid = false;
};

// Calls visit for each address that the expression holds by its decoder (Address, Addresses).
void each_address(const AttributeDef& def, syntax::Node expr,
                  const std::function<void(const Address&)>& visit);

// The addresses in the expression as a value: a string for each, in lists and objects as they are written;
// unknown where a part is no address.
Value address_value(const AttributeDef& def, syntax::Node expr, std::string_view optional_root);

// An address as it is written: `a.b`.
std::string address_text(const std::vector<std::string>& address);

// The steps of an address that is a string as it stands, at `place` without its quotes: "a.b.c".
std::vector<ReferenceStep> steps_of_text(std::string_view text, Span place);

// Adds a step that names something; false when the step and those behind it are no names.
bool add_step(std::vector<ReferenceStep>& steps, const eval::TraversalStep& step);

}  // namespace hcl::bind
