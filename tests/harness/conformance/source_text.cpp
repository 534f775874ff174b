#include "tests/harness/conformance/source_text.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace hcl::test {

std::string decode_base64(std::string_view encoded) {
    static constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (char c : encoded) {
        std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) break;
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>((bits >> count) & 0xFF);
        }
    }
    return bytes;
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
