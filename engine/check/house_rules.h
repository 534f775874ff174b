// The rules of a workspace: what a team wants beyond the language, as `.hcl-ls.hcl` says.
#pragma once

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
    std::vector<std::string> files;      // patterns of paths from the folder of the configuration; empty: all
    // Patterns of a block's type and labels. Labels without a pattern may be any.
    std::vector<std::string> blocks;
    std::vector<std::string> inside;  // the same of some block around it; empty: it may stand anywhere
    syntax::Node condition;           // null: none
    syntax::Node message;             // null: a sentence is made
    std::vector<std::string> required;
    std::vector<std::string> forbidden;
    std::vector<std::string> order;                    // of arguments and blocks, as far as they are there
    std::shared_ptr<const language::Pattern> pattern;  // of the last label; null: any
    std::string pattern_text;
    Severity severity = Severity::Warning;
};

struct HouseRules {
    std::vector<HouseRule> rules;
    std::vector<syntax::FilePtr> trees;  // that nodes of the rules belong to
};
using HouseRulesPtr = std::shared_ptr<const HouseRules>;

// The rules that hold for one file, and what owns them.
struct AppliedRules {
    std::vector<const HouseRule*> rules;
    std::vector<HouseRulesPtr> owners;
};

// Findings of the rules in one file of the module.
Diagnostics house_findings(const bind::Module& module, FileId file, const AppliedRules& applied,
                           const Cancel& cancel);

}  // namespace hcl::check
