// The arguments of `hcl-ls check`.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/check/check.h"
#include "server/cli/cli.h"
#include "server/cli/help/help.h"

namespace hcl::server {

struct CheckOptions {
    struct Output {
        std::string format;
        std::string file;  // empty: standard output
    };
    std::vector<Output> outputs;  // at most one on standard output; never empty
    std::string stdin_name = "standard input";
    std::string language;
    Severity least = Severity::Hint;
    check::RuleSettings rules;
    Limits limits;
    std::vector<std::string> only;
    std::string baseline;
    std::string schemas;  // folder of schemas; empty: the user's own
    bool write_baseline = false;
    std::string explain;  // a code or name to document; if set, nothing is checked
    bool fix = false;
    std::vector<std::string> paths;  // never empty; "-" only alone

    bool reads_input() const { return paths[0] == "-"; }
};

// The options: the source of --help, the completions and the parser.
const std::vector<CommandHelp::Option>& check_option_table();

// The error is a message for the user.
std::expected<CheckOptions, std::string> parse_check_options(Arguments arguments);

}  // namespace hcl::server
