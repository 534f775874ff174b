// The names of the findings that a workspace can have, for settings that name them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace hcl::world {

class Snapshot;
struct WorkspaceLanguages;

// Whether it is the name of a check of a pack of this build.
bool is_check_of_build(std::string_view name);

class RuleNames {
  public:
    // Both must outlive it. The names of rules are collected when they are first needed.
    RuleNames(const Snapshot& snapshot, const WorkspaceLanguages& languages)
        : snapshot_(snapshot), languages_(languages) {}

    // Whether it is the code or name of a finding, a check of a pack, a rule of an extension or of a
    // configuration, or "*".
    bool has(std::string_view name) const;
    // The known name that is most like it; empty when none is.
    std::string nearest(std::string_view name) const;
    // The names of checks and rules.
    const std::set<std::string, std::less<>>& of_rules() const;

  private:
    const Snapshot& snapshot_;
    const WorkspaceLanguages& languages_;
    mutable std::set<std::string, std::less<>> of_rules_{};  // empty: not collected yet
};

}  // namespace hcl::world
