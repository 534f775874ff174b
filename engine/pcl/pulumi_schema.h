// The package "pulumi", which is built into the language and has no schema file.
#pragma once

#include <string_view>

#include "engine/language/body_source.h"

namespace hcl::pcl {

inline constexpr std::string_view kPulumiAddress = "pulumi/pulumi/";
// A source that has only this package.
language::BodySourcePtr pulumi_schema();

}  // namespace hcl::pcl
