// nlohmann/json for the tests, compiled once (json_once.cpp) instead of in each file that reads cases. Part of the
// precompiled headers; files include <nlohmann/json.hpp> as usual.
#pragma once

#include <nlohmann/json.hpp>

extern template class nlohmann::basic_json<>;
