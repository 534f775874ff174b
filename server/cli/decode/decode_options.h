// The arguments of `hcl-ls decode`, which are those of the reference command `hcldec`.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "server/cli/cli.h"

namespace hcl::server {

struct DecodeOptions {
    std::string spec;
    std::string out;
    std::string diags;
    std::string rules;
    std::vector<std::string> vars;
    bool var_refs = false;
    bool with_type = false;
    bool keep_nulls = false;
    bool version = false;
    bool help = false;
    std::vector<std::string> inputs;
};

// Flags may stand anywhere before `--`; values follow after `=`, as the next argument, or right behind a
// short flag. Of a flag given twice the last wins, but --vars adds up. An error is a sentence for people.
std::expected<DecodeOptions, std::string> parse_decode_options(Arguments arguments);

}  // namespace hcl::server
