// Body transforms: an application rewrites bodies before they are decoded, by partial processing and
// wrapping.
//
//   Body without_tags(Body body) {
//       PartialResult taken = body.partial_content(tags_schema);
//       return with_diagnostics(taken.remain, std::move(taken.diagnostics));
//   }
//   Body prepared = transform_deep(body, without_tags);
#pragma once

#include <functional>
#include <vector>

#include "engine/decode/body.h"

namespace hcl::decode {

using Transform = std::function<Body(Body)>;

// Applied to this body alone. (Calling the transform does the same; this is for symmetry at the call site.)
Body transform_shallow(Body body, const Transform& transform);
// Applied to this body, and to the body of each block that anybody asks it for, at any depth.
Body transform_deep(Body body, Transform transform);
// Each in turn, the next on what the one before returned.
Transform chain(std::vector<Transform> transforms);

// A body whose every reading gives these diagnostics besides its own; with errors among them, nothing else.
Body with_diagnostics(Body body, Diagnostics diagnostics);
// A body that is nothing but errors. `diagnostics` has at least one.
Body error_body(Diagnostics diagnostics);

}  // namespace hcl::decode
