// Versions as written in packs: numbers with dots, an optional leading "v", and a pre-release after a dash.
#pragma once

#include <compare>
#include <set>
#include <string_view>

namespace hcl::language {

// Numbers by value, missing ones as 0; a pre-release precedes its release, and pre-releases are compared as
// text. Non-numeric parts are compared as text.
std::weak_ordering compare_versions(std::string_view a, std::string_view b);

// Whether it is a version: numbers with dots, and what else versions have.
bool is_version(std::string_view text);

// Whether an item added in `since` and last present in `until` exists in that language
// version. Empty strings mean no limit.
bool is_available(std::string_view version, std::string_view since, std::string_view until);

// A constraint such as ">= 1.2, < 2.0". One that is invalid, or has more different conditions or longer
// versions than people write, admits every version.
class VersionConstraint {
  public:
    // The text must outlive it.
    explicit VersionConstraint(std::string_view text);

    bool admits(std::string_view version) const;
    // Whether it admits that version or any newer one.
    bool admits_from(std::string_view oldest) const;

  private:
    struct Condition {
        std::string_view sign;
        std::string_view version;
        auto operator<=>(const Condition&) const = default;

        bool holds(std::string_view of) const;
        bool is_lower_bound() const;
    };
    static Condition condition_of(std::string_view part);

    std::set<Condition> conditions_;
};

bool is_admitted(std::string_view version, std::string_view constraint);
bool admits_from(std::string_view oldest, std::string_view constraint);

}  // namespace hcl::language
