#include "engine/ide/annotation/colors.h"

#include <algorithm>

#include "engine/base/ascii.h"
#include "engine/ide/place/literals.h"

namespace hcl::ide {

std::optional<Color> parse_color(std::string_view text) {
    if (text.empty() || text[0] != '#') return std::nullopt;
    text.remove_prefix(1);
    bool is_short = text.size() == 3 || text.size() == 4;
    if (!is_short && text.size() != 6 && text.size() != 8) return std::nullopt;
    Color color{0, 0, 0, 255};
    std::size_t width = is_short ? 1 : 2;
    for (std::size_t i = 0; i * width < text.size(); ++i) {
        int value = 0;
        for (std::size_t d = 0; d < width; ++d) {
            int next = ascii::hex_digit(text[i * width + d]);
            if (next < 0) return std::nullopt;
            value = value * 16 + next;
        }
        color[i] = static_cast<std::uint8_t>(is_short ? value * 17 : value);
    }
    return color;
}

std::string write_color(const Color& color, std::string_view like) {
    bool is_upper = std::ranges::any_of(like, [](char c) { return c >= 'A' && c <= 'F'; });
    const char* digits = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
    std::string out = "#";
    for (std::size_t i = 0; i < (color[3] == 255 ? 3u : 4u); ++i) {
        out += digits[color[i] >> 4];
        out += digits[color[i] & 15];
    }
    return out;
}

std::vector<ColorPlace> colors(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<ColorPlace> found;
    auto place = bound_at(snapshot, file, 0, cancel);
    if (!place) return found;
    each_literal(*place, cancel,
                 [&](const bind::BoundAttribute& attribute, Span span, const std::string& text) {
                     if (attribute.def->rules.format != language::Format::Color) return;
                     if (auto color = parse_color(text)) found.push_back({span, *color});
                 });
    std::ranges::sort(found, {}, &ColorPlace::span);
    return found;
}

}  // namespace hcl::ide
