// Spec files: decoder specs written in HCL, with predefined variables and
// custom functions next to the root spec.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/decode/spec.h"
#include "engine/eval/function.h"

namespace hcl::decode {

struct SpecFile {
    SpecPtr root;  // never null: with errors, the valid part
    std::vector<std::pair<std::string, Value>> variables;
    eval::FunctionTable functions;  // for the scope of the input
    Diagnostics diagnostics;
};

// `rules` also affect the spec language: `reference` rules accept the same specs as the reference command.
SpecFile load_spec_file(syntax::FilePtr file, FileId file_id, const Rules& rules);

// The functions available to expressions in specs.
const std::shared_ptr<const eval::FunctionTable>& spec_functions();

}  // namespace hcl::decode
