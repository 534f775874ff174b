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

// Applies the transform to this body only. (The same as calling it; makes the intent explicit.)
Body transform_shallow(Body body, const Transform& transform);
// Applies the transform to this body and, lazily, to the bodies of all nested blocks.
Body transform_deep(Body body, Transform transform);
// Applies the transforms in order.
Transform chain(std::vector<Transform> transforms);

// Every query of the body also returns these diagnostics; if they include errors, it returns nothing else.
Body with_diagnostics(Body body, Diagnostics diagnostics);
// A body that returns only errors. `diagnostics` must not be empty.
Body error_body(Diagnostics diagnostics);

}  // namespace hcl::decode
