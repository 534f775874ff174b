// Colours in string arguments that the language declares as colours.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Red, green, blue and alpha, from 0 to 255.
using Color = std::array<std::uint8_t, 4>;

struct ColorPlace {
    Span span;  // without the quotes
    Color color;
};

// Sorted by position.
std::vector<ColorPlace> colors(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

// "#rgb", "#rgba", "#rrggbb" or "#rrggbbaa".
std::optional<Color> parse_color(std::string_view text);
// Formats as "#rrggbb", or as "#rrggbbaa" if the colour is transparent, in the letter case of `like`.
std::string write_color(const Color& color, std::string_view like);

}  // namespace hcl::ide
