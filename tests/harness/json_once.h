// nlohmann/json for the tests, instantiated once (json_once.cpp) instead of in every file. Part of the
// precompiled header; files include <nlohmann/json.hpp> as usual.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

extern template class nlohmann::basic_json<>;

namespace hcl::test {
// Optimised separately, since tests parse many large messages.
nlohmann::json read_json(std::string_view text);
}  // namespace hcl::test
