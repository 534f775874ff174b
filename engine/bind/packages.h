// The packages that a module declares, by the names that it has for them: where the bodies of its blocks come
// from. It has no places, so it stays equal while text moves.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/unit.h"

namespace hcl::bind {

class Packages {
  public:
    // Of several declarations of a name the last counts.
    void declare(const PackageDeclaration& declaration);
    // The address of a package by its name here, declared or not; empty when nobody can know it.
    std::string address_of(std::string_view name, const language::Language& language) const;
    // The names that stand for something else in the other one.
    std::set<std::string> changed_from(const Packages& before, const language::Language& language) const;
    const std::map<std::string, std::string, std::less<>>& all() const { return by_name_; }

  private:
    std::map<std::string, std::string, std::less<>> by_name_;  // as they are declared
};
using PackagesPtr = std::shared_ptr<const Packages>;

struct ModuleFile;
class UnitTree;
PackagesPtr declared_packages(const std::vector<ModuleFile>& files);
// The indices of the units that name one of the packages.
std::vector<std::uint32_t> cells_naming(const UnitTree& units, const std::set<std::string>& packages);

}  // namespace hcl::bind
