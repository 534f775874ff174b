// Files that functions read, by the paths in expressions. Provided by a scope (Scope::files).
#pragma once

#include <string>
#include <string_view>

#include "engine/base/disk.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

class Files {
  public:
    virtual ~Files() = default;
    // Never null.
    virtual DiskAnswerPtr file(std::string_view path) const = 0;
    virtual DiskAnswerPtr folder(std::string_view path, unsigned depth) const = 0;
    // The absolute form of a path; empty when unknown.
    virtual std::string absolute(std::string_view path) const = 0;
    // The absolute path of the file or folder that an expression means whose value is unknown; empty: none is
    // known.
    virtual std::string meant_by(syntax::Node) const { return {}; }
};

}  // namespace hcl::eval
