// Which types convert into which, and why not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/pcl/type.h"

namespace hcl::pcl {

// Ordered: worse is smaller.
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
        Union,   // `to` is a union, whose members say more
    } reason = Reason::Type;
    std::vector<Misfit> alternatives;  // of a union: why each of its members does not fit
};

Conversion conversion(const Type& to, const Type& from);
inline bool is_convertible(const Type& to, const Type& from) {
    return conversion(to, from) != Conversion::None;
}
// Nothing when a conversion exists.
std::optional<Misfit> explain_misfit(const Type& to, const Type& from);
// For reports: on one line, "..." in place of what is too long. What a place takes is shown without its
// outputs: those are always taken.
std::string in_short(const Type& type);
// "Expected int at .tags[0], but this is list(string)."
std::string describe(const Misfit& misfit);

// Narrower than conversion: without it a call is made once the argument's eventuals are resolved.
bool is_assignable(const Type& to, const Type& from);

}  // namespace hcl::pcl
