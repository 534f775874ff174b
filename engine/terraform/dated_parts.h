// What later versions of Terraform or OpenTofu added to the language. Private to terraform/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/terraform/opentofu.h"

namespace hcl::terraform {

// The versions with a name; empty: all of them have it.
struct Since {
    std::string_view terraform{};
    std::string_view opentofu{};

    std::string_view of(Program program) const { return program == Program::OpenTofu ? opentofu : terraform; }
};

struct DatedPart {
    std::string name;  // as messages show it
    Since since;
    Span span;                 // in the unit
    std::string_view title{};  // of what earlier versions report; empty: by its place
};

// The version that added an argument or block to blocks of the type `around` ("": to files); empty: all have
// it. `in_pack`: as the pack says, which knows Terraform.
std::string_view since_of_name(Program program, std::string_view around, std::string_view name,
                               std::string_view in_pack);

// Those that some version of either program lacks, in the order of the text within each kind. They refer to
// the unit.
std::vector<DatedPart> dated_parts(const bind::BoundUnit& unit);

}  // namespace hcl::terraform
