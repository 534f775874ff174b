// Base64 with the standard alphabet and padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hcl {

std::string to_base64(std::string_view bytes);
// Ignores line breaks. Empty when the text is not valid Base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace hcl
