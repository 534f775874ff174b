// How the reference counts places inside of JSON strings: in the decoded text, so that they are wrong behind
// an escape, and one byte early where the string is an expression or a reference. Ours are those of the file;
// they are counted as the recorded ones are before both are compared.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/source/span.h"

namespace hcl::test {

enum class JsonStrings : std::uint8_t { Templates, Expressions };

// While it lives, as_recorded() translates places in this JSON text.
class RecordedPlaces {
  public:
    RecordedPlaces(std::string_view text, JsonStrings strings);
    ~RecordedPlaces();
    RecordedPlaces(const RecordedPlaces&) = delete;
    RecordedPlaces& operator=(const RecordedPlaces&) = delete;
};

// The same place where none lives.
Span as_recorded(Span place);

}  // namespace hcl::test
