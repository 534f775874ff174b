// docs/pack-words.md: the words of packs, generated from the pack that describes them.
#pragma once

#include <set>
#include <string>

namespace hcl::test {

// All words of the language of packs, without those of hcldec specs.
std::set<std::string> pack_words();

std::string pack_words_document();

// The command `hcl-tests packs [--update]`: prints or writes the document. Returns the exit code.
int run_packs(int argc, const char* const* argv);

}  // namespace hcl::test
