// Finds why a value is sensitive or ephemeral. Private to terraform/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/check/language_extension.h"
#include "engine/terraform/reached.h"

namespace hcl::terraform {

enum class MarksFrom {
    Known,    // at least one comes from a value that `validate` computes
    Hidden,   // all come from values that it does not compute
    Choice,   // the same, where values decide whether they are in the result
    Setting,  // all come from outputs of calls with `sensitive = true`
};

// Whether values decide which parts of an expression its result has.
bool has_choice(syntax::Node node);

// Follows references, also to the outputs of calls.
class MarkOrigins {
  public:
    explicit MarkOrigins(const check::ExtensionContext& context) : context_(context) {}

    // Why the value of the attribute has marks.
    MarksFrom of(const bind::Module& module, const bind::UnitSlot& home, std::uint32_t attribute);

  private:
    bool is_set_by_output(const bind::Module& module, const Reached& call, const bind::Reference& reference);
    bool is_set_by(const bind::Module& called, bind::Symbol output);

    const check::ExtensionContext& context_;
    int depth_ = 0;
    std::size_t looked_up_ = 0;  // outputs
};

}  // namespace hcl::terraform
