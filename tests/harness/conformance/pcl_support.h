// Types as the recorded cases of PCL write them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/pcl/type.h"

namespace hcl::test {

// `text` with constants as people write them: `"hot"` instead of the reference's `cty.StringVal("hot")`.
std::string plain_notation(const std::string& text);
// Without the colon that the reference leaves at the end of some sentences.
std::string trimmed(std::string summary);

// Every string of a recorded answer so.
nlohmann::json in_our_notation(const nlohmann::json& recorded);

// The type that a case names; a type that cannot be read ends the run.
pcl::Type recorded_type(const nlohmann::json& text);

}  // namespace hcl::test
