// The two rule sets, with one flag per difference between the specification and the reference implementation
// (engine/value/rules.def has the table). A pack names its set; the default is `spec`.
#pragma once

namespace hcl {

struct Rules {
#define HCL_DIFFERENCE(name, spec, reference) bool name = spec;
#include "engine/value/rules.def"
#undef HCL_DIFFERENCE

    bool operator==(const Rules&) const = default;

    static const Rules& spec();
    static const Rules& reference();
    // The same for files in HCL 1.
    static const Rules& hcl1();
};

}  // namespace hcl
