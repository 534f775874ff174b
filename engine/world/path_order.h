// Orders files by path, and locations by path and position. File ids follow the order in which files were
// opened, so no answer may depend on them.
#pragma once

#include "engine/source/span.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

inline bool is_before(const FileState& a, const FileState& b) {
    int order = a.info().path.compare(b.info().path);
    return order != 0 ? order < 0 : a.id() < b.id();
}

class PathOrder {
  public:
    explicit PathOrder(const Snapshot& snapshot) : snapshot_(snapshot) {}

    bool operator()(FileId a, FileId b) const {
        if (a == b) return false;
        const FileState* first = snapshot_.file(a);
        const FileState* second = snapshot_.file(b);
        return first && second ? is_before(*first, *second) : a < b;
    }
    bool operator()(const Location& a, const Location& b) const {
        return a.file == b.file ? a.span < b.span : (*this)(a.file, b.file);
    }

  private:
    const Snapshot& snapshot_;
};

}  // namespace hcl::world
