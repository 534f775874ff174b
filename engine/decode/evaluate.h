// Evaluates expressions of bodies: like eval/, but with locations in files.
#pragma once

#include "engine/decode/body.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"

namespace hcl::decode {

// Appends diagnostics; those without a file get `file`.
void append_at(Diagnostics& into, Diagnostics&& more, FileId file);

// Evaluates in `scope`; null: as a literal.
eval::EvalResult evaluate_in_file(const eval::Expression& expr, FileId file, const eval::Scope* scope,
                                  const eval::EvalOptions& options);

// Evaluates an attribute with the context of dynamic blocks: iterators, marks and unknown values.
eval::EvalResult evaluate_attribute(const Attribute& attr, const eval::Scope* scope,
                                    const eval::EvalOptions& options);
// The same for a capsule type with a decoder for expressions.
eval::EvalResult decode_attribute(const Attribute& attr, const Type& type, const eval::Scope* scope,
                                  const eval::EvalOptions& options);
// The references in the attribute's expression, except to iterators of dynamic blocks.
std::vector<Reference> attribute_references(const Attribute& attr);

}  // namespace hcl::decode
