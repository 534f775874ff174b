// Parts of a module's files with syntax errors. A half-typed line can hide declarations behind it: a comment
// that is not closed yet holds the rest of its file. Private to check/.
#pragma once

#include <string_view>
#include <vector>

#include "engine/bind/module.h"
#include "engine/syntax/file/file.h"

namespace hcl::check {

class BrokenParts {
  public:
    explicit BrokenParts(const bind::Module& module) : module_(module) {}
    // Whether the text of such a part looks as if it declared the name: as a label, or as an argument.
    bool may_declare(std::string_view name);

  private:
    void find_parts();

    const bind::Module& module_;
    bool is_searched_ = false;
    std::vector<syntax::ChunkPtr> parts_;
};

}  // namespace hcl::check
