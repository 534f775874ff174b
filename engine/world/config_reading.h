// Reads the parts of `.hcl-ls.hcl`. Private to world/.
#pragma once

#include <string>
#include <vector>

#include "engine/world/config_file.h"
#include "engine/world/ruled_blocks.h"

namespace hcl::world {

// The strings of an expression: one, or a list of them.
std::vector<std::string> strings_of(syntax::Node expr);
// The elements of a list that are identifiers or quoted.
std::vector<std::string> names_of(syntax::Node expr);
bool is_written(syntax::Node expr);
// It has as many findings as are reported for a file.
bool is_full(const ConfigFile& file);
// Counts names that every file may be compared with. False, with a finding, when there are too many.
bool add_names(std::uint64_t names, Span place, ConfigFile& out);
// Reports a rule that can never apply, or not as written.
void without_effect(ConfigFile& out, Span place, const std::string& why);

// Where a rule has its names.
struct RulePlaces {
    Span blocks;
    Span inside{};
    std::vector<syntax::Node> lists{};  // of names and patterns of arguments and blocks
};

// Reports what the rule names and its languages lack.
void check_house_rule(const check::HouseRule& rule, const RulePlaces& places, RuledBlocks& blocks,
                      ConfigFile& out);

// A `rule` block. The languages of the file must have been read.
void read_house_rule(const syntax::BlockView& block, RuledBlocks& blocks, ConfigFile& out);

}  // namespace hcl::world
