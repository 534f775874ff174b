// Corpus tests: real files and mutations of them against recorded and live answers of the reference.
#pragma once

namespace hcl::test {

// `hcl-tests corpus FOLDER [TABLE] [--edits=N] [--files=N] [--hclfmt=PROGRAM]`: checks the files listed in
// TABLE (default FOLDER/parse-oracle.tsv). Returns the number of failing files.
int run_corpus(int argc, const char* const* argv);

// `hcl-tests differ FOLDER... --reference=PROGRAM [--count=N] [--seed=N] [--largest=BYTES]`: compares random
// mutations of the HCL files below the folders with PROGRAM's answers. Returns the number of differences.
int run_differ(int argc, const char* const* argv);

}  // namespace hcl::test
