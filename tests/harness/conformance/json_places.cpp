#include "tests/harness/conformance/json_places.h"

#include <algorithm>
#include <vector>

#include "engine/syntax/json/json_literals.h"

namespace hcl::test {

namespace {

struct Literal {
    Span span;                           // with its quotes
    std::vector<std::uint32_t> offsets;  // see json_string_offsets()
};
thread_local std::vector<Literal> literals;
thread_local std::uint32_t first_byte = 0;  // what is counted before the decoded text

std::size_t end_of_literal(std::string_view text, std::size_t start) {
    std::size_t at = start + 1;
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

}  // namespace

RecordedPlaces::RecordedPlaces(std::string_view text, JsonStrings strings) {
    first_byte = strings == JsonStrings::Templates ? 1 : 0;
    for (std::size_t at = text.find('"'); at < text.size();) {
        const std::size_t end = end_of_literal(text, at);
        literals.push_back({{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)},
                            syntax::json_string_offsets(text.substr(at, end - at))});
        at = text.find('"', end);
    }
}

RecordedPlaces::~RecordedPlaces() {
    literals.clear();
}

Span as_recorded(Span place) {
    for (const Literal& literal : literals) {
        if (place.start <= literal.span.start || place.end >= literal.span.end) continue;
        auto counted = [&](std::uint32_t at) {
            const std::uint32_t inside = at - literal.span.start;
            const auto found = std::ranges::lower_bound(literal.offsets, inside);
            const std::uint32_t decoded = literal.offsets.empty()
                                              ? inside - 1
                                              : static_cast<std::uint32_t>(found - literal.offsets.begin());
            return literal.span.start + first_byte + decoded;
        };
        return {counted(place.start), counted(place.end)};
    }
    return place;
}

}  // namespace hcl::test
