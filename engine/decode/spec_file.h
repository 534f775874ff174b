// Spec files: HCL that describes decoder specs, with predefined variables and custom functions beside the
// root spec.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/decode/spec.h"
#include "engine/eval/function.h"

namespace hcl::decode {

struct SpecFile {
    SpecPtr root;  // never null: with errors, what could be understood
    std::vector<std::pair<std::string, Value>> variables;
    eval::FunctionTable functions;  // for the input's scope
    Diagnostics diagnostics;
};

// `rules` also decide what a spec may say: under `reference` rules whatever the reference command takes.
SpecFile load_spec_file(syntax::FilePtr file, FileId file_id, const Rules& rules);

// The functions that expressions of a spec may use.
const std::shared_ptr<const eval::FunctionTable>& spec_functions();

}  // namespace hcl::decode
