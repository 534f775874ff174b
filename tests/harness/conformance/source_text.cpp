#include "tests/harness/conformance/source_text.h"

#include <nlohmann/json.hpp>

#include "engine/base/base64.h"

namespace hcl::test {

std::string decode_base64(std::string_view encoded) {
    return from_base64(encoded).value();
}

nlohmann::json pair_of(Span span) {
    return nlohmann::json::array({span.start, span.end});
}

std::string source_text(const nlohmann::json& object, std::string_view key) {
    std::string name(key);
    if (auto it = object.find(name); it != object.end()) return it->get<std::string>();
    if (auto it = object.find(name + "_b64"); it != object.end())
        return decode_base64(it->get<std::string>());
    return {};
}

}  // namespace hcl::test
