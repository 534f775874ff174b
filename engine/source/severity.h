// The names of severities, in enumeration order.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/source/diagnostic.h"

namespace hcl {

inline constexpr std::array<std::string_view, 4> kSeverityWords = {"error", "warning", "info", "hint"};

inline std::string_view severity_word(Severity severity) {
    return kSeverityWords[static_cast<std::size_t>(severity)];
}

inline std::optional<Severity> severity_of_word(std::string_view word) {
    for (std::size_t i = 0; i < kSeverityWords.size(); ++i)
        if (kSeverityWords[i] == word) return static_cast<Severity>(i);
    return std::nullopt;
}

}  // namespace hcl
