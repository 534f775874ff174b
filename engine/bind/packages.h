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
    // A later declaration of the same name replaces an earlier one.
    void declare(const PackageDeclaration& declaration);
    // The address of a package by its name here, declared or not; empty when nobody can know it.
    std::string address_of(std::string_view name, const language::Language& language) const;
    // The names that stand for something else in the other one.
    std::set<std::string> changed_from(const Packages& before, const language::Language& language) const;

  private:
    std::map<std::string, std::string, std::less<>> by_name_;  // as they are declared
};
using PackagesPtr = std::shared_ptr<const Packages>;

struct ModuleFile;
class UnitTree;
PackagesPtr declared_packages(const std::vector<ModuleFile>& files);
// The indices of the units that name one of the packages.
std::vector<std::uint32_t> cells_naming(const UnitTree& units, const std::set<std::string>& packages);

// The address of the package that the value of an attribute declares: the text of this member.
std::string declared_address(syntax::Node value, std::string_view member);
// The name of the package that an address of names begins with: `aws` of `aws.west`.
std::string package_name(syntax::Node address);

}  // namespace hcl::bind
