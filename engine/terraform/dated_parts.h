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

// The version that added an argument or block to blocks of the type `around` ("": to files); empty: all have
// it. `in_pack`: as the pack says, which knows Terraform.
std::string_view since_of_name(Program program, std::string_view around, std::string_view name,
                               std::string_view in_pack);

// In the order of the text within each kind. The versions of OpenTofu have other numbers.
std::vector<DatedPart> dated_parts(const bind::BoundUnit& unit, Program program);

}  // namespace hcl::terraform
