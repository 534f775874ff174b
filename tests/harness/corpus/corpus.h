// Real files, and mutations of them, against recorded and live answers of the reference implementation.
#pragma once

namespace hcl::test {

// `hcl-tests corpus FOLDER [TABLE] [--edits=N] [--files=N] [--hclfmt=PROGRAM]`: the files that TABLE (by
// default FOLDER/parse-oracle.tsv) lists. Returns the number of files that fail.
int run_corpus(int argc, const char* const* argv);

// `hcl-tests differ FOLDER... --reference=PROGRAM [--count=N] [--seed=N] [--largest=BYTES]`: random mutations
// of the HCL files below the folders, asked of PROGRAM too. Returns the number of differences.
int run_differ(int argc, const char* const* argv);

}  // namespace hcl::test
