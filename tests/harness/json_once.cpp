#include "tests/harness/json_once.h"

template class nlohmann::basic_json<>;

namespace hcl::test {

nlohmann::json read_json(std::string_view text) {
    // No other file parses from this pointer type, so the linker uses this file's optimised instantiation.
    const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
    return nlohmann::json::parse(begin, begin + text.size());
}

}  // namespace hcl::test
