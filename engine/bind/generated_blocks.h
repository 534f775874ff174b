// Blocks that other blocks generate (Language::dynamic_blocks).
#pragma once

#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::bind {

// Whether the block generates others; its label is their type.
bool is_generator(const language::Language& language, const BoundBlock& block);

// The type of the blocks that a block makes: of a generator, the type of the generated ones.
const std::string& made_type(const language::Language& language, const BoundBlock& block);

// The generator that the block is the `content` of; null when it is none.
const BoundBlock* generator_of(const language::Language& language, const BoundUnit& unit,
                               const BoundBlock& block);

// The `for_each` of the generators whose content a body is in, the innermost first.
std::vector<std::uint32_t> generations_of(const language::Language& language, const BoundUnit& unit,
                                          std::uint32_t body);

// The labels that a generator gives to its blocks: one list for all of them.
struct GeneratedLabels {
    bool is_known = false;  // how many there are
    std::size_t count = 0;
    std::vector<Value> values;  // of the first of them: strings, which can be unknown
    Span place;                 // of the argument; empty when there is none
};
// At most `most` values.
GeneratedLabels generated_labels(const UnitSlot& slot, const BoundBlock& generator, std::size_t most);

}  // namespace hcl::bind
