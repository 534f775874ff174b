#include "engine/value/rules.h"

namespace hcl {

const Rules& Rules::spec() {
    static constexpr Rules kSpec;
    return kSpec;
}

const Rules& Rules::reference() {
    static constexpr Rules kReference = {
#define HCL_DIFFERENCE(name, spec, reference) .name = reference,
#include "engine/value/rules.def"
#undef HCL_DIFFERENCE
    };
    return kReference;
}

const Rules& Rules::hcl1() {
    static constexpr Rules kHcl1 = [] {
        Rules rules = {
#define HCL_DIFFERENCE(name, spec, reference) .name = reference,
#include "engine/value/rules.def"
#undef HCL_DIFFERENCE
        };
        rules.bools_in_any_case = true;
        return rules;
    }();
    return kHcl1;
}

}  // namespace hcl
