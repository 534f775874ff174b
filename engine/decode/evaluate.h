// Evaluating the expressions of bodies: as eval/, with places in files.
#pragma once

#include "engine/decode/body.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"

namespace hcl::decode {

// Moves diagnostics over; those that name no file yet are in `file`.
void append_at(Diagnostics& into, Diagnostics&& more, FileId file);

// In `scope`, or literally without one.
eval::EvalResult evaluate_in_file(const eval::Expression& expr, FileId file, const eval::Scope* scope,
                                  const eval::EvalOptions& options);

// An attribute's value with what dynamic blocks add: iterators, marks, and being unknown.
eval::EvalResult evaluate_attribute(const Attribute& attr, const eval::Scope* scope,
                                    const eval::EvalOptions& options);
// Likewise where `type` is a capsule type that decodes the expression itself.
eval::EvalResult decode_attribute(const Attribute& attr, const Type& type, const eval::Scope* scope,
                                  const eval::EvalOptions& options);
// The references that the attribute's expression makes to names outside of dynamic blocks.
std::vector<Reference> attribute_references(const Attribute& attr);

}  // namespace hcl::decode
