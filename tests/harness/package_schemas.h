// Package schemas in JSON, as the server reads them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/pcl/packages.h"

namespace hcl::test {

// `file`: the name of the file that the texts come from. A text that cannot be read ends the run.
language::BodySourcePtr schemas_of_json(std::span<const std::string> texts, std::string_view file = {});

// The package "mock" of the cases in tests/conformance/pcl, which is read once.
std::shared_ptr<const pcl::Packages> mock_packages(bool properties_may_be_missing = false);

}  // namespace hcl::test
