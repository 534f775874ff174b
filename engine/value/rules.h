// The two rule sets: where the seed documents and the reference implementation differ, one flag each
// (engine/value/rules.def is the table). A language names its set; `spec` is what one that names none gets.
#pragma once

namespace hcl {

struct Rules {
#define HCL_DIFFERENCE(name, spec, reference) bool name = spec;
#include "engine/value/rules.def"
#undef HCL_DIFFERENCE

    bool operator==(const Rules&) const = default;

    static const Rules& spec();
    static const Rules& reference();
};

}  // namespace hcl
