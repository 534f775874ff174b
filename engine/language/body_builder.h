// Builds a BodyDef: shared by pack compilation and decoding of stored bodies.
#pragma once

#include "engine/language/schema.h"

namespace hcl::language {

class BodyBuilder {
  public:
    BodyBuilder(const Language& language, BodyDef& out) : language_(language), out_(out) {}

    // The first definition of a name wins.
    void add(AttributeDef def);
    void add(BlockDef def);
    // The block form of an attribute: one block per object in its value. Lists of
    // objects inside it get a block form, too.
    BlockDef as_block(const AttributeDef& def) const;

  private:
    void add_spelling(const std::string& name);

    const Language& language_;
    BodyDef& out_;
};

}  // namespace hcl::language
