// Custom static decoding in specs and packs: the decoders that an `attr` or `block_attrs` can name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/value/type.h"

namespace hcl::decode {

// The capsule type of the named decoder's values; empty for an unknown name.
std::optional<Type> decoder_type_by_name(std::string_view name);

// "closure", "expression", ... for messages.
std::string decoder_names();

}  // namespace hcl::decode
