// The files that functions read, by paths as expressions write them. A scope brings them in (Scope::files).
#pragma once

#include <string>
#include <string_view>

#include "engine/base/disk.h"

namespace hcl::eval {

class Files {
  public:
    virtual ~Files() = default;
    // Never null.
    virtual DiskAnswerPtr file(std::string_view path) const = 0;
    virtual DiskAnswerPtr folder(std::string_view path, unsigned depth) const = 0;
    // The absolute form of a path; empty when it is not known.
    virtual std::string absolute(std::string_view path) const = 0;
};

}  // namespace hcl::eval
