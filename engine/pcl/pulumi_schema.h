// The package "pulumi", which is part of the language: it has no schema of its own.
#pragma once

#include <string_view>

#include "engine/language/body_source.h"

namespace hcl::pcl {

inline constexpr std::string_view kPulumiAddress = "pulumi/pulumi/";
// A source that has this package alone.
language::BodySourcePtr pulumi_schema();

}  // namespace hcl::pcl
