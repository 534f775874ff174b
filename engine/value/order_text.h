// The iteration order of sets with non-primitive elements: by a text generated from each element. It is the
// reference's order, visible when a set becomes a list, a loop or JSON.
#pragma once

#include <string>

namespace hcl {
class Value;
}

namespace hcl::internal {

// Appends the sort text of a value of any type, ignoring marks. Different values almost always have different
// texts: numbers have ten digits, and very long texts are truncated.
void append_order_text(std::string& out, const Value& value);

}  // namespace hcl::internal
