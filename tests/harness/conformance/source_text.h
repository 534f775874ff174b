// Texts of the recorded cases, in base64 when they are not valid UTF-8.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/source/span.h"

namespace hcl::test {

// object[key], or the decoded object[key + "_b64"]; empty when both are missing.
std::string source_text(const nlohmann::json& object, std::string_view key = "src");

std::string decode_base64(std::string_view encoded);

// [start, end], the notation of ranges.
nlohmann::json pair_of(Span span);

}  // namespace hcl::test
