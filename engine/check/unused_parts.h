// Blocks that the program does not look at, because nothing refers to what they declare. Private to check/.
#pragma once

#include <vector>

#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

class UnusedParts {
  public:
    UnusedParts(const bind::Module& module, FileId file);

    // Findings inside of such blocks are warnings. The position is in the file.
    void soften(Diagnostic& found) const;

  private:
    std::vector<Span> blocks_;  // sorted
};

}  // namespace hcl::check
