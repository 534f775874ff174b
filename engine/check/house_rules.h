// The rules of a workspace: requirements of a team beyond the language, from `.hcl-ls.hcl`.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::language {
class Pattern;
}

namespace hcl::check {

struct HouseRule {
    std::string id;
    Location place;  // of its name
    std::string doc;
    std::vector<std::string> languages;  // ids; empty: all
    std::vector<std::string> files;      // path patterns, from the folder of the configuration; empty: all
    // Patterns of a block's type and labels. Further labels match anything.
    std::vector<std::string> blocks;
    std::vector<std::string> inside;  // the same for an enclosing block; empty: no condition
    // Patterns of arguments of these blocks: the condition and the pattern are about the value of each.
    // Empty: they are about the block.
    std::vector<std::string> attributes;
    syntax::Node condition;  // null: none
    syntax::Node message;    // null: a default message
    syntax::Node fix;        // an object of arguments to set, null to remove; null: no fix
    std::vector<std::string> required;
    std::vector<std::string> forbidden;
    std::vector<std::string> order;                         // of the arguments and blocks that are present
    std::map<std::string, std::size_t, std::less<>> ranks;  // places in `order`
    std::shared_ptr<const language::Pattern> pattern;       // of the last label or the value; null: any
    std::string pattern_text;
    Severity severity = Severity::Warning;
};

struct HouseRules {
    std::vector<HouseRule> rules;
    std::vector<syntax::FilePtr> trees;  // keep the nodes of the rules alive
};
using HouseRulesPtr = std::shared_ptr<const HouseRules>;

// The rules that apply to one file, and their owners.
struct AppliedRules {
    std::vector<const HouseRule*> rules;
    std::vector<HouseRulesPtr> owners;
};

// Findings of the rules in one file of the module.
Diagnostics house_findings(const bind::Module& module, FileId file, const AppliedRules& applied,
                           const Cancel& cancel);

}  // namespace hcl::check
