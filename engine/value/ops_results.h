// Results of operations: unknown ones, and the marks of the operands. Private to this folder.
#pragma once

#include "engine/value/value.h"

namespace hcl::ops {

inline const Value& unknown_bool() {
    static const Value kValue = Value::unknown(Type::boolean()).refined_not_null();
    return kValue;
}

inline Value marked_like(Value result, const Value& a) {
    if (a.is_marked()) [[unlikely]]
        return result.with_marks(a.marks());
    return result;
}
inline Value marked_like(Value result, const Value& a, const Value& b) {
    if (a.is_marked() || b.is_marked()) [[unlikely]]
        return result.with_marks(a.marks() | b.marks());
    return result;
}

}  // namespace hcl::ops
