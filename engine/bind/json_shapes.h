// JSON values whose type does not fit their position. Private to bind/.
#pragma once

#include <string>

#include "engine/bind/unit.h"

namespace hcl::bind {

bool holds_objects(syntax::Node value);
// Records JSON values in place of a block, or of an object whose keys are labels, that are neither an
// object nor an array of objects.
void find_wrong_shapes(BoundUnit& unit, syntax::Node value, const std::string& type,
                       const std::string& label);
// The same for an element of such an array.
void find_wrong_element(BoundUnit& unit, syntax::Node element, const std::string& type,
                        const std::string& label);
// Elements of the array that a file is. The first ones tell enough: data can have millions.
void find_wrong_elements(BoundUnit& unit, syntax::Node array);
// One of them.
void find_wrong_object(BoundUnit& unit, syntax::Node element);

}  // namespace hcl::bind
