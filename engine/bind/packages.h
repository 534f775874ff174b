// The packages that a module declares, by their local names: the sources of schemas for its blocks. Without
// positions, so it stays equal when text moves.
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
    // A later declaration replaces an earlier one of the same name.
    void declare(const PackageDeclaration& declaration);
    // The address of a package by its local name, declared or not; empty when it cannot be known.
    std::string address_of(std::string_view name, const language::Language& language) const;
    // The names whose address differs from `before`.
    std::set<std::string> changed_from(const Packages& before, const language::Language& language) const;

  private:
    std::map<std::string, std::string, std::less<>> by_name_;  // as declared
};
using PackagesPtr = std::shared_ptr<const Packages>;

class FileTable;
class UnitTree;
PackagesPtr declared_packages(const FileTable& files);
// The indices of the units that name one of the packages.
std::vector<std::uint32_t> cells_naming(const UnitTree& units, const std::set<std::string>& packages);

// The address that the value of a package declaration contains: the string in this member.
std::string declared_address(syntax::Node value, std::string_view member);
// The package that a provider address begins with: `aws` of `aws.west`.
std::string package_name(syntax::Node address);

}  // namespace hcl::bind
