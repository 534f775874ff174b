// The arguments of `hcl-ls decode`, compatible with `hcldec`.
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

// Flags may appear anywhere before `--`; values follow after `=`, as the next argument, or directly after a
// short flag. The last occurrence of a flag wins, except --vars, which accumulates. The error is a message
// for the user.
std::expected<DecodeOptions, std::string> parse_decode_options(Arguments arguments);

}  // namespace hcl::server
