// Hover on the words of `for` expressions and of directives in templates.
#pragma once

#include <optional>
#include <span>

#include "engine/ide/annotation/hover.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::ide {

// `path`: the nodes that touch the offset, outermost first; the span counts as they do.
std::optional<Hover> keyword_hover(std::span<const syntax::Node> path, std::uint32_t offset);

}  // namespace hcl::ide
