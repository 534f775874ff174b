// The content of blocks that generate none, because nothing is iterated over. Private to check/.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

class UnmadeParts {
  public:
    UnmadeParts(const bind::Module& module, const bind::UnitSlot& slot);

    // No tool looks at such content, so findings in it are warnings. The position is in the unit.
    void soften(Diagnostic& found) const;

  private:
    std::vector<Span> contents_;
};

// The number of blocks that the block generates; nothing when it is not known.
std::optional<std::uint64_t> count_of_generated(const bind::UnitSlot& slot, const bind::BoundBlock& block);

}  // namespace hcl::check
