#include "tests/harness/json_once.h"

template class nlohmann::basic_json<>;

namespace hcl::test {

nlohmann::json read_json(std::string_view text) {
    // By these pointers nobody else reads, so what is linked is what is compiled here.
    const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
    return nlohmann::json::parse(begin, begin + text.size());
}

}  // namespace hcl::test
