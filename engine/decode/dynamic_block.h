// Dynamic blocks: `dynamic "type" { for_each = ... content { ... } }` generates
// one block of that type per element.
// expand_dynamic wraps a body so that queries for blocks return the generated blocks in place of
// the dynamic ones. The for_each expressions are evaluated in `scope`; expressions inside
// generated blocks also see their iterator.
// iterator.
#pragma once

#include <vector>

#include "engine/decode/spec.h"
#include "engine/eval/evaluate.h"

namespace hcl::decode {

// `scope` must outlive the body.
Body expand_dynamic(Body body, const eval::Scope* scope, const eval::EvalOptions& options);

// The references that expansion (for_each, labels), or with `with_content` also decoding, will evaluate.
std::vector<Reference> dynamic_references(const Body& body, const Spec& spec, bool with_content,
                                          const Rules& rules);

}  // namespace hcl::decode
