// The order in which sets keep elements that are no primitives: that of a text written from each. It is the
// reference's order, which shows wherever a set becomes a list, a loop or JSON.
#pragma once

#include <string>

namespace hcl {
class Value;
}

namespace hcl::internal {

// Appends the text of a value of any type; marks do not count. Different values nearly always have different
// texts: numbers are written with ten digits, and very long texts are cut.
void append_order_text(std::string& out, const Value& value);

}  // namespace hcl::internal
