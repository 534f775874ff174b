// Puts a body together: what compiling a pack and decoding a stored body have in common.
#pragma once

#include "engine/language/schema.h"

namespace hcl::language {

class BodyBuilder {
  public:
    BodyBuilder(const Language& language, BodyDef& out) : language_(language), out_(out) {}

    // Of several with one name the first decides.
    void add(AttributeDef def);
    void add(BlockDef def);
    // The block that an attribute may be written as: one for each object that it holds. So may the lists of
    // objects in these.
    BlockDef as_block(const AttributeDef& def) const;

  private:
    const Language& language_;
    BodyDef& out_;
};

}  // namespace hcl::language
