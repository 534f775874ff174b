// Dynamic blocks: `dynamic "type" { for_each = ... content { ... } }` stands for one block of that type for
// each element.
//
// expand_dynamic wraps a body so that whoever asks for blocks gets the generated ones among the written ones.
// The for_each expressions are evaluated in `scope`; expressions inside generated blocks also see their
// iterator.
#pragma once

#include <vector>

#include "engine/decode/spec.h"
#include "engine/eval/evaluate.h"

namespace hcl::decode {

// `scope` must outlive the body.
Body expand_dynamic(Body body, const eval::Scope* scope, const eval::EvalOptions& options);

// The references that expanding (for_each, labels) or decoding as well (`with_content`) will evaluate.
std::vector<Reference> dynamic_references(const Body& body, const Spec& spec, bool with_content,
                                          const Rules& rules);

}  // namespace hcl::decode
