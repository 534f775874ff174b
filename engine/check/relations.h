// Relations between the items of a body that is written as an object. Private to check/.
#pragma once

#include <map>
#include <string>

#include "engine/check/rule.h"

namespace hcl::check {

// `places` has the items by name; `missing_place` is for what is missing, unless other items may be there.
void report_relations(UnitRule& rule, const bind::BodyDef& def, const std::map<std::string, Span>& places,
                      Span missing_place, bool may_lack);

}  // namespace hcl::check
