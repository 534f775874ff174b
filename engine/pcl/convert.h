// Conversion between types, and the explanation when there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/pcl/type.h"

namespace hcl::pcl {

// Ordered from worst to best.
enum class Conversion : std::uint8_t {
    None,
    Unsafe,  // may fail for some values
    Safe,
};
std::string_view name_of(Conversion conversion);  // "none", "unsafe", "safe"

// Why there is no conversion: the innermost part that does not fit.
struct Misfit {
    Type from;
    Type to;
    std::vector<std::string> path;  // from the whole to the part: `.name`, `[0]`, `[]` for any element
    enum class Reason : std::uint8_t {
        Type,
        Length,  // both are tuples
        Union,   // `to` is a union; `alternatives` has the details
    } reason = Reason::Type;
    std::vector<Misfit> alternatives;  // for a union: why each member does not fit
};

Conversion conversion(const Type& to, const Type& from);
inline bool is_convertible(const Type& to, const Type& from) {
    return conversion(to, from) != Conversion::None;
}
// Empty when a conversion exists.
std::optional<Misfit> explain_misfit(const Type& to, const Type& from);
// For messages: one line, shortened with "...". Leaves out the output forms that an input type also accepts,
// because every input accepts them.
std::string in_short(const Type& type);
// Two types for one message: as in_short(), but in full where they differ only in promises and outputs.
struct Contrast {
    std::string to;
    std::string from;
};
Contrast contrast(const Type& to, const Type& from);
// "Expected int at .tags[0], but this is list(string)."
std::string describe(const Misfit& misfit);

// Stricter than conversion: when it fails, the call is lifted over the argument's promises or outputs.
bool is_assignable(const Type& to, const Type& from);

}  // namespace hcl::pcl
