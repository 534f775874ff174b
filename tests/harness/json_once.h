// nlohmann/json for the tests, compiled once (json_once.cpp) instead of in each file that reads cases. Part
// of the precompiled headers; files include <nlohmann/json.hpp> as usual.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

extern template class nlohmann::basic_json<>;

namespace hcl::test {
// For many large messages: the reader itself is optimised, too.
nlohmann::json read_json(std::string_view text);
}  // namespace hcl::test
