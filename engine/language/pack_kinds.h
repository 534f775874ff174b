// Names that a pack declares, for completion and checks in packs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/language/language.h"

namespace hcl::language {

// The kinds of symbols of a pack, with those of the packs that it extends.
std::vector<std::string> kinds_of_symbols(const Language& pack);

// The innermost block at the offset that describes blocks of the language.
std::optional<syntax::BlockView> spec_at(const syntax::File& pack, std::uint32_t offset);
std::vector<std::string> labels_of(const Language& pack, const syntax::BlockView& spec);

struct DescribedName {
    std::string name;
    bool is_block = false;
};
// The attributes and blocks of the body, with those of nested specs and included bodies.
std::vector<DescribedName> described_in(const Language& pack, const syntax::BodyView& body);

}  // namespace hcl::language
