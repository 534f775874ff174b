// Finds references that do no harm when their name is missing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/eval/analysis/json_string.h"
#include "engine/source/span.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// A reference by its literal steps.
struct NamedPath {
    Span place;
    std::vector<std::string_view> names;  // from the root
};

// Functions that accept errors of their arguments, in languages that have them.
std::span<const std::string> error_catching_functions();

// The guards in one expression, read once for all of its references.
class Guards {
  public:
    // `functions` accept errors of their arguments; they must outlive the object.
    Guards(syntax::Node expr, std::span<const std::string> functions);
    // Whether a call of one of the functions contains the reference (`try(values.a, 1)`), or it is evaluated
    // only if a condition holds that looks for it: `can(values.a) ? values.a : 1`,
    // `contains(keys(values), "a") && values.a`. The work is bounded by the size of the expression: of more
    // conditions than that allows, it is not known, and the references count as covered.
    bool cover(const NamedPath& path);

  private:
    struct Choice {  // what is evaluated only if a condition holds
        Span span;
        syntax::Node condition;
        std::uint32_t around;  // the choice that contains it
    };
    void read(syntax::Node expr);

    std::span<const std::string> functions_;
    std::vector<Span> calls_;  // the outermost ones, in order
    std::vector<Choice> choices_;
    std::vector<JsonTemplate> texts_;  // own nodes of the choices
    std::uint64_t steps_ = 100'000;
};

}  // namespace hcl::eval
