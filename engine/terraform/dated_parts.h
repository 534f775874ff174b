// What later versions of Terraform or OpenTofu added to the language. Private to terraform/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/terraform/opentofu.h"

namespace hcl::terraform {

struct DatedPart {
    std::string name;  // as messages show it
    std::string since;
    Span span;                 // in the unit
    std::string_view title{};  // of what earlier versions report; empty: by its place
};

// In the order of the text within each kind. The versions of OpenTofu have other numbers.
std::vector<DatedPart> dated_parts(const bind::BoundUnit& unit, Program program);

}  // namespace hcl::terraform
